// Perft with divide, beside the numbers of the learner's own generator.

import { button, fill, h } from '../dom.js';
import { MoveError } from '../ferz/index.js';
import { Thread } from '../thread.js';
import { commonName, compare, readDivide } from './divide.js';
import { grouped, introduction } from './lesson.js';
import { viewOf } from '../view.js';

/** @import { Node as GameNode, Position } from '../ferz/index.js' */
/** @import { Row } from './divide.js' */
/** @import { Host, Lesson } from './lesson.js' */
/** @import { Report, Task } from './perft-worker.js' */

/** @typedef {{ uci: string, san: string, count: number }} Count */

const DEEPEST = 6;
/** The milliseconds after which a count can be stopped: shorter ones show no button. */
const LONG = 400;

/** Positions with all that goes wrong: see https://www.chessprogramming.org/Perft_Results. */
const POSITIONS = /** @type {const} */ ([
    ['Start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
    ['Kiwipete', 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'],
    ['Pins and en passant', '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'],
    ['Promotions', 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1'],
    ['Castling and checks', 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8'],
]);

/** @implements {Lesson} */
export class Perft {
    #host;
    #open;
    /** The depth of the root, and that of the position that is shown. */
    #chosen = 3;
    #depth = 3;
    /** That of the count that runs. @type {Thread<Task, Report> | null} */ #thread = null;
    /** What was counted: its position and depth. */
    #key = '';
    /** @type {Count[]} */ #counts = [];
    /** The moves that are counted so far, while a count runs. @type {Count[]} */ #partial = [];
    /** True if the count takes so long that it can be stopped. */
    #isLong = false;
    /** The nodes that were stepped into, each with its depth. @type {{ node: GameNode, depth: number }[]} */ #path =
        [];
    #positions = h('div.row', { role: 'group', 'aria-label': 'Positions' });
    #depths = /** @type {HTMLSelectElement} */ (
        h(
            'select',
            {},
            ...Array.from({ length: DEEPEST }, (_, at) =>
                h('option', { value: at + 1, selected: at + 1 === this.#depth }, String(at + 1)),
            ),
        )
    );
    #text = /** @type {HTMLTextAreaElement} */ (
        h('textarea.mono', { rows: 5, spellcheck: 'false', placeholder: 'a2a3: 380\nb2b3: 420\n…' })
    );
    #command = h('code.command');
    #summary = h('div.verdict-box', { role: 'status' });
    #table = h('table.divide');
    #progress = h('span.quiet', { 'aria-live': 'off' });
    #trail = h('nav.trail', { 'aria-label': 'Steps so far' });

    /**
     * @param {Host} host
     * @param {(fen: string) => void} open opens a position
     */
    constructor(host, open) {
        this.#host = host;
        this.#open = open;
        fill(
            this.#positions,
            ...POSITIONS.map(([name, fen]) =>
                button(name, () => {
                    this.#path = [];
                    this.#text.value = '';
                    open(fen);
                }),
            ),
        );
        this.#depths.addEventListener('change', () => {
            this.#chosen = Number(this.#depths.value);
            this.#path = [];
            this.draw();
        });
        this.#text.addEventListener('input', () => this.#drawTable());
        this.element = h(
            'div.lesson',
            { 'data-keys': true },
            introduction(
                'Paste the divide of your own generator: what differs is marked, and a step into it leads to the bug.',
                'Chapter 12: testing',
                '12-testing',
            ),
            this.#positions,
            h(
                'div.perft-head',
                {},
                h('label.field', {}, h('span', {}, 'Depth'), this.#depths),
                h('div.field.grow', {}, h('span', {}, 'For your program'), this.#command),
            ),
            this.#trail,
            h(
                'label.field.wide',
                {},
                h('span', {}, 'Divide of your generator, in any common form'),
                this.#text,
            ),
            this.#summary,
            h(
                'div.table-scroll',
                { tabindex: 0, role: 'region', 'aria-label': 'Both divides' },
                this.#table,
            ),
        );
    }

    draw() {
        const { store } = this.#host;
        if (!this.#host.isShown()) {
            return;
        }
        store.board = viewOf(store.node);
        this.#host.mark(new Map());
        const last = this.#path.at(-1);
        if (last && last.node !== store.node) {
            // Another position was opened on the board.
            this.#path = [];
        }
        this.#depth = this.#path.at(-1)?.depth ?? this.#chosen;
        this.#depths.value = String(this.#depth);
        fill(
            this.#command,
            `position fen ${store.position.fen}`,
            h('br'),
            `go perft ${this.#depth}`,
        );
        this.#drawTrail();
        this.#count(store.position);
        this.#drawTable();
    }

    /** @param {Position} position */
    #count(position) {
        const key = `${position.fen} ${this.#depth} ${position.isChess960}`;
        if (key === this.#key) {
            return;
        }
        this.#key = key;
        this.#end();
        /** @type {Thread<Task, Report>} */
        const thread = new Thread(
            new URL('perft-worker.js', import.meta.url),
            ({ counted, of }) => {
                this.#partial.push(counted);
                this.#showCount(of);
            },
        );
        this.#thread = thread;
        thread.ask({ fen: position.fen, chess960: position.isChess960, depth: this.#depth }).then(
            (counts) => {
                this.#end();
                this.#counts = counts;
                this.#drawTable();
            },
            () => {
                this.#end();
                this.#say(false, 'The count has failed.');
            },
        );
        setTimeout(() => {
            this.#isLong = thread === this.#thread;
            this.#isLong && this.#drawTable();
        }, LONG);
    }

    /** Ends the count that runs. */
    #end() {
        this.#isLong = false;
        this.#thread?.end();
        this.#thread = null;
        this.#counts = [];
        this.#partial = [];
    }

    /** Ends the count that runs, and offers to begin it again. */
    #stop() {
        this.#end();
        fill(this.#table);
        this.#say(
            true,
            'Stopped.',
            h(
                'div.row',
                {},
                button('Count again', () => {
                    this.#key = '';
                    this.draw();
                }),
            ),
        );
        this.#summary.querySelector('button')?.focus();
    }

    /** Says how far the count is. @param {number} moves the number of moves */
    #showCount(moves) {
        const sum = this.#partial.reduce((all, { count }) => all + count, 0);
        this.#progress.textContent = `${this.#partial.length} of ${moves} moves, ${grouped(sum)} positions`;
    }

    /** Reads a move of another program. @param {string} name */
    #find(name) {
        const { position } = this.#host.store;
        for (const text of [commonName(name), name]) {
            try {
                return position.find(text).uci;
            } catch (error) {
                if (!(error instanceof MoveError)) {
                    throw error;
                }
            }
        }
        return null;
    }

    #drawTable() {
        const { position } = this.#host.store;
        if (this.#counts.length === 0 && position.moves().length > 0) {
            if (this.#thread !== null) {
                this.#progress.textContent = '';
                this.#say(
                    true,
                    'Counting… ',
                    this.#progress,
                    ...(this.#isLong
                        ? [
                              h(
                                  'div.row',
                                  {},
                                  button('Stop', () => this.#stop()),
                              ),
                          ]
                        : []),
                );
                fill(this.#table);
            }
            return;
        }
        const total = this.#counts.reduce((sum, { count }) => sum + count, 0);
        const hasOther = this.#text.value.trim() !== '';
        const divide = readDivide(this.#text.value);
        const rows = compare(this.#counts, divide, (name) => this.#find(name));
        const wrong = hasOther ? rows.filter(({ right, other }) => right !== other) : [];
        if (!hasOther) {
            this.#say(
                true,
                h('b', {}, grouped(total)),
                ` positions after ${this.#depth} ${this.#depth === 1 ? 'ply' : 'plies'}, ${this.#counts.length} moves.`,
            );
        } else if (divide.counts.size === 0) {
            this.#say(
                false,
                `No move was found in this text. Each line needs a move and a number, such as “e2e4: 20”.`,
            );
        } else {
            this.#judge(wrong, total, noteOn(divide));
        }
        fill(
            this.#table,
            h(
                'thead',
                {},
                h(
                    'tr',
                    {},
                    h('th', { scope: 'col' }, 'Move'),
                    h('th', { scope: 'col' }, 'Ferz'),
                    hasOther && h('th', { scope: 'col' }, 'Yours'),
                    hasOther && h('th', { scope: 'col' }, 'Difference'),
                    h('th', { scope: 'col' }, h('span.vh', {}, 'Step')),
                ),
            ),
            h('tbody', {}, ...rows.map((row) => this.#row(row, hasOther))),
        );
    }

    /**
     * Says what the differences mean.
     * @param {Row[]} wrong
     * @param {number} total
     * @param {string} note what is odd about the text
     */
    #judge(wrong, total, note) {
        const missing = wrong.filter(({ other }) => other === null);
        const extra = wrong.filter(({ right }) => right === null);
        if (wrong.length === 0) {
            this.#say(
                true,
                h('b', {}, 'Equal. '),
                `All ${this.#counts.length} moves agree: ${grouped(total)} positions.${note}`,
            );
        } else if (missing.length + extra.length > 0) {
            const names = (/** @type {Row[]} */ list) =>
                list
                    .slice(0, 6)
                    .map(({ san }) => san)
                    .join(', ') + (list.length > 6 ? ', …' : '');
            this.#say(
                false,
                h('b', {}, 'Here is the bug. '),
                missing.length > 0 ? `Your generator misses ${names(missing)}. ` : '',
                extra.length > 0
                    ? `It makes ${names(extra)}, which ${extra.length === 1 ? 'is' : 'are'} not legal here. `
                    : '',
                `Look at this position in a debugger.${note}`,
            );
        } else {
            this.#say(
                false,
                h('b', {}, `${wrong.length} of ${this.#counts.length} moves differ. `),
                `Step into one of them, and paste the divide of its position.${note}`,
            );
        }
    }

    /**
     * @param {boolean} isGood
     * @param {(Node | string)[]} parts
     */
    #say(isGood, ...parts) {
        this.#summary.classList.toggle('bad', !isGood);
        fill(this.#summary, ...parts);
    }

    /**
     * @param {Row} row
     * @param {boolean} hasOther
     */
    #row({ uci, san, right, other }, hasOther) {
        const isWrong = hasOther && right !== other;
        const difference =
            right === null
                ? 'not legal'
                : other === null
                  ? 'missing'
                  : other === right
                    ? ''
                    : `${other > right ? '+' : '−'}${grouped(Math.abs(other - right))}`;
        const canStep = right !== null && this.#depth > 1;
        return h(
            isWrong ? 'tr.wrong' : 'tr',
            {},
            h('th', { scope: 'row' }, uci, san !== uci && h('span.quiet', {}, san)),
            h('td', {}, right === null ? '–' : grouped(right)),
            hasOther && h('td', {}, other === null ? '–' : grouped(other)),
            hasOther && h('td.difference', {}, difference),
            h(
                'td',
                {},
                canStep &&
                    h(
                        'button.button.step-into',
                        {
                            type: 'button',
                            'aria-label': `Step into ${san}`,
                            onclick: () => this.#step(uci),
                        },
                        'Step',
                    ),
            ),
        );
    }

    /** @param {string} uci */
    #step(uci) {
        const { store } = this.#host;
        const depth = this.#depth - 1;
        if (this.#path.length === 0) {
            this.#path.push({ node: store.node, depth: this.#depth });
        }
        const node = store.play(uci);
        this.#path.push({ node, depth });
        this.#text.value = '';
        this.draw();
        this.#text.focus();
    }

    #drawTrail() {
        this.#trail.hidden = this.#path.length === 0;
        fill(
            this.#trail,
            ...this.#path.flatMap(({ node, depth }, at) => [
                at > 0 && h('span.quiet', { 'aria-hidden': 'true' }, '›'),
                button(
                    `${at === 0 ? 'Root' : node.san}, depth ${depth}`,
                    () => {
                        this.#path = at === 0 ? [] : this.#path.slice(0, at + 1);
                        this.#text.value = '';
                        this.#host.store.go(node);
                        this.draw();
                    },
                    { 'aria-current': at === this.#path.length - 1 ? 'step' : null },
                ),
            ]),
        );
    }

    /**
     * @param {string} value
     * @param {URLSearchParams} read
     */
    load(value, read) {
        const depth = Number(read.get('depth') ?? '3');
        if (Number.isInteger(depth) && depth >= 1 && depth <= DEEPEST) {
            this.#chosen = depth;
        }
        this.#path = [];
        if (value !== '') {
            this.#open(value.replaceAll('_', ' '));
        }
        this.draw();
    }

    address() {
        return `perft=${this.#host.store.position.fen.replaceAll(' ', '_')}&depth=${this.#depth}`;
    }
}

/**
 * Says what is odd about a divide: lines that were not read, and a sum that is none.
 * @param {import('./divide.js').Divide} divide
 */
function noteOn({ counts, total, unread }) {
    const sum = [...counts.values()].reduce((all, count) => all + count, 0);
    const lines =
        unread.length > 0
            ? ` ${unread.length} ${unread.length === 1 ? 'line' : 'lines'} could not be read.`
            : '';
    return (
        lines +
        (total !== null && total !== sum
            ? ` Your total of ${grouped(total)} is not the sum of your moves, ${grouped(sum)}.`
            : '')
    );
}
