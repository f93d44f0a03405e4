// The engine as lines of UCI text, in and out, with its thread (worker.js).
//
// `stop` reaches a search through shared memory where there is some (Node, Deno, Bun, pages with COOP and COEP), else
// by messages where WebAssembly can suspend. Elsewhere the thread is ended: the client answers with the best move of
// the last line, and a new thread gets the options and the position. Only the hash table is lost. A thread that ends by
// an error is replaced in the same way.

/** @import { FileSource } from '../base/sources.js' */
/** @import { Thread, ThreadScript } from './thread.js' */
/** @import { Worth } from './call.js' */

import { EngineError } from '../base/errors.js';
import { read } from '../base/files.js';
import { addressOf, bytesOf, compile } from '../base/sources.js';
import { unpack } from './network.js';
import { sharesMemory, startThread } from './thread.js';

/**
 * @typedef {{ module: WebAssembly.Module, network: Uint8Array | null, seed: bigint, memory: SharedArrayBuffer | null,
 *     suspends: boolean } | Command | { signal: 'stop' | 'ponderhit', serial: number }} ToWorker
 * @typedef {{ line: string, serial: number, asksWorth?: boolean }} Command
 * @typedef {{ line: string } | { worth: any } | { done: number } | { ready: 'memory' | 'messages' | 'never' } | { failed: string }} FromWorker
 */

/**
 * @typedef {object} ClientOptions
 * @property {FileSource | null | undefined} [network] the file of a network, or its address; null for the classical evaluation; that of
 *   the package by default
 * @property {URL | string | undefined} [worker] the address of the script of threads, `ferz/worker.js`
 * @property {'memory' | 'messages' | 'never' | undefined} [stopBy] the best way to stop a search that may be used, for tests
 */

/** The compiled module, for all clients. @type {Promise<WebAssembly.Module> | null} */
let module = null;
/** The network of the package. @type {Promise<Uint8Array> | null} */
let network = null;

/**
 * Keeps a promise unless it fails, so that a second try is possible.
 * @template T
 * @param {Promise<T>} promise
 * @param {() => void} forget
 */
function kept(promise, forget) {
    promise.catch(forget);
    return promise;
}

/** @param {ClientOptions['network']} wanted */
async function networkOf(wanted) {
    if (wanted === null) {
        return null;
    }
    if (wanted === undefined) {
        network ??= kept(read('network.packed').then(bytesOf).then(unpack), () => (network = null));
        return network;
    }
    return bytesOf(wanted);
}

/** @type {ThreadScript} */
const ownScript = {
    url: new URL('./worker.js', import.meta.url),
    start: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
};

/**
 * The script of threads at another address.
 * @param {URL | string} address
 * @returns {ThreadScript}
 */
function scriptAt(address) {
    const url = addressOf(address);
    return { url, start: () => new Worker(url, { type: 'module' }) };
}

/** @returns {never} */
function refuse() {
    throw new EngineError(
        'the thread of the engine cannot be started: its script, ferz/worker.js, is not beside the script of the ' +
            "page, or the content policy allows neither it (worker-src 'self') nor its text (worker-src blob:); " +
            '`worker` of Engine.start names its address',
    );
}

/** Commands that a search does not hold up. */
const SIGNALS = ['stop', 'ponderhit'];

export class Client {
    /** Receives each line of output. @type {(line: string) => void} */
    online = () => {};
    /** Receives the error of a thread that cannot be replaced. @type {(error: Error) => void} */
    onerror = () => {};

    /** @type {ClientOptions} */
    #options;
    /** @type {Thread | null} */
    #thread = null;
    /** @type {'memory' | 'messages' | 'never'} */
    #stopBy = 'never';
    /**
     * The serial numbers of the last command to stop, and of the last whose pondering ends: a signal is for all
     * commands before it. @type {SharedArrayBuffer | null}
     */
    #memory = null;
    /** The commands that wait. @type {Command[]} */
    #queue = [];
    /** The command that the thread executes. @type {Command | null} */
    #running = null;
    #serial = 0;
    /** The last principal variation of the search, as text. */
    #pv = '';
    /** What a new thread is told: the options, and the position. @type {Map<string, string>} */
    #settings = new Map();
    #position = '';
    #closed = false;
    /** Receives the answer to `worth`. @type {(worth: any) => void} */
    #onworth = () => {};
    #isFinishing = false;

