// The curve by which moves are judged.

import { renew, wasm } from './wasm.js';

/**
 * Returns the expected score of the side that a score is for, in percent: the one scale of reviews, bars and charts, fitted
 * to games of people. A mate in 0 moves is lost.
 *
 * ```js
 * expectedScore({ centipawns: 100, mate: null });  // 59.1 or so
 * ```
 *
 * @param {{ centipawns?: number | null | undefined, mate?: number | null | undefined }} score centipawns, or the moves to mate
 * @returns {number}
 */
export function expectedScore({ centipawns, mate }) {
    renew();
    return wasm.expected_score(
        mate === null || mate === undefined ? 0 : 1,
        mate ?? centipawns ?? 0,
    );
}
