// Counts in a thread of its own, move by move, so that the page goes on and knows how far it is.

import { performTasks, report } from '../thread.js';

/** @import { Count } from './perft.js' */

/**
 * @typedef {{ fen: string, chess960: boolean, depth: number }} Task
 * @typedef {{ counted: Count, of: number }} Report
 */

performTasks(async (/** @type {Task} */ { fen, chess960, depth }) => {
    // Messages would be lost while the thread starts if it waited for the rules there.
    const { Position } = await import('../ferz/index.js');
    const position = new Position(fen, { chess960 });
    const moves = position.moves();
    return moves.map((move) => {
        const after = position.clone();
        after.play(move);
        const counted = {
            uci: move.uci,
            san: move.san,
            count: depth > 1 ? after.perft(depth - 1) : 1,
        };
        report({ counted, of: moves.length });
        return counted;
    });
});
