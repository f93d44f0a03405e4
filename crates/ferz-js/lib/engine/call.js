// A search and its lines: the fields of the call `search` of `ferz serve`, and of the objects of `ferz analyse --json`.

/**
 * A search.
 * @typedef {object} SearchCall
 * @property {string} fen
 * @property {string[]} moves moves from the position on, in UCI notation
 * @property {boolean} chess960
 * @property {number} multipv
 * @property {number | undefined} [elo]
 * @property {number | undefined} [level]
 * @property {boolean | undefined} [newGame] the first search of another game
 * @property {number | undefined} [reviewHash] a search of a review: one thread, and an empty hash table of so many MiB
 * @property {{ depth?: number, nodes?: number, time?: number, mate?: number, moves?: string[],
 *   clock?: { white: number, black: number, increment: number, movesToGo?: number } }} limits times in milliseconds
 */

/**
 * A line of a search, from the view of the side to move.
 * @typedef {object} Line
 * @property {number} rank from 1
 * @property {number} depth
 * @property {number} seldepth
 * @property {{ cp?: number, mate?: number, bound: 'exact' | 'lower' | 'upper' }} score
 * @property {[number, number, number] | undefined} [wdl] per mille
 * @property {number} nodes
 * @property {number} nps
 * @property {number} seconds
 * @property {number} hashfull per mille
 * @property {string[]} pv in UCI notation
 */

/**
 * What the pieces of a position are worth, by the names of their squares, in pawns for White.
 * @typedef {{ pieces: Record<string, number>, centipawns: number, endgame: string | null }} Worth
 */

export {};
