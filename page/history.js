// Undo and redo of the game as lists of texts, so that no kind of change needs its opposite.

/** The most changes that can be undone. */
const UNDO = 200;

/** A game as it was: its text, where the current node was, and its entry. @typedef {{ pgn: string, path: number[], entry: string }} Snapshot */

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
