// A worker that is a UCI engine, in place of stockfish.js: lines of text by `postMessage` in both directions.
//
//     const engine = new Worker(new URL('ferz/uci.js', import.meta.url), { type: 'module' });
//     engine.onmessage = ({ data }) => console.log(data);
//     engine.postMessage('uci');

import { Client } from './client.js';

const isNode = typeof process === 'object' && process !== null && !!process.versions?.node;
const port = isNode ? (await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads')).parentPort : null;
const scope = /** @type {any} */ (globalThis);

const client = new Client();
client.online = (/** @type {string} */ line) => (port ?? scope).postMessage(line);
client.onerror = (/** @type {Error} */ error) => client.online(`info string ${error.message}`);

/** @param {unknown} line */
function receive(line) {
    client.send(String(line));
    if (/^\s*quit\s*$/m.test(String(line))) {
        (port ?? scope).close();
    }
}

if (port) {
    port.on('message', receive);
} else {
    scope.onmessage = (/** @type {MessageEvent} */ event) => receive(event.data);
}
client.start().catch((/** @type {Error} */ error) => client.onerror(error));
