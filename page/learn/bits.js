// Sets of squares as numbers of 64 bits: a1 is bit 0, h8 is bit 63.

export const FULL = (1n << 64n) - 1n;
const FILE_A = 0x0101010101010101n;
const FILE_H = FILE_A << 7n;

/** @param {bigint} set */
export const not = (set) => set ^ FULL;

/**
 * The eight directions: how a set is shifted, and how that is written.
 * @type {readonly { name: string, label: string, formula: string, shift: (set: bigint) => bigint }[]}
 */
export const DIRECTIONS = [
    {
        name: 'north-west',
        label: '↖',
        formula: '(s & ~FILE_A) << 7',
        shift: (set) => ((set & not(FILE_A)) << 7n) & FULL,
    },
    { name: 'north', label: '↑', formula: 's << 8', shift: (set) => (set << 8n) & FULL },
    {
        name: 'north-east',
        label: '↗',
        formula: '(s & ~FILE_H) << 9',
        shift: (set) => ((set & not(FILE_H)) << 9n) & FULL,
    },
    {
        name: 'west',
        label: '←',
        formula: '(s & ~FILE_A) >> 1',
        shift: (set) => (set & not(FILE_A)) >> 1n,
    },
    {
        name: 'east',
        label: '→',
        formula: '(s & ~FILE_H) << 1',
        shift: (set) => (set & not(FILE_H)) << 1n,
    },
    {
        name: 'south-west',
        label: '↙',
        formula: '(s & ~FILE_A) >> 9',
        shift: (set) => (set & not(FILE_A)) >> 9n,
    },
    { name: 'south', label: '↓', formula: 's >> 8', shift: (set) => set >> 8n },
    {
        name: 'south-east',
        label: '↘',
        formula: '(s & ~FILE_H) >> 7',
        shift: (set) => (set & not(FILE_H)) >> 7n,
    },
];

/** The number of squares of a set. @param {bigint} set */
export function count(set) {
    let squares = 0;
    for (let rest = set; rest !== 0n; rest &= rest - 1n) {
        squares += 1;
    }
    return squares;
}

/** @param {bigint} set */
export const hex = (set) => `0x${set.toString(16).padStart(16, '0')}`;

/**
 * Reads a set as programs write it: hexadecimal, binary or decimal, with `_` or `'` between digits and a suffix such as
 * `u64` or `ULL`.
 * @param {string} text
 * @returns {bigint | null} null if it is no number of 64 bits
 */
export function readSet(text) {
    const digits = text
        .trim()
        .toLowerCase()
        .replace(/[_'’\s]/g, '')
        .replace(/(u64|u?ll?|n)$/, '');
    if (!/^(0x[0-9a-f]+|0b[01]+|\d+)$/.test(digits)) {
        return null;
    }
    const set = BigInt(digits);
    return set <= FULL ? set : null;
}

/**
 * The subset of a mask that follows another one, by the carry-rippler; the first one follows the last.
 * @param {bigint} subset
 * @param {bigint} mask
 */
export const nextSubset = (subset, mask) => BigInt.asUintN(64, subset - mask) & mask;

/**
 * All subsets of a mask in their order, the empty one first.
 * @param {bigint} mask
 */
export function* subsets(mask) {
    let subset = 0n;
    do {
        yield subset;
        subset = nextSubset(subset, mask);
    } while (subset !== 0n);
}

/**
 * The place of a subset among the subsets of a mask: its bits side by side.
 * @param {bigint} subset
 * @param {bigint} mask
 */
export function placeOf(subset, mask) {
    let [place, value] = [0, 1];
    for (let rest = mask; rest !== 0n; rest &= rest - 1n) {
        if ((subset & rest & -rest) !== 0n) {
            place += value;
        }
        value *= 2;
    }
    return place;
}
