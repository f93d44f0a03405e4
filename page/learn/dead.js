// Dead positions: why nobody can win any more, in words.

import { button, fill, h } from '../dom.js';
import { count } from './bits.js';
import { grouped, introduction, legend } from './lesson.js';
import { Blockade, fixedSquares, kingSquares } from './reach.js';
import { viewOf } from '../view.js';

/** @import { Color, Piece, Position, Square } from '../ferz/index.js' */
/** @import { Host, Lesson } from './lesson.js' */
/** @import { Mark } from './overlay.js' */

/** The positions that are searched for a checkmate, for each side. */
const NODES = 20_000;

const EXAMPLES = /** @type {const} */ ([
    ['A wall of pawns', '4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1'],
    ['A wall with bishops', '2b1k3/8/p1p1p1p1/P1P1P1P1/8/8/8/2B1K3 w - - 0 1'],
    ['A lone knight', '8/8/4k3/8/8/3NK3/8/8 w - - 0 1'],
    ['Bishops of one colour', '5b2/4k3/8/8/8/4B3/3K4/8 w - - 0 1'],
    ['A forced capture', '7k/7Q/8/8/8/8/8/K7 b - - 0 1'],
    ['Not dead: a helpmate', '7k/7p/8/8/8/8/8/KN6 w - - 0 1'],
]);

/** @typedef {{ color: Color, can: boolean | null, reason: string }} Verdict */

/** @implements {Lesson} */
export class Dead {
    #host;
    #open;
    #examples = h('div.row', { role: 'group', 'aria-label': 'Examples' });
    #verdict = h('div.verdict-box', { role: 'status' });
    #sides = h('div.sides-list');
    #rules = h(
        'p.quiet.small',
        {},
        'FIDE Laws 5.2.2 and 9.6: the game is drawn at once when no series of legal moves leads to checkmate by either side. “Insufficient material” is only the simplest case of it.',
    );
    #legend = h('p.legend');
    #key = '';

    /**
     * @param {Host} host
     * @param {(fen: string) => void} open opens a position
     */
    constructor(host, open) {
        this.#host = host;
        this.#open = open;
        fill(this.#examples, ...EXAMPLES.map(([name, fen]) => button(name, () => open(fen))));
        this.element = h(
            'div.lesson',
            {},
            introduction(
                'When can nobody win any more, whatever is played?',
                'Chapter 10: checks, pins and legality',
                '10-legality',
            ),
            this.#examples,
            this.#verdict,
            this.#sides,
            this.#legend,
            this.#rules,
        );
    }

    draw() {
        const { store, isShown } = this.#host;
        if (!isShown()) {
            return;
        }
        const { position } = store;
        const blockade = new Blockade(position);
        const key = position.fen;
        if (key !== this.#key) {
            this.#key = key;
            this.#judge(position, blockade);
        }
        store.board = viewOf(store.node);
        this.#drawReach(blockade);
    }

    /**
     * @param {Position} position
     * @param {Blockade} blockade
     */
    #judge(position, blockade) {
        const { outcome } = position;
        if (
            outcome !== null &&
            (outcome.reason === 'checkmate' || outcome.reason === 'stalemate')
        ) {
            this.#say(
                outcome.reason === 'checkmate'
                    ? 'The game is over: checkmate.'
                    : 'The game is over: stalemate. The side to move has no move and is not in check.',
                false,
            );
            fill(this.#sides);
            return;
        }
        const verdicts = /** @type {const} */ (['white', 'black']).map((color) =>
            verdictOf(position, blockade, color),
        );
        const isDead = verdicts.every(({ can }) => can === false);
        const isKnown = verdicts.every(({ can }) => can !== null);
        this.#say(
            isDead
                ? 'A dead position: the game is drawn.'
                : isKnown || verdicts.some(({ can }) => can === true)
                  ? 'Not dead: the game goes on.'
                  : 'Neither proven dead nor shown to be alive.',
            isDead,
        );
        fill(
            this.#sides,
            ...verdicts.map(({ color, can, reason }) =>
                h(
                    'div.side-verdict',
                    {},
                    h(`span.dot.${color}`, { 'aria-hidden': 'true' }),
                    h(
                        'div',
                        {},
                        h(
                            'b',
                            {},
                            `${color === 'white' ? 'White' : 'Black'} ${can === false ? 'cannot win' : can ? 'can still win' : 'may still win'}`,
                        ),
                        h('p', {}, reason),
                    ),
                ),
            ),
        );
    }

    /**
     * @param {string} text
     * @param {boolean} isDead
     */
    #say(text, isDead) {
        this.#verdict.classList.toggle('bad', isDead);
        fill(this.#verdict, h('b', {}, text));
    }

    /** Draws why a blocked position stays blocked. @param {Blockade} blockade */
    #drawReach(blockade) {
        /** @type {Map<Square, Mark>} */
        const marks = new Map();
        const add = (/** @type {readonly Square[]} */ squares, /** @type {string} */ kind) => {
            for (const square of squares) {
                marks.set(square, { kind: `${marks.get(square)?.kind ?? ''} ${kind}`.trim() });
            }
        };
        if (blockade.applies) {
            add(fixedSquares(blockade), 'fixed');
            add(kingSquares(blockade, 'white'), 'wk');
            add(kingSquares(blockade, 'black'), 'bk');
        }
        this.#host.mark(marks);
        this.#legend.hidden = !blockade.applies;
        legend(this.#legend, [
            ['fixed', 'fixed for ever'],
            ['wk', 'the white king may get here'],
            ['bk', 'the black king may get here'],
        ]);
    }

    /** @param {string} value */
    load(value) {
        if (value !== '') {
            this.#open(value.replaceAll('_', ' '));
        }
        this.draw();
    }

    address() {
        return `dead=${this.#host.store.position.fen.replaceAll(' ', '_')}`;
    }
}

