// Threads: the Worker of the web platform where there is one (browsers, Deno, Bun), that of Node elsewhere.
//
// Nothing is awaited here: a worker has to listen before its script has ended, else it misses messages.

const scope = /** @type {any} */ (globalThis);

/** Node's module of threads, if they are used. */
function nodeThreads() {
    return process.getBuiltinModule('node:worker_threads');
}

/**
 * The thread seen from outside.
 * @typedef {{ post: (message: unknown) => void, end: () => void }} Thread
 */

/** True if shared memory can be passed to threads. */
export const sharesMemory =
    typeof SharedArrayBuffer === 'function' &&
    (typeof scope.Worker !== 'function' || scope.crossOriginIsolated !== false);

/**
 * A script of a thread: its address and the call that creates its Worker, for the text of which bundlers look; or the
 * script itself.
 * @typedef {{ url: URL, start: () => Worker } | { text: string }} ThreadScript
 */

/**
 * Starts a thread.
 * @param {ThreadScript} script
 * @param {(message: any) => void} receive
 * @param {(reason: string) => void} fail
 * @returns {Thread}
 */
export function startThread(script, receive, fail) {
    if (typeof scope.Worker === 'function') {
        const worker = 'text' in script ? ofText(script.text) : script.start();
        worker.onmessage = ({ data }) => receive(data);
        worker.onerror = (event) => {
            event.preventDefault();
            fail(event.message ?? 'the thread of the engine cannot be started');
        };
        return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
    }
    const { Worker } = nodeThreads();
    const worker =
        'text' in script ? new Worker(script.text, { eval: true }) : new Worker(script.url);
    worker.on('message', receive);
    worker.on('error', (error) => fail(String(error?.message ?? error)));
    return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
}

/** @param {string} text */
function ofText(text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    try {
        return new Worker(url);
    } finally {
        // The worker has begun to fetch it.
        setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
}

/**
 * What a thread has of the one that started it.
 * @param {(message: any) => void} receive
 * @returns {Thread}
 */
export function listen(receive) {
    if (typeof scope.WorkerGlobalScope === 'function') {
        scope.onmessage = (/** @type {MessageEvent} */ event) => receive(event.data);
        return { post: (message) => scope.postMessage(message), end: () => scope.close() };
    }
    const port = nodeThreads().parentPort;
    if (!port) {
        throw new Error('expected to run in a thread: new Worker(...)');
    }
    port.on('message', receive);
    return { post: (message) => port.postMessage(message), end: () => port.close() };
}
