// The picture of a board: a grid of labelled cells, the pieces, and a canvas for arrows, circles and badges.

import { nameOf, pieceOfLetter } from './placement.js';
import { drawBadge, drawShape, JUDGEMENTS } from './shapes.js';
import { html, svg } from './elements.js';
import { pieceElement } from './pieces.js';

/** @import { BoardState } from './state.js' */
/** @import { Square } from '../base/squares.js' */

export class BoardView {
    #state;
    /** The pieces on the board as they are drawn. @type {Map<Square, { letter: string, element: SVGElement }>} */
    #drawn = new Map();
    /** @type {HTMLElement[]} */ #cells = [];
    #names = html('div', { class: 'layer names', 'aria-hidden': 'true' });
    #layer = html('div', { class: 'layer', 'aria-hidden': 'true' });
    #canvas = svg('svg', { class: 'layer', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
    grid = html('div', { class: 'grid', role: 'grid', 'aria-label': 'Chess board' });
    element = html('div', { class: 'frame' });
    /** The piece that is dragged: it stays where the pointer has put it. @type {SVGElement | null} */
    held = null;

    /** @param {BoardState} state */
    constructor(state) {
        this.#state = state;
        for (let row = 0; row < 8; row++) {
            const cells = Array.from({ length: 8 }, (_, column) => {
                return html('div', {
                    class: (row + column) % 2 ? 'cell dark' : 'cell',
                    role: 'gridcell',
                });
            });
            this.#cells.push(...cells);
            this.grid.append(html('div', { class: 'row', role: 'row' }, ...cells));
        }
        this.element.append(this.grid, this.#names, this.#layer, this.#canvas);
    }

    /**
     * Draws the board.
     * @param {string | null} stroke the shape that is being drawn
     */
    draw(stroke) {
        this.#drawCells();
        this.#drawNames();
        this.#drawPieces();
        this.drawShapes(stroke);
    }

    #drawCells() {
        const state = this.#state;
        const targets = new Set(state.selected === null ? [] : state.targets(state.selected));
        for (const [index, cell] of this.#cells.entries()) {
            const square = state.squareOf(index % 8, index >> 3);
            const letter = state.pieces.get(square);
            const badge = state.badges.get(square);
            const states = {
                selected: square === state.selected,
                last: state.lastMove?.includes(square) ?? false,
                check: square === state.check,
                premove: square === state.premove?.from || square === state.premove?.to,
                target: targets.has(square),
                taken: letter !== undefined,
                own: state.canMove(square),
            };
            for (const [name, on] of Object.entries(states)) {
                cell.classList.toggle(name, on);
            }
            const words = [
                square,
                letter ? nameOf(letter) : 'empty',
                states.target && 'can be reached',
                states.check && 'in check',
                states.last && 'last move',
                states.premove && 'premove',
                badge && JUDGEMENTS[badge],
            ];
            cell.setAttribute('aria-label', words.filter(Boolean).join(', '));
            cell.setAttribute('aria-selected', String(states.selected));
            cell.dataset.square = square;
            cell.tabIndex = square === state.focus ? 0 : -1;
        }
    }

