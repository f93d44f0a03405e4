// Names: squares, colours, roles.

import { describe } from './errors.js';

/** @typedef {'white' | 'black'} Color */
/** @typedef {'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king'} Role */
/** @typedef {'knight' | 'bishop' | 'rook' | 'queen'} PromotionRole what a pawn can become */
/** @typedef {{ readonly color: Color, readonly role: Role }} Piece */
/** @typedef {`${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h'}${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`} Square */

/** @type {readonly Color[]} */
export const COLORS = ['white', 'black'];
/** @type {readonly Role[]} */
export const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
/** The squares from a1 to h8, rank by rank. @type {readonly Square[]} */
export const SQUARES = Array.from({ length: 64 }, (_, index) => {
    return /** @type {Square} */ ('abcdefgh'[index % 8] + String(1 + Math.floor(index / 8)));
});

/**
 * Returns the number of a square, from 0 (a1) to 63 (h8).
 * @param {Square} square
 */
export function squareNumber(square) {
    if (typeof square === 'string' && square.length === 2) {
        const file = square.charCodeAt(0) - 97;
        const rank = square.charCodeAt(1) - 49;
        // Numbers beyond the board, negative ones too, have further bits.
        if (((file | rank) & ~7) === 0) {
            return 8 * rank + file;
        }
    }
    const found =
        typeof square === 'string' ? JSON.stringify(square.slice(0, 20)) : describe(square);
    throw new TypeError(`expected a square from a1 to h8, found ${found}`);
}

/**
 * The squares of a set of 64 bits.
 * @param {bigint} set
 * @returns {Square[]}
 */
export function squaresOf(set) {
    if (typeof set !== 'bigint') {
        throw new TypeError(`expected a bigint, found ${describe(set)}`);
    }
    return SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n);
}

/**
 * Returns the index of a colour, of which the first letter is enough.
 * @param {Color | 'w' | 'b'} color
 */
export function colorIndex(color) {
    if (color !== 'white' && color !== 'black' && color !== 'w' && color !== 'b') {
        throw new TypeError(`expected white or black, found ${describe(color)}`);
    }
    return color[0] === 'w' ? 0 : 1;
}

const LETTERS = 'pnbrqk';

/**
 * Returns the index of a role, of which the letter of FEN is enough.
 * @param {Role | string} role
 */
export function roleIndex(role) {
    const index =
        typeof role === 'string' && role.length === 1
            ? LETTERS.indexOf(role.toLowerCase())
            : ROLES.indexOf(/** @type {Role} */ (role));
    if (index < 0) {
        throw new TypeError('expected a role such as queen, or its letter');
    }
    return index;
}

/**
 * Returns the letter of a role.
 * @param {Role} role
 */
export function roleLetter(role) {
    return LETTERS[ROLES.indexOf(role)];
}

/** The pieces by their codes, shared by all who ask for one. @type {readonly (Piece | null)[]} */
const PIECES = [
    null,
    ...COLORS.flatMap((color) => ROLES.map((role) => Object.freeze({ color, role }))),
];

/**
 * Returns the piece of a code of the module: 1 to 6 White's, 7 to 12 Black's.
 * @param {number} code
 * @returns {Piece | null}
 */
export function pieceOf(code) {
    return PIECES[code];
}
