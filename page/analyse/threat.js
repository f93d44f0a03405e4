// Threats: what the other side would do if it were its turn, and whether that is worth an arrow.

import { shareOf } from '../parts/marks.js';

/** @import { AnalysisLine } from '../ferz/engine.js' */
/** @import { Position } from '../ferz/index.js' */

/** What a threat gains at least of the expected score: that which makes a move an inaccuracy if it is lost. */
const LEAST_GAIN = 0.05;
/** The centipawns that two moves in a row are worth without any threat. */
const TEMPO = 50;
/** The depth from which a search decides. */
const LEAST_DEPTH = 6;

/**
 * Returns the position with the other side to move, or null if there is none.
 * @param {Position} position
 */
export function passed(position) {
    if (position.inCheck || position.outcome !== null) {
        return null;
    }
    const copy = position.clone();
    try {
        copy.pass();
    } catch {
        return null;
    }
    return copy.outcome === null ? copy : null;
}

/**
 * Returns whether the other side threatens something: two moves in a row must gain it more than they always do, and not only
 * save what it would lose. Null if the search has not come far enough.
 * @param {Position} position
 * @param {AnalysisLine | undefined} best the best line of the other side, as if it were its turn
 * @param {AnalysisLine | undefined} quiet the best line of the side to move
 * @returns {boolean | null}
 */
export function hasThreat(position, best, quiet) {
    if ((best?.score.mate ?? 0) > 0) {
        return true;
    }
    if (!best || !quiet || best.depth < LEAST_DEPTH) {
        return null;
    }
    const isRescue =
        quiet.pv[0]?.slice(2, 4) === best.pv[0]?.slice(0, 2) &&
        position.get(best.moves[0].to) === null;
    // `quiet` has the score of the side to move, `best` that of the other side. What is lost already cannot be threatened.
    const { centipawns, mate } = quiet.score;
    const before = mate === null ? shareOf(TEMPO - centipawns, null) : mate > 0 ? 0.5 : 1;
    return !isRescue && shareOf(best.score.centipawns, best.score.mate) - before >= LEAST_GAIN;
}