    /** Letters and digits in the corners of the squares, in a layer of their own: the cells have names that are read. */
    #drawNames() {
        const name = (
            /** @type {string} */ kind,
            /** @type {number} */ column,
            /** @type {number} */ row,
        ) => {
            const isDark = (row + column) % 2 === 1;
            const text = this.#state.squareOf(column, row)[kind === 'file' ? 0 : 1];
            const span = html(
                'span',
                { class: `coordinate ${kind}${isDark ? ' on-dark' : ''}` },
                text,
            );
            span.style.gridArea = `${row + 1} / ${column + 1}`;
            return span;
        };
        const numbers = this.#state.hasNames ? [0, 1, 2, 3, 4, 5, 6, 7] : [];
        this.#names.replaceChildren(
            ...numbers.map((at) => name('file', at, 7)),
            ...numbers.map((at) => name('rank', 0, at)),
        );
    }

    /** Moves the pictures of the pieces that stay, from the nearest square of the same piece, and so animates moves. */
    #drawPieces() {
        const old = new Map(this.#drawn);
        this.#drawn = new Map();
        /** @type {Square[]} */
        const open = [];
        for (const [square, letter] of this.#state.pieces) {
            const kept = old.get(square);
            if (kept?.letter === letter) {
                old.delete(square);
                this.#drawn.set(square, kept);
            } else {
                open.push(square);
            }
        }
        for (const square of open) {
            const letter = /** @type {string} */ (this.#state.pieces.get(square));
            const near = [...old]
                .filter(([, piece]) => piece.letter === letter)
                .sort(([a], [b]) => distance(a, square) - distance(b, square))[0];
            if (near !== undefined) {
                old.delete(near[0]);
            }
            this.#drawn.set(
                square,
                near?.[1] ?? { letter, element: this.newPiece(letter, square) },
            );
        }
        for (const { element } of old.values()) {
            element.remove();
        }
        for (const [square, { element }] of this.#drawn) {
            if (element !== this.held) {
                this.#put(element, square);
            }
        }
    }

    /**
     * Makes the picture of a piece.
     * @param {string} letter
     * @param {Square} [square] where it appears
     */
    newPiece(letter, square) {
        const element = pieceElement(pieceOfLetter(letter));
        element.classList.add('piece');
        this.#layer.append(element);
        if (square !== undefined) {
            this.#put(element, square);
        }
        return element;
    }

    /**
     * @param {SVGElement} element
     * @param {Square} square
     */
    #put(element, square) {
        const [column, row] = this.#state.place(square);
        element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
    }

    /** The picture of the piece on a square. @param {Square} square */
    pieceOn(square) {
        return this.#drawn.get(square);
    }

    /**
     * Shows the piece that is dragged under the pointer.
     * @param {SVGElement} element
     * @param {PointerEvent} event
     */
    hold(element, { clientX, clientY, pointerType }) {
        const { left, top, width } = this.element.getBoundingClientRect();
        // Under a finger the piece is larger and above it.
        const [scale, lift] = pointerType === 'touch' ? [1.5, width / 14] : [1.08, 0];
        // The board may be scaled or zoomed by what is around it: pixels of the screen are then not those of the board.
        const pixel = this.element.offsetWidth > 0 ? width / this.element.offsetWidth : 1;
        const [x, y] = [clientX - left - width / 16, clientY - top - width / 16 - lift].map(
            (at) => at / pixel,
        );
        element.classList.add('held', 'still');
        element.classList.remove('ghost');
        element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
        this.#layer.append(element);
    }

    /** @param {string | null} stroke the shape that is being drawn */
    drawShapes(stroke) {
        const { marks, shapes, badges } = this.#state;
        const place = (/** @type {Square} */ square) => this.#state.place(square);
        const drawn = [...marks, ...shapes, ...(stroke === null ? [] : [stroke])]
            .map((shape) => drawShape(shape, place))
            .filter((shape) => shape !== null);
        this.#canvas.replaceChildren(
            ...drawn,
            ...Array.from(badges, ([square, judgement]) => drawBadge(judgement, place(square))),
        );
    }

    /**
     * @param {PointerEvent} event
     * @returns {Square | null}
     */
    squareAt({ clientX, clientY }) {
        const { left, top, width } = this.element.getBoundingClientRect();
        const [column, row] = [clientX - left, clientY - top].map((at) =>
            Math.floor((at / width) * 8),
        );
        return column >= 0 && column < 8 && row >= 0 && row < 8
            ? this.#state.squareOf(column, row)
            : null;
    }

    /**
     * Gives the focus to the cell of a square.
     * @param {Square} square
     * @param {FocusOptions} [options]
     */
    focus(square, options) {
        const [column, row] = this.#state.place(square);
        this.#cells[row * 8 + column].focus(options);
    }
}

/**
 * @param {Square} a
 * @param {Square} b
 */
function distance(a, b) {
    return (
        Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1))
    );
}
