// The moves that the games made in each position, for the explorer.

import { Game } from '../ferz/index.js';

/**
 * A move of a position in the games.
 * @typedef {object} ExploredMove
 * @property {string} san
 * @property {number} games
 * @property {number} white games that White won
 * @property {number} draws
 * @property {number} black
 * @property {{ games: number, points: number }} [mine] the user's games, and the points in those with a result
 */

/** The plies of a game that are indexed. */
export const INDEXED_PLIES = 40;
/** The words of an entry: the key in two, the move, the game. */
const WORDS = 4;
const BUCKETS = 1 << 20;

export class Positions {
    #entries = new Uint32Array(WORDS * 65_536);
    /** The next entry of the same bucket plus one; 0 at its end. */
    #next = new Uint32Array(65_536);
    #heads = new Uint32Array(BUCKETS);
    #count = 0;
    /** @type {string[]} */ #moves = [];
    /** @type {Map<string, number>} */ #numbers = new Map();

    /**
     * Adds the main line of a game.
     * @param {number} index the number of the game
     * @param {Uint8Array} bytes
     */
    add(index, bytes) {
        const game = Game.from(bytes);
        if (game === null) {
            return;
        }
        // One position that is moved on: each of its own would be played from the start.
        const position = game.start;
        for (const san of game.sans().slice(0, INDEXED_PLIES)) {
            if (san !== '--') {
                this.#put(position.key, san, index);
                position.play(san);
            } else {
                position.pass();
            }
        }
    }

    /**
     * @param {bigint} key
     * @param {string} san
     * @param {number} game
     */
    #put(key, san, game) {
        if (this.#count >= this.#next.length) {
            this.#entries = larger(this.#entries);
            this.#next = larger(this.#next);
        }
        let move = this.#numbers.get(san);
        if (move === undefined) {
            move = this.#moves.push(san) - 1;
            this.#numbers.set(san, move);
        }
        const [low, high] = halves(key);
        const at = this.#count++;
        this.#entries.set([low, high, move, game], WORDS * at);
        const bucket = low % BUCKETS;
        this.#next[at] = this.#heads[bucket];
        this.#heads[bucket] = at + 1;
    }

    /**
     * Returns the moves of a position, the most frequent first, and the games that had it.
     * @param {bigint} key
     * @param {(game: number) => number | null} pointsOf White's points
     * @param {(game: number) => 'white' | 'black' | null} sideOf the user's side
     * @returns {{ moves: ExploredMove[], games: number[] }}
     */
    find(key, pointsOf, sideOf) {
        const [low, high] = halves(key);
        /** @type {Map<number, ExploredMove & Required<Pick<ExploredMove, 'mine'>>>} */
        const moves = new Map();
        /** @type {Set<number>} */
        const games = new Set();
        for (let at = this.#heads[low % BUCKETS]; at !== 0; at = this.#next[at - 1]) {
            const [entryLow, entryHigh, move, game] = this.#entries.subarray(
                WORDS * (at - 1),
                WORDS * at,
            );
            if (entryLow !== low || entryHigh !== high) {
                continue;
            }
            const found = moves.get(move) ?? {
                san: this.#moves[move],
                games: 0,
                white: 0,
                draws: 0,
                black: 0,
                mine: { games: 0, points: 0 },
            };
            moves.set(move, found);
            games.add(game);
            const points = pointsOf(game);
            found.games += 1;
            found.white += points === 1 ? 1 : 0;
            found.draws += points === 0.5 ? 1 : 0;
            found.black += points === 0 ? 1 : 0;
            const side = sideOf(game);
            if (side !== null && points !== null) {
                found.mine.games += 1;
                found.mine.points += side === 'white' ? points : 1 - points;
            }
        }
        return {
            moves: [...moves.values()].sort(
                (a, b) => b.games - a.games || (a.san < b.san ? -1 : 1),
            ),
            games: [...games].sort((a, b) => a - b),
        };
    }
}

/** @param {bigint} key */
function halves(key) {
    return [Number(key & 0xffffffffn), Number(BigInt.asUintN(64, key) >> 32n)];
}

/** @param {Uint32Array<ArrayBuffer>} words */
function larger(words) {
    const more = new Uint32Array(2 * words.length);
    more.set(words);
    return more;
}
