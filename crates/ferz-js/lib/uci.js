// A worker that is a UCI engine, in place of stockfish.js: lines of text by `postMessage` in both directions.
//
//     const engine = new Worker(new URL('ferz/uci.js', import.meta.url), { type: 'module' });
//     engine.onmessage = ({ data }) => console.log(data);
//     engine.postMessage('uci');

import { Client } from './engine/client.js';
import { listen } from './engine/thread.js';

const client = new Client();
const host = listen((/** @type {unknown} */ message) => {
    const text = String(message);
    client.send(text);
    if (/^\s*quit\s*$/m.test(text)) {
        host.end();
    }
});
client.online = (/** @type {string} */ line) => host.post(line);
client.onerror = (/** @type {Error} */ error) => host.post(`info string ${error.message}`);
client.start().catch(client.onerror);
