// Opening books in Polyglot's format.

import { describe, FerzError, INSPECT } from '../base/errors.js';
import { slotOf } from './line.js';
import { Move } from './move.js';
import { Position } from './position.js';
import { wasm } from './wasm.js';

/**
 * A move of a book.
 * @typedef {object} BookMove
 * @property {Move} move
 * @property {number} weight
 * @property {number} share of the weights of all moves of the position, 0 to 1
 */

const ENTRY = 16;

/**
 * A book in Polyglot's format, in memory.
 *
 * ```js
 * const book = new Book(new Uint8Array(16));
 * book.length;                // 1
 * book.moves(new Position()); // []
 * ```
 */
export class Book {
    #view;

    /** @param {Uint8Array | ArrayBuffer} bytes those of the file; they are not copied */
    constructor(bytes) {
        if (!(bytes instanceof Uint8Array) && !(bytes instanceof ArrayBuffer)) {
            throw new TypeError(`expected the bytes of a book, found ${describe(bytes)}`);
        }
        if (bytes.byteLength % ENTRY !== 0) {
            throw new FerzError(`a book has entries of 16 bytes, found ${bytes.byteLength} bytes`);
        }
        this.#view =
            bytes instanceof Uint8Array
                ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
                : new DataView(bytes);
    }

    /** The number of entries. */
    get length() {
        return this.#view.byteLength / ENTRY;
    }

    /**
     * The legal moves of a position, the greatest weight first.
     * @param {Position} position
     * @returns {BookMove[]}
     */
    moves(position) {
        if (!(position instanceof Position)) {
            throw new TypeError(`expected a Position, found ${describe(position)}`);
        }
        const key = position.polyglotKey;
        const slot = slotOf(position.line);
        const found = [];
        for (
            let index = this.#first(key);
            index < this.length && this.#key(index) === key;
            index++
        ) {
            const bits = wasm.position_book_move(slot, this.#view.getUint16(index * ENTRY + 8));
            if (bits > 0) {
                found.push({
                    move: new Move(position.line, bits),
                    weight: this.#view.getUint16(index * ENTRY + 10),
                    share: 0,
                });
            }
        }
        const total = found.reduce((sum, entry) => sum + entry.weight, 0);
        for (const entry of found) {
            entry.share = total > 0 ? entry.weight / total : 1 / found.length;
        }
        return found.sort((a, b) => b.weight - a.weight);
    }

    /**
     * A move by chance, as often as its weight says; null without one.
     * @param {Position} position
     * @param {() => number} [random] from 0 to 1
     * @returns {Move | null}
     */
    choose(position, random = Math.random) {
        let left = random();
        const moves = this.moves(position);
        return (moves.find(({ share }) => (left -= share) < 0) ?? moves.at(-1))?.move ?? null;
    }

    /** @internal */
    [INSPECT]() {
        return `Book { length: ${this.length} }`;
    }

    /** @param {number} index */
    #key(index) {
        return this.#view.getBigUint64(index * ENTRY);
    }

    /**
     * The first entry whose key is not less.
     * @param {bigint} key
     */
    #first(key) {
        let [low, high] = [0, this.length];
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.#key(middle) < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
