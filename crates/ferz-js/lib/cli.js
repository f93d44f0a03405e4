#!/usr/bin/env node
// The engine as a program: UCI on standard input and output.

import { createInterface } from 'node:readline';
import { Client } from './engine/client.js';

const client = new Client();
client.online = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
client.onerror = (/** @type {Error} */ error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
};
const input = createInterface({ input: process.stdin });
let hasQuit = false;
input.on('line', (line) => {
    if (line.trim() === 'quit') {
        // The lines before it are answered, even if the engine has not loaded yet.
        hasQuit = true;
        client.send('stop');
        input.close();
    } else if (!hasQuit) {
        client.send(line);
    }
});
// Searches that have a limit end before the program does.
input.on('close', () => client.finish());
client.start().catch(client.onerror);
