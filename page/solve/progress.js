// What has been solved and failed, kept in the browser.

import { keep, kept } from '../storage.js';
import { hashOf } from './rows.js';

/** The most puzzles of each kind that are remembered: the oldest are forgotten first. */
const MOST = 50_000;

/** What became of the puzzles of a theme. @typedef {{ solved: number, failed: number }} Tally */

export class Progress {
    /** The hashes of names, the oldest first. @type {Set<number>} */ solved;
    /** @type {Set<number>} */ failed;
    /** The themes of the puzzles. @type {Map<string, Tally>} */ #themes;
    /** The puzzles in a row that were solved at once, up to now. */
    streak = 0;
    /** The most of them. */
    best = 0;

    constructor() {
        const { solved, failed, themes, streak, best } = kept('solve.progress') ?? {};
        this.solved = new Set(Array.isArray(solved) ? solved : []);
        this.failed = new Set(Array.isArray(failed) ? failed : []);
        this.#themes = new Map(Object.entries(themes ?? {}));
        this.streak = Number(streak) || 0;
        this.best = Number(best) || 0;
    }

    /**
     * Remembers a puzzle as solved or failed; the last attempt counts.
     * @param {string} id
     * @param {boolean} isSolved
     * @param {readonly string[]} [themes]
     */
    add(id, isSolved, themes = []) {
        const hash = hashOf(id);
        const [into, from] = isSolved ? [this.solved, this.failed] : [this.failed, this.solved];
        const [gain, lose] = isSolved
            ? /** @type {const} */ (['solved', 'failed'])
            : /** @type {const} */ (['failed', 'solved']);
        const [isNew, isOther] = [!into.has(hash), from.delete(hash)];
        into.delete(hash);
        into.add(hash);
        if (into.size > MOST) {
            into.delete(/** @type {number} */ (into.values().next().value));
        }
        for (const theme of isNew ? themes : []) {
            const tally = this.#themes.get(theme) ?? { solved: 0, failed: 0 };
            tally[gain] += 1;
            tally[lose] = Math.max(0, tally[lose] - (isOther ? 1 : 0));
            this.#themes.set(theme, tally);
        }
        this.streak = isSolved ? this.streak + 1 : 0;
        this.best = Math.max(this.best, this.streak);
        this.#keep();
    }

    /**
     * The themes with what became of their puzzles, the weakest first: the least share solved, of equal ones the commoner.
     * @returns {[string, Tally][]}
     */
    get themes() {
        const share = (/** @type {Tally} */ { solved, failed }) => solved / (solved + failed);
        const count = (/** @type {Tally} */ { solved, failed }) => solved + failed;
        return [...this.#themes].sort(
            ([, one], [, other]) => share(one) - share(other) || count(other) - count(one),
        );
    }

    /** Forgets all. */
    clear() {
        this.solved.clear();
        this.failed.clear();
        this.#themes.clear();
        this.streak = this.best = 0;
        this.#keep();
    }

    #keep() {
        keep('solve.progress', {
            solved: [...this.solved],
            failed: [...this.failed],
            themes: Object.fromEntries(this.#themes),
            streak: this.streak,
            best: this.best,
        });
    }
}
