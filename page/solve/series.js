// The puzzles of a set, one after the other: which is next, and the counts of those that fit.

/** @import { Next, PuzzleSet } from './collection.js' */
/** @import { Filter } from './filter.js' */
/** @import { Progress } from './progress.js' */

export class Series {
    #filter;
    #progress;
    /** @type {PuzzleSet | null} */ #set = null;
    /** The last choice. @type {Next | null} */ #next = null;
    /** The number of the choice that is under way, 0 for none. */
    #picking = 0;
    #choices = 0;
    /** True if more was read since the choice began. */
    #hasMore = false;

    /**
     * @param {Filter} filter
     * @param {Progress} progress
     */
    constructor(filter, progress) {
        this.#filter = filter;
        this.#progress = progress;
    }

    /** The set whose puzzles are shown, or null. */
    get set() {
        return this.#set;
    }

    /** The last choice, or null. */
    get next() {
        return this.#next;
    }

    /** True while the set chooses a puzzle. */
    get isPicking() {
        return this.#picking > 0;
    }

    /** @param {PuzzleSet | null} set */
    open(set) {
        this.#set = set;
        this.#next = null;
    }

    /** Drops the choice that is under way. */
    stop() {
        this.#picking = 0;
    }

    /** Notes that more was read. False if a choice is under way, which each progress of reading must not end. */
    noteMore() {
        this.#hasMore = this.isPicking;
        return !this.#hasMore;
    }

    /**
     * Chooses the puzzle behind a place of the set. Undefined if the choice was dropped or there is no set.
     * @param {number} after
     * @returns {Promise<{ next: Next, hasMore: boolean } | undefined>} `hasMore` is true if more was read meanwhile
     * @throws {unknown} if puzzles cannot be read
     */
    async pick(after) {
        const set = this.#set;
        if (set === null) {
            return undefined;
        }
        const choice = ++this.#choices;
        [this.#picking, this.#hasMore] = [choice, false];
        try {
            const next = await set.next(this.#filter.wanted(after), this.#progress);
            if (this.#picking !== choice) {
                return undefined;
            }
            this.#next = next;
        } catch (error) {
            if (this.#picking !== choice) {
                return undefined;
            }
            this.#next = null;
            throw error;
        } finally {
            this.#picking = this.#picking === choice ? 0 : this.#picking;
        }
        return { next: this.#next, hasMore: this.#hasMore };
    }

    /** Counts the puzzles that fit, solved and failed ones. False if another puzzle was chosen meanwhile. */
    async recount() {
        const next = this.#next;
        const counted = await this.#set?.next(
            { ...this.#filter.wanted(-1), which: 'all' },
            this.#progress,
        );
        if (next === null || next !== this.#next || !counted) {
            return false;
        }
        const { fitting, solved, failed } = counted;
        Object.assign(next, { fitting, solved, failed });
        return true;
    }
}
