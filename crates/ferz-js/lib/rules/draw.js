// Drawings.

import { expectBooleans, expectInteger, expectOptions, expectString } from '../base/errors.js';
import { colorIndex, roleIndex, squareNumber, SQUARES } from '../base/squares.js';
import { Position } from './position.js';
import { lastError, pass, renew, text, wasm } from './wasm.js';

/** @import { Color, Piece, Square } from '../base/squares.js' */

/**
 * How a board is drawn.
 * @typedef {object} BoardOptions
 * @property {Color | undefined} [orientation] the side at the bottom
 * @property {number | undefined} [size] width and height in pixels, 1 to 100,000, 400 by default
 * @property {boolean | undefined} [coordinates] a border with letters and digits, drawn by default
 * @property {Square[] | undefined} [highlights] the squares of the last move; of a position by default those of its own
 * @property {string[] | undefined} [squares] marked squares: a colour (G, R, Y, B, O, C) and a square, such as `Gd4`
 * @property {string[] | undefined} [arrows] arrows: a colour and two squares, such as `Re2e4`
 * @property {number | undefined} [light] the colour of light squares, `0xRRGGBB`
 * @property {number | undefined} [dark] the colour of dark squares
 */

/**
 * Draws a board as SVG.
 *
 * ```js
 * boardSvg(new Position(), { arrows: ['Ge2e4'] }).startsWith('<svg');  // true
 * ```
 *
 * @param {Position | string} board a position, or the pieces of any board as in a FEN
 * @param {BoardOptions} [options]
 * @returns {string}
 */
export function boardSvg(board, options = {}) {
    expectOptions(options, [
        'orientation',
        'size',
        'coordinates',
        'highlights',
        'squares',
        'arrows',
        'light',
        'dark',
    ]);
    const {
        orientation = 'white',
        size = 400,
        coordinates = true,
        squares = [],
        arrows = [],
    } = options;
    expectBooleans(options, ['coordinates']);
    const { light = 0xf0d9b5, dark = 0xb58863 } = options;
    expectInteger(size, 'size', 1, 100_000);
    expectInteger(light, 'light', 0, 0xffffff);
    expectInteger(dark, 'dark', 0, 0xffffff);
    const position = board instanceof Position ? board : null;
    const last = position?.lastMove;
    const highlights = options.highlights ?? (last ? [last.from, last.to] : []);
    if (position === null) {
        expectString(board, 'board');
    }
    const fen = position ? position.fen : /** @type {string} */ (board).replaceAll('\n', ' ');
    const lines = [fen, ...highlights.map((square) => `=${SQUARES[squareNumber(square)]}`)];
    if (position?.inCheck) {
        const king = [...position.pieces()].find(
            ([, piece]) => piece.role === 'king' && piece.color === position.turn,
        );
        lines.push(`+${king?.[0]}`);
    }
    pass([...lines, ...squares, ...arrows].join('\n'));
    if (wasm.board_svg(size, colorIndex(orientation), coordinates ? 1 : 0, light, dark) !== 1) {
        throw lastError();
    }
    return text();
}

/**
 * Draws a piece as elements of SVG on a square of 100 units, for a group with `stroke-linejoin="round"`.
 *
 * ```js
 * pieceSvg({ color: 'white', role: 'king' }).startsWith('<path');  // true
 * ```
 *
 * @param {Piece} piece
 * @returns {string}
 */
export function pieceSvg({ color, role }) {
    const code = 1 + 6 * colorIndex(color) + roleIndex(role);
    renew();
    wasm.piece_svg(code);
    return text();
}