    /** @param {ClientOptions} options */
    constructor(options = {}) {
        this.#options = options;
    }

    /** How a search is stopped. */
    get stopBy() {
        return this.#stopBy;
    }

    /**
     * Starts the thread.
     * @throws {EngineError}
     */
    async start() {
        module ??= kept(read('ferz-engine.wasm').then(compile), () => (module = null));
        const [compiled, bytes] = await Promise.all([module, networkOf(this.#options.network)]);
        if (this.#closed) {
            throw new EngineError('the engine was closed');
        }
        const { stopBy: best = 'memory', worker } = this.#options;
        this.#memory = best === 'memory' && sharesMemory ? new SharedArrayBuffer(8) : null;
        const seed = crypto.getRandomValues(new BigUint64Array(1))[0];
        const first = {
            module: compiled,
            network: bytes,
            seed: BigInt.asIntN(64, seed),
            memory: this.#memory,
            suspends: best !== 'never',
        };
        const hasStarted = await this.#begin(
            worker === undefined ? ownScript : scriptAt(worker),
            first,
        );
        if (!hasStarted && worker === undefined) {
            // A bundler has left the script behind.
            const text = new TextDecoder().decode(await bytesOf(await read('worker.js')));
            (await this.#begin({ text }, first)) || refuse();
        } else if (!hasStarted) {
            refuse();
        }
        if (this.#closed) {
            this.close();
            throw new EngineError('the engine was closed');
        }
        this.#next();
    }

    /**
     * Starts the thread of a script. Returns false if the script does not run.
     * @param {ThreadScript} script
     * @param {ToWorker} first the first message
     * @returns {Promise<boolean>}
     */
    #begin(script, first) {
        return new Promise((resolve, reject) => {
            /** @param {string} reason */
            const fail = (reason) => {
                resolve(false);
                this.#fail(thread, reason);
            };
            /** @param {FromWorker} message */
            const receive = (message) => {
                if ('ready' in message) {
                    this.#stopBy = message.ready;
                    this.#thread = thread;
                    resolve(true);
                } else if ('failed' in message) {
                    reject(new EngineError(message.failed));
                    this.#fail(thread, message.failed);
                } else {
                    this.#receive(thread, message);
                }
            };
            /** @type {Thread} */
            let thread;
            try {
                thread = startThread(script, receive, fail);
            } catch {
                resolve(false);
                return;
            }
            thread.post(first);
        });
    }

    /**
     * Executes a line of UCI text, or of several lines.
     * @param {string} text
     */
    send(text) {
        for (const line of String(text).split(/[\r\n]+/)) {
            const command = line.trim().split(/\s+/)[0];
            if (SIGNALS.includes(command)) {
                this.#signal(/** @type {'stop' | 'ponderhit'} */ (command));
            } else if (command === 'quit') {
                this.close();
            } else if (command === 'isready' && this.#running !== null) {
                this.online('readyok');
            } else if (command !== '') {
                // A new search ends one that has no other end.
                if (command === 'go' && this.#running && isEndless(this.#running.line)) {
                    this.#signal('stop');
                }
                this.#queue.push({ line, serial: ++this.#serial });
                this.#next();
            }
        }
    }

    /**
     * Returns what the pieces of the last position are worth.
     * @returns {Promise<Worth>}
     */
    worth() {
        return new Promise((resolve, reject) => {
            this.#onworth = (worth) =>
                'message' in worth ? reject(new EngineError(worth.message)) : resolve(worth);
            this.#queue.push({ line: '', serial: ++this.#serial, asksWorth: true });
            this.#next();
        });
    }

    /** Ends the thread after the commands so far; searches without a limit are stopped. */
    finish() {
        this.#isFinishing = true;
        for (const command of this.#queue) {
            command.line = isEndless(command.line) ? 'go depth 1' : command.line;
        }
        if (this.#running && isEndless(this.#running.line)) {
            this.#signal('stop');
        }
        this.#next();
    }

    /** Ends the thread. Nothing is answered any more. */
    close() {
        this.#closed = true;
        this.#queue = [];
        this.#running = null;
        this.#thread?.end();
        this.#thread = null;
    }

    /** Passes the next line to the thread, if it is free. */
    #next() {
        if (this.#thread === null || this.#running !== null) {
            return;
        }
        if (this.#queue.length === 0) {
            if (this.#isFinishing) {
                this.close();
            }
            return;
        }
        const next = /** @type {Command} */ (this.#queue.shift());
        const { line } = next;
        const [command] = line.trim().split(/\s+/);
        if (command === 'setoption') {
            this.#settings.set(line.split(/\svalue\s/i)[0].toLowerCase(), line);
        } else if (command === 'position') {
            this.#position = line;
        }
        this.#pv = '';
        this.#running = next;
        this.#thread.post(this.#running);
    }

    /** @param {'stop' | 'ponderhit'} signal */
    #signal(signal) {
        if (this.#memory !== null) {
            const numbers = new Int32Array(this.#memory);
            Atomics.store(numbers, signal === 'stop' ? 0 : 1, this.#serial);
            Atomics.notify(numbers, 0);
        } else if (this.#stopBy === 'messages') {
            this.#thread?.post({ signal, serial: this.#serial });
        } else {
            // There is no way into the thread: commands that wait are changed, the one that runs is cut off.
            for (const command of this.#queue) {
                command.line =
                    signal === 'stop'
                        ? stopped(command.line)
                        : command.line.replace(/\sponder\b/, '');
            }
            if (
                this.#running !== null &&
                (signal === 'stop' || / ponder\b/.test(this.#running.line))
            ) {
                this.#replace('');
            }
        }
    }

    /**
     * @param {Thread} thread
     * @param {FromWorker} message
     */
    #receive(thread, message) {
        if (thread !== this.#thread) {
            return;
        }
        if ('done' in message) {
            this.#running = null;
            this.#next();
        } else if ('worth' in message) {
            this.#onworth(message.worth);
        } else if ('line' in message) {
            this.#pv = /^info .* pv (.*)$/.exec(message.line)?.[1] ?? this.#pv;
            this.online(message.line);
        }
    }

    /**
     * @param {Thread} thread
     * @param {string} reason
     */
    #fail(thread, reason) {
        if (thread === this.#thread && !this.#closed) {
            this.#replace(reason);
        }
    }

    /**
     * Ends the thread in the middle of a command, answers in its place, and starts another one.
     * @param {string} reason the error that ended it, if one did
     */
    #replace(reason) {
        const running = this.#running;
        this.#thread?.end();
        this.#thread = null;
        this.#running = null;
        const again = [...this.#settings.values()];
        if (this.#position !== '') {
            again.push(this.#position);
        }
        if (running !== null && /^\s*go\b/.test(running.line)) {
            const [best, ponder] = this.#pv.split(' ');
            if (best) {
                this.online(`bestmove ${best}${ponder ? ` ponder ${ponder}` : ''}`);
            } else if (reason === '') {
                again.push('go depth 1');
            } else {
                this.online('bestmove 0000');
            }
        }
        if (reason !== '') {
            this.online(`info string ${reason.replaceAll(/\s+/g, ' ')}; the engine begins anew`);
        }
        if (running?.asksWorth) {
            this.#queue.unshift(running);
        }
        this.#queue.unshift(...again.map((line) => ({ line, serial: ++this.#serial })));
        this.start().catch((error) => {
            if (!this.#closed) {
                this.onerror(error);
            }
        });
    }
}

/** The line of a command that is stopped before it begins. @param {string} line */
function stopped(line) {
    return /^\s*go\b/.test(line) ? 'go depth 1' : line;
}

/** True for a search that ends by `stop` alone. @param {string} line */
function isEndless(line) {
    const words = line.trim().split(/\s+/);
    return (
        words[0] === 'go' &&
        (words.length === 1 || words.includes('infinite') || words.includes('ponder'))
    );
}
