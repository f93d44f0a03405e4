// The puzzles of files: where each stands, its themes and its rating, in columns of numbers. Nothing here needs the rules.

/** What has been solved and failed, as hashes of names. @typedef {{ solved: Iterable<number>, failed: Iterable<number> }} Done */

/**
 * What puzzle is wanted.
 * @typedef {object} Wanted
 * @property {string} theme all without one
 * @property {'new' | 'failed' | 'all'} which
 * @property {number} from the lowest rating
 * @property {number} to the highest rating
 * @property {'file' | 'random'} order
 * @property {number} after the place of the last puzzle, or -1
 */

/**
 * The hash of the name of a puzzle (FNV-1a, 32 bits).
 * @param {string} name
 */
export function hashOf(name) {
    let hash = 0x811c9dc5;
    for (let at = 0; at < name.length; at++) {
        hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
    }
    return hash >>> 0;
}

export class Rows {
    /** The number of puzzles. */
    size = 0;
    /** The lists of themes, each stored once. @type {string[]} */ #themes = [];
    /** @type {Map<string, number>} */ #numbers = new Map();
    /** Offset, file, length, hash of the name, number of the list of themes, rating. */
    #offsets = new Float64Array(1024);
    #sources = new Uint16Array(1024);
    #lengths = new Uint32Array(1024);
    #hashes = new Uint32Array(1024);
    #lists = new Uint32Array(1024);
    #ratings = new Uint16Array(1024);
    /** The puzzles that cannot be read: known when one is to be shown. @type {Set<number>} */ #faulty =
        new Set();

    /**
     * @param {{ id: string, themes: string, rating: number }} puzzle
     * @param {{ source: number, offset: number, length: number }} place
     */
    add({ id, themes, rating }, { source, offset, length }) {
        const index = this.size++;
        if (index >= this.#offsets.length) {
            this.#offsets = grown(this.#offsets, Float64Array);
            this.#sources = grown(this.#sources, Uint16Array);
            this.#lengths = grown(this.#lengths, Uint32Array);
            this.#hashes = grown(this.#hashes, Uint32Array);
            this.#lists = grown(this.#lists, Uint32Array);
            this.#ratings = grown(this.#ratings, Uint16Array);
        }
        this.#offsets[index] = offset;
        this.#sources[index] = source;
        this.#lengths[index] = length;
        this.#hashes[index] = hashOf(id);
        this.#lists[index] = this.#listOf(themes);
        this.#ratings[index] = rating;
    }

    /** @param {string} themes */
    #listOf(themes) {
        let number = this.#numbers.get(themes);
        if (number === undefined) {
            number = this.#themes.length;
            this.#themes.push(themes);
            this.#numbers.set(themes, number);
        }
        return number;
    }

    /** Leaves a puzzle out that cannot be read. @param {number} index */
    leaveOut(index) {
        this.#faulty.add(index);
    }

    /** The number of puzzles that were left out. */
    get leftOut() {
        return this.#faulty.size;
    }

    /** @param {number} index */
    place(index) {
        return {
            source: this.#sources[index],
            offset: this.#offsets[index],
            length: this.#lengths[index],
        };
    }

    /**
     * The themes with their numbers of puzzles, the commonest first, and whether there are ratings.
     * @returns {{ themes: [string, number][], hasRatings: boolean }}
     */
    facts() {
        const byList = new Uint32Array(this.#themes.length);
        let hasRatings = false;
        for (let index = 0; index < this.size; index++) {
            byList[this.#lists[index]] += 1;
            hasRatings ||= this.#ratings[index] > 0;
        }
        /** @type {Map<string, number>} */
        const counts = new Map();
        for (const [number, list] of this.#themes.entries()) {
            for (const theme of list.split(' ').filter(Boolean)) {
                counts.set(theme, (counts.get(theme) ?? 0) + byList[number]);
            }
        }
        return { themes: [...counts].sort((a, b) => b[1] - a[1]), hasRatings };
    }

    /**
     * Chooses a puzzle, and counts those that fit: all, solved and failed.
     * @param {Wanted} wanted
     * @param {Done} done
     * @returns {{ index: number, fitting: number, solved: number, failed: number }} the index is -1 if there is none
     */
    pick({ theme, which, from, to, order, after }, done) {
        const [isSolved, isFailed] = [new Set(done.solved), new Set(done.failed)];
        const has =
            theme === '' ? null : this.#themes.map((list) => list.split(' ').includes(theme));
        const counts = { index: -1, fitting: 0, solved: 0, failed: 0 };
        let [left, isBehind, isAfterLeft] = [0, false, false];
        for (let index = 0; index < this.size; index++) {
            const rating = this.#ratings[index];
            if (
                this.#faulty.has(index) ||
                (has !== null && !has[this.#lists[index]]) ||
                (rating > 0 && (rating < from || rating > to))
            ) {
                continue;
            }
            const hash = this.#hashes[index];
            const [solved, failed] = [isSolved.has(hash), isFailed.has(hash)];
            counts.fitting += 1;
            counts.solved += Number(solved);
            counts.failed += Number(failed);
            if ((which === 'new' && (solved || failed)) || (which === 'failed' && !failed)) {
                continue;
            }
            if (index === after) {
                isAfterLeft = true;
                continue;
            }
            left += 1;
            // In the order of the file the next one, or the first behind the last; at random each of them with equal chances.
            const isChosen =
                order === 'random'
                    ? Math.random() * left < 1
                    : index > after
                      ? !isBehind
                      : left === 1;
            counts.index = isChosen ? index : counts.index;
            isBehind ||= index > after;
        }
        if (counts.index < 0 && isAfterLeft) {
            counts.index = after;
        }
        return counts;
    }
}

/**
 * @template {Float64Array | Uint32Array | Uint16Array} Column
 * @param {Column} column
 * @param {new (length: number) => Column} Kind
 */
function grown(column, Kind) {
    const larger = new Kind(2 * column.length);
    larger.set(column);
    return larger;
}