/**
 * Says if a side can checkmate, and why not.
 * @param {Position} position
 * @param {Blockade} blockade
 * @param {Color} color
 * @returns {Verdict}
 */
export function verdictOf(position, blockade, color) {
    const material = materialReason(position, color);
    if (material !== '') {
        return { color, can: false, reason: material };
    }
    if (position.canWin(color, 0) === false) {
        return {
            color,
            can: false,
            reason: blockade.proves(color)
                ? blockadeReason(blockade, color)
                : 'No checkmate can be built from what is left.',
        };
    }
    const can = position.canWin(color, NODES);
    const reasons = {
        true: 'Some series of legal moves, with the help of the other side, ends with checkmate.',
        false: 'Every line was followed to its end, and none leads to checkmate.',
        null: `No checkmate was found in ${grouped(NODES)} positions, but not all were visited.`,
    };
    return { color, can, reason: reasons[/** @type {'true' | 'false' | 'null'} */ (String(can))] };
}

/**
 * Returns why the material of a side does not suffice, or nothing.
 * @param {Position} position
 * @param {Color} color
 */
function materialReason(position, color) {
    const all = [...position.pieces()];
    const of = (/** @type {(piece: Piece) => boolean} */ test) =>
        all.filter(([, piece]) => piece.role !== 'king' && test(piece));
    const [own, others] = [
        of((piece) => piece.color === color),
        of((piece) => piece.color !== color),
    ];
    if (own.length === 0) {
        return 'There is only the king, and a king alone gives no check.';
    }
    if (position.canWin(color, 0) !== false) {
        return '';
    }
    const isOnly = (/** @type {string} */ role, /** @type {[Square, Piece][]} */ list) =>
        list.every(([, piece]) => piece.role === role);
    if (own.length === 1 && isOnly('knight', own) && isOnly('queen', others)) {
        return others.length === 0
            ? 'A knight and the king attack too few squares: the lone king always has another one.'
            : 'A knight checkmates only if a piece of the other side takes a flight square from its own king, and a queen there could capture the knight or step between.';
    }
    if (
        isOnly('bishop', own) &&
        all.every(
            ([square, { role }]) =>
                role === 'king' || (role === 'bishop' && isDark(square) === isDark(own[0][0])),
        )
    ) {
        return others.length === 0 && own.length === 1
            ? 'A bishop attacks squares of one colour only: the lone king always has one of the other colour.'
            : 'All bishops stand on squares of one colour: no square of the other colour is ever taken from a king.';
    }
    return '';
}

/** @param {Square} square */
function isDark(square) {
    return (square.charCodeAt(0) + Number(square[1])) % 2 === 0;
}

/**
 * Says why a blocked position has no checkmate by a side.
 * @param {Blockade} blockade
 * @param {Color} color
 */
function blockadeReason(blockade, color) {
    const enemy = color === 'white' ? 'black' : 'white';
    const fixed = count(blockade.fixed);
    const king = kingSquares(blockade, enemy).length;
    const pawns = blockade.pieces.filter(({ role }) => role === 'pawn').length;
    return (
        `No pawn can ever promote, and ${fixed} pieces can neither move nor be captured${pawns > 0 ? ', since the pawns block each other' : ''}. ` +
        `The ${enemy} king can get to ${king} ${king === 1 ? 'square' : 'squares'} at most, and on none of them is checkmate possible, even if everybody helps.`
    );
}
