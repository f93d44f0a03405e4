// Moves.

import { boardOf, notation, slotOf } from './line.js';
import { pieceOf, SQUARES } from '../base/squares.js';
import { INSPECT } from '../base/errors.js';
import { wasm } from './wasm.js';

/** @import { Line } from './line.js' */
/** @import { Color, Piece, PromotionRole, Square } from '../base/squares.js' */

/** @type {readonly PromotionRole[]} */
const PROMOTIONS = ['knight', 'bishop', 'rook', 'queen'];
const PROMOTION_LETTERS = { knight: 'n', bishop: 'b', rook: 'r', queen: 'q' };
const CASTLE = 1;
const EN_PASSANT = 9;
const PROMOTES = 4;
const CAPTURES = 8;

/**
 * A move as plain data.
 * @typedef {{ from: Square, to: Square, promotion?: PromotionRole, san: string, uci: string }} MoveData
 */

/**
 * The moves of one list, whose notation is computed for all at once.
 * @typedef {{ moves: Uint16Array, san: string[] | null }} MoveList
 */

/**
 * A legal move of a position. It keeps its position, so that its notation can be read at any time. Its own fields are its
 * squares and promotion: those are copied where objects are, by `structuredClone` and messages to workers, and name the move
 * in its position.
 */
export class Move {
    /** The origin. @readonly @type {Square} */
    from;
    /** The target; of castling, that of the king. @readonly @type {Square} */
    to;
    /** The promotion piece, or null. @readonly @type {PromotionRole | null} */
    promotion;
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
        this.from = SQUARES[bits & 63];
        this.to = targetOf(bits);
        this.promotion = promotionOf(bits);
        this.#before = before;
        this.#bits = bits;
        this.#list = list;
        this.#index = index;
    }

    /** The 16 bits of the move: origin, target (of castling, the rook's square) and kind. */
    get bits() {
        return this.#bits;
    }

    /** The square of the castling rook, or null. @returns {Square | null} */
    get rook() {
        return this.isCastling ? SQUARES[(this.#bits >> 6) & 63] : null;
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
        const { from, promotion } = this;
        if (promotion !== null) {
            return from + this.to + PROMOTION_LETTERS[promotion];
        }
        // The castling of Chess960 is to the rook.
        return (
            from + (this.isCastling && (boardOf(this.#before)[1] & 2) !== 0 ? this.rook : this.to)
        );
    }

    /**
     * The number of the move in the game, and three dots for Black: `1.`, `1...`.
     * @returns {string}
     */
    get number() {
        const board = boardOf(this.#before);
        return `${board[6]}${board[0] === 0 ? '.' : '...'}`;
    }

    /** The move in UCI notation. */
    toString() {
        return this.uci;
    }

    /** @returns {MoveData} */
    toJSON() {
        const { from, to, promotion, san, uci } = this;
        return promotion ? { from, to, promotion, san, uci } : { from, to, san, uci };
    }

    /**
     * @param {number} _depth
     * @param {object} options
     * @param {(value: object, options: object) => string} inspect
     * @internal
     */
    [INSPECT](_depth, options, inspect) {
        return `Move ${inspect(this.toJSON(), options)}`;
    }
}

/**
 * Returns the target of a move; of castling, that of the king.
 * @param {number} bits
 */
export function targetOf(bits) {
    const [from, to] = [bits & 63, (bits >> 6) & 63];
    return SQUARES[bits >> 12 === CASTLE ? (from & 56) + (to > from ? 6 : 2) : to];
}

/**
 * Returns the promotion piece of a move, or null.
 * @param {number} bits
 */
export function promotionOf(bits) {
    const kind = bits >> 12;
    return (kind & PROMOTES) === 0 ? null : PROMOTIONS[kind & 3];
}

/**
 * Returns the code of the piece on a square, 0 without one.
 * @param {ArrayLike<number>} board
 * @param {number} square
 */
export function codeOn(board, square) {
    return (board[8 + (square >> 2)] >> (8 * (square & 3))) & 255;
}

/**
 * Returns the piece on a square in the position of a line.
 * @param {Line} line
 * @param {number} square
 */
export function pieceOn(line, square) {
    return pieceOf(codeOn(boardOf(line), square));
}
