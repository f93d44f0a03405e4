// The puzzles of opened files, by their thread.

import { keep, kept } from '../storage.js';
import { Thread } from '../thread.js';
import { Puzzle } from './puzzle.js';
import { hashOf } from './rows.js';

/** @import { Store } from '../store.js' */
/** @import { Picked, Reading, Report, Task } from './worker.js' */
/** @import { Progress } from './progress.js' */
/** @import { Wanted } from './rows.js' */

/**
 * A source of puzzles: files, or the mistakes of a game.
 * @typedef {object} PuzzleSet
 * @property {string} name
 * @property {number} size the number of puzzles so far
 * @property {Reading | null} reading the file that is read
 * @property {string} fault what could not be read, in words
 * @property {readonly [string, number][]} themes the themes with their numbers of puzzles
 * @property {boolean} hasRatings
 * @property {number} skipped the number of rows and games that are no puzzles
 * @property {boolean} isList true if the puzzles have an order that stays
 * @property {(wanted: Wanted, progress: Progress) => Promise<Next>} next
 */
/**
 * The next puzzle, and the counts of those that fit.
 * @typedef {{ puzzle: Puzzle | null, index: number, fitting: number, solved: number, failed: number }} Next
 */

/** A text that survives a reload, in characters. */
const SHORT = 300_000;
/** The puzzles in a row that cannot be read before the file is given up. */
const PATIENCE = 100;

/** @type {WeakMap<Store, Collection>} */
const collections = new WeakMap();

/**
 * Returns the collection of the page.
 * @param {Store} store
 */
export function collectionOf(store) {
    let collection = collections.get(store);
    if (!collection) {
        collection = new Collection();
        collections.set(store, collection);
    }
    return collection;
}

/**
 * Dispatches `open` when other files are opened, and `change` with each progress of reading.
 * @implements {PuzzleSet}
 */
export class Collection extends EventTarget {
    name = '';
    /** The number of puzzles so far. */
    size = 0;
    /** The file that is read. @type {Reading | null} */ reading = null;
    /** What could not be read, in words. */
    fault = '';
    /** The themes with their numbers of puzzles. @type {[string, number][]} */ themes = [];
    hasRatings = false;
    /** The number of rows and games that are no puzzles. */
    skipped = 0;
    isList = false;
    /** That of the open files. @type {Thread<Task, Report> | null} */ #thread = null;

    /**
     * Opens files in place of those before.
     * @param {File[]} files
     */
    async open(files) {
        this.close();
        this.name = files.map(({ name }) => name).join(', ');
        this.reading = { name: this.name, bytes: 0, of: 0, puzzles: 0 };
        /** @type {Thread<Task, Report>} */
        const thread = new Thread(new URL('worker.js', import.meta.url), (report) =>
            this.#receive(report),
        );
        this.#thread = thread;
        this.dispatchEvent(new Event('open'));
        void this.#keep(files);
        try {
            this.size = await thread.ask({ open: files });
            this.fault =
                this.size > 0
                    ? ''
                    : `${this.name} has no puzzles: they are CSV with the columns of Lichess, or PGN games that begin from a position.`;
        } catch (error) {
            this.fault = error instanceof Error ? error.message : String(error);
        }
        await this.#learn(thread).catch(() => {});
    }

    /** Opens the short file of the last time, if there was one. */
    restore() {
        const { name, text } = kept('solve.set') ?? {};
        if (this.#thread === null && typeof text === 'string') {
            void this.open([new File([text], String(name))]);
        }
    }

    /** Closes the files. */
    close() {
        this.#thread?.end();
        this.#thread = null;
        keep('solve.set', undefined);
        Object.assign(this, {
            name: '',
            size: 0,
            reading: null,
            fault: '',
            themes: [],
            hasRatings: false,
            skipped: 0,
        });
    }

    get isOpen() {
        return this.#thread !== null;
    }

    /**
     * Returns the next puzzle. What cannot be read is left out and counted.
     * @param {Wanted} wanted
     * @param {Progress} progress
     * @returns {Promise<Next>}
     */
    async next(wanted, progress) {
        let { after } = wanted;
        const thread = /** @type {Thread<Task, Report>} */ (this.#thread);
        for (let tried = 0; ; tried++) {
            /** @type {Picked} */
            const picked = await thread.ask({
                pick: { ...wanted, after },
                done: { solved: progress.solved, failed: progress.failed },
            });
            if (picked.puzzle === null) {
                return { ...picked, puzzle: null };
            }
            try {
                return { ...picked, puzzle: puzzleOf(picked.puzzle) };
            } catch (error) {
                Object.assign(this, await thread.ask({ leaveOut: picked.index }));
                if (tried >= PATIENCE) {
                    throw error;
                }
                after = picked.index;
            }
        }
    }

    /** @param {File[]} files */
    async #keep(files) {
        const [file] = files;
        if (files.length === 1 && file.size <= SHORT && !/\.(gz|zst|bz2)$/i.test(file.name)) {
            const text = await file.text();
            if (this.name === file.name) {
                keep('solve.set', { name: file.name, text });
            }
        }
    }

    /** Asks for the themes, and announces what was read. @param {Thread<Task, Report>} thread */
    async #learn(thread) {
        this.reading = null;
        Object.assign(this, await thread.ask({ facts: true }));
        this.dispatchEvent(new Event('change'));
    }

    /** @param {Report} report */
    #receive({ reading }) {
        this.reading = reading ?? this.reading;
        this.size = this.reading?.puzzles ?? this.size;
        this.dispatchEvent(new Event('change'));
    }
}

/** @param {import('./worker.js').PuzzleText} text */
function puzzleOf(text) {
    return 'pgn' in text ? Puzzle.ofPgn(text.pgn) : Puzzle.ofRecord(text.record);
}

/**
 * A list of puzzles in the page.
 * @implements {PuzzleSet}
 */
export class PuzzleList {
    reading = null;
    fault = '';
    /** @type {[string, number][]} */ themes = [];
    hasRatings = false;
    skipped = 0;
    isList = true;

    /**
     * @param {string} name
     * @param {readonly Puzzle[]} puzzles
     */
    constructor(name, puzzles) {
        this.name = name;
        this.puzzles = puzzles;
        this.size = puzzles.length;
    }

    /**
     * @param {Wanted} wanted of which `which` and `after` count
     * @param {Progress} progress
     * @returns {Promise<Next>}
     */
    async next({ which, after }, progress) {
        const is =
            (/** @type {Set<number>} */ set) =>
            (/** @type {Puzzle} */ { id }) =>
                set.has(hashOf(id));
        const [isSolved, isFailed] = [is(progress.solved), is(progress.failed)];
        const left = [...this.puzzles.keys()].filter((index) => {
            const puzzle = this.puzzles[index];
            return (
                which === 'all' ||
                (which === 'failed' ? isFailed(puzzle) : !isSolved(puzzle) && !isFailed(puzzle))
            );
        });
        const index = left.find((at) => at > after) ?? left[0] ?? -1;
        return {
            puzzle: this.puzzles[index] ?? null,
            index,
            fitting: this.puzzles.length,
            solved: this.puzzles.filter(isSolved).length,
            failed: this.puzzles.filter(isFailed).length,
        };
    }
}
