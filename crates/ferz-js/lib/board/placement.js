// The pieces of a board by square, as the letters of FEN, and their names in words.

import { ROLES } from '../base/squares.js';

/** @import { Color, Piece, Square } from '../base/squares.js' */

/** @typedef {Map<Square, string>} Placement letters of FEN by square */

const LETTERS = 'pnbrqk';
const FILES = 'abcdefgh';

/**
 * Reads the first field of a FEN.
 *
 * ```js
 * readPlacement('k7/8/8/8/8/8/8/K6R').get('h1');  // 'R'
 * ```
 *
 * @param {string} fen
 * @returns {Placement}
 * @throws {TypeError} if there are not eight ranks of eight squares
 */
export function readPlacement(fen) {
    const ranks = String(fen).trim().split(/\s/, 1)[0].split('/');
    /** @type {Placement} */
    const pieces = new Map();
    const isWhole = ranks.every((rank, row) => {
        let file = 0;
        for (const char of rank) {
            if (LETTERS.includes(char.toLowerCase())) {
                pieces.set(/** @type {Square} */ (`${FILES[file]}${8 - row}`), char);
                file += 1;
            } else {
                file += char >= '1' && char <= '8' ? Number(char) : 9;
            }
        }
        return file === 8;
    });
    if (ranks.length !== 8 || !isWhole) {
        throw new TypeError(
            `expected the pieces of a FEN, found ${JSON.stringify(String(fen).slice(0, 80))}`,
        );
    }
    return pieces;
}

/**
 * Writes the first field of a FEN.
 * @param {Placement} pieces
 * @returns {string}
 */
export function writePlacement(pieces) {
    return [8, 7, 6, 5, 4, 3, 2, 1]
        .map((rank) => {
            const letters = [...FILES]
                .map((file) => pieces.get(/** @type {Square} */ (`${file}${rank}`)) ?? '1')
                .join('');
            return letters.replaceAll(/1+/g, (ones) => String(ones.length));
        })
        .join('/');
}

/**
 * The piece of a letter of FEN.
 * @param {string} letter
 * @returns {Piece}
 */
export function pieceOfLetter(letter) {
    return { color: colorOf(letter), role: ROLES[LETTERS.indexOf(letter.toLowerCase())] };
}

/**
 * The letter of FEN of a piece.
 * @param {Piece} piece
 * @returns {string}
 */
export function letterOf({ color, role }) {
    const letter = LETTERS[ROLES.indexOf(role)];
    return color === 'white' ? letter.toUpperCase() : letter;
}

/**
 * @param {string} letter
 * @returns {Color}
 */
export function colorOf(letter) {
    return letter < 'a' ? 'white' : 'black';
}

/**
 * The name of a piece in words.
 * @param {string} letter
 */
export function nameOf(letter) {
    const { color, role } = pieceOfLetter(letter);
    return `${color} ${role}`;
}
