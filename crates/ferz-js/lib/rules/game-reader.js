// Games of texts that arrive in parts.

import { FerzError } from '../base/errors.js';
import { PART, partsOf } from './parts.js';

/** The largest game that is read, in bytes: the memory of the module is bounded. */
export const LARGEST = 1 << 25;

/**
 * What a part of a text has: the bytes that were read, up to the last border between two games, what was found in them, and
 * the number of games up to there.
 * @template T
 * @typedef {(bytes: Uint8Array, isLast: boolean) => { read: number, found: Iterable<T>, games: number }} Take
 */
/**
 * What is taken of the largest part if it has no border.
 * @template T
 * @typedef {(bytes: Uint8Array, games: number) => { read: number, found: Iterable<T>, games: number }} TakeFull
 */

/**
 * Refuses a game that is too large.
 * @param {Uint8Array} _bytes
 * @param {number} games the number of games before it
 * @returns {never}
 */
function refuse(_bytes, games) {
    throw new FerzError(`game ${games + 1} is larger than ${LARGEST} bytes`);
}

/**
 * Reads games from parts of a text.
 * @template T
 */
export class GameReader {
    /** The bytes from the last border on, and room for more. */
    #buffer = new Uint8Array();
    #length = 0;
    /** The bytes to wait for before games are read. It doubles as long as there is no border, so that a long game is
     * not searched for one again and again. */
    #enough = PART;
    #games = 0;
    #take;
    #takeFull;

    /**
     * @param {Take<T>} take reads the games of a part
     * @param {TakeFull<T>} takeFull what is done with a game that is too large, by default an error
     */
    constructor(take, takeFull = refuse) {
        this.#take = take;
        this.#takeFull = takeFull;
    }

    /**
     * Returns what a further part completes.
     * @param {Uint8Array} part
     * @param {boolean} isLast
     * @returns {Generator<T, void, undefined>}
     */
    *read(part, isLast) {
        const isFull = () => this.#length + part.length > LARGEST;
        if (isFull()) {
            // There may be a border that was not looked for yet.
            yield* this.#forget(this.#take(this.#buffer.subarray(0, this.#length), false));
        }
        while (isFull()) {
            yield* this.#forget(
                this.#takeFull(this.#buffer.subarray(0, this.#length), this.#games),
            );
        }
        const length = this.#length + part.length;
        if (length > this.#buffer.length) {
            const buffer = new Uint8Array(2 * length);
            buffer.set(this.#buffer.subarray(0, this.#length));
            this.#buffer = buffer;
        }
        this.#buffer.set(part, this.#length);
        this.#length = length;
        if (isLast || length >= this.#enough) {
            yield* this.#forget(this.#take(this.#buffer.subarray(0, length), isLast));
        }
    }

    /**
     * Forgets the bytes that were read, and returns what was found in them.
     * @param {{ read: number, found: Iterable<T>, games: number }} taken
     */
    #forget({ read, found, games }) {
        this.#games = games;
        this.#buffer.copyWithin(0, read, this.#length);
        this.#length -= read;
        this.#enough = read > 0 ? PART : 2 * this.#length;
        return found;
    }
}

/**
 * @template T
 * @param {GameReader<T>} reader
 * @param {string | Uint8Array} pgn
 * @returns {Generator<T, void, undefined>}
 */
export function* gamesOf(reader, pgn) {
    for (const part of partsOf(pgn)) {
        yield* reader.read(part, false);
    }
    yield* reader.read(new Uint8Array(), true);
}

/**
 * @template T
 * @param {GameReader<T>} reader
 * @param {AsyncIterable<Uint8Array>} parts
 * @returns {AsyncGenerator<T, void, undefined>}
 */
export async function* gamesOfStream(reader, parts) {
    for await (const part of parts) {
        // A part may be larger than what is read at once.
        for (let at = 0; at < part.length; at += PART) {
            yield* reader.read(part.subarray(at, at + PART), false);
        }
    }
    yield* reader.read(new Uint8Array(), true);
}
