// Moves on a board: a piece is selected, goes to a square, promotes, or waits as a premove.

import { colorOf, nameOf } from './placement.js';
import { isAnswer } from './premoves.js';

/** @import { BoardEditor } from './editor.js' */
/** @import { PromotionChoice } from './choice.js' */
/** @import { BoardHost, BoardMove, BoardState } from './state.js' */
/** @import { Square } from '../base/squares.js' */

export class BoardMoves {
    #state;
    #host;
    #editor;
    #choice;

    /**
     * @param {BoardState} state
     * @param {BoardHost} host
     * @param {BoardEditor} editor
     * @param {PromotionChoice} choice
     */
    constructor(state, host, editor, choice) {
        this.#state = state;
        this.#host = host;
        this.#editor = editor;
        this.#choice = choice;
    }

    /**
     * Selects a square, or none.
     * @param {Square | null} square
     */
    select(square) {
        if (square !== this.#state.selected) {
            this.#state.selected = square;
            this.#host.emit('select', { square });
            this.#host.refresh();
        }
    }

    /**
     * A click, a tap or the Enter key on a square.
     * @param {Square} square
     */
    activate(square) {
        const state = this.#state;
        const from = state.selected;
        if (this.#editor.usesTool) {
            this.#editor.use(square);
        } else if (from !== null && state.accepts(from, square)) {
            this.select(null);
            this.go(from, square);
        } else {
            this.cancelPremove();
            const next = from !== square && state.canMove(square) ? square : null;
            if (next !== null) {
                this.#host.say(
                    `${nameOf(/** @type {string} */ (state.pieces.get(next)))} on ${next}, ${state.targets(next).length} destinations`,
                );
            }
            this.select(next);
        }
    }

    /**
     * Moves a piece; a pawn that promotes waits for its choice.
     * @param {Square} from
     * @param {Square} to
     */
    go(from, to) {
        const letter = /** @type {string} */ (this.#state.pieces.get(from));
        if (this.#state.isEditing) {
            this.#editor.place(to, letter, from);
        } else if (letter.toLowerCase() === 'p' && (to[1] === '1' || to[1] === '8')) {
            this.#choice.ask(colorOf(letter), this.#state.place(to), (promotion) =>
                this.#finish({ from, to, promotion }),
            );
        } else {
            this.#finish({ from, to });
        }
    }

    /** @param {BoardMove} move */
    #finish(move) {
        const letter = this.#state.pieces.get(move.from);
        if (letter !== undefined && this.#state.isPremove(colorOf(letter))) {
            this.#state.premove = move;
            this.#state.premoveFrom = this.#state.pieces;
            this.#host.say(`premove ${move.from} to ${move.to}`);
            this.#host.emit('premove', move);
        } else {
            this.#host.emit('move', move);
        }
        this.#host.refresh();
    }

    /**
     * Plays the premove when the answer that it waited for and the destinations of its side are there, or drops it. Another
     * position than an answer, such as one that was taken back, takes it away.
     */
    playPremove() {
        const { premove: move, premoveFrom, pieces, dests, movable, turn } = this.#state;
        if (move === null) {
            return;
        }
        if (!isAnswer(premoveFrom, pieces, movable === 'white' ? 'black' : 'white')) {
            this.cancelPremove();
            return;
        }
        if (dests === null || movable !== turn) {
            return;
        }
        this.cancelPremove();
        if (this.#state.targets(move.from).includes(move.to)) {
            this.#host.emit('move', move);
        }
    }

    /** Takes the stored premove back. */
    cancelPremove() {
        if (this.#state.premove !== null) {
            this.#state.premove = null;
            this.#host.emit('premove', null);
            this.#host.refresh();
        }
    }
}
