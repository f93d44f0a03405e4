// The drawings of the pieces, without the WebAssembly module: the paths of `pieceSvg`.

import { svg } from './elements.js';

/** @import { Piece, Role } from '../base/squares.js' */

/**
 * Outlines that are filled, lines on them, and points, on a square of 100 units.
 * @type {Record<Role, { shapes: string, lines: string, points?: string }>}
 */
const PATHS = {
    pawn: {
        shapes:
            'M40 44H60C58 58 63 66 72 76V86H28V76C37 66 42 58 40 44Z' +
            'M33 46C33 42 36 40 40 40H60C64 40 67 42 67 46ZM50 14A13.5 13.5 0 1 1 49.9 14Z',
        lines: 'M30 76H70',
    },
    knight: {
        shapes:
            'M28 86V79C28 68 43 64 46 51C41 55 36 55 33 60C30 66 24 67 20 63C16 59 17 55 20 50C25 42 25 36 30' +
            ' 29L29 15L40 22C62 19 78 38 78 62V86Z',
        lines: 'M48 28C62 32 68 48 68 72M28 78H78',
        points: 'M36 34A3 3 0 1 1 35.9 34ZM23.5 55.5A2 2 0 1 1 23.4 55.5Z',
    },
    bishop: {
        shapes:
            'M36 66H64C65 72 70 75 78 77V86H22V77C30 75 35 72 36 66ZM38 58H62L65 67H35Z' +
            'M50 19C67 31 70 46 61 59H39C30 46 33 31 50 19ZM50 9A5.5 5.5 0 1 1 49.9 9Z',
        lines: 'M50 32V49M42 40.5H58',
    },
    rook: {
        shapes: 'M24 86V77H31L36 66V43L28 36V18H39V26H45V18H55V26H61V18H72V36L64 43V66L69 77H76V86Z',
        lines: 'M28 36H72M36 43H64M36 66H64M31 77H69',
    },
    queen: {
        shapes:
            'M16 31L29 64H71L84 31L68 50L66 23L56 46L50 20L44 46L34 23L32 50Z' +
            'M29 63H71L67 71L73 79V86H27V79L33 71ZM16 22A5 5 0 1 1 15.9 22ZM34 14A5 5 0 1 1 33.9 14Z' +
            'M50 10A5 5 0 1 1 49.9 10ZM66 14A5 5 0 1 1 65.9 14ZM84 22A5 5 0 1 1 83.9 22Z',
        lines: 'M33 71H67M27 79H73',
    },
    king: {
        shapes:
            'M46.5 8H53.5V14H60V20.5H53.5V32H46.5V20.5H40V14H46.5Z' +
            'M50 33C42 24 19 27 19 45C19 56 29 60 33 66V73L27 79V86H73V79L67 73V66C71 60 81 56 81 45C81 27 58' +
            ' 24 50 33Z',
        lines: 'M50 33V60M33 66C44 60 56 60 67 66M33 73H67M27 79H73',
    },
};

/**
 * The paths of a piece in their order, as attributes of SVG.
 *
 * ```js
 * piecePaths({ color: 'white', role: 'pawn' }).length;  // 2
 * ```
 *
 * @param {Piece} piece
 * @returns {Record<string, string>[]}
 */
export function piecePaths({ color, role }) {
    const { shapes, lines, points } = PATHS[role];
    const [fill, edge, detail] =
        color === 'white' ? ['#fdfdfa', '#141414', '#141414'] : ['#2c2b29', '#0a0a0a', '#e8e4dc'];
    /** @type {Record<string, string>[]} */
    const paths = [
        { d: shapes, fill, stroke: edge, 'stroke-width': '3.5' },
        {
            d: lines,
            fill: 'none',
            stroke: detail,
            'stroke-width': '2.5',
            'stroke-linecap': 'round',
        },
    ];
    return points === undefined ? paths : [...paths, { d: points, fill: detail }];
}

/** Silhouettes of simple shapes, the other drawings of the attribute `drawings`. @type {Record<Role, string>} */
const SIMPLE = {
    pawn: 'M50 20A14 14 0 1 1 49.9 20ZM41 51H59L71 86H29Z',
    knight: 'M32 86C32 70 48 64 50 50L31 59L21 48L40 22L50 12L54 22C72 28 79 48 76 86Z',
    bishop: 'M50 11C71 33 69 54 59 62H41C31 54 29 33 50 11ZM37 67H63L73 86H27Z',
    rook: 'M27 17H40V27H45V17H55V27H60V17H73V41H66V69H75V86H25V69H34V41H27Z',
    queen: 'M18 29L36 47L50 15L64 47L82 29L73 66H27ZM27 71H73V86H27Z',
    king: 'M45 9H55V18H64V28H55V39H45V28H36V18H45ZM24 42H76L69 66H31ZM29 71H71V86H29Z',
};

/**
 * Makes a picture of a piece in all drawings, of which the style sheet shows one. Screen readers skip it.
 * @param {Piece} piece
 * @returns {SVGElement}
 */
export function pieceElement(piece) {
    const paths = piecePaths(piece).map((attributes) => svg('path', attributes));
    const [fill, stroke] =
        piece.color === 'white' ? ['#fbfaf5', '#4a463f'] : ['#35322e', '#171614'];
    return svg(
        'svg',
        { viewBox: '0 0 100 100', 'aria-hidden': 'true', 'stroke-linejoin': 'round' },
        svg('g', { class: 'detailed' }, ...paths),
        svg('path', { class: 'simple', d: SIMPLE[piece.role], fill, stroke, 'stroke-width': '3' }),
    );
}
