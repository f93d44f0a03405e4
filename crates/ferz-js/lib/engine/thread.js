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
    typeof SharedArrayBuffer === 'function' && (typeof scope.Worker !== 'function' || scope.crossOriginIsolated !== false);

/**
 * Starts a thread.
 * @param {() => Worker} start creates a Worker of the web platform; bundlers look for its text
 * @param {URL} url
 * @param {(message: any) => void} receive
 * @param {(reason: string) => void} fail
 * @returns {Thread}
 */
export function startThread(start, url, receive, fail) {
    if (typeof scope.Worker === 'function') {
        const worker = start();
        worker.onmessage = ({ data }) => receive(data);
        worker.onerror = (event) => {
            event.preventDefault();
            fail(event.message ?? 'the thread of the engine cannot be started');
        };
        return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
    }
    const worker = new (nodeThreads().Worker)(url);
    worker.on('message', receive);
    worker.on('error', (error) => fail(String(error?.message ?? error)));
    return { post: (message) => worker.postMessage(message), end: () => void worker.terminate() };
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
