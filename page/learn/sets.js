// Sets of squares: clicked, combined, shifted, and as numbers.

import { button, fill, h } from '../dom.js';
import { attacks, SQUARES, squaresOf } from '../ferz/index.js';
import { choice } from '../parts/choice.js';
import { count, DIRECTIONS, FULL, hex, not, readSet } from './bits.js';
import { introduction, legend, picture, select } from './lesson.js';

/** @import { Role, Square } from '../ferz/index.js' */
/** @import { Host, Lesson } from './lesson.js' */
/** @import { Mark } from './overlay.js' */

/** @typedef {'a' | 'b'} Name */

/** What is made of two sets. @type {readonly { name: string, label: string, of: (a: bigint, b: bigint) => bigint }[]} */
const OPERATIONS = [
    { name: 'and', label: 'A & B', of: (a, b) => a & b },
    { name: 'or', label: 'A | B', of: (a, b) => a | b },
    { name: 'xor', label: 'A ^ B', of: (a, b) => a ^ b },
    { name: 'minus', label: 'A & ~B', of: (a, b) => a & not(b) },
    { name: 'not', label: '~A', of: (a) => not(a) },
];

const PIECES = /** @type {const} */ ([
    ['rook', 'Rook'],
    ['bishop', 'Bishop'],
    ['queen', 'Queen'],
    ['knight', 'Knight'],
    ['king', 'King'],
    ['white', 'White pawn'],
    ['black', 'Black pawn'],
]);
const LETTERS = {
    rook: 'R',
    bishop: 'B',
    queen: 'Q',
    knight: 'N',
    king: 'K',
    white: 'P',
    black: 'p',
};

