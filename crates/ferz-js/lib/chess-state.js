// The positions of the interface of chess.js.

import { DEFAULT_POSITION } from './chess-names.js';
import { Line, notation, slotOf, Start } from './line.js';
import { inOrder, Mailbox, NO_SQUARE } from './mailbox.js';
import { text, wasm, words } from './wasm.js';

/** @import { Place } from './line.js' */

/** A position: its board, and its line in the module of the rules if that knows it. */
export class State {
    /** The legal moves in the order of chess.js, and their SAN. @type {{ moves: number[], sans: string[] } | null} */
    #list = null;

    /**
     * @param {Mailbox} board
     * @param {Line | null} line
     */
    constructor(board, line) {
        this.board = board;
        this.line = line;
    }

    /**
     * The legal moves in the order of chess.js, and their SAN.
     * @param {Place} place
     */
    list(place) {
        const { board, line } = this;
        if (this.#list === null && line === null) {
            const moves = board.moves();
            this.#list = { moves, sans: moves.map((bits) => board.san(bits, moves)) };
        } else if (this.#list === null) {
            wasm.position_notation(slotOf(/** @type {Line} */ (line), place), 0, 0);
            const found = Array.from(words());
            const sans = text().split('\n');
            const moves = inOrder(found, board.codes);
            this.#list = { moves, sans: moves.map((bits) => sans[found.indexOf(bits)]) };
        }
        return /** @type {{ moves: number[], sans: string[] }} */ (this.#list);
    }

    /**
     * True if there is a legal move.
     * @param {Place} place
     */
    canMove(place) {
        const { line } = this;
        return line === null || this.#list !== null
            ? this.list(place).moves.length > 0
            : wasm.position_moves(slotOf(line, place), NO_SQUARE) > 0;
    }

    /**
     * The SAN of a legal move.
     * @param {number} bits
     * @param {Place} place
     */
    san(bits, place) {
        const { line } = this;
        if (line === null || this.#list !== null) {
            const { moves, sans } = this.list(place);
            return sans[moves.indexOf(bits)];
        }
        return notation(line, [bits], false, place)[0];
    }
}

/** The usual start position, whose line all games share. */
export const USUAL = new State(Mailbox.read(DEFAULT_POSITION), new Line(new Start('', 1), null, 0));
