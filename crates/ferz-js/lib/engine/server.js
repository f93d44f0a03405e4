// `ferz serve`: its calls, and its engines behind the lines of UCI text that client.js has.

import { EngineError } from '../base/errors.js';

/** The name under which a page keeps the secret of a run. */
const KEY = 'ferz-token';

/**
 * The calls of a `ferz serve`. Each is sent with the secret of its run.
 *
 * ```js
 * const server = new Server({ url: 'http://127.0.0.1:8064', token: '00000000000000000000000000000000' });
 * server.url;  // 'http://127.0.0.1:8064'
 * ```
 */
export class Server {
    /** The address: `http://127.0.0.1:8064`. */
    url;
    #token;

    /** @param {{ url: string, token: string }} address */
    constructor({ url, token }) {
        this.url = new URL(url).origin;
        this.#token = token;
    }

    /**
     * Returns the server of this page, or null if another one sent it. Takes the secret out of the address, and keeps it
     * for reloads.
     * @returns {Server | null}
     */
    static ofPage() {
        const found = /[#&]token=([0-9a-f]{32})(?=&|$)/.exec(location.hash);
        if (found !== null) {
            sessionStorage.setItem(KEY, found[1]);
            const rest = location.hash.replace(found[0], '').replace(/^&/, '#');
            history.replaceState(history.state, '', location.pathname + location.search + rest);
        }
        const token = sessionStorage.getItem(KEY);
        return token === null ? null : new Server({ url: location.origin, token });
    }

    /**
     * Sends a call, and returns its JSON: `info`, `book`, `explore`, `explored`, `tables` or `games`.
     * @param {string} name
     * @param {object} [fields]
     * @param {AbortSignal} [signal]
     * @returns {Promise<any>}
     * @throws {EngineError} with the reason of a refusal
     */
    async call(name, fields = {}, signal) {
        return (await this.open(name, fields, signal)).json();
    }

    /**
     * Sends a call, and returns the response: `search` is lines of JSON, `games` with a number a PGN file.
     * @param {string} name
     * @param {object} [fields]
     * @param {AbortSignal} [signal] closes the request
     * @returns {Promise<Response>}
     * @throws {EngineError} with the reason of a refusal
     */
    async open(name, fields = {}, signal) {
        const headers = { 'Content-Type': 'application/json', 'X-Ferz-Token': this.#token };
        /** @type {Response} */
        let response;
        try {
            const body = JSON.stringify(fields);
            response = await fetch(`${this.url}/api/${name}`, { method: 'POST', headers, body, signal: signal ?? null, cache: 'no-store' });
        } catch (error) {
            signal?.throwIfAborted();
            throw new EngineError(`${this.url} does not answer: ${/** @type {Error} */ (error).message}`);
        }
        if (!response.ok) {
            const { error } = await response.json().catch(() => ({}));
            throw new EngineError(`${this.url}: ${error ?? response.status}`);
        }
        return response;
    }
}

/**
 * An engine of a server. A search is a request, and its end closes the request.
 */
export class RemoteClient {
    /** Receives each line of output. @type {(line: string) => void} */
    online = () => {};
    /** Receives the error of the whole client: there is none. @type {(error: Error) => void} */
    onerror = () => {};
    /** Receives the error of a search. @type {(error: Error) => void} */
    onrefusal = () => {};
    /** How a search is stopped. @type {'memory' | 'messages' | 'never'} */
    stopBy = 'messages';

    #server;
    #engine;
    /** @type {Map<string, string>} */
    #options = new Map();
    /** @type {{ fen: string, moves: string[] }} */
    #position = { fen: '', moves: [] };
    #isNewGame = false;
    /** Closes the request of the search that runs. @type {AbortController | null} */
    #running = null;

    /**
     * @param {Server} server
     * @param {string} engine
     */
    constructor(server, engine) {
        this.#server = server;
        this.#engine = engine;
    }

    /**
     * Checks that the server has the engine.
     * @throws {EngineError}
     */
    async start() {
        const { engines } = await this.#server.call('info');
        if (!engines.some((/** @type {{ name: string }} */ { name }) => name === this.#engine)) {
            throw new EngineError(`${this.#server.url} has no engine ${this.#engine}`);
        }
    }

    /**
     * Executes lines of UCI text.
     * @param {string} text
     */
    send(text) {
        for (const line of text.split('\n')) {
            const [command, ...words] = line.split(' ');
            if (command === 'setoption') {
                const [, name, value] = /^setoption name (.*) value (.*)$/.exec(line) ?? [];
                this.#options.set(name, value);
            } else if (command === 'position') {
                const moves = words.indexOf('moves');
                const fen = words.slice(1, moves < 0 ? undefined : moves).join(' ');
                this.#position = { fen, moves: moves < 0 ? [] : words.slice(moves + 1) };
            } else if (command === 'ucinewgame') {
                this.#isNewGame = true;
            } else if (command === 'go') {
                this.#search(limitsOf(words));
            } else if (command === 'stop') {
                this.#running?.abort();
            }
        }
    }

    /** Closes the request of the search. */
    close() {
        this.#running?.abort();
    }

    /** @param {object} limits */
    async #search(limits) {
        const option = (/** @type {string} */ name) => this.#options.get(name);
        const level = Number(option('Skill Level') ?? 20);
        const call = {
            engine: this.#engine,
            ...this.#position,
            chess960: option('UCI_Chess960') === 'true',
            limits,
            multipv: Number(option('MultiPV') ?? 1),
            newGame: this.#isNewGame,
            ...(option('UCI_LimitStrength') === 'true' ? { elo: Number(option('UCI_Elo')) } : level < 20 ? { level } : {}),
        };
        this.#isNewGame = false;
        const controller = new AbortController();
        this.#running = controller;
        /** The move of a search that is stopped. */
        let best = '0000';
        try {
            const response = await this.#server.open('search', call, controller.signal);
            for await (const object of objectsOf(response)) {
                if ('error' in object) {
                    throw new EngineError(object.error);
                }
                if ('lines' in object) {
                    best = object.best ?? '0000';
                    break;
                }
                best = object.rank === 1 ? (object.pv[0] ?? best) : best;
                this.online(infoOf(object));
            }
        } catch (error) {
            if (!controller.signal.aborted) {
                this.onrefusal(/** @type {Error} */ (error));
                return;
            }
        } finally {
            controller.abort();
        }
        this.online(`bestmove ${best}`);
    }
}

/**
 * The limits of a call for the words of `go`.
 * @param {string[]} words
 */
function limitsOf(words) {
    const number = (/** @type {string} */ name) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : undefined);
    const moves = words.indexOf('searchmoves');
    const clock = { white: number('wtime'), black: number('btime'), increment: number('winc'), movesToGo: number('movestogo') };
    return {
        depth: number('depth'),
        nodes: number('nodes'),
        time: number('movetime'),
        mate: number('mate'),
        clock: clock.white === undefined ? undefined : clock,
        moves: moves < 0 ? [] : words.slice(moves + 1),
        infinite: words.includes('infinite'),
    };
}

/**
 * The line of UCI text for a line of an analysis.
 * @param {any} line
 */
function infoOf({ depth, seldepth, rank, score, wdl, nodes, nps, seconds, pv }) {
    const value = 'mate' in score ? `mate ${score.mate}` : `cp ${score.cp}`;
    const bound = score.bound === 'exact' ? '' : ` ${score.bound}bound`;
    const rates = wdl === undefined ? '' : ` wdl ${wdl.join(' ')}`;
    const counts = `nodes ${nodes} nps ${nps} time ${Math.round(seconds * 1000)}`;
    return `info depth ${depth} seldepth ${seldepth} multipv ${rank} score ${value}${bound}${rates} ${counts} pv ${pv.join(' ')}`;
}

/**
 * The objects of a response with one a line.
 * @param {Response} response
 * @returns {AsyncGenerator<any, void, undefined>}
 */
async function* objectsOf(response) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            throw new EngineError('the search ended without a result');
        }
        const lines = (text + decoder.decode(value, { stream: true })).split('\n');
        text = /** @type {string} */ (lines.pop());
        for (const line of lines) {
            yield JSON.parse(line);
        }
    }
}
