// What each piece is worth to the network, drawn on the board.

import { fill, h } from '../dom.js';
import { introduction, legend } from './lesson.js';
import { pawnsText } from '../parts/marks.js';
import { viewOf } from '../view.js';

/** @import { Worth as Values } from '../ferz/engine.js' */
/** @import { Color, Role, Square } from '../ferz/index.js' */
/** @import { Host, Lesson } from './lesson.js' */
/** @import { Mark } from './overlay.js' */

/** What beginners learn, in pawns. @type {readonly [Role, string, number][]} */
const USUAL = [
    ['queen', 'Queen', 9],
    ['rook', 'Rook', 5],
    ['bishop', 'Bishop', 3],
    ['knight', 'Knight', 3],
    ['pawn', 'Pawn', 1],
];
/** The positions whose values are remembered. */
const REMEMBERED = 200;

/** @implements {Lesson} */
export class Worth {
    #host;
    #open;
    /** @type {Map<string, Values>} */ #known = new Map();
    #total = h('p.total', { role: 'status' });
    #table = h('table.worths');
    #remark = h('p.quiet.small');
    #legend = h('p.legend');

    /**
     * @param {Host} host
     * @param {(fen: string) => void} open opens a position
     */
    constructor(host, open) {
        this.#host = host;
        this.#open = open;
        this.element = h(
            'div.lesson',
            {},
            introduction(
                'The number on a piece is what the evaluation loses without it, in pawns. Make moves and see it change.',
                'Chapter 20: from a board to an engine',
                '20-engine',
            ),
            this.#total,
            h(
                'div.table-scroll',
                { tabindex: 0, role: 'region', 'aria-label': 'Worth of the pieces' },
                this.#table,
            ),
            this.#legend,
            this.#remark,
        );
        legend(this.#legend, [
            ['more', 'more than is usual'],
            ['less', 'less than is usual'],
            ['bad-piece', 'better gone'],
        ]);
    }

    draw() {
        const { store, isShown } = this.#host;
        if (!isShown()) {
            return;
        }
        store.board = viewOf(store.node);
        const { position } = store;
        const known = this.#known.get(position.fen);
        if (known) {
            this.#show(known);
            return;
        }
        this.#host.mark(new Map());
        this.#total.classList.add('old');
        void this.#ask();
    }

    async #ask() {
        const { store, isShown } = this.#host;
        const { position } = store;
        try {
            const worth = await store.desk.worth(position);
            if (this.#known.size >= REMEMBERED) {
                this.#known.clear();
            }
            this.#known.set(position.fen, worth);
            if (isShown() && store.position.fen === position.fen) {
                this.#show(worth);
            }
        } catch (error) {
            // A later question ends an earlier one.
            const isEnded = error instanceof DOMException && error.name === 'AbortError';
            if (isShown() && !isEnded && store.position.fen === position.fen) {
                fill(this.#table);
                fill(this.#remark);
                this.#legend.hidden = true;
                fill(
                    this.#total,
                    'The pieces cannot be valued: ',
                    store.desk.state === 'failed'
                        ? store.desk.reason
                        : error instanceof Error
                          ? error.message
                          : String(error),
                );
            }
        }
    }

    /** @param {Values} worth */
    #show({ pieces, centipawns, endgame }) {
        const { position } = this.#host.store;
        /** @type {Map<Square, Mark>} */
        const marks = new Map();
        for (const [square, value] of pieces) {
            const piece = position.get(square);
            if (piece) {
                const own = piece.color === 'white' ? value : 0 - value;
                const usual = USUAL.find(([role]) => role === piece.role)?.[2] ?? 0;
                marks.set(square, {
                    kind: `worth ${own < 0 ? 'bad-piece' : own >= usual ? 'more' : 'less'}`,
                    text: pawnsText(own, Math.abs(own) < 9.95 ? 1 : 0).replace('+', ''),
                });
            }
        }
        this.#host.mark(marks);
        this.#legend.hidden = false;
        this.#total.classList.remove('old');
        const [whole, side] = [Math.abs(centipawns) / 100, centipawns >= 0 ? 'White' : 'Black'];
        fill(
            this.#total,
            h('b', {}, pawnsText(centipawns / 100, 2)),
            whole < 0.15 ? ' about equal, before any search' : ` for ${side}, before any search`,
        );
        this.#fillTable(pieces);
        fill(
            this.#remark,
            endgame
                ? `This endgame is known: ${endgame}. Its own evaluation replaces that of the network; the numbers of the pieces are the network's.`
                : 'The numbers do not add up to the evaluation: pieces work together. Of a pair of bishops each is worth more while the other is there.',
        );
    }

    /** @param {ReadonlyMap<Square, number>} pieces */
    #fillTable(pieces) {
        const { position } = this.#host.store;
        /** The squares of a kind of piece, the most valuable first. */
        const of = (/** @type {Color} */ color, /** @type {Role} */ role) =>
            [...pieces]
                .filter(
                    ([square]) =>
                        position.get(square)?.color === color &&
                        position.get(square)?.role === role,
                )
                .map(
                    ([square, value]) =>
                        /** @type {[Square, number]} */ ([
                            square,
                            color === 'white' ? value : 0 - value,
                        ]),
                )
                .sort((a, b) => b[1] - a[1]);
        const cell = (/** @type {[Square, number][]} */ list) =>
            h(
                'td',
                {},
                ...list.map(([square, value]) =>
                    h(
                        'span.worth-entry',
                        {},
                        h('span.quiet', {}, square),
                        ` ${pawnsText(value, 2).replace('+', '')}`,
                    ),
                ),
                list.length === 0 && h('span.quiet', {}, '–'),
            );
        fill(
            this.#table,
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', { scope: 'col' }, 'Piece'),
                    h('th', { scope: 'col' }, 'Usual'),
                    h('th', { scope: 'col' }, 'White'),
                    h('th', { scope: 'col' }, 'Black'),
                ),
            ),
            h(
                'tbody',
                {},
                ...USUAL.map(([role, name, usual]) =>
                    h(
                        'tr',
                        {},
                        h('th', { scope: 'row' }, name),
                        h('td', {}, String(usual)),
                        cell(of('white', role)),
                        cell(of('black', role)),
                    ),
                ),
            ),
        );
    }

    /** @param {string} value */
    load(value) {
        if (value !== '') {
            this.#open(value.replaceAll('_', ' '));
        }
        this.draw();
    }

    address() {
        return `worth=${this.#host.store.position.fen.replaceAll(' ', '_')}`;
    }
}
