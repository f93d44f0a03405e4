// `ferz serve`: its calls, and its engines.

import { EngineError, expectOptions, expectString } from '../base/errors.js';

/** @import { Line, SearchCall, Worth } from './call.js' */

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
    /** True if a call was refused for its secret: that of the server is another one, as after a new start. */
    isRefused = false;
    #token;

    /** @param {{ url: string, token: string }} address */
    constructor(address) {
        expectOptions(address, ['url', 'token']);
        const { url, token } = address;
        expectString(url, 'url');
        expectString(token, 'token');
        if (!URL.canParse(url)) {
            throw new TypeError(
                `url: expected an address, found ${JSON.stringify(url.slice(0, 80))}`,
            );
        }
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
            response = await fetch(`${this.url}/api/${name}`, {
                method: 'POST',
                headers,
                body,
                signal: signal ?? null,
                cache: 'no-store',
            });
        } catch (error) {
            signal?.throwIfAborted();
            throw new EngineError(
                `${this.url} does not answer: ${/** @type {Error} */ (error).message}`,
            );
        }
        if (!response.ok) {
            this.isRefused ||= response.status === 403;
            const { error } = await response.json().catch(() => ({}));
            throw new EngineError(`${this.url}: ${error ?? response.status}`);
        }
        return response;
    }
}

/**
 * An engine of a server. A search is a request, and its end closes the request.
 */
export class RemoteEngine {
    /** Receives the error of the whole engine: there is none. @type {(error: Error) => void} */
    onerror = () => {};
    /** How a search is stopped. @type {'memory' | 'messages' | 'never'} */
    stopBy = 'messages';

    #server;
    #engine;
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
     * Searches, and passes on each line. Returns the best move in UCI notation, or null without one; that of the last line
     * if the search is stopped.
     * @param {SearchCall} call
     * @param {(line: Line) => void} report
     * @returns {Promise<string | null>}
     */
    async search({ reviewHash, ...call }, report) {
        const controller = new AbortController();
        this.#running = controller;
        /** @type {string | null} */
        let best = null;
        try {
            const fields = { ...call, engine: this.#engine, review: reviewHash !== undefined };
            const response = await this.#server.open('search', fields, controller.signal);
            for await (const object of objectsOf(response)) {
                if ('error' in object) {
                    throw new EngineError(object.error);
                }
                if ('lines' in object) {
                    return object.best;
                }
                best = object.rank === 1 ? (object.pv[0] ?? best) : best;
                report(object);
            }
        } catch (error) {
            if (!controller.signal.aborted) {
                throw error;
            }
        } finally {
            controller.abort();
        }
        return best;
    }

    /** Ends the search. */
    stop() {
        this.#running?.abort();
    }

    /**
     * Returns what the pieces of a position are worth.
     * @param {string} fen
     * @param {boolean} chess960
     * @returns {Promise<Worth>}
     */
    worth(fen, chess960) {
        return this.#server.call('worth', { fen, chess960 });
    }

    /** Closes the request of the search. */
    close() {
        this.stop();
    }
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
