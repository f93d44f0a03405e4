// The pointer on a board: clicks, drags of pieces and strokes, by mouse and by touch.

/** @import { BoardEditor } from './editor.js' */
/** @import { BoardMoves } from './moves.js' */
/** @import { BoardHost, BoardState } from './state.js' */
/** @import { BoardStrokes } from './strokes.js' */
/** @import { BoardView } from './view.js' */
/** @import { Square } from '../base/squares.js' */

/**
 * A piece that is pressed or dragged.
 * @typedef {object} Drag
 * @property {number} pointer the pointer that has lifted it: others neither move nor drop it
 * @property {string} letter
 * @property {Square | null} from null for a spare piece
 * @property {SVGElement} element
 * @property {number} x where the press began
 * @property {number} y
 * @property {boolean} moved true if the press has become a drag
 * @property {boolean} again true if the square was selected before
 */

/**
 * The parts of a board that the pointer and the keys use.
 * @typedef {object} BoardParts
 * @property {BoardState} state
 * @property {BoardHost} host
 * @property {BoardView} view
 * @property {BoardMoves} moves
 * @property {BoardEditor} editor
 * @property {BoardStrokes} strokes
 */

/** The distance in pixels from which a press is a drag. */
const DRAG_DISTANCE = 4;

export class BoardPointer {
    #parts;
    /** @type {Drag | null} */ #drag = null;
    /** The pointer that draws a stroke. @type {number | null} */ #drawer = null;

    /** @param {BoardParts} parts */
    constructor(parts) {
        this.#parts = parts;
        const { element } = parts.view;
        element.addEventListener('pointerdown', (event) => this.#press(event));
        element.addEventListener('pointermove', (event) => this.#pull(event));
        element.addEventListener('pointerup', (event) => this.#release(event));
        element.addEventListener('pointercancel', (event) => this.#isOwn(event) && this.cancel());
        element.addEventListener('contextmenu', (event) => event.preventDefault());
        // A press sets the focus itself, as its default would take it from a choice that has just opened.
        element.addEventListener('mousedown', (event) => event.preventDefault());
    }

    /**
     * True for the pointer that has lifted a piece or draws a stroke.
     * @param {PointerEvent} event
     */
    #isOwn({ pointerId }) {
        return pointerId === (this.#drag?.pointer ?? this.#drawer);
    }

    /** @param {PointerEvent} event */
    #press(event) {
        // A second kind of pointer is primary too.
        const isHeld = (this.#drag !== null || this.#drawer !== null) && !this.#isOwn(event);
        const { state, view, moves, editor, strokes } = this.#parts;
        const square = view.squareAt(event);
        if (
            square === null ||
            /** @type {Element} */ (event.target).closest('.veil') ||
            !event.isPrimary ||
            isHeld
        ) {
            return;
        }
        view.focus(square, { preventScroll: true });
        if (event.button === 2 || state.drawing !== null) {
            event.preventDefault();
            moves.cancelPremove();
            this.cancel();
            strokes.begin(
                square,
                event.shiftKey
                    ? event.altKey
                        ? 'Y'
                        : 'R'
                    : event.altKey
                      ? 'B'
                      : state.drawing || 'G',
            );
            this.#drawer = event.pointerId;
            view.element.setPointerCapture(event.pointerId);
        } else if (event.button === 0) {
            if (state.shapes.length > 0) {
                strokes.set([]);
            }
            const isAgain = state.selected === square;
            const { usesTool } = editor;
            if (!isAgain) {
                moves.activate(square);
            }
            const drawn = view.pieceOn(square);
            if (drawn && !usesTool && state.selected === square) {
                this.#lift(event, drawn.letter, square, drawn.element, isAgain);
            }
        }
    }

    /**
     * Begins a drag of a spare piece.
     * @param {PointerEvent} event
     * @param {string} letter
     */
    liftSpare(event, letter) {
        if (this.#drag !== null || this.#drawer !== null) {
            return;
        }
        this.#lift(event, letter, null, this.#parts.view.newPiece(letter), false);
    }

    /**
     * Begins a drag.
     * @param {PointerEvent} event
     * @param {string} letter
     * @param {Square | null} from
     * @param {SVGElement} element
     * @param {boolean} again true if the square was selected before
     */
    #lift(event, letter, from, element, again) {
        const { view } = this.#parts;
        this.#drag = {
            pointer: event.pointerId,
            letter,
            from,
            element,
            x: event.clientX,
            y: event.clientY,
            moved: false,
            again,
        };
        view.held = element;
        element.classList.toggle('ghost', from === null);
        if (from === null) {
            element.style.transform = 'translate(-100%, -100%)';
        }
        view.element.setPointerCapture(event.pointerId);
    }

    /** @param {PointerEvent} event */
    #pull(event) {
        if (!this.#isOwn(event)) {
            return;
        }
        const { view, strokes } = this.#parts;
        if (strokes.shape !== null) {
            strokes.drawTo(view.squareAt(event));
            view.drawShapes(strokes.shape);
        }
        const drag = this.#drag;
        if (
            drag !== null &&
            (drag.moved ||
                Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_DISTANCE)
        ) {
            drag.moved = true;
            view.hold(drag.element, event);
        }
    }

    /** @param {PointerEvent} event */
    #release(event) {
        if (!this.#isOwn(event)) {
            return;
        }
        this.#drawer = null;
        const { state, view, moves, editor, strokes } = this.#parts;
        const square = view.squareAt(event);
        strokes.end();
        const drag = this.#drag;
        if (drag === null) {
            return;
        }
        const { from, letter, moved, again } = drag;
        if (!moved) {
            this.cancel();
            if (from === null) {
                editor.take(letter);
            } else if (again) {
                moves.select(null);
            }
        } else if (square !== null && from === null) {
            this.cancel();
            editor.place(square, letter, null);
        } else if (square !== null && from !== null && state.accepts(from, square)) {
            moves.select(null);
            moves.go(from, square);
            this.cancel();
        } else {
            this.cancel();
            if (square === null && from !== null && state.isEditing) {
                editor.remove(from);
            }
            moves.select(null);
        }
    }

    /** Ends a drag whose piece the position no longer has on its square. */
    dropTaken() {
        const drag = this.#drag;
        if (
            drag !== null &&
            drag.from !== null &&
            this.#parts.view.pieceOn(drag.from)?.element !== drag.element
        ) {
            this.cancel();
        }
    }

    /** Ends a drag and a stroke: the piece goes where the position has it, without animation. */
    cancel() {
        const drag = this.#drag;
        this.#drag = null;
        this.#drawer = null;
        this.#parts.view.held = null;
        this.#parts.strokes.cancel();
        if (drag === null) {
            return;
        }
        if (drag.from === null) {
            drag.element.remove();
        }
        if (drag.moved) {
            // The answer of the page, a new position, may take a moment; the piece that was dragged there does not glide.
            setTimeout(() => drag.element.classList.remove('held', 'still'), 50);
        }
        this.#parts.host.refresh();
    }
}
