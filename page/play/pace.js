// The time that an opponent takes for a move, as a person does: below full strength the engine would answer at once.

/** The least time and the mean of the rest without clocks, in milliseconds. */
const [LEAST, REST] = [400, 1400];
/** The moves that the time left is shared by, and the share of the increment that is used. */
const [MOVES, SHARE] = [50, 0.6];
/** The greatest share of the time left, and the longest time. */
const [MOST, LONGEST] = [0.05, 8000];
/** The share of the time for a move in the first plies, which are known, and for an only move. */
const [KNOWN_PLIES, QUICK] = [10, 0.4];

/**
 * Returns the milliseconds that a move takes.
 * @param {object} turn
 * @param {number} turn.plies of the game so far
 * @param {number} turn.moves the legal moves
 * @param {number | null} turn.left the time left in milliseconds; null without clocks
 * @param {number} turn.increment in milliseconds
 * @param {number} random 0 to 1
 */
export function paceOf({ plies, moves, left, increment }, random) {
    const quick = plies < KNOWN_PLIES || moves === 1 ? QUICK : 1;
    const mean = left === null ? REST : left / MOVES + increment * SHARE;
    const time = (LEAST + mean * 2 * random) * quick;
    return left === null ? time : Math.min(time, left * MOST, LONGEST);
}
