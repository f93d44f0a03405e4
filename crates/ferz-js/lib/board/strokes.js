// Arrows and circles that the user draws on a board.

/** @import { BoardHost, BoardState } from './state.js' */
/** @import { Square } from '../base/squares.js' */

export class BoardStrokes {
    #state;
    #host;
    /** The square where a stroke began, its colour, and the shape so far. @type {{ from: Square, color: string, shape: string } | null} */
    #stroke = null;

    /**
     * @param {BoardState} state
     * @param {BoardHost} host
     */
    constructor(state, host) {
        this.#state = state;
        this.#host = host;
    }

    /** The shape that is being drawn, or null. */
    get shape() {
        return this.#stroke?.shape ?? null;
    }

    /**
     * Begins a stroke.
     * @param {Square} from
     * @param {string} color
     */
    begin(from, color) {
        this.#stroke = { from, color, shape: `${color}${from}` };
        this.#host.refresh();
    }

    /**
     * Draws the stroke to a square: an arrow, or a circle where it began or beyond the board.
     * @param {Square | null} to
     */
    drawTo(to) {
        if (this.#stroke !== null) {
            const { from, color } = this.#stroke;
            this.#stroke.shape = to && to !== from ? `${color}${from}${to}` : `${color}${from}`;
        }
    }

    /** Ends the stroke: its shape is added, or taken away if it was there in the same colour. */
    end() {
        const { shape } = this;
        this.#stroke = null;
        if (shape !== null) {
            const same = this.#state.shapes.find((other) => other.slice(1) === shape.slice(1));
            const rest = this.#state.shapes.filter((other) => other !== same);
            this.set(same === shape ? rest : [...rest, shape]);
        }
    }

    /** Gives the stroke up. */
    cancel() {
        this.#stroke = null;
    }

    /**
     * Begins a stroke at a square, or ends it there: for keys.
     * @param {Square} square
     */
    press(square) {
        if (this.#stroke === null) {
            this.begin(square, this.#state.drawing || 'G');
            this.#host.say(`arrow from ${square}`);
        } else {
            this.drawTo(square);
            this.end();
        }
        this.#host.refresh();
    }

    /**
     * Sets the shapes of the user, and announces them.
     * @param {readonly string[]} shapes
     */
    set(shapes) {
        this.#state.shapes = [...shapes];
        this.#host.refresh();
        this.#host.emit('draw', { shapes: [...shapes] });
    }
}
