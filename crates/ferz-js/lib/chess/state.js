// The positions of the interface of chess.js.
//
// Its importers may not wait: pages expect that the event DOMContentLoaded comes behind their modules, and a module
// that waits is overtaken by it. So the module of the rules is loaded beside them, and until then, or where it cannot
// be loaded, the board in JavaScript answers alone.

import { DEFAULT_POSITION } from './names.js';
import { inOrder, isCapture, Mailbox, NO_SQUARE } from './mailbox.js';

/** @import { Line, Place } from '../rules/line.js' */
/** @typedef {typeof import('./rules.js')} Rules */

/** @type {Rules | null} */
let rules = null;

/** Resolves when the module of the rules is loaded, to false if it cannot be. @type {Promise<boolean>} */
export const ready = import('./rules.js')
    .then(async (loaded) => {
        await loaded.load();
        rules = loaded;
        usual = new State(usual.board, new loaded.Line(new loaded.Start('', 1), null, 0));
        return true;
    })
    .catch(() => false);

/** Returns the module of the rules, which each state with a line has come from. */
function loadedRules() {
    return /** @type {Rules} */ (rules);
}

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
            const rules = loadedRules();
            const { slotOf, text, words } = rules;
            // The slot comes first: with it the module may be made anew.
            const slot = slotOf(/** @type {Line} */ (line), place);
            rules.wasm.position_notation(slot, 0, 0);
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
        if (line === null || this.#list !== null) {
            return this.list(place).moves.length > 0;
        }
        const rules = loadedRules();
        const slot = rules.slotOf(line, place);
        return rules.wasm.position_moves(slot, NO_SQUARE) > 0;
    }

    /**
     * The legal moves from a square.
     * @param {number} from
     * @param {Place} place
     */
    movesFrom(from, place) {
        const { line } = this;
        if (line === null || this.#list !== null) {
            return this.list(place).moves.filter((bits) => (bits & 63) === from);
        }
        const rules = loadedRules();
        const slot = rules.slotOf(line, place);
        rules.wasm.position_moves(slot, from);
        return Array.from(rules.words());
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
        return loadedRules().notation(line, [bits], false, place)[0];
    }

    /**
     * The legal move that is written in SAN, without signs of check, as the module reads it.
     * @param {string} name
     * @param {Place} place
     */
    find(name, place) {
        const { line } = this;
        if (line === null) {
            const { moves, sans } = this.list(place);
            const plain = name.replace('x', '');
            return moves[sans.findIndex((san) => undecorated(san).replace('x', '') === plain)];
        }
        const rules = loadedRules();
        const slot = rules.slotOf(line, place);
        rules.pass(name);
        const bits = rules.wasm.position_find(slot);
        return bits > 0 && (isCapture(bits) || !name.includes('x')) ? bits : undefined;
    }

    /**
     * The position after a legal move.
     * @param {number} bits
     * @param {Place} place
     */
    after(bits, place) {
        const { board, line } = this;
        const next = board.make(bits);
        return line === null
            ? stateOf(next, place)
            : new State(next, loadedRules().advance(line, bits, place));
    }

    /**
     * Counts the positions after each series of legal moves.
     * @param {number} depth from 1
     * @returns {number}
     */
    perft(depth) {
        const { board, line } = this;
        return line === null
            ? count(board, depth)
            : loadedRules().Position.ofLine(line).perft(Math.max(1, depth));
    }
}

/**
 * @param {Mailbox} board
 * @param {number} depth
 * @returns {number}
 */
function count(board, depth) {
    const moves = board.moves();
    return depth <= 1
        ? moves.length
        : moves.reduce((sum, bits) => sum + count(board.make(bits), depth - 1), 0);
}

/**
 * A move without signs of check, mate and quality, and without the `=` of promotions.
 * @param {string} text
 */
export function undecorated(text) {
    return text.replace('=', '').replace(/[+#]?[?!]*$/, '');
}

/** The usual start position, whose line all games share. */
let usual = new State(Mailbox.read(DEFAULT_POSITION), null);

/** Returns the usual start position. */
export function usualState() {
    return usual;
}

/**
 * Returns the position of a board.
 * @param {Mailbox} board
 * @param {Place} place
 */
export function stateOf(board, place) {
    if (board.fen === DEFAULT_POSITION) {
        return usual;
    }
    if (rules === null) {
        return new State(board, null);
    }
    const line = new rules.Line(new rules.Start(board.fen, 1), null, 0);
    try {
        rules.begin(line, place, false);
        return new State(board, line);
    } catch {
        // The position is not legal, or has numbers that are too large.
        return new State(board, null);
    }
}
