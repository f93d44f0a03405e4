// The mistakes of a reviewed game as puzzles: the position before each, and the better move.

import { mistakesOf } from '../analyse/mistakes.js';
import { evaluationOf } from '../parts/marks.js';
import { Puzzle } from './puzzle.js';

/** @import { Color, Game } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** The NAGs of mistakes and blunders. */
const BAD = [2, 4];
/** What a move may lose of the expected score against the best one and still be right. */
const TOLERANCE = 0.05;

/** Whose mistakes are solved. @typedef {Color | 'both'} Side */

/**
 * Returns the mistakes and blunders of the main line that have a better move beside them, in the order of the game.
 * @param {Game} game
 * @param {Side} side
 * @returns {Puzzle[]}
 */
export function puzzlesOf(game, side) {
    return mistakesOf(game).flatMap(({ node, better }) => {
        const before = node.parent;
        if (
            !node.nags.some((nag) => BAD.includes(nag)) ||
            !better?.move ||
            before === null ||
            (side !== 'both' && before.position.turn !== side)
        ) {
            return [];
        }
        // The move before is shown first, where there is one.
        const lead = before.move !== null && before.parent !== null ? before : null;
        const { turn, fen } = before.position;
        const share = evaluationOf(before)?.share ?? 0.5;
        return [
            new Puzzle({
                id: `${fen} ${better.uci}`,
                start: (lead?.parent ?? before).position,
                moves: [...(lead ? [lead.uci] : []), better.uci],
                mistake: { game, node, share: turn === 'white' ? share : 1 - share },
            }),
        ];
    });
}

/**
 * True if the engine finds a move of a mistake's position as good as the best one.
 * @param {Store} store
 * @param {Puzzle} puzzle
 * @param {import('../ferz/index.js').Position} after the position after the move
 * @param {AbortSignal} signal
 */
export async function isAsGood(store, puzzle, after, signal) {
    const best = puzzle.mistake?.share ?? 1;
    /** @type {import('../ferz/engine.js').AnalysisLine | null} */
    let last = null;
    if (after.outcome !== null) {
        const { winner } = after.outcome;
        return (winner === null ? 0.5 : winner === puzzle.solver ? 1 : 0) >= best - TOLERANCE;
    }
    for await (const line of store.desk.search(after, {
        nodes: store.settings.reviewNodes,
        signal,
    })) {
        last = line.bound === null ? line : (last ?? line);
    }
    if (last === null) {
        throw new Error(store.desk.reason || 'the engine has no answer');
    }
    const share = last.whiteExpected / 100;
    return (puzzle.solver === 'white' ? share : 1 - share) >= best - TOLERANCE;
}
