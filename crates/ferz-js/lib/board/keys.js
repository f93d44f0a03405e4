// The keys of a board, and the clicks of screen readers.

/** @import { BoardParts, BoardPointer } from './pointer.js' */
/** @import { Square } from '../base/squares.js' */

export class BoardKeys {
    #parts;
    #pointer;

    /**
     * @param {BoardParts} parts
     * @param {BoardPointer} pointer
     */
    constructor(parts, pointer) {
        this.#parts = parts;
        this.#pointer = pointer;
        const { grid } = parts.view;
        // Screen readers click without a pointer.
        grid.addEventListener('click', (event) => {
            const square = squareOf(event);
            if (event.detail === 0 && square !== null) {
                this.#activate(square);
            }
        });
        grid.addEventListener('keydown', (event) => this.#key(event));
        grid.addEventListener('focusin', (event) => {
            const square = squareOf(event);
            if (square !== null && square !== parts.state.focus) {
                parts.state.focus = square;
                parts.host.refresh();
            }
        });
    }

    /** @param {Square} square */
    #activate(square) {
        const { state, moves, strokes, host } = this.#parts;
        state.drawing === null ? moves.activate(square) : strokes.press(square);
        host.refresh();
    }

    /**
     * Gives the focus of the keys to a square.
     * @param {Square} square
     */
    focus(square) {
        this.#parts.state.focus = square;
        this.#parts.view.focus(square);
        this.#parts.host.refresh();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const { state, moves, editor, host } = this.#parts;
        const [column, row] = state.place(state.focus);
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [column - 1, row],
            ArrowRight: [column + 1, row],
            ArrowUp: [column, row - 1],
            ArrowDown: [column, row + 1],
            Home: [0, row],
            End: [7, row],
            PageUp: [column, 0],
            PageDown: [column, 7],
        };
        const step = steps[event.key];
        if (step) {
            this.focus(state.squareOf(clamp(step[0]), clamp(step[1])));
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.#activate(state.focus);
        } else if (event.key === 'Escape') {
            moves.cancelPremove();
            this.#pointer.cancel();
            moves.select(null);
            host.refresh();
        } else if ((event.key === 'Delete' || event.key === 'Backspace') && state.isEditing) {
            editor.remove(state.focus);
        } else {
            return;
        }
        event.preventDefault();
    }
}

/**
 * The square of the cell that an event is about.
 * @param {Event} event
 */
function squareOf(event) {
    const cell = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (event.target).closest('.cell')
    );
    return /** @type {Square | null} */ (cell?.dataset.square ?? null);
}

/** @param {number} at */
function clamp(at) {
    return Math.min(Math.max(at, 0), 7);
}
