/**
 * The engine: analysis, play at any strength, and reviews of games.
 * @module
 */

import { Client } from './engine/client.js';
import { describe, EngineError, expectInteger, expectOptions } from './base/errors.js';
import { Game } from './rules/game.js';
import { Move } from './rules/move.js';
import { Position } from './rules/position.js';
import { RemoteClient, Server } from './engine/server.js';
import { SQUARES } from './base/squares.js';

export { Server };

/** @import { FileSource } from './base/sources.js' */
/** @import { Node } from './rules/game.js' */
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

    /** @param {Position} position */
    constructor(position) {
        this.#position = position;
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

    /** Win, draw and loss per mille for White, if they are known. @returns {[number, number, number] | null} */
    get whiteWdl() {
        return this.wdl === null || this.#position.turn === 'white' ? this.wdl : [this.wdl[2], this.wdl[1], this.wdl[0]];
    }

    /** The score for White as text: `+0.35`, `-1.20`, `#3`, `#-2`. */
    get text() {
        const { centipawns, mate } = this.whiteScore;
        if (centipawns === null) {
            return `#${mate}`;
        }
        return `${centipawns >= 0 ? '+' : ''}${(centipawns / 100).toFixed(2)}`;
    }
}

/**
 * @param {Score} score
 * @returns {Score}
 */
function negated({ centipawns, mate }) {
    return centipawns === null ? { centipawns, mate: -mate } : { centipawns: 0 - centipawns, mate: null };
}

/**
 * A move of a reviewed game.
 * @typedef {object} ReviewedMove
 * @property {Node} node the move in `Review.game`
 * @property {string} best the engine's line in its place, in SAN with numbers
 * @property {number} score White's expected score after it, in percent
 * @property {number} loss what it loses of the expected score, in percentage points
 * @property {number} centipawnLoss
 * @property {number} accuracy 0 to 100
 * @property {'inaccuracy' | 'mistake' | 'blunder'} [assessment]
 */

