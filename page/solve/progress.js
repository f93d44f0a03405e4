// What has been solved and failed, kept in the browser.

import { keep, kept } from '../storage.js';
import { hashOf } from './rows.js';

/** The most puzzles of each kind that are remembered: the oldest are forgotten first. */
const MOST = 50_000;

export class Progress {
    /** The hashes of names, the oldest first. @type {Set<number>} */ solved;
    /** @type {Set<number>} */ failed;

    constructor() {
        const { solved, failed } = kept('solve.progress') ?? {};
        this.solved = new Set(Array.isArray(solved) ? solved : []);
        this.failed = new Set(Array.isArray(failed) ? failed : []);
    }

    /**
     * Remembers a puzzle as solved or failed; the last attempt counts.
     * @param {string} id
     * @param {boolean} isSolved
     */
    add(id, isSolved) {
        const hash = hashOf(id);
        const [into, from] = isSolved ? [this.solved, this.failed] : [this.failed, this.solved];
        from.delete(hash);
        into.delete(hash);
        into.add(hash);
        if (into.size > MOST) {
            into.delete(/** @type {number} */ (into.values().next().value));
        }
        this.#keep();
    }

    /** Forgets all. */
    clear() {
        this.solved.clear();
        this.failed.clear();
        this.#keep();
    }

    #keep() {
        keep('solve.progress', { solved: [...this.solved], failed: [...this.failed] });
    }
}
