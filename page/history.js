// Undo and redo of the game as lists of texts, so that no kind of change needs its opposite.

/** @import { KeptReview } from './parts/reviewed.js' */

/** The most changes that can be undone. */
const UNDO = 200;

/**
 * A game as it was.
 * @typedef {object} Snapshot
 * @property {string} pgn
 * @property {number[]} path where the current node was
 * @property {string} entry
 * @property {string | null} saved the game without the changes of the user, null for one that began here
 * @property {KeptReview | undefined} review
 */

export class History {
    /** @type {Snapshot[]} */ #undo = [];
    /** @type {Snapshot[]} */ #redo = [];

    get canUndo() {
        return this.#undo.length > 0;
    }

    get canRedo() {
        return this.#redo.length > 0;
    }

    /**
     * Remembers how the game was before a change. What was taken back cannot be made again after it.
     * @param {Snapshot} before
     */
    remember(before) {
        this.#undo.push(before);
        this.#undo.splice(0, this.#undo.length - UNDO);
        this.#redo = [];
    }

    /**
     * Takes the last change back.
     * @param {Snapshot} now
     * @returns {Snapshot | undefined} how the game was before it
     */
    undo(now) {
        return exchange(this.#undo, this.#redo, now);
    }

    /**
     * Makes the last change again that was taken back.
     * @param {Snapshot} now
     * @returns {Snapshot | undefined} how the game was after it
     */
    redo(now) {
        return exchange(this.#redo, this.#undo, now);
    }
}

/**
 * @param {Snapshot[]} from
 * @param {Snapshot[]} to
 * @param {Snapshot} now
 */
function exchange(from, to, now) {
    const found = from.pop();
    found && to.push(now);
    return found;
}
