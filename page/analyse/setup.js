// The editor of positions: pieces on the board, the other fields of a FEN here, and all faults in words.

import { button, fill, h } from '../dom.js';
import { faults, FenError, Game, Position } from '../ferz/index.js';

/** @import { Store } from '../store.js' */
/** @import { BoardView } from '../view.js' */
/** @import { Square } from '../ferz/index.js' */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';
/** @type {readonly [string, string][]} */
const CASTLING = [
    ['K', 'White O-O'],
    ['Q', 'White O-O-O'],
    ['k', 'Black O-O'],
    ['q', 'Black O-O-O'],
];

export class Setup {
    #store;
    #ended;
    /** The fields of the FEN. */
    #fields = START.split(' ');
    /** The pieces that the board shows: the last that could be read. */
    #shown = this.#fields[0];
    #isChess960 = false;
    #turn = /** @type {HTMLSelectElement} */ (
        h('select', {}, h('option', { value: 'w' }, 'White'), h('option', { value: 'b' }, 'Black'))
    );
    #castling = CASTLING.map(([letter, label]) => {
        const box = /** @type {HTMLInputElement} */ (
            h('input', { type: 'checkbox', value: letter })
        );
        box.addEventListener('change', () => this.#setCastling());
        return { letter, box, element: h('label.check', {}, box, label) };
    });
    #passant = /** @type {HTMLSelectElement} */ (h('select'));
    #clock = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'number',
            min: 0,
            max: 150,
            value: 0,
            title: 'Half-moves since a piece was taken or a pawn moved: at 100 a draw can be claimed',
        })
    );
    #number = /** @type {HTMLInputElement} */ (
        h('input', { type: 'number', min: 1, max: 9999, value: 1 })
    );
    #chess960 = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox' }));
    #fen = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            spellcheck: 'false',
            autocomplete: 'off',
            'aria-label': 'Position as text (FEN)',
        })
    );
    #start = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'number',
            min: 0,
            max: 959,
            value: 518,
            'aria-label': 'Number of the start position, 0 to 959',
        })
    );
    #faults = h('div.verdict', { role: 'status' });
    #done = button('Analyse this position', () => this.#finish(), { class: 'button main' });

    /**
     * @param {Store} store
     * @param {() => void} ended called when the position is taken
     */
    constructor(store, ended) {
        this.#store = store;
        this.#ended = ended;
        const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
            h('label.field', {}, h('span', {}, label), input);
        this.#turn.addEventListener('change', () => this.#setField(1, this.#turn.value));
        this.#passant.addEventListener('change', () => this.#setField(3, this.#passant.value));
        this.#clock.addEventListener('input', () => this.#setField(4, this.#clock.value || '0'));
        this.#number.addEventListener('input', () => this.#setField(5, this.#number.value || '1'));
        this.#fen.addEventListener('input', () => this.load(this.#fen.value, { isTyped: true }));
        this.#chess960.addEventListener('change', () => {
            this.#isChess960 = this.#chess960.checked;
            this.#changed();
        });
        const shuffle = button('Random', () => this.#shuffle(Math.floor(Math.random() * 960)));
        this.#start.addEventListener('change', () => this.#shuffle(Number(this.#start.value)));
        this.element = h(
            'div.setup',
            {},
            h(
                'p.quiet.small',
                {},
                'Take pieces from the box below the board, or move and remove those on it.',
            ),
            h(
                'div.row',
                {},
                button('Start', () => this.load(START)),
                button('Empty', () => this.load(EMPTY)),
                button('Flip colours', () => this.#mirror()),
            ),
            h(
                'div.setup-fields',
                {},
                field('To move', this.#turn),
                field('En passant', this.#passant),
                field('Fifty-move count', this.#clock),
                field('Move number', this.#number),
            ),
            h(
                'fieldset',
                {},
                h('legend', {}, 'Castling'),
                h('div.setup-castling', {}, ...this.#castling.map(({ element }) => element)),
            ),
            h(
                'fieldset',
                {},
                h('legend', {}, 'Chess960'),
                h(
                    'div.row',
                    {},
                    h('label.check', {}, this.#chess960, 'Castling by its rules'),
                    h('span.grow'),
                    h('span.small.quiet', {}, 'Start number'),
                    h('div.start-number', {}, this.#start),
                    shuffle,
                ),
            ),
            h('label.field', {}, h('span', {}, 'Position as text (FEN)'), this.#fen),
            h('div.setup-end', {}, this.#faults, this.#done),
        );
    }

    /**
     * Shows a FEN. Missing fields get their defaults; what is no FEN is said to be none.
     * @param {string} fen
     * @param {{ chess960?: boolean, isTyped?: boolean }} [options]
     */
    load(fen, { chess960 = this.#isChess960, isTyped = false } = {}) {
        const given = fen.trim().split(/\s+/);
        const defaults = START.split(' ');
        this.#fields = defaults.map(
            (standard, index) =>
                given[index] || (index === 0 ? '8/8/8/8/8/8/8/8' : index === 2 ? '-' : standard),
        );
        this.#isChess960 = chess960;
        this.#changed(isTyped ? fen : undefined);
    }

    /** Takes the position that is open. */
    begin() {
        const { position } = this.#store;
        this.load(position.fen, { chess960: position.isChess960 });
    }

    /** What the board shows. @returns {BoardView} */
    get view() {
        return {
            fen: `${this.#shown} ${this.#fields[1]}`,
            editable: true,
            movable: 'both',
            steps: false,
        };
    }

    /**
     * Takes a change of the pieces over from the board.
     * @param {string} pieces
     */
    setPieces(pieces) {
        this.#fields[0] = pieces;
        // A castling right without its king or rook, and a pawn that has gone, would only be faults.
        this.#fields[2] = this.#possibleCastling();
        if (!passantSquares(this.#fields).includes(/** @type {Square} */ (this.#fields[3]))) {
            this.#fields[3] = '-';
        }
        this.#changed();
    }

    #possibleCastling() {
        if (this.#isChess960) {
            return this.#fields[2];
        }
        const ranks = this.#fields[0].split('/').map(expand);
        const stands = (/** @type {string} */ piece, /** @type {number} */ file) =>
            ranks[piece === piece.toUpperCase() ? 7 : 0]?.[file] === piece;
        const letters = [...this.#fields[2]].filter((letter) => {
            const isWhite = letter === letter.toUpperCase();
            const [king, rook] = isWhite ? ['K', 'R'] : ['k', 'r'];
            return stands(king, 4) && stands(rook, letter.toLowerCase() === 'k' ? 7 : 0);
        });
        return letters.join('') || '-';
    }

    #setCastling() {
        this.#setField(
            2,
            this.#castling
                .filter(({ box }) => box.checked)
                .map(({ letter }) => letter)
                .join('') || '-',
        );
    }

    /**
     * @param {number} index
     * @param {string} value
     */
    #setField(index, value) {
        this.#fields[index] = value;
        if (
            index === 1 &&
            !passantSquares(this.#fields).includes(/** @type {Square} */ (this.#fields[3]))
        ) {
            this.#fields[3] = '-';
        }
        this.#changed();
    }

    /** @param {number} number */
    #shuffle(number) {
        if (Number.isInteger(number) && number >= 0 && number < 960) {
            this.#start.value = String(number);
            const position = Position.chess960(number);
            this.load(position.fen, { chess960: number !== 518 });
        }
    }

    /** Exchanges the colours, as if the other side looked at the board. */
    #mirror() {
        const [pieces, turn, castling, passant, ...rest] = this.#fields;
        const swapped = (/** @type {string} */ text) =>
            text.replace(/[a-z]/gi, (letter) =>
                letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
            );
        const mirrored = passant === '-' ? '-' : `${passant[0]}${9 - Number(passant[1])}`;
        const rights = castling === '-' ? '-' : [...swapped(castling)].sort().join('');
        this.load(
            [
                swapped(pieces.split('/').reverse().join('/')),
                turn === 'w' ? 'b' : 'w',
                rights,
                mirrored,
                ...rest,
            ].join(' '),
        );
    }

    /** @param {string} [typed] the text of the FEN field, which is not changed while it is typed */
    #changed(typed) {
        const [pieces, turn, castling, passant, clock, number] = this.#fields;
        this.#shown = isPlacement(pieces) ? pieces : this.#shown;
        this.#turn.value = turn === 'b' ? 'b' : 'w';
        this.#castling.forEach(({ letter, box }) => (box.checked = castling.includes(letter)));
        const squares = passantSquares(this.#fields);
        fill(
            this.#passant,
            h('option', { value: '-' }, 'None'),
            ...squares.map((square) => h('option', { value: square }, square)),
        );
        this.#passant.value = squares.includes(/** @type {Square} */ (passant)) ? passant : '-';
        this.#clock.value = clock;
        this.#number.value = number;
        this.#chess960.checked = this.#isChess960;
        this.#fen.value = typed ?? this.#fields.join(' ');
        this.#judge(typed ?? this.#fields.join(' '));
        this.#store.board = this.view;
    }

    /** @param {string} fen */
    #judge(fen) {
        /** @type {string[]} */
        let reasons = [];
        try {
            reasons = faults(fen, { chess960: this.#isChess960 || undefined }).map(
                ({ reason }) => reason,
            );
        } catch (error) {
            reasons = [error instanceof FenError ? error.message : String(error)];
        }
        this.#done.disabled = reasons.length > 0;
        this.#fen.setAttribute('aria-invalid', String(reasons.length > 0));
        const verdict =
            reasons.length === 0
                ? [h('p.legal', {}, 'The position is legal.')]
                : [
                      h(
                          'p',
                          {},
                          reasons.length === 1
                              ? 'The position is not legal:'
                              : `The position is not legal, for ${reasons.length} reasons:`,
                      ),
                      h('ul', {}, ...reasons.map((reason) => h('li', {}, reason))),
                  ];
        fill(this.#faults, ...verdict);
        this.#faults.classList.toggle('bad', reasons.length > 0);
    }

    #finish() {
        const position = new Position(this.#fen.value, { chess960: this.#isChess960 || undefined });
        this.#store.setGame(new Game(position));
        this.#ended();
    }
}

/**
 * The squares behind pawns that may just have been pushed twice.
 * @param {string[]} fields
 * @returns {Square[]}
 */
function passantSquares([pieces, turn]) {
    const ranks = pieces.split('/').map(expand);
    const [pawn, behind, from, to, rank] = turn === 'b' ? ['P', 5, 6, 4, 3] : ['p', 2, 1, 3, 6];
    return [...'abcdefgh'].flatMap((file, index) => {
        const isPushed =
            ranks[to]?.[index] === pawn &&
            ranks[behind]?.[index] === ' ' &&
            ranks[from]?.[index] === ' ';
        return isPushed ? [/** @type {Square} */ (`${file}${rank}`)] : [];
    });
}

/**
 * True for eight ranks of eight squares.
 * @param {string} pieces
 */
function isPlacement(pieces) {
    const ranks = pieces.split('/').map(expand);
    return ranks.length === 8 && ranks.every((rank) => /^[pnbrqk ]{8}$/i.test(rank));
}

/** @param {string} rank */
function expand(rank) {
    return rank.replace(/[1-8]/g, (digit) => ' '.repeat(Number(digit)));
}
