// FENs of positions, written from the cells of the board: the module would take several times as long for the text.

import { cellsOf, slotOf, wandering } from './line.js';
import { SQUARES } from '../base/squares.js';
import { text, wasm } from './wasm.js';

/** @import { Line, Place } from './line.js' */

const LETTERS = ['', 'P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k'];
/** The side to move and the castling rights, by the bits `KQkq` and the side as the fifth bit. */
const SIDES = Array.from({ length: 32 }, (_, bits) => {
    const rights = Array.from('KQkq')
        .filter((_, index) => bits & (1 << index))
        .join('');
    return ` ${bits < 16 ? 'w' : 'b'} ${rights || '-'} `;
});

/**
 * The texts of rows by their pieces, in a table of a fixed size: a move changes one row or two, and games share many.
 */
class RowTexts {
    #texts;
    /** The two cells of each row. All zero is an empty row. */
    #cells = new Int32Array(2 * 1024);
    #prefix;

    /** @param {string} prefix */
    constructor(prefix) {
        this.#texts = new Array(1024).fill(`${prefix}8`);
        this.#prefix = prefix;
    }

    /**
     * @param {number} left
     * @param {number} right
     */
    get(left, right) {
        const at = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 22;
        const cells = this.#cells;
        if (cells[2 * at] !== left || cells[2 * at + 1] !== right) {
            cells[2 * at] = left;
            cells[2 * at + 1] = right;
            this.#texts[at] = this.#prefix + rowText(left, right);
        }
        return this.#texts[at];
    }
}

/**
 * @param {number} left
 * @param {number} right
 */
function rowText(left, right) {
    let [row, empty] = ['', 0];
    for (let file = 0; file < 8; file++) {
        const code = ((file < 4 ? left : right) >> (8 * (file & 3))) & 255;
        if (code === 0) {
            empty += 1;
        } else {
            row += (empty || '') + LETTERS[code];
            empty = 0;
        }
    }
    return row + (empty || '');
}

const highest = new RowTexts('');
const lower = new RowTexts('/');

/**
 * Returns the FEN of the position of a line.
 * @param {Line} line
 * @param {Place} place
 * @returns {string}
 */
export function fenOfLine(line, place = wandering) {
    const board = line.board ?? cellsOf(line, place);
    if ((board[1] & 2) !== 0) {
        const slot = slotOf(line, place);
        wasm.position_fen(slot, 0);
        return text();
    }
    let fen = highest.get(board[22], board[23]);
    for (let row = 20; row >= 8; row -= 2) {
        fen += lower.get(board[row], board[row + 1]);
    }
    // Of each byte, the bit of 64 is set without the right.
    const lost = board[2] >> 6;
    const rights = ~((lost & 1) | ((lost >> 7) & 2) | ((lost >> 14) & 4) | ((lost >> 21) & 8)) & 15;
    const target = board[4] < 64 ? SQUARES[board[4]] : '-';
    return `${fen}${SIDES[rights + 16 * board[0]]}${target} ${board[5]} ${board[6]}`;
}
