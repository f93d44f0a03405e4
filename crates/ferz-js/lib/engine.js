/**
 * The engine: analysis, play at any strength, and reviews of games.
 * @module
 */

import {
    describe,
    EngineError,
    expectBooleans,
    expectInteger,
    expectOptions,
    expectString,
} from './base/errors.js';
import { expectedScore } from './rules/review.js';
import { Game } from './rules/game.js';
import { LocalEngine } from './engine/local.js';
import { Move } from './rules/move.js';
import { Position } from './rules/position.js';
import { RemoteEngine, Server } from './engine/server.js';

export { Server };

/** @import { FileSource } from './base/sources.js' */
/** @import { MoveNumbers, Reason, SideNumbers } from './rules/game.js' */
/** @import { Node } from './rules/node.js' */
/** @import { Line, SearchCall } from './engine/call.js' */
/** @import { Square } from './base/squares.js' */

/**
 * The limits of a search. Without any it runs until it is stopped.
 * @typedef {object} Limits
 * @property {number | undefined} [depth] in plies
 * @property {number | undefined} [nodes]
 * @property {number | undefined} [time] milliseconds for this search
 * @property {number | undefined} [mate] ends with a mate in so many moves
 * @property {{ white: number, black: number, increment?: number | undefined, movesToGo?: number | undefined } | undefined} [clock] the clocks of the game in
 *   milliseconds; the engine divides its time
 * @property {(string | Move)[] | undefined} [moves] the moves to search, in UCI notation; all without them
 * @property {AbortSignal | undefined} [signal] stops the search
 */

/** The names of the limits that are passed on to a search. */
const LIMITS = ['depth', 'nodes', 'time', 'mate', 'clock', 'moves'];

/**
 * @typedef {object} EngineOptions
 * @property {number | undefined} [hashMiB] size of the hash table, 16 by default
 * @property {FileSource | null | undefined} [network] the file of a network, or its address; null for the classical evaluation
 * @property {URL | string | undefined} [worker] the address of the script of threads, `ferz/worker.js`, where a bundler has left it behind and
 *   a content policy forbids scripts from texts
 * @property {'memory' | 'messages' | 'never' | undefined} [stopBy] the best way to stop a search that may be used, for tests
 */

/**
 * A score for the side to move: centipawns, or the moves to mate, negative if the side is mated.
 * @typedef {{ centipawns: number, mate: null } | { centipawns: null, mate: number }} Score
 */

/** A line of an analysis. */
export class AnalysisLine {
    /** The depth in plies, and that of the deepest line. */
    depth = 0;
    selectiveDepth = 0;
    /** The rank of the line, from 1. */
    rank = 1;
    /** @type {Score} */
    score = { centipawns: 0, mate: null };
    /** Set if the score is only a bound. @type {'lower' | 'upper' | null} */
    bound = null;
    /** Win, draw and loss per mille for the side to move, if they are known. @type {[number, number, number] | null} */
    wdl = null;
    nodes = 0;
    /** Nodes per second. */
    speed = 0;
    /** Milliseconds from the start of the search. */
    time = 0;
    /** How full the hash table is, per mille. */
    hashFull = 0;
    /** The moves in UCI notation. @type {string[]} */
    pv = [];
    #position;

    /**
     * @param {Position} position
     * @param {Line} [line]
     */
    constructor(position, line) {
        this.#position = position;
        if (line !== undefined) {
            const { cp = null, mate = null, bound } = line.score;
            this.depth = line.depth;
            this.selectiveDepth = line.seldepth;
            this.rank = line.rank;
            this.score = /** @type {Score} */ ({ centipawns: cp, mate });
            this.bound = bound === 'exact' ? null : bound;
            this.wdl = line.wdl ?? null;
            this.nodes = line.nodes;
            this.speed = line.nps;
            this.time = Math.round(line.seconds * 1000);
            this.hashFull = line.hashfull;
            this.pv = line.pv;
        }
    }

    /** The moves. @returns {Move[]} */
    get moves() {
        const position = this.#position.clone();
        return this.pv.map((move) => position.play(move));
    }

    /** The moves in SAN with their numbers: `1. e4 e5 2. Nf3`. */
    get san() {
        return this.#position.sanLine(this.pv);
    }

    /** The score for White. @returns {Score} */
    get whiteScore() {
        return this.#position.turn === 'white' ? this.score : negated(this.score);
    }

    /** White's expected score in percent, by the curve that judges moves. */
    get whiteExpected() {
        return expectedScore(this.whiteScore);
    }

