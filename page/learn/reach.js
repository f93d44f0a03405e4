// The squares that pieces can reach in blocked positions: why nobody can break through.
//
// Each set is too large rather than too small, as if the other side always helped: what even these sets do not reach, no
// game reaches. This is the analysis of crates/ferz-game/src/game/dead_position.rs; a test compares the verdicts.

import { attacks, SQUARES } from '../ferz/index.js';
import { not } from './bits.js';

/** @import { Color, Position, Role, Square } from '../ferz/index.js' */

/**
 * A piece with the squares that it may reach.
 * @typedef {object} Reach
 * @property {Square} square
 * @property {Role} role
 * @property {Color} color
 * @property {bigint} squares
 */

/** @typedef {Record<Color, bigint>} Sides */

const RANK = 0xffn;
/** @param {Color} color @returns {Color} */
const other = (color) => (color === 'white' ? 'black' : 'white');
/** @param {Square} square */
const bit = (square) => 1n << BigInt(SQUARES.indexOf(square));
/** @param {bigint} set @param {Color} color */
const forward = (set, color) => (color === 'white' ? BigInt.asUintN(64, set << 8n) : set >> 8n);
/** The rank as a side counts it, from 1. @param {Color} color @param {number} rank */
const rankOf = (color, rank) => RANK << BigInt(8 * (color === 'white' ? rank - 1 : 8 - rank));

/** @param {bigint} set */
function* squaresIn(set) {
    for (const [index, square] of SQUARES.entries()) {
        if ((set >> BigInt(index)) & 1n) {
            yield square;
        }
    }
}

export class Blockade {
    /** The squares of pieces that can neither move nor be captured. */
    fixed;
    /** @type {Reach[]} */ pieces;
    /** False if a pawn can promote or a side can castle: then the analysis says nothing. */
    applies;
    /** @type {Sides} */ #captures = { white: 0n, black: 0n };
    #enPassant;

    /** @param {Position} position */
    constructor(position) {
        this.pieces = [...position.pieces()].map(([square, { role, color }]) => ({
            square,
            role,
            color,
            squares: bit(square),
        }));
        this.fixed = this.pieces.reduce((set, { square }) => set | bit(square), 0n);
        this.#enPassant = position.enPassant === null ? 0n : bit(position.enPassant);
        this.applies = position.fen.split(' ')[2] === '-' && this.#complete();
    }

    /** True if the analysis proves that a side cannot checkmate. @param {Color} side */
    proves(side) {
        return this.applies && !this.#mayCheckmate(side);
    }

    /** The king of a side. @param {Color} color */
    king(color) {
        return /** @type {Reach} */ (
            this.pieces.find((piece) => piece.role === 'king' && piece.color === color)
        );
    }

    /** Grows the sets until nothing changes; false if a pawn can promote. */
    #complete() {
        for (let isChanged = true; isChanged; ) {
            isChanged = false;
            for (const piece of this.pieces) {
                const targets =
                    piece.role === 'pawn' ? this.#pawnTargets(piece) : this.#pieceTargets(piece);
                if (targets === null) {
                    return false;
                }
                const squares = piece.squares | targets.moves | targets.captures;
                const captures = this.#captures[piece.color] | targets.captures;
                isChanged ||= squares !== piece.squares || captures !== this.#captures[piece.color];
                piece.squares = squares;
                this.#captures[piece.color] = captures;
            }
            const before = this.fixed;
            for (const { square, role, color, squares } of this.pieces) {
                const isCaptured =
                    role !== 'king' && (squares & this.#captures[other(color)]) !== 0n;
                if (isCaptured || squares !== bit(square)) {
                    this.fixed &= not(bit(square));
                }
            }
            isChanged ||= this.fixed !== before;
        }
        return true;
    }

    /** @param {Reach} piece @param {bigint} [blockers] */
    #attacked({ role, color, squares }, blockers = this.fixed) {
        let attacked = 0n;
        for (const square of squaresIn(squares)) {
            attacked |= attacks(role, square, blockers, color);
        }
        return attacked;
    }

    #isFixed = (/** @type {Reach} */ piece) => (this.fixed & bit(piece.square)) !== 0n;

    /** @param {Reach} piece */
    #pieceTargets(piece) {
        let targets = this.#attacked(piece);
        for (const one of this.pieces.filter(this.#isFixed)) {
            if (one.color === piece.color || one.role === 'king') {
                targets &= not(bit(one.square));
            } else if (piece.role === 'king' && (one.role === 'pawn' || one.role === 'knight')) {
                targets &= not(attacks(one.role, one.square, 0n, one.color));
            }
            if (piece.role === 'king' && one.role === 'king' && one.color !== piece.color) {
                targets &= not(attacks('king', one.square));
            }
        }
        return { moves: targets, captures: targets };
    }

    /** @param {Reach} pawn @returns {{ moves: bigint, captures: bigint } | null} null if it can promote */
    #pawnTargets(pawn) {
        const { color } = pawn;
        const free = not(this.fixed);
        const single = forward(pawn.squares, color) & free;
        const double = forward(single & rankOf(color, 3), color) & free;
        let victims = this.#enPassant;
        for (const one of this.pieces) {
            if (one.color !== color && one.role !== 'king') {
                victims |= one.squares;
                const passed = forward(bit(one.square) & rankOf(one.color, 2), one.color);
                if (one.role === 'pawn' && (one.squares & forward(passed, one.color)) !== 0n) {
                    victims |= passed;
                }
            }
        }
        const captures = this.#attacked(pawn) & victims;
        const moves = single | double;
        return ((moves | captures) & rankOf(color, 8)) === 0n ? { moves, captures } : null;
    }

    /**
     * True if checkmate by a side is not excluded: on some square of the other king a check is possible while each
     * square beside it may be attacked or occupied.
     * @param {Color} side
     */
    #mayCheckmate(side) {
        const [own, enemy] = [this.king(side), this.king(other(side))];
        // A slider attacks the squares behind the king that it checks.
        const blockers = this.fixed & not(bit(enemy.square));
        let [attacked, denied] = [0n, 0n];
        for (const piece of this.pieces.filter(({ role }) => role !== 'king')) {
            if (piece.color === side) {
                attacked |= this.#attacked(piece, blockers);
            } else {
                denied |= piece.squares;
            }
        }
        denied |= attacked;
        return [...squaresIn(enemy.squares & attacked)].some((square) => {
            const beside = attacks('king', square);
            const escapes = beside & not(denied);
            const near = own.squares & not(beside | bit(square));
            return [...squaresIn(near)].some(
                (place) => (escapes & not(attacks('king', place))) === 0n,
            );
        });
    }
}

/** The squares of the pieces that no move can ever free. @param {Blockade} blockade */
export const fixedSquares = (blockade) => [...squaresIn(blockade.fixed)];

/** The squares that a king can reach. @param {Blockade} blockade @param {Color} color */
export const kingSquares = (blockade, color) => [...squaresIn(blockade.king(color).squares)];
