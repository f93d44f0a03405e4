// The engine of the package as searches with their lines as objects. The text of UCI, which its thread executes, stays in
// this file and client.js.

import { Client } from './client.js';

/** @import { Line, SearchCall, Worth } from './call.js' */

/** The size of the hash table of a new engine in MiB. */
const HASH_MIB = 16;

export class LocalEngine {
    /** Receives the error of a thread that cannot be replaced. @type {(error: Error) => void} */
    onerror = () => {};

    #client;
    #hashMiB;
    /** The options that were set. @type {Map<string, string>} */
    #set = new Map([['Hash', String(HASH_MIB)]]);
    /** Receives the lines of the search that runs. @type {(line: string) => void} */
    #receive = () => {};

    /** @param {import('./client.js').ClientOptions & { hashMiB: number }} options */
    constructor({ hashMiB, ...options }) {
        this.#client = new Client(options);
        this.#client.online = (line) => this.#receive(line);
        this.#client.onerror = (error) => this.onerror(error);
        this.#hashMiB = hashMiB;
    }

    /** How a search is stopped here: see client.js. */
    get stopBy() {
        return this.#client.stopBy;
    }

    /** Starts the thread. @throws {import('../base/errors.js').EngineError} */
    async start() {
        await this.#client.start();
        this.#option('UCI_ShowWDL', true);
    }

    /**
     * Searches, and passes on each line. Returns the best move in UCI notation, or null without one.
     * @param {SearchCall} call
     * @param {(line: Line) => void} report
     * @returns {Promise<string | null>}
     */
    search(call, report) {
        return new Promise((resolve) => {
            this.#receive = (text) => {
                const best = /^bestmove (\S+)/.exec(text)?.[1];
                if (best !== undefined) {
                    this.#receive = () => {};
                    resolve(best === '0000' || best === '(none)' ? null : best);
                } else if (text.startsWith('info ') && text.includes(' pv ')) {
                    report(lineOf(text));
                }
            };
            const {
                fen,
                moves,
                chess960,
                multipv,
                level = 20,
                elo,
                newGame,
                reviewHash,
                limits,
            } = call;
            this.#option('Hash', reviewHash ?? this.#hashMiB);
            this.#option('MultiPV', multipv);
            this.#option('Skill Level', level);
            this.#option('UCI_LimitStrength', elo !== undefined);
            if (elo !== undefined) {
                this.#option('UCI_Elo', elo);
            }
            if (newGame || reviewHash !== undefined) {
                this.#client.send('ucinewgame');
            }
            this.#position(fen, moves, chess960);
            this.#client.send(goOf(limits));
        });
    }

    /** Ends the search. */
    stop() {
        this.#client.send('stop');
    }

    /**
     * Returns what the pieces of a position are worth.
     * @param {string} fen
     * @param {boolean} chess960
     * @returns {Promise<Worth>}
     */
    worth(fen, chess960) {
        this.#position(fen, [], chess960);
        return this.#client.worth();
    }

    /** Ends the thread. */
    close() {
        this.#client.close();
    }

    /**
     * @param {string} fen
     * @param {string[]} moves
     * @param {boolean} chess960
     */
    #position(fen, moves, chess960) {
        this.#option('UCI_Chess960', chess960);
        this.#client.send(
            `position fen ${fen}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`,
        );
    }

    /**
     * Sets an option that differs from the last one.
     * @param {string} name
     * @param {number | boolean} value
     */
    #option(name, value) {
        if (this.#set.get(name) !== String(value)) {
            this.#set.set(name, String(value));
            this.#client.send(`setoption name ${name} value ${value}`);
        }
    }
}

/** The command for a search. @param {SearchCall['limits']} limits */
function goOf({ depth, nodes, time, mate, clock, moves }) {
    const words = ['go'];
    const { white: wtime, black: btime, increment, movesToGo: movestogo } = clock ?? {};
    const numbers = {
        depth,
        nodes,
        movetime: time,
        mate,
        wtime,
        btime,
        winc: increment,
        binc: increment,
        movestogo,
    };
    for (const [name, value] of Object.entries(numbers)) {
        if (value !== undefined) {
            words.push(name, String(value));
        }
    }
    if (words.length === 1) {
        words.push('infinite');
    }
    return [...words, ...(moves ? ['searchmoves', ...moves] : [])].join(' ');
}

/**
 * Reads a line of `info`.
 * @param {string} text
 * @returns {Line}
 */
function lineOf(text) {
    const words = text.split(' ');
    const has = (/** @type {string} */ name) => words.includes(name);
    const number = (/** @type {string} */ name) =>
        has(name) ? Number(words[words.indexOf(name) + 1]) : 0;
    const bound = has('lowerbound') ? 'lower' : has('upperbound') ? 'upper' : 'exact';
    const rates = words.indexOf('wdl') + 1;
    return {
        rank: has('multipv') ? number('multipv') : 1,
        depth: number('depth'),
        seldepth: number(has('seldepth') ? 'seldepth' : 'depth'),
        score: has('mate') ? { mate: number('mate'), bound } : { cp: number('cp'), bound },
        wdl:
            rates > 0
                ? [Number(words[rates]), Number(words[rates + 1]), Number(words[rates + 2])]
                : undefined,
        nodes: number('nodes'),
        nps: number('nps'),
        seconds: number('time') / 1000,
        hashfull: number('hashfull'),
        pv: words.slice(words.indexOf('pv') + 1),
    };
}