    /** Win, draw and loss per mille for White, if they are known. @returns {[number, number, number] | null} */
    get whiteWdl() {
        return this.wdl === null || this.#position.turn === 'white'
            ? this.wdl
            : [this.wdl[2], this.wdl[1], this.wdl[0]];
    }

    /** The score for White as text: `+0.35`, `-1.20`, `0.00`, `#3`, `#-2`. */
    get text() {
        const { centipawns, mate } = this.whiteScore;
        if (centipawns === null) {
            return `#${mate}`;
        }
        return `${centipawns > 0 ? '+' : ''}${(centipawns / 100).toFixed(2)}`;
    }
}

/**
 * @param {Score} score
 * @returns {Score}
 */
function negated({ centipawns, mate }) {
    return centipawns === null
        ? { centipawns, mate: -mate }
        : { centipawns: 0 - centipawns, mate: null };
}

/**
 * A move of a reviewed game: its numbers, the move in `Review.game`, the engine's line in its place, in SAN with numbers, and
 * why it was bad, as far as that is proven: what it allows first.
 * @typedef {MoveNumbers & { node: Node, best: string, reasons: Reason[] }} ReviewedMove
 */

/**
 * What the pieces of a position are worth.
 * @typedef {object} Worth
 * @property {Map<Square, number>} pieces for each piece but the kings, in pawns for White: those of Black are negative as a
 *   rule
 * @property {number} centipawns the evaluation of the position for White
 * @property {string | null} endgame the endgame whose own evaluation replaces that of the network
 */

/**
 * The review of a game.
 * @typedef {object} Review
 * @property {Game} game the game with evaluations, marks and better lines added
 * @property {ReviewedMove[]} moves those of the main line
 * @property {number} startScore White's expected score before the first move, in percent
 * @property {SideNumbers} white
 * @property {SideNumbers} black
 */

/**
 * The engine, in a thread of its own. One search runs at a time; others wait for it.
 *
 * ```js
 * const engine = await Engine.start();
 * const position = new Position();
 * for await (const line of engine.analyse(position, { depth: 8 })) {
 *     console.log(line.depth, line.text, line.san);
 * }
 * const move = await engine.play(position, { elo: 1600 });
 * engine.close();
 * ```
 */
export class Engine {
    #client;
    /** Ends with the last search that was asked for. @type {Promise<unknown>} */
    #turn = Promise.resolve();
    /** Ends the search that runs by an error. @type {(error: Error) => void} */
    #reject = () => {};
    #closed = false;
    #isNewGame = false;

    /**
     * @param {LocalEngine | RemoteEngine} client
     * @internal
     */
    constructor(client) {
        this.#client = client;
        client.onerror = (error) => {
            this.#closed = true;
            this.#reject(error);
        };
    }

    /**
     * Starts an engine.
     * @param {EngineOptions} [options]
     * @returns {Promise<Engine>}
     * @throws {EngineError}
     */
    static async start(options = {}) {
        expectOptions(options, ['hashMiB', 'network', 'worker', 'stopBy']);
        const { hashMiB = 16, network, worker, stopBy } = options;
        expectInteger(hashMiB, 'hashMiB', 1, 2048);
        if (worker !== undefined && !(worker instanceof URL)) {
            expectString(worker, 'worker');
        }
        const client = new LocalEngine({ hashMiB, network, worker, stopBy });
        await client.start();
        return new Engine(client);
    }

    /**
     * Returns an engine of a `ferz serve`: its built-in one, or one of its command line by its name. It analyses, plays and
     * annotates as one of this page does; hash table and threads are those of the command line. Closing it ends its
     * search only.
     *
     * ```js
     * const engine = await Engine.connect({ url: 'http://127.0.0.1:8064', token }, { engine: 'ferz' });
     * await engine.play(new Position(), { time: 100 });
     * engine.close();
     * ```
     *
     * @param {Server | { url: string, token: string }} server the server, or its address and secret
     * @param {{ engine?: string }} [options] the name of the engine, 'ferz' by default
     * @returns {Promise<Engine>}
     * @throws {EngineError} if the server does not answer, or has no such engine
     */
    static async connect(server, options = {}) {
        expectOptions(options, ['engine']);
        const { engine = 'ferz' } = options;
        expectString(engine, 'engine');
        const client = new RemoteEngine(
            server instanceof Server ? server : new Server(server),
            engine,
        );
        await client.start();
        return new Engine(client);
    }

    /** How a search is stopped here: see client.js. */
    get stopBy() {
        return this.#client.stopBy;
    }

