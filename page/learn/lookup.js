// The table of a slider on one square: its mask, and what a factor makes of it.

import { attacks, SQUARES } from '../ferz/index.js';
import { count, subsets } from './bits.js';
import { BISHOP_MAGICS, ROOK_MAGICS } from './magics.js';

/** @import { Square } from '../ferz/index.js' */

/** @typedef {'rook' | 'bishop'} Slider */

/**
 * What the look-up of all subsets of the mask finds.
 * @typedef {object} Trial
 * @property {number} looked subsets that were looked up; not all if a collision was found
 * @property {number} used places of the table that are filled
 * @property {number} shared subsets whose place was filled by another one with the same attacks
 * @property {[bigint, bigint] | null} collision two subsets with one place and different attacks
 */

export class Lookup {
    /** The subsets of the mask with their attacks, as they are needed. @type {[bigint, bigint][] | null} */ #wanted =
        null;

    /**
     * @param {Slider} slider
     * @param {Square} square
     */
    constructor(slider, square) {
        this.slider = slider;
        this.square = square;
        const onEmpty = attacks(slider, square);
        this.mask = SQUARES.reduce((mask, _, index) => {
            const bit = 1n << BigInt(index);
            // A blocker on the last square of a direction changes nothing.
            return (onEmpty & bit) !== 0n && attacks(slider, square, bit) !== onEmpty
                ? mask | bit
                : mask;
        }, 0n);
        this.bits = count(this.mask);
        this.shift = 64 - this.bits;
        /** The factor of Ferz. */
        this.magic = (slider === 'rook' ? ROOK_MAGICS : BISHOP_MAGICS)[SQUARES.indexOf(square)];
    }

    /**
     * The product of blockers and factor, cut to 64 bits.
     * @param {bigint} blockers
     * @param {bigint} magic
     */
    product(blockers, magic) {
        return BigInt.asUintN(64, blockers * magic);
    }

    /**
     * The place of blockers in the table.
     * @param {bigint} blockers
     * @param {bigint} magic
     */
    index(blockers, magic) {
        return Number(this.product(blockers, magic) >> BigInt(this.shift));
    }

    /**
     * Looks up all subsets of the mask, until two collide.
     * @param {bigint} magic
     * @returns {Trial}
     */
    try(magic) {
        const { slider, square } = this;
        this.#wanted ??= Array.from(subsets(this.mask), (blockers) => [
            blockers,
            attacks(slider, square, blockers),
        ]);
        /** @type {Map<number, [bigint, bigint]>} */
        const table = new Map();
        let [looked, shared] = [0, 0];
        for (const entry of this.#wanted) {
            const index = this.index(entry[0], magic);
            const there = table.get(index);
            looked += 1;
            if (!there) {
                table.set(index, entry);
            } else if (there[1] === entry[1]) {
                shared += 1;
            } else {
                return { looked, used: table.size, shared, collision: [there[0], entry[0]] };
            }
        }
        return { looked, used: table.size, shared, collision: null };
    }
}
