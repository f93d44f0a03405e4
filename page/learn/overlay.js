// What lessons draw over the board: coloured squares, dots and numbers. Screen readers get the same from the panel.

import { fill, h } from '../dom.js';
import { SQUARES } from '../ferz/index.js';

/** @import { Color, Square } from '../ferz/index.js' */

/** @typedef {{ kind?: string, text?: string }} Mark `kind` is one or more classes of learn.css */

export class Overlay {
    #isShown = false;
    #element = h('div.overlay', { 'aria-hidden': 'true' });

    /**
     * Draws marks over the board, in place of those before.
     * @param {ReadonlyMap<Square, Mark>} marks
     * @param {Color} orientation
     */
    show(marks, orientation) {
        if (!this.#isShown) {
            document.querySelector('.wood')?.append(this.#element);
            this.#isShown = true;
        }
        // From a8 to h1 as White sees them.
        const squares = Array.from(
            { length: 64 },
            (_, at) => SQUARES[8 * (7 - Math.floor(at / 8)) + (at % 8)],
        );
        if (orientation === 'black') {
            squares.reverse();
        }
        fill(
            this.#element,
            ...squares.map((square) => {
                const { kind = '', text } = marks.get(square) ?? {};
                const cell = h('div', {}, text !== undefined && h('span', {}, text));
                cell.className = kind;
                return cell;
            }),
        );
    }

    hide() {
        this.#element.remove();
        this.#isShown = false;
    }
}

/**
 * Returns the square of an event of the board: a click, or Enter or the space bar on a square.
 * @param {Event} event
 * @returns {Square | null}
 */
export function squareOf(event) {
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') {
        return null;
    }
    const target = event.composedPath()[0];
    const cell =
        target instanceof Element
            ? /** @type {HTMLElement | null} */ (target.closest('[data-square]'))
            : null;
    return /** @type {Square | undefined} */ (cell?.dataset.square) ?? null;
}
