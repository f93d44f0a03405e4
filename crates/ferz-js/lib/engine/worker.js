// The thread of the engine: executes lines of UCI text one after the other.
//
// A search holds the thread. It learns of `stop` in one of three ways, of which the client (client.js) knows the
// third: a number in shared memory, where there is some; messages, where WebAssembly can suspend; or not at all,
// and then the client ends the thread.

import { listen } from './thread.js';

/** @typedef {import('./client.js').ToWorker} ToWorker */
/** @typedef {import('./client.js').FromWorker} FromWorker */
/** @typedef {import('./client.js').Command} Command */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} input
 * @property {() => number} output
 * @property {(seed: bigint) => number} start
 * @property {() => number} execute
 * @property {() => number} worth
 * @property {() => void} stop
 * @property {() => void} ponder_hit
 */

/** @param {FromWorker} message */
function send(message) {
    host.post(message);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const { Suspending, promising } = /** @type {any} */ (WebAssembly);

/** How often a search that can suspend reads its messages, in milliseconds. */
const TURN = 30;

/** @type {Exports} */
let wasm;
/** Executes the line that was passed. @type {() => number | Promise<number>} */
let execute;
/**
 * The serial numbers of the last command to stop, and of the last whose pondering ends: see client.js.
 * @type {Int32Array<ArrayBufferLike>}
 */
let signals = new Int32Array(2);
let isShared = false;
/** The serial number of the command that runs; 0 between commands. */
let running = 0;
let lastTurn = 0;
/** The lines to execute. @type {Command[]} */
const queue = [];

/** @param {string | Uint8Array} text */
function pass(text) {
    const bytes = typeof text === 'string' ? encoder.encode(text) : text;
    const address = wasm.input(bytes.length);
    new Uint8Array(wasm.memory.buffer, address, bytes.length).set(bytes);
}

/** Passes the signals on to the command that runs. */
function signal() {
    if (Atomics.load(signals, 1) >= running) {
        wasm.ponder_hit();
    }
    if (Atomics.load(signals, 0) >= running) {
        wasm.stop();
    }
}

/** The turn of the host during a search. @param {number} idle */
function poll(idle) {
    const seen = Atomics.load(signals, 0);
    signal();
    if (idle && isShared && seen < running) {
        Atomics.wait(signals, 0, seen, 20);
    }
}

/** The turn of the host where WebAssembly can suspend: messages arrive while the promise is open. @param {number} idle */
function pollSuspending(idle) {
    signal();
    const now = performance.now();
    if (!idle && now - lastTurn < TURN) {
        return undefined;
    }
    lastTurn = now;
    return new Promise((resolve) => setTimeout(resolve, idle ? 10 : 0));
}

/** @param {Extract<ToWorker, { module: WebAssembly.Module }>} start */
async function begin({ module, network, seed, memory, suspends }) {
    isShared = memory !== null;
    signals = new Int32Array(memory ?? new ArrayBuffer(8));
    const useSuspending = !isShared && suspends && !!Suspending && !!promising;
    const imports = {
        ferz: {
            now: () => performance.now(),
            poll: useSuspending ? new Suspending(pollSuspending) : poll,
            line: (/** @type {number} */ address, /** @type {number} */ length) => {
                send({ line: decoder.decode(new Uint8Array(wasm.memory.buffer, address, length)) });
            },
        },
    };
    const instance = await WebAssembly.instantiate(module, imports);
    wasm = /** @type {any} */ (instance.exports);
    execute = useSuspending ? promising(wasm.execute) : wasm.execute;
    pass(network ?? new Uint8Array());
    if (wasm.start(seed) !== 1) {
        send({ failed: left().message });
        return;
    }
    send({ ready: isShared ? 'memory' : useSuspending ? 'messages' : 'never' });
}

/** What the last function has left, JSON. */
function left() {
    const table = new Uint32Array(wasm.memory.buffer, wasm.output(), 4);
    return JSON.parse(decoder.decode(new Uint8Array(wasm.memory.buffer, table[2], table[3])));
}

/** Executes the lines of the queue. */
async function run() {
    while (queue.length > 0 && running === 0) {
        const { line, serial, asksWorth } = /** @type {Command} */ (queue.shift());
        running = serial;
        lastTurn = performance.now();
        try {
            if (asksWorth) {
                wasm.worth();
                send({ worth: left() });
            } else {
                pass(line);
                await execute();
            }
        } catch (error) {
            send({ failed: String(error) });
            return;
        }
        running = 0;
        send({ done: serial });
    }
}

const host = listen((/** @type {ToWorker} */ message) => {
    if ('module' in message) {
        begin(message).catch((error) => send({ failed: String(error) }));
    } else if ('line' in message) {
        queue.push(message);
        void run();
    } else {
        signals[message.signal === 'stop' ? 0 : 1] = message.serial;
    }
});
