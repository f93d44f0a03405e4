// Arrows, circles and badges over a board, as elements of SVG on 8 by 8 units.

import { svg } from './elements.js';

/** @import { Square } from '../base/squares.js' */

/** @typedef {'??' | '?' | '?!' | '!?' | '!' | '!!'} Judgement */

/** The words of the judgements. @type {Record<Judgement, string>} */
export const JUDGEMENTS = {
    '??': 'blunder',
    '?': 'mistake',
    '?!': 'dubious move',
    '!?': 'interesting move',
    '!': 'good move',
    '!!': 'brilliant move',
};

const CLASSES = {
    '??': 'blunder',
    '?': 'mistake',
    '?!': 'dubious',
    '!?': 'interesting',
    '!': 'good',
    '!!': 'brilliant',
};

/**
 * Takes a shape apart: a colour (G, R, Y, B, O, C) and one or two squares, such as `Gd4` and `Re2e4`.
 * @param {string} shape
 * @returns {{ color: string, from: Square, to: Square | null } | null} null if it is none
 */
export function readShape(shape) {
    const match = /^([GRYBOC])([a-h][1-8])([a-h][1-8])?$/.exec(shape);
    return match && /** @type {any} */ ({ color: match[1], from: match[2], to: match[3] ?? null });
}

/**
 * Draws a shape; null if the text is none.
 * @param {string} shape
 * @param {(square: Square) => [number, number]} place the column and row of a square
 * @returns {SVGElement | null}
 */
export function drawShape(shape, place) {
    const read = readShape(shape);
    if (read === null) {
        return null;
    }
    const [x, y] = place(read.from).map((at) => at + 0.5);
    const name = `shape ${read.color}`;
    if (read.to === null || read.to === read.from) {
        return svg('circle', { class: `${name} circle`, cx: x, cy: y, r: 0.44 });
    }
    const [endX, endY] = place(read.to).map((at) => at + 0.5);
    const length = Math.hypot(endX - x, endY - y);
    const angle = (Math.atan2(endY - y, endX - x) * 180) / Math.PI;
    const neck = length - 0.5;
    const d = `M0.3-0.085H${neck}V-0.26L${length - 0.08} 0L${neck} 0.26V0.085H0.3Z`;
    return svg('path', { class: name, d, transform: `translate(${x} ${y}) rotate(${angle})` });
}

/**
 * Draws a badge at the upper right corner of a square.
 * @param {Judgement} judgement
 * @param {[number, number]} place column and row
 * @returns {SVGElement}
 */
export function drawBadge(judgement, [column, row]) {
    const label = svg('text', { x: 0, y: 0.085 });
    label.textContent = judgement;
    // The badge of a square at the edge stays on the board.
    const [x, y] = [Math.min(column + 0.9, 7.78), Math.max(row + 0.1, 0.22)];
    const circle = svg('circle', { r: 0.2 });
    return svg(
        'g',
        { class: `badge ${CLASSES[judgement]}`, transform: `translate(${x} ${y})` },
        circle,
        label,
    );
}
