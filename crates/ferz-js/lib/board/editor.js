// Editing on a board: the box of spare pieces with its tools, and pieces that are placed and removed.

import { nameOf, pieceOfLetter } from './placement.js';
import { html, svg } from './elements.js';
import { pieceElement } from './pieces.js';

/** @import { BoardHost, BoardState } from './state.js' */
/** @import { Square } from '../base/squares.js' */

/** The tools beside the letters of FEN: moving, removing. */
const MOVE_TOOL = 'move';
const REMOVE_TOOL = 'remove';

export class BoardEditor {
    #state;
    #host;
    /** A letter of FEN, or the name of a tool. */
    #tool = MOVE_TOOL;
    /** The box of pieces. */
    element = html('div', { class: 'box', role: 'group', 'aria-label': 'Pieces to place' });

    /**
     * @param {BoardState} state
     * @param {BoardHost} host
     * @param {(event: PointerEvent, letter: string) => void} lift called when a spare piece is pressed
     */
    constructor(state, host, lift) {
        this.#state = state;
        this.#host = host;
        this.element.hidden = true;
        const sign = (/** @type {string} */ d) =>
            svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('path', { d }));
        const button = (
            /** @type {string} */ tool,
            /** @type {string} */ label,
            /** @type {Element} */ picture,
        ) => {
            const isSign = tool === MOVE_TOOL || tool === REMOVE_TOOL;
            const made = html(
                'button',
                {
                    type: 'button',
                    class: isSign ? 'sign' : 'spare',
                    'aria-label': label,
                    'data-tool': tool,
                },
                picture,
            );
            made.addEventListener('click', () => this.take(tool));
            made.addEventListener('pointerdown', (event) => {
                if (!isSign && event.button === 0) {
                    lift(event, tool);
                }
            });
            return made;
        };
        const spare = (/** @type {string} */ letter) =>
            button(letter, nameOf(letter), pieceElement(pieceOfLetter(letter)));
        this.element.append(
            ...Array.from('KQRBNP', spare),
            button(
                MOVE_TOOL,
                'move pieces',
                sign(
                    'M50 8V92M8 50H92M36 22L50 8L64 22M36 78L50 92L64 78M22 36L8 50L22 64M78 36L92 50L78 64',
                ),
            ),
            ...Array.from('kqrbnp', spare),
            button(
                REMOVE_TOOL,
                'remove pieces',
                sign('M14 24H86M38 24V10H62V24M24 24L30 92H70L76 24M42 40V76M58 40V76'),
            ),
        );
        this.#press();
    }

    /** True if a press on a square uses a tool in place of moving its piece. */
    get usesTool() {
        return this.#state.isEditing && this.#tool !== MOVE_TOOL;
    }

    /**
     * Takes a tool, or puts it back if it is taken.
     * @param {string} tool
     */
    take(tool) {
        this.#tool = tool === this.#tool ? MOVE_TOOL : tool;
        if (this.#state.selected !== null) {
            this.#state.selected = null;
            this.#host.emit('select', { square: null });
        }
        this.#press();
        this.#host.refresh();
    }

    /** Shows which tool is taken. */
    #press() {
        for (const button of this.element.children) {
            button.setAttribute(
                'aria-pressed',
                String(/** @type {HTMLElement} */ (button).dataset.tool === this.#tool),
            );
        }
    }

    /**
     * Uses the tool on a square.
     * @param {Square} square
     */
    use(square) {
        this.#tool === REMOVE_TOOL ? this.remove(square) : this.place(square, this.#tool, null);
    }

    /**
     * Places a piece, unless the page refuses it.
     * @param {Square} square
     * @param {string} letter
     * @param {Square | null} from where it stood, or null for a new one
     */
    place(square, letter, from) {
        if (this.#host.emit('place', { square, piece: pieceOfLetter(letter), from })) {
            if (from !== null) {
                this.#state.pieces.delete(from);
            }
            this.#state.pieces.set(square, letter);
            this.#host.say(`${nameOf(letter)} on ${square}`);
        }
        this.#host.refresh();
    }

    /**
     * Removes a piece, unless the page refuses it.
     * @param {Square} square
     */
    remove(square) {
        const letter = this.#state.pieces.get(square);
        if (
            letter !== undefined &&
            this.#host.emit('remove', { square, piece: pieceOfLetter(letter) })
        ) {
            this.#state.pieces.delete(square);
            this.#host.say(`${square} empty`);
        }
        this.#host.refresh();
    }
}