    /**
     * Analyses a position, and passes on each line as it comes. Ends with the search: at a limit, at the abort of the
     * signal, or when the loop is left.
     *
     * ```js
     * const engine = await Engine.start();
     * for await (const line of engine.analyse(new Position(), { depth: 6, lines: 2 })) {
     *     line.rank;  // 1 or 2
     * }
     * engine.close();
     * ```
     *
     * @param {Position} position
     * @param {Limits & { lines?: number | undefined }} [options] `lines` is the number of best lines
     * @returns {AsyncGenerator<AnalysisLine, void, undefined>}
     */
    async *analyse(position, options = {}) {
        expectOptions(options, [...LIMITS, 'lines', 'signal']);
        const { lines = 1, signal, ...limits } = options;
        expectInteger(lines, 'lines', 1, 256);
        const call = { ...callOf(position, limits), multipv: lines };
        const release = await this.#wait();
        const copy = position.clone();
        /** @type {AnalysisLine[]} */
        const ready = [];
        let [done, wake] = [false, () => {}];
        const ended = this.#search(call, signal, (line) => {
            ready.push(new AnalysisLine(copy, line));
            wake();
        });
        // The error is thrown below.
        ended
            .catch(() => {})
            .finally(() => {
                done = true;
                wake();
            });
        try {
            for (;;) {
                while (ready.length > 0) {
                    yield/** @type {AnalysisLine} */ (ready.shift());
                }
                if (done) {
                    break;
                }
                await new Promise((resolve) => (wake = () => resolve(undefined)));
            }
            await ended;
        } finally {
            if (!done) {
                this.#client.stop();
                await ended.catch(() => {});
            }
            release();
        }
    }

    /**
     * Returns the engine's move, or null if there is none.
     * @param {Position} position
     * @param {Limits & { elo?: number | undefined, level?: number | undefined }} [options] `elo` limits the strength, or `level` from 0 to 20; the time
     *   is a second without limits
     * @returns {Promise<Move | null>}
     * @throws the reason of the signal, if it aborts
     */
    async play(position, options = {}) {
        expectOptions(options, [...LIMITS, 'elo', 'level', 'signal']);
        const { elo, level, signal, ...limits } = options;
        const hasLimit = Object.values(limits).some((limit) => limit !== undefined);
        const strength =
            elo !== undefined
                ? { elo: whole(elo, 'elo') }
                : level !== undefined && level < 20
                  ? { level: whole(level, 'level') }
                  : {};
        const call = { ...callOf(position, hasLimit ? limits : { time: 1000 }), ...strength };
        const release = await this.#wait();
        try {
            signal?.throwIfAborted();
            const best = await this.#search(call, signal, () => {});
            signal?.throwIfAborted();
            return best === null ? null : position.clone().find(best);
        } finally {
            release();
        }
    }

    /**
     * Reviews the main line of a game: evaluates all positions, and marks what each move loses.
     *
     * ```js
     * const engine = await Engine.start();
     * const game = Game.from('1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
     * const review = await engine.annotate(game, { nodes: 20_000 });
     * review.moves[3].assessment;  // 'blunder'
     * review.moves[3].reasons[0].text;  // 'It allows mate: 3. Qxe5#.'
     * engine.close();
     * ```
     *
     * @param {Game} game
     * @param {{ nodes?: number | undefined, linePlies?: number | undefined, comments?: boolean | undefined,
     *   signal?: AbortSignal | undefined,
     *   onProgress?: ((share: number, line: AnalysisLine, index: number) => unknown) | undefined }} [options]
     *   the nodes for each position (100,000; a second search near the border of a class has four times as many, those for
     *   reasons half as many), the plies of better lines (8; 0 adds none), true to add the reasons to the game as comments
     *   with marks, and what is called after each search of a position with the share that is done, the best line, and the
     *   number of the position, from 0; the review waits for a promise that it returns
     * @returns {Promise<Review>}
     * @throws the reason of the signal, if it aborts
     */
    async annotate(game, options = {}) {
        expectOptions(options, ['nodes', 'linePlies', 'comments', 'signal', 'onProgress']);
        expectBooleans(options, ['comments']);
        const { nodes, linePlies = 8, comments = false, signal, onProgress } = options;
        if (!(game instanceof Game)) {
            throw new TypeError(`expected a Game, found ${describe(game)}`);
        }
        const positions = [game.root, ...game.mainline()].map((node) => node.position);
        const lines = positions.map(() => '');
        /** The searches so far: see rules/src/review.rs. @type {number[]} */
        const words = [];
        for (let rest = 1; ; rest /= 2) {
            const {
                searches,
                nodes: usual,
                hashMiB,
                positions: _,
                pgn,
                moves,
                ...numbers
            } = game.review(words, linePlies);
            if (searches.length === 0) {
                const annotated = Game.from(pgn) ?? game;
                const played = [...annotated.mainline()];
                const reviewed = [];
                for (const [index, move] of moves.entries()) {
                    const node = played[index];
                    const effort = { nodes: Math.ceil((nodes ?? usual) / 2), hashMiB, signal };
                    const { reasons, comment } =
                        move.assessment === undefined
                            ? { reasons: [], comment: '' }
                            : await this.#reasonsOf(game, words, index, effort);
                    if (comments && comment !== '' && !node.comment.includes(reasons[0].text)) {
                        node.comments.push(comment);
                    }
                    reviewed.push({ node, best: lines[index], reasons, ...move });
                }
                return { ...numbers, moves: reviewed, game: annotated };
            }
            for (const [done, { index, factor, effort }] of searches.entries()) {
                signal?.throwIfAborted();
                const position = positions[index];
                const limits = { nodes: (nodes ?? usual) * factor };
                const line = await this.#lineOf(
                    position,
                    { ...callOf(position, limits), reviewHash: hashMiB },
                    signal,
                );
                words.push(index, effort, ...wordsOf(line));
                lines[index] = position.sanLine(line.pv.slice(0, Math.max(1, linePlies)));
                await onProgress?.(1 - rest * (1 - (done + 1) / searches.length / 2), line, index);
            }
        }
    }

    /**
     * Returns the reasons of a move of a review, after the searches that they need.
     * @param {Game} game
     * @param {number[]} words those of the review
     * @param {number} index the move
     * @param {{ nodes: number, hashMiB: number, signal: AbortSignal | undefined }} effort
     */
    async #reasonsOf(game, words, index, { nodes, hashMiB, signal }) {
        /** The lines of the searches so far: see rules/src/review.rs. @type {number[]} */
        const answers = [];
        for (;;) {
            const found = game.reasons(words, answers, index);
            if ('reasons' in found) {
                return found;
            }
            signal?.throwIfAborted();
            const { fen, chess960, lines: multipv } = found.search;
            const position = new Position(fen, { chess960 });
            const call = { ...callOf(position, { nodes }), multipv, reviewHash: hashMiB };
            const release = await this.#wait();
            try {
                /** @type {AnalysisLine[]} */
                const lines = [];
                await this.#search(call, signal, (line) => {
                    const known = lines[line.rank - 1];
                    const isStart = line.pv.every((move, at) => move === known?.pv[at]);
                    if (line.score.bound !== 'upper' && line.pv.length > 0) {
                        lines[line.rank - 1] = new AnalysisLine(position, line);
                        lines[line.rank - 1].pv = isStart ? known.pv : line.pv;
                    }
                });
                signal?.throwIfAborted();
                const words = lines.filter(Boolean).map(wordsOf);
                // Without the depth.
                const line = words.flatMap(([kind, score, , ...moves]) => [kind, score, ...moves]);
                answers.push(words.length, ...line);
            } finally {
                release();
            }
        }
    }

    /**
     * Returns the best line of a search: the last one whose score is no upper bound, or the best move alone if the line has
     * another one. As `SearchEngine::search` of `ferz-session`.
     * @param {Position} position
     * @param {SearchCall} call
     * @param {AbortSignal | undefined} signal
     */
    async #lineOf(position, call, signal) {
        const found = new AnalysisLine(position.clone());
        const release = await this.#wait();
        try {
            const best = await this.#search(call, signal, (line) => {
                if (line.rank === 1 && line.score.bound !== 'upper') {
                    const { pv, depth } = found;
                    const isStart = line.pv.every((move, index) => move === pv[index]);
                    Object.assign(found, new AnalysisLine(position, line));
                    found.depth = Math.max(depth, line.depth);
                    found.pv = isStart ? pv : line.pv;
                }
            });
            signal?.throwIfAborted();
            if (best !== null && found.pv[0] !== best) {
                found.pv = [best];
            }
            return found;
        } finally {
            release();
        }
    }

    /**
     * Returns what each piece is worth to the network in a position, without a search: its evaluation less the one
     * without the piece. The values do not add up to the evaluation, since pieces work together.
     *
     * ```js
     * const engine = await Engine.start();
     * const worth = await engine.worth(new Position());
     * worth.pieces.get('d1');  // 6.9 or so
     * engine.close();
     * ```
     *
     * @param {Position} position
     * @returns {Promise<Worth>}
     * @throws {EngineError} if the engine has no network
     */
    async worth(position) {
        if (!(position instanceof Position)) {
            throw new TypeError(`expected a Position, found ${describe(position)}`);
        }
        const release = await this.#wait();
        try {
            const { pieces, ...rest } = await new Promise((resolve, reject) => {
                this.#reject = reject;
                this.#client.worth(position.fen, position.isChess960).then(resolve, reject);
            });
            return { ...rest, pieces: new Map(/** @type {any} */ (Object.entries(pieces))) };
        } finally {
            this.#reject = () => {};
            release();
        }
    }

    /** Forgets the earlier positions, before another game. */
    async newGame() {
        const release = await this.#wait();
        this.#isNewGame = true;
        release();
    }

    /** Ends the engine. Searches that run or wait are ended by an error. */
    close() {
        this.#closed = true;
        this.#client.close();
        this.#reject(new EngineError('the engine was closed'));
    }

    /** Closes the engine at the end of a block: `using engine = await Engine.start()`. */
    [Symbol.dispose]() {
        this.close();
    }

    /**
     * Waits for the turn of a search. The function returned ends it.
     * @returns {Promise<() => void>}
     */
    async #wait() {
        let release = () => {};
        const before = this.#turn;
        this.#turn = new Promise((resolve) => (release = () => resolve(undefined)));
        await before;
        if (this.#closed) {
            release();
            throw new EngineError('the engine was closed');
        }
        return release;
    }

    /**
     * Searches, and returns the best move in UCI notation.
     * @param {SearchCall} call
     * @param {AbortSignal | undefined} signal
     * @param {(line: Line) => void} report
     * @returns {Promise<string | null>}
     */
    async #search(call, signal, report) {
        if (signal?.aborted) {
            return null;
        }
        const stop = () => this.#client.stop();
        signal?.addEventListener('abort', stop, { once: true });
        const newGame = this.#isNewGame;
        this.#isNewGame = false;
        try {
            return await new Promise((resolve, reject) => {
                this.#reject = reject;
                this.#client.search({ ...call, newGame }, report).then(resolve, reject);
            });
        } finally {
            signal?.removeEventListener('abort', stop);
            this.#reject = () => {};
        }
    }
}

