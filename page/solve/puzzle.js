// A puzzle, and the attempt to solve it. Neither knows the page nor an engine.

import { Game, Position } from '../ferz/index.js';
import { answerTo, hintsFor } from '../ferz/rules/puzzles.js';

/** @import { Move, MoveSquares, Node } from '../ferz/index.js' */
/** @import { PuzzleRecord } from '../ferz/rules/puzzles.js' */

/**
 * What a puzzle is made of.
 * @typedef {object} PuzzleParts
 * @property {string} id
 * @property {Position} start
 * @property {string[]} moves in UCI notation: the solver's are the last and each second one before it. An even number of
 *   moves begins with one of the other side, as in Lichess's puzzles
 * @property {string[]} [themes]
 * @property {number} [rating] 0 without one
 * @property {string} [address] that of the game
 * @property {Mistake | null} [mistake]
 */

/**
 * A mistake of a reviewed game, which is a puzzle: another move than the best one may be as good.
 * @typedef {object} Mistake
 * @property {Game} game
 * @property {Node} node the move of the game
 * @property {number} share the solver's expected score before it, 0 to 1
 */

export class Puzzle {
    /**
     * @param {PuzzleParts} parts
     * @throws {Error} if it has no moves, or one that is not legal
     */
    constructor({ id, start, moves, themes = [], rating = 0, address = '', mistake = null }) {
        this.id = id;
        this.themes = themes;
        this.rating = rating;
        this.address = address;
        this.mistake = mistake;
        /** The position before the first move, and the game with the whole solution. */
        this.start = start;
        this.game = new Game(start);
        const played = this.game.root.addLine(moves);
        if (played.isRoot) {
            throw new Error('it has no moves');
        }
        /** The number of moves before the solution: 0 or 1. */
        this.lead = moves.length % 2 === 0 ? 1 : 0;
        this.game.tags.Event = mistake === null ? `Puzzle ${id}` : 'A mistake';
        if (address !== '') {
            this.game.tags.Site = address;
        }
        if (themes.length > 0) {
            this.game.tags.Themes = themes.join(' ');
        }
    }

    /** The node of the position that is to be solved. */
    get node() {
        return this.lead === 1 ? /** @type {Node} */ (this.game.root.next) : this.game.root;
    }

    /** The side that solves. */
    get solver() {
        return this.node.position.turn;
    }

    /** Why the move before the solution was an error, as far as it is proven. */
    get reasons() {
        const line = [];
        for (let { next } = this.node; next !== null; next = next.next) {
            line.push(next.uci);
        }
        return hintsFor(this.node.position, line).reasons;
    }

    /**
     * Reads a row of a CSV file.
     * @param {PuzzleRecord} record
     * @throws {Error} if its position or a move is not legal
     */
    static ofRecord({ id, fen, moves, rating, themes, game }) {
        return new Puzzle({
            id,
            start: new Position(fen, { lenient: true }),
            moves: moves.split(' ').filter(Boolean),
            rating,
            themes: themes.split(' ').filter(Boolean),
            address: addressOf(game),
        });
    }

    /**
     * Reads a puzzle of PGN: its main line from its position.
     * @param {string | Uint8Array} pgn
     * @throws {Error} if it cannot be read
     */
    static ofPgn(pgn) {
        const game = Game.from(pgn);
        if (game === null || game.error !== null) {
            throw game?.error ?? new Error('it has no moves');
        }
        const { Event = '', Themes = '', Site = '' } = game.tags;
        return new Puzzle({
            id: /^Puzzle (\S+)$/.exec(Event)?.[1] ?? game.start.fen,
            start: game.start,
            moves: [...game.mainline()].map(({ uci }) => uci),
            themes: Themes.split(' ').filter(Boolean),
            address: addressOf(Site),
        });
    }
}

/** An address that may become a link. @param {string} text */
function addressOf(text) {
    return /^https?:\/\/\S+$/.test(text) ? text : '';
}

export class Attempt {
    /** @type {Node} */ #node;

    /** @param {Puzzle} puzzle */
    constructor(puzzle) {
        this.puzzle = puzzle;
        /** The moves so far. */
        this.game = new Game(puzzle.start);
        this.#node = this.game.root;
    }

    /** The node of the last move. */
    get node() {
        return this.#node;
    }

    get position() {
        return this.#node.position;
    }

    /** The rest of the solution, none after another move that mates. @returns {Move[]} */
    get rest() {
        let node = this.puzzle.game.root;
        for (const { uci } of this.#node.path) {
            const next = node.next;
            if (next === null || next.uci !== uci) {
                return [];
            }
            node = next;
        }
        const rest = [];
        for (let next = node.next; next !== null && next.move !== null; next = next.next) {
            rest.push(next.move);
        }
        return rest;
    }

    /** The next move of the solution, or null at its end. @returns {Move | null} */
    get expected() {
        return this.rest[0] ?? null;
    }

    get isSolved() {
        return this.expected === null;
    }

    get isSolversTurn() {
        return (
            !this.isSolved &&
            this.#node.ply >= this.puzzle.lead &&
            this.position.turn === this.puzzle.solver
        );
    }

    /** Makes the next move of the solution: the one before it, a reply, or one that is shown. */
    advance() {
        const { expected } = this;
        if (expected !== null) {
            this.#node = this.#node.add(expected.uci);
        }
    }

    /**
     * Answers a move by the rule of `ferz puzzles solve`: null if it is wrong, 0 for that of the solution, and the number of
     * moves for another one that mates by force, which solves the puzzle.
     * @param {MoveSquares | string} move
     */
    answer(move) {
        const { position, rest } = this;
        return answerTo(
            position,
            position.find(move).uci,
            rest.map(({ uci }) => uci),
        );
    }

    /** What helps to find the next move: the motif and the piece, the square, the move. */
    get hints() {
        const { position, rest } = this;
        return hintsFor(
            position,
            rest.map(({ uci }) => uci),
        ).hints;
    }

    /**
     * Makes a right move.
     * @param {MoveSquares | string} move
     */
    play(move) {
        this.#node = this.#node.add(move);
    }
}
