// Premoves: where a piece could go whatever the answer is, and whether a position is an answer.

import { colorOf } from './placement.js';

/** @import { Color, Square } from '../base/squares.js' */
/** @import { Placement } from './placement.js' */

const STRAIGHT = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
];
const DIAGONAL = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
];
const LEAPS = [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
];
/** The steps of pieces, and how often a piece makes its step. @type {Record<string, [number[][], number]>} */
const STEPS = {
    n: [LEAPS, 1],
    b: [DIAGONAL, 7],
    r: [STRAIGHT, 7],
    q: [[...STRAIGHT, ...DIAGONAL], 7],
    k: [[...STRAIGHT, ...DIAGONAL], 1],
};

/**
 * The squares that a piece can reach on some board with it there: of a pawn its steps and captures, of a king also the
 * targets of castling with a rook of its rank, and that rook.
 *
 * ```js
 * premoveTargets(new Map([['a2', 'P']]), 'a2');  // ['a3', 'a4', 'b3']
 * ```
 *
 * @param {Placement} pieces
 * @param {Square} from
 * @returns {Square[]}
 */
export function premoveTargets(pieces, from) {
    const letter = pieces.get(from) ?? '';
    const [file, rank] = [from.charCodeAt(0) - 97, Number(from[1]) - 1];
    const kind = letter.toLowerCase();
    const isWhite = colorOf(letter) === 'white';
    /** @type {Square[]} */
    const targets = [];
    const add = (/** @type {number} */ toFile, /** @type {number} */ toRank) => {
        const isOnBoard = toFile >= 0 && toFile < 8 && toRank >= 0 && toRank < 8;
        if (isOnBoard) {
            targets.push(/** @type {Square} */ (`${'abcdefgh'[toFile]}${toRank + 1}`));
        }
        return isOnBoard;
    };
    if (kind === 'p') {
        const forward = isWhite ? 1 : -1;
        add(file, rank + forward);
        if (rank === (isWhite ? 1 : 6)) {
            add(file, rank + 2 * forward);
        }
        add(file - 1, rank + forward);
        add(file + 1, rank + forward);
        return targets;
    }
    const [steps, most] = STEPS[kind] ?? [[], 0];
    for (const [x, y] of steps) {
        for (let n = 1; n <= most && add(file + n * x, rank + n * y); n++);
    }
    if (kind === 'k' && rank === (isWhite ? 0 : 7)) {
        for (const [square, other] of pieces) {
            if (other === (isWhite ? 'R' : 'r') && square[1] === from[1]) {
                targets.push(
                    square,
                    /** @type {Square} */ (`${square > from ? 'g' : 'c'}${from[1]}`),
                );
            }
        }
    }
    return [...new Set(targets)].filter((square) => square !== from);
}

/**
 * True if a position follows from another one by at most one move of a side: one piece goes to another square, or king and
 * rook do, and at most one piece of the other side is gone. A position that was taken back, or of another game, does not.
 * @param {Placement} before
 * @param {Placement} after
 * @param {Color} side the side that moves
 */
export function isAnswer(before, after, side) {
    /** The pieces of the side that have left a square or come to one. @type {string[][]} */
    const [left, came] = [[], []];
    /** How many of the other side have. */
    let [taken, others] = [0, 0];
    for (const square of new Set([...before.keys(), ...after.keys()])) {
        const [old, now] = [before.get(square), after.get(square)];
        if (old === now) {
            continue;
        }
        if (old !== undefined) {
            colorOf(old) === side ? left.push(old.toLowerCase()) : (taken += 1);
        }
        if (now !== undefined) {
            colorOf(now) === side ? came.push(now.toLowerCase()) : (others += 1);
        }
    }
    if (others > 0 || left.length !== came.length) {
        return false;
    }
    switch (left.length) {
        case 0:
            return taken === 0;
        case 1:
            return taken <= 1 && (left[0] === came[0] || left[0] === 'p');
        // Castling; in Chess960 one of the two may stay, which is a move of the other.
        case 2:
            return (
                taken === 0 &&
                [...left].sort().join('') === 'kr' &&
                [...came].sort().join('') === 'kr'
            );
        default:
            return false;
    }
}
