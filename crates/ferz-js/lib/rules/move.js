// Moves.

import { notation, slotOf, stateOf } from './line.js';
import { pieceOf, ROLES, SQUARES } from '../base/squares.js';
import { wasm } from './wasm.js';

/** @import { Line } from './line.js' */
/** @import { Color, Piece, Role, Square } from '../base/squares.js' */

const CASTLE = 1;
const EN_PASSANT = 9;
const PROMOTES = 4;
const CAPTURES = 8;

/**
 * The moves of one list, whose notation is computed for all at once.
 * @typedef {{ moves: Uint16Array, san: string[] | null }} MoveList
 */

/**
 * A legal move of a position. It keeps its position, so that its notation can be read at any time.
 */
export class Move {
    /** @type {Line} */
    #before;
    /** @type {number} */
    #bits;
    /** @type {MoveList | null} */
    #list;
    /** @type {number} */
    #index;

    /**
     * @param {Line} before
     * @param {number} bits
     * @param {MoveList | null} list
     * @param {number} index
     */
    constructor(before, bits, list = null, index = 0) {
        this.#before = before;
        this.#bits = bits;
        this.#list = list;
        this.#index = index;
    }

    /** The 16 bits of the move: origin, target (of castling, the rook's square) and kind. */
    get bits() {
        return this.#bits;
    }

    /** The origin. @returns {Square} */
    get from() {
        return SQUARES[this.#bits & 63];
    }

    /** The target; of castling, that of the king. @returns {Square} */
    get to() {
        const [from, to] = [this.#bits & 63, (this.#bits >> 6) & 63];
        return SQUARES[this.isCastling ? (from & 56) + (to > from ? 6 : 2) : to];
    }

    /** The square of the castling rook, or null. @returns {Square | null} */
    get rook() {
        return this.isCastling ? SQUARES[(this.#bits >> 6) & 63] : null;
    }

    /** The promotion piece, or null. @returns {Role | null} */
    get promotion() {
        return (this.#bits >> 12) & PROMOTES ? ROLES[1 + ((this.#bits >> 12) & 3)] : null;
    }

    /** True for a capture, also en passant. */
    get isCapture() {
        return ((this.#bits >> 12) & CAPTURES) !== 0;
    }

    get isCastling() {
        return this.#bits >> 12 === CASTLE;
    }

    get isEnPassant() {
        return this.#bits >> 12 === EN_PASSANT;
    }

    /** True if the move gives check. */
    get isCheck() {
        const slot = slotOf(this.#before);
        return wasm.position_check(slot, this.#bits) > 0;
    }

    /** True if the move gives mate. */
    get isMate() {
        const slot = slotOf(this.#before);
        return wasm.position_check(slot, this.#bits) > 1;
    }

    /** The side that moves. @returns {Color} */
    get color() {
        return this.piece.color;
    }

    /** The piece that moves. @returns {Piece} */
    get piece() {
        return /** @type {Piece} */ (pieceOn(this.#before, this.#bits & 63));
    }

    /** The captured piece, or null. @returns {Piece | null} */
    get captured() {
        if (!this.isCapture) {
            return null;
        }
        const [from, to] = [this.#bits & 63, (this.#bits >> 6) & 63];
        return pieceOn(this.#before, this.isEnPassant ? (from & 56) | (to & 7) : to);
    }

    /** The move in standard algebraic notation: `Nf3`, `exd8=Q+`, `O-O`. @returns {string} */
    get san() {
        const list = this.#list;
        if (list === null) {
            return notation(this.#before, [this.#bits], false)[0];
        }
        list.san ??= notation(this.#before, list.moves, false);
        return list.san[this.#index];
    }

    /** The move in UCI notation: `g1f3`, `e7e8q`; castling `e1g1`, in Chess960 `e1h1`. @returns {string} */
    get uci() {
        return notation(this.#before, [this.#bits], true)[0];
    }

    /**
     * The number of the move in the game, and three dots for Black: `1.`, `1...`.
     * @returns {string}
     */
    get number() {
        const state = stateOf(this.#before);
        return `${state[6]}${state[0] === 0 ? '.' : '...'}`;
    }

    /** The move in UCI notation. */
    toString() {
        return this.uci;
    }

    toJSON() {
        const { from, to, promotion, san, uci } = this;
        return promotion ? { from, to, promotion, san, uci } : { from, to, san, uci };
    }
}

/**
 * Returns the piece on a square in the position of a line.
 * @param {Line} line
 * @param {number} square
 */
export function pieceOn(line, square) {
    const state = stateOf(line);
    return pieceOf((state[16 + (square >> 2)] >> (8 * (square & 3))) & 255);
}
