// The first moves of the engine: one of several good ones, so that games begin differently. By itself the engine plays the best
// move that it finds, which is nearly always the same.

import { openings } from '../ferz/index.js';

/** @import { Position } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** The plies of a game in which moves of named openings are played. */
const NAMED_PLIES = 12;
/** The nodes of the search that compares them. */
const NODES = 20_000;
/** What a move may lose against the best of them, in centipawns, below full strength and at it. */
const MAX_LOSS = 40;
const MAX_LOSS_FULL = 15;
/** The divisor of the least share of a move among the openings that go on: a rarer move is an odd one. */
const LEAST_SHARE = 50;

/**
 * Returns a move toward a named opening in UCI notation; null if no opening goes on, or the opening is over. It is the likelier
 * the more openings go on from it. Moves that a search finds worse than the best of them, as in unsound gambits, are left out.
 * @param {Store} store
 * @param {Position} position
 * @param {number} plies of the game so far
 * @param {{ isFull: boolean, signal: AbortSignal }} options
 * @returns {Promise<string | null>}
 */
export async function openingMove(store, position, plies, { isFull, signal }) {
    if (
        plies >= NAMED_PLIES ||
        !(await openings.load().then(
            () => true,
            () => false,
        ))
    ) {
        return null;
    }
    const candidates = continuationsOf(position);
    if (candidates.size < 2 || signal.aborted) {
        return candidates.keys().next().value ?? null;
    }
    /** @type {Map<string, number>} */
    const scores = new Map();
    for await (const line of store.desk.search(position, {
        nodes: NODES,
        lines: candidates.size,
        moves: [...candidates.keys()],
        signal,
    })) {
        if (line.bound === null) {
            scores.set(
                line.pv[0],
                line.score.centipawns ?? Math.sign(line.score.mate ?? 0) * 100_000,
            );
        }
    }
    if (scores.size === 0) {
        // The engine does not start, which the next search says.
        return null;
    }
    const best = Math.max(...scores.values());
    const sound = [...candidates].filter(
        ([move]) => (scores.get(move) ?? -Infinity) >= best - (isFull ? MAX_LOSS_FULL : MAX_LOSS),
    );
    return drawn(sound);
}

/**
 * The moves to named openings, with the number of openings that each leads to at once or by a further move.
 * @param {Position} position
 * @returns {Map<string, number>}
 */
function continuationsOf(position) {
    /** @type {[string, number][]} */
    const found = [];
    for (const move of position.moves()) {
        const after = position.clone();
        after.play(move);
        if (openings.find(after) !== null) {
            found.push([move.uci, 1 + namesBehind(after)]);
        }
    }
    const all = found.reduce((sum, [, count]) => sum + count, 0);
    return new Map(found.filter(([, count]) => count * LEAST_SHARE >= all));
}

/** @param {Position} position */
function namesBehind(position) {
    return position.moves().filter((move) => {
        const after = position.clone();
        after.play(move);
        return openings.find(after) !== null;
    }).length;
}

/**
 * Draws a move by its weight.
 * @param {readonly (readonly [string, number])[]} moves
 * @returns {string | null}
 */
function drawn(moves) {
    let rest = Math.random() * moves.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [move, weight] of moves) {
        rest -= weight;
        if (rest < 0) {
            return move;
        }
    }
    return null;
}
