// The reviews of games: numbers and reasons that the comments of a game do not have. They are kept with a game, so that it looks
// the same when it comes back.

/** @import { Game } from '../ferz/index.js' */
/** @import { Review } from '../ferz/engine.js' */

/** @typedef {Omit<Review['moves'][number], 'node'> & { uci: string }} KeptMove */
/** A review without the game. @typedef {Omit<Review, 'game' | 'moves'> & { moves: KeptMove[] }} KeptReview */

/** @type {WeakMap<Game, KeptReview>} */
const reviews = new WeakMap();

/** Remembers a review of its game. @param {Review} review */
export function setReview({ game, moves, ...numbers }) {
    const kept = moves.map(({ node, ...move }) => ({ ...move, uci: node.uci }));
    reviews.set(game, { ...numbers, moves: kept });
}

/**
 * Takes over a review that was kept with a game.
 * @param {Game} game
 * @param {KeptReview | undefined} kept
 */
export function restoreReview(game, kept) {
    kept && reviews.set(game, kept);
}

/** Returns what is to be kept of the review of a game. @param {Game} game */
export const keptReview = (game) => reviews.get(game);

/**
 * Returns the review of a game, or null if there is none, or one of another main line. Moves behind its end are not part of it.
 * @param {Game} game
 * @returns {Review | null}
 */
export function reviewOf(game) {
    const kept = reviews.get(game);
    const nodes = [...game.mainline()];
    const isSame = kept?.moves.every(({ uci }, index) => uci === nodes[index]?.uci) ?? false;
    return kept && isSame
        ? {
              ...kept,
              game,
              moves: kept.moves.map((move, index) => ({ ...move, node: nodes[index] })),
          }
        : null;
}