/**
 * The numbers of a side; null without moves.
 * @typedef {object} ReviewedSide
 * @property {number} moves
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number | null} averageLoss
 * @property {number | null} averageCentipawnLoss
 * @property {number | null} accuracy 0 to 100
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
 * @property {ReviewedSide} white
 * @property {ReviewedSide} black
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
    /** Receives the lines of the search that runs. @type {(line: string) => void} */
    #receive = () => {};
    /** Ends the search that runs by an error. @type {(error: Error) => void} */
    #reject = () => {};
    #closed = false;
    /** The options that were set. @type {Map<string, string>} */
    #set = new Map();

    /**
     * @param {Client | RemoteClient} client
     * @internal
     */
    constructor(client) {
        this.#client = client;
        client.online = (line) => this.#receive(line);
        client.onerror = (error) => {
            this.#closed = true;
            this.#reject(error);
        };
        if (client instanceof RemoteClient) {
            client.onrefusal = (error) => this.#reject(error);
        }
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
        const client = new Client({ network, worker, stopBy });
        await client.start();
        const engine = new Engine(client);
        client.send('setoption name UCI_ShowWDL value true');
        if (hashMiB !== 16) {
            client.send(`setoption name Hash value ${hashMiB}`);
        }
        return engine;
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
    static async connect(server, { engine = 'ferz' } = {}) {
        const client = new RemoteClient(server instanceof Server ? server : new Server(server), engine);
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
        const { lines = 1, signal, ...limits } = options;
        expectInteger(lines, 'lines', 1, 256);
        const search = this.#prepare(position, limits, { MultiPV: lines, UCI_LimitStrength: false });
        const release = await this.#wait();
        /** @type {AnalysisLine[]} */
        const ready = [];
        let [done, wake] = [false, () => {}];
        const ended = this.#search(search, signal, (line) => {
            ready.push(line);
            wake();
        });
        // The error is thrown below.
        ended.catch(() => {}).finally(() => {
            done = true;
            wake();
        });
        try {
            for (;;) {
                while (ready.length > 0) {
                    yield /** @type {AnalysisLine} */ (ready.shift());
                }
                if (done) {
                    break;
                }
                await new Promise((resolve) => (wake = () => resolve(undefined)));
            }
            await ended;
        } finally {
            if (!done) {
                this.#client.send('stop');
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
        const { elo, level = 20, signal, ...limits } = options;
        const hasLimit = Object.values(limits).some((limit) => limit !== undefined);
        const settings = { MultiPV: 1, 'Skill Level': level, UCI_LimitStrength: elo !== undefined, UCI_Elo: elo };
        const search = this.#prepare(position, hasLimit ? limits : { time: 1000 }, settings);
        const release = await this.#wait();
        try {
            signal?.throwIfAborted();
            const best = await this.#search(search, signal, () => {});
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
     * engine.close();
     * ```
     *
     * @param {Game} game
     * @param {{ nodes?: number | undefined, linePlies?: number | undefined, signal?: AbortSignal | undefined,
     *   onProgress?: ((share: number, line: AnalysisLine | null) => unknown) | undefined }} [options]
     *   the nodes for each position (100,000), the plies of better lines (8; 0 adds none), and what is called after each
     *   position with the share that is done and its best line (null where the game has ended); the review waits for a
     *   promise that it returns
     * @returns {Promise<Review>}
     * @throws the reason of the signal, if it aborts
     */
    async annotate(game, options = {}) {
        expectOptions(options, ['nodes', 'linePlies', 'signal', 'onProgress']);
        const { nodes = 100_000, linePlies = 8, signal, onProgress } = options;
        if (!(game instanceof Game)) {
            throw new TypeError(`expected a Game, found ${describe(game)}`);
        }
        const positions = [game.root, ...game.mainline()].map((node) => node.position);
        /** @type {number[]} */
        const evaluations = [];
        /** @type {string[]} */
        const lines = [];
        for (const [index, position] of positions.entries()) {
            signal?.throwIfAborted();
            let last = null;
            if (position.outcome === null) {
                for await (const line of this.analyse(position, { nodes, signal })) {
                    last = line.bound === null ? line : last ?? line;
                }
                signal?.throwIfAborted();
            }
            evaluations.push(...wordsOf(last));
            lines.push(last === null ? '' : position.sanLine(last.pv.slice(0, Math.max(1, linePlies))));
            await onProgress?.((index + 1) / positions.length, last);
        }
        const { pgn, moves, ...numbers } = game.review(evaluations, linePlies);
        const annotated = Game.from(pgn) ?? game;
        const played = [...annotated.mainline()];
        return {
            ...numbers,
            moves: moves.map((/** @type {object} */ move, /** @type {number} */ index) => ({ node: played[index], best: lines[index], ...move })),
            game: annotated,
        };
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
        const commands = [positionCommand(position), 'eval'];
        const release = await this.#wait();
        try {
            return await new Promise((resolve, reject) => {
                this.#reject = reject;
                this.#receive = (text) => {
                    if (text.startsWith('Contribution')) {
                        resolve(readWorth(text));
                    } else if (text.startsWith('Term')) {
                        reject(new EngineError('the engine has no network'));
                    }
                };
                commands.forEach((command) => this.#client.send(command));
            });
        } finally {
            this.#receive = () => {};
            this.#reject = () => {};
            release();
        }
    }

    /** Forgets the earlier positions, before another game. */
    async newGame() {
        const release = await this.#wait();
        this.#client.send('ucinewgame');
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
     * Checks the arguments of a search, and makes its commands.
     * @param {Position} position
     * @param {Limits} limits
     * @param {Record<string, number | boolean | undefined>} settings
     */
    #prepare(position, limits, settings) {
        if (!(position instanceof Position)) {
            throw new TypeError(`expected a Position, found ${describe(position)}`);
        }
        expectOptions(limits, LIMITS);
        const copy = position.clone();
        const go = ['go'];
        const { depth, nodes, time, mate, clock, moves } = limits;
        for (const [name, value] of Object.entries({ depth, nodes, time, mate })) {
            if (value !== undefined) {
                go.push(name === 'time' ? 'movetime' : name, String(whole(value, name)));
            }
        }
        if (clock !== undefined) {
            expectOptions(clock, ['white', 'black', 'increment', 'movesToGo']);
            const { white, black, increment = 0, movesToGo } = clock;
            go.push('wtime', String(whole(white, 'white')), 'btime', String(whole(black, 'black')));
            go.push('winc', String(whole(increment, 'increment')), 'binc', String(increment));
            if (movesToGo !== undefined) {
                go.push('movestogo', String(whole(movesToGo, 'movesToGo')));
            }
        }
        if (go.length === 1) {
            go.push('infinite');
        }
        if (moves !== undefined) {
            go.push('searchmoves', ...moves.map((move) => copy.find(move).uci));
        }
        return { position: copy, commands: [...this.#changed(settings), positionCommand(copy), go.join(' ')] };
    }

    /**
     * The commands for settings that differ from the last ones.
     * @param {Record<string, number | boolean | undefined>} settings
     */
    *#changed(settings) {
        for (const [name, value] of Object.entries(settings)) {
            if (value !== undefined) {
                if (typeof value === 'number') {
                    whole(value, name);
                }
                const command = `setoption name ${name} value ${value}`;
                if (this.#set.get(name) !== command) {
                    this.#set.set(name, command);
                    yield command;
                }
            }
        }
    }

    /**
     * Searches, and returns the best move in UCI notation.
     * @param {{ position: Position, commands: string[] }} search
     * @param {AbortSignal | undefined} signal
     * @param {(line: AnalysisLine) => void} report
     * @returns {Promise<string | null>}
     */
    async #search({ position, commands }, signal, report) {
        if (signal?.aborted) {
            return null;
        }
        const stop = () => this.#client.send('stop');
        signal?.addEventListener('abort', stop, { once: true });
        try {
            return await new Promise((resolve, reject) => {
                this.#reject = reject;
                this.#receive = (line) => {
                    const best = /^bestmove (\S+)/.exec(line)?.[1];
                    if (best !== undefined) {
                        resolve(best === '0000' || best === '(none)' ? null : best);
                    } else if (line.startsWith('info ') && line.includes(' pv ')) {
                        report(readLine(line, position));
                    }
                };
                commands.forEach((command) => this.#client.send(command));
            });
        } finally {
            signal?.removeEventListener('abort', stop);
            this.#receive = () => {};
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
 * The command for a position with its moves, so that repetitions are known.
 * @param {Position} position
 */
function positionCommand(position) {
    const moves = position.history();
    const chess960 = `setoption name UCI_Chess960 value ${position.isChess960}`;
    // Null moves have no place in the command.
    if (moves.length !== position.line.plies) {
        return `${chess960}\nposition fen ${position.fen}`;
    }
    const start = position.clone();
    while (start.undo() !== null);
    const line = moves.length > 0 ? ` moves ${moves.map((move) => move.uci).join(' ')}` : '';
    return `${chess960}\nposition fen ${start.fen}${line}`;
}

/**
 * Reads a line of an analysis.
 * @param {string} text
 * @param {Position} position
 */
function readLine(text, position) {
    const words = text.split(' ');
    const line = new AnalysisLine(position);
    const number = (/** @type {string} */ name) => Number(words[words.indexOf(name) + 1]);
    const has = (/** @type {string} */ name) => words.includes(name);
    line.depth = number('depth');
    line.selectiveDepth = has('seldepth') ? number('seldepth') : line.depth;
    line.rank = has('multipv') ? number('multipv') : 1;
    line.score = has('mate') ? { centipawns: null, mate: number('mate') } : { centipawns: number('cp'), mate: null };
    line.bound = has('lowerbound') ? 'lower' : has('upperbound') ? 'upper' : null;
    line.nodes = has('nodes') ? number('nodes') : 0;
    line.speed = has('nps') ? number('nps') : 0;
    line.time = has('time') ? number('time') : 0;
    line.hashFull = has('hashfull') ? number('hashfull') : 0;
    if (has('wdl')) {
        const at = words.indexOf('wdl');
        line.wdl = [Number(words[at + 1]), Number(words[at + 2]), Number(words[at + 3])];
    }
    line.pv = words.slice(words.indexOf('pv') + 1);
    return line;
}

/**
 * Reads what `eval` prints: a board whose rows alternate between pieces and their values, and the evaluation.
 * @param {string} text
 * @returns {Worth}
 */
function readWorth(text) {
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    /** @type {Map<Square, number>} */
    const pieces = new Map();
    // The second row of each rank has the values.
    for (const [index, row] of rows.filter((_, at) => at % 2 === 1).entries()) {
        for (const [file, cell] of row.slice(1, -1).split('|').entries()) {
            if (cell.trim() !== '') {
                pieces.set(SQUARES[8 * (7 - index) + file], Number(cell));
            }
        }
    }
    return {
        pieces,
        centipawns: Number(/^Evaluation for White: (-?\d+) cp/m.exec(text)?.[1] ?? NaN),
        endgame: /^Endgame: (.*), whose evaluation/m.exec(text)?.[1] ?? null,
    };
}

/**
 * The words of an evaluation: see rules/src/review.rs.
 * @param {AnalysisLine | null} line
 */
function wordsOf(line) {
    if (line === null) {
        return [0, 0, 0, 0];
    }
    const { centipawns, mate } = line.score;
    const moves = line.moves.map((move) => move.bits);
    return [mate === null ? 0 : 1, (mate ?? centipawns ?? 0) >>> 0, line.depth, moves.length, ...moves];
}