/** @implements {Lesson} */
export class Sets {
    #host;
    /** @type {Record<Name, bigint>} */ #sets = { a: 0x00003c24243c0000n, b: 0x0000001818000000n };
    /** @type {Name} */ #edited = 'a';
    #operation = 'or';
    /** @type {keyof typeof LETTERS} */ #piece = 'rook';
    /** @type {Square} */ #square = 'd4';
    #showsNumbers = false;
    #hexField = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            spellcheck: 'false',
            autocomplete: 'off',
            autocapitalize: 'off',
        })
    );
    #numbers = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox' }));
    #facts = h('p.set-facts', { role: 'status' });
    #bits = h('div.bits');
    #step = h('p.formula', { role: 'status' }, 'The formula of each change stands here.');
    #picture = h('div');
    #value = h('div.set-value', { role: 'status' });
    #attackFields = h('div.attack-fields');
    #legend = h('p.legend');
    #edit = h('div');
    #operations = h('div');

    /** @param {Host} host */
    constructor(host) {
        this.#host = host;
        this.#hexField.addEventListener('change', () => this.#read());
        this.#numbers.addEventListener('change', () => {
            this.#showsNumbers = this.#numbers.checked;
            this.draw();
        });
        const change = (
            /** @type {string} */ label,
            /** @type {(set: bigint) => bigint} */ act,
            /** @type {string} */ formula,
        ) => button(label, () => this.#change(act, formula));
        this.element = h(
            'div.lesson',
            { 'data-keys': true },
            introduction(
                'A set of squares is a number of 64 bits. Click squares on the board.',
                'Chapter 4: squares, sets and shifts',
                '04-sets',
            ),
            this.#edit,
            h(
                'label.field.wide',
                {},
                h('span', {}, 'As a number: hexadecimal, binary or decimal'),
                this.#hexField,
            ),
            this.#facts,
            h(
                'div.shift-row',
                {},
                h(
                    'div.compass',
                    { role: 'group', 'aria-label': 'Shift by one square' },
                    ...this.#compass(),
                ),
                h(
                    'div.set-buttons',
                    {},
                    change('Clear', () => 0n, '0'),
                    change('All', () => FULL, '~0'),
                    change('Invert', not, '~s'),
                    change('Lowest bit', (set) => set & -set, 's & -s'),
                    change('Drop lowest', (set) => set & (set - 1n), 's & (s - 1)'),
                ),
            ),
            this.#step,
            this.#operations,
            this.#attackFields,
            h(
                'div.set-result',
                {},
                this.#picture,
                h(
                    'div.set-values',
                    {},
                    this.#value,
                    h('div.row', {}, this.#taker('a'), this.#taker('b')),
                ),
            ),
            this.#legend,
            h('label.check', {}, this.#numbers, 'Numbers of the squares on the board'),
            h('details', {}, h('summary', {}, 'The 64 bits of the set'), this.#bits),
        );
        this.#drawChoices();
    }

    #drawChoices() {
        const entries = /** @type {[string, string][]} */ ([
            ['a', 'Set A'],
            ['b', 'Set B'],
        ]);
        fill(
            this.#edit,
            choice('Clicks and numbers change', entries, this.#edited, (name) => {
                this.#edited = /** @type {Name} */ (name);
                fill(this.#step);
                this.draw();
            }),
        );
        const operations = /** @type {[string, string][]} */ ([
            ...OPERATIONS.map(({ name, label }) => [name, label]),
            ['attacks', 'Attacks'],
        ]);
        fill(
            this.#operations,
            choice('Result', operations, this.#operation, (name) => {
                this.#operation = name;
                this.draw();
            }),
        );
        const squares = SQUARES.map((square) => /** @type {const} */ ([square, square]));
        fill(
            this.#attackFields,
            select('Piece', PIECES, this.#piece, (piece) => {
                this.#piece = /** @type {keyof typeof LETTERS} */ (piece);
                this.draw();
            }).field,
            select('On', squares, this.#square, (square) => {
                this.#square = /** @type {Square} */ (square);
                this.draw();
            }).field,
            h('p.quiet.small', {}, 'The squares of A are occupied.'),
        );
    }

    #compass() {
        const cells = DIRECTIONS.map(({ name, label, formula, shift }) =>
            h(
                'button.button',
                {
                    type: 'button',
                    'aria-label': `Shift ${name}`,
                    title: `${name}: ${formula}`,
                    onclick: () => this.#change(shift, formula),
                },
                label,
            ),
        );
        cells.splice(4, 0, h('span.compass-middle', { 'aria-hidden': 'true' }, 'shift'));
        return cells;
    }

    /**
     * The button that puts the result into a set, which is then changed further.
     * @param {Name} name
     */
    #taker(name) {
        return button(`Put into ${name.toUpperCase()}`, () => {
            this.#sets[name] = this.#made;
            this.#edited = name;
            fill(this.#step);
            this.#drawChoices();
            this.draw();
        });
    }

    /** The result of the operation. */
    get #made() {
        const { a, b } = this.#sets;
        if (this.#operation !== 'attacks') {
            return OPERATIONS.find(({ name }) => name === this.#operation)?.of(a, b) ?? 0n;
        }
        const color = this.#piece === 'black' ? 'black' : 'white';
        const role = /** @type {Role} */ (
            this.#piece === 'white' || this.#piece === 'black' ? 'pawn' : this.#piece
        );
        return attacks(role, this.#square, a, color);
    }

    /**
     * @param {(set: bigint) => bigint} act
     * @param {string} formula
     */
    #change(act, formula) {
        const before = this.#sets[this.#edited];
        const after = act(before);
        this.#sets[this.#edited] = after;
        fill(
            this.#step,
            h('code', {}, formula.replace(/\bs\b/g, this.#edited)),
            ` = ${hex(after)}`,
        );
        this.draw();
    }

    /** @param {Square} square */
    press(square) {
        const bit = 1n << BigInt(SQUARES.indexOf(square));
        this.#change((set) => set ^ bit, `s ^ (1 << ${SQUARES.indexOf(square)})`);
    }

    #read() {
        const set = readSet(this.#hexField.value);
        this.#hexField.setAttribute('aria-invalid', String(set === null));
        if (set === null) {
            fill(this.#step, 'This is no number of 64 bits: write 0xff, 0b1010 or 255.');
        } else {
            this.#change(() => set, String(this.#hexField.value.trim()));
        }
    }

    draw() {
        const { a, b } = this.#sets;
        const set = this.#sets[this.#edited];
        const result = this.#made;
        const isAttack = this.#operation === 'attacks';
        this.#hexField.value = hex(set);
        this.#hexField.removeAttribute('aria-invalid');
        const squares = squaresOf(set);
        fill(
            this.#facts,
            h('b', {}, this.#edited.toUpperCase()),
            ` = ${set}, ${count(set)} squares`,
            h('span.vh', {}, `: ${squares.join(' ')}`),
        );
        this.#attackFields.hidden = !isAttack;
        fill(
            this.#bits,
            ...Array.from({ length: 8 }, (_, at) => {
                const rank = 8 - at;
                const byte = Number((set >> BigInt(8 * (rank - 1))) & 255n);
                return h(
                    'div.byte',
                    {},
                    h('span.quiet', {}, `rank ${rank}`),
                    h('code', {}, byte.toString(2).padStart(8, '0')),
                    h('code.quiet', {}, byte.toString(16).padStart(2, '0')),
                );
            }),
            h(
                'p.quiet.small',
                {},
                'The highest bit is on the left: each line runs from file h to file a.',
            ),
        );
        fill(this.#picture, picture(result, 'r'));
        fill(
            this.#value,
            h('code.set-hex', {}, hex(result)),
            h('span.quiet', {}, `${result}, ${count(result)} squares`),
            h('span.vh', {}, squaresOf(result).join(' ')),
        );
        legend(this.#legend, [
            ['a', 'A'],
            ['b', 'B'],
            ['ab', 'both'],
            ['r', 'result'],
        ]);
        if (this.#host.isShown()) {
            this.#drawBoard(a, b, result);
        }
    }

    /**
     * @param {bigint} a
     * @param {bigint} b
     * @param {bigint} result
     */
    #drawBoard(a, b, result) {
        /** @type {Map<Square, Mark>} */
        const marks = new Map();
        for (const [index, square] of SQUARES.entries()) {
            const [inA, inB, inResult] = [a, b, result].map((set) => (set >> BigInt(index)) & 1n);
            const kind = `${inA && inB ? 'ab' : inA ? 'a' : inB ? 'b' : ''}${inResult ? ' r' : ''}`;
            marks.set(square, { kind, text: this.#showsNumbers ? String(index) : undefined });
        }
        const placed =
            this.#operation === 'attacks'
                ? placement(new Map([[this.#square, LETTERS[this.#piece]]]))
                : placement(new Map());
        this.#host.store.board = { fen: placed, movable: 'none', steps: false };
        this.#host.mark(marks);
    }

    /**
     * @param {string} value
     * @param {URLSearchParams} read
     */
    load(value, read) {
        this.#sets.a = readSet(value) ?? this.#sets.a;
        this.#sets.b = readSet(read.get('b') ?? '0') ?? 0n;
        const operation = read.get('op') ?? '';
        if (operation === 'attacks' || OPERATIONS.some(({ name }) => name === operation)) {
            this.#operation = operation;
        }
        const [piece, square] = (read.get('piece') ?? '').split(',');
        if (Object.hasOwn(LETTERS, piece) && SQUARES.includes(/** @type {Square} */ (square))) {
            this.#piece = /** @type {keyof typeof LETTERS} */ (piece);
            this.#square = /** @type {Square} */ (square);
        }
        this.#numbers.checked = this.#showsNumbers = read.has('numbers');
        this.#drawChoices();
        this.draw();
    }

    address() {
        const { a, b } = this.#sets;
        const piece = this.#operation === 'attacks' ? `&piece=${this.#piece},${this.#square}` : '';
        return `sets=0x${a.toString(16)}&b=0x${b.toString(16)}&op=${this.#operation}${piece}${this.#showsNumbers ? '&numbers=1' : ''}`;
    }
}

/**
 * Writes pieces as the first field of a FEN.
 * @param {ReadonlyMap<Square, string>} letters
 */
export function placement(letters) {
    const ranks = [];
    for (let rank = 8; rank >= 1; rank--) {
        const row = [...'abcdefgh']
            .map((file) => letters.get(/** @type {Square} */ (file + rank)) ?? '.')
            .join('');
        ranks.push(row.replace(/\.+/g, (empty) => String(empty.length)));
    }
    return ranks.join('/');
}