/**
 * Checks a number of a limit or setting.
 * @param {number} value
 * @param {string} name
 */
function whole(value, name) {
    if (typeof value !== 'number') {
        throw new TypeError(`${name}: expected a number, found ${describe(value)}`);
    }
    if (!Number.isFinite(value) || value < 0) {
        throw new RangeError(`${name}: expected a number of at least 0, found ${value}`);
    }
    return Math.round(value);
}

/**
 * Checks the arguments of a search.
 * @param {Position} position
 * @param {Limits} limits
 * @returns {SearchCall}
 */
function callOf(position, limits) {
    if (!(position instanceof Position)) {
        throw new TypeError(`expected a Position, found ${describe(position)}`);
    }
    expectOptions(limits, LIMITS);
    const checked = Object.entries({
        depth: limits.depth,
        nodes: limits.nodes,
        time: limits.time,
        mate: limits.mate,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, whole(value, name)]]));
    const { clock, moves } = limits;
    return {
        ...lineOf(position),
        multipv: 1,
        limits: {
            ...Object.fromEntries(checked),
            ...(clock && { clock: clockOf(clock) }),
            ...(moves && { moves: moves.map((move) => position.find(move).uci) }),
        },
    };
}

/** @param {NonNullable<Limits['clock']>} clock */
function clockOf(clock) {
    expectOptions(clock, ['white', 'black', 'increment', 'movesToGo']);
    const { white, black, increment = 0, movesToGo } = clock;
    return {
        white: whole(white, 'white'),
        black: whole(black, 'black'),
        increment: whole(increment, 'increment'),
        ...(movesToGo !== undefined && { movesToGo: whole(movesToGo, 'movesToGo') }),
    };
}

/**
 * A position with its moves, so that repetitions are known.
 * @param {Position} position
 */
function lineOf(position) {
    const chess960 = position.isChess960;
    const moves = position.history();
    // Null moves have no place in a line of UCI.
    if (moves.length !== position.line.plies) {
        return { fen: position.fen, moves: [], chess960 };
    }
    const start = position.clone();
    while (start.undo() !== null);
    return { fen: start.fen, moves: moves.map((move) => move.uci), chess960 };
}

/**
 * The words of an evaluation: see rules/src/review.rs.
 * @param {AnalysisLine} line
 */
function wordsOf(line) {
    const { centipawns, mate } = line.score;
    const moves = line.moves.map((move) => move.bits);
    return [
        mate === null ? 0 : 1,
        (mate ?? centipawns ?? 0) >>> 0,
        line.depth,
        moves.length,
        ...moves,
    ];
}
