// Runs the package in Chromium: `node test/browser.mjs`. Needs playwright-core (`npm install playwright-core`) and a
// Chromium, whose path is in CHROMIUM (/usr/bin/chromium by default).
//
// The page is served without COOP and COEP, so that there is no shared memory: a search is stopped by messages, then,
// as where WebAssembly cannot suspend, by a fresh thread.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const folder = new URL('..', import.meta.url).pathname;
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };

const page = `<!doctype html><title>Test</title><script type="module">
import { Game, openings, Position } from './lib/index.js';
import { Engine } from './lib/engine.js';

async function search(stopBy) {
    const start = performance.now();
    const engine = await Engine.start({ stopBy });
    const started = performance.now() - start;
    const controller = new AbortController();
    let [last, aborted] = [null, 0];
    setTimeout(() => { aborted = performance.now(); controller.abort(); }, 1000);
    for await (const line of engine.analyse(new Position(), { signal: controller.signal })) {
        last = line;
    }
    const waited = performance.now() - aborted;
    const mate = await engine.play(new Position('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1'), { depth: 4 });
    const ready = performance.now() - aborted - waited;
    engine.close();
    return { way: engine.stopBy, started, waited, ready, depth: last.depth, nodes: last.nodes, mate: mate.san };
}

async function uci() {
    const worker = new Worker('./lib/uci.js', { type: 'module' });
    const lines = [];
    return new Promise((resolve) => {
        worker.onmessage = ({ data }) => {
            lines.push(data);
            if (data.startsWith('bestmove')) { resolve(lines); }
        };
        ['uci', 'isready', 'position startpos', 'go infinite'].forEach((line) => worker.postMessage(line));
        setTimeout(() => worker.postMessage('stop'), 300);
    });
}

async function games() {
    const text = '[Event "x"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\\n\\n'.repeat(20000);
    const start = performance.now();
    let moves = 0;
    for await (const game of Game.stream(new Blob([text]).stream())) {
        moves += game.sans().length;
    }
    const time = performance.now() - start;
    const ruy = Game.from(text);
    const before = ruy.opening;
    await openings.load();
    return { moves, time, openings: [before, ruy.opening.name] };
}

window.results = Promise.all([search('messages'), uci()])
    .then(async ([messages, lines]) => ({ messages, lines, never: await search('never'), games: await games() }));
</script>`;

const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    try {
        const body = path === '/' ? page : await readFile(join(folder, path));
        response.writeHead(200, {
            'content-type':
                path === '/' ? 'text/html' : (types[extname(path)] ?? 'application/octet-stream'),
            // What a strict page allows: nothing but its own files, and WebAssembly.
            'content-security-policy':
                "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; " +
                "connect-src 'self'; worker-src 'self'",
        });
        response.end(body);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
try {
    const tab = await browser.newPage();
    const faults = [];
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    tab.on('pageerror', (error) => faults.push(String(error)));
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    while (!(await tab.evaluate(() => 'results' in window))) {
        assert.deepEqual(
            faults.filter((fault) => !fault.includes('404')),
            [],
        );
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { messages, never, lines, games } = await tab.evaluate(() => window.results);
    console.log(browser.version(), { messages, never, games });
    assert.equal(never.way, 'never');
    for (const { way, depth, waited, mate } of [messages, never]) {
        assert.ok(depth >= 8, `${way}: depth ${depth}`);
        assert.ok(waited < 1000, `${way}: ${waited} ms`);
        assert.equal(mate, 'Ra8#');
    }
    assert.equal(messages.way, 'messages', 'this Chromium can suspend WebAssembly');
    assert.ok(lines.includes('uciok') && lines.includes('readyok'));
    assert.equal(games.moves, 120_000);
    assert.deepEqual(games.openings, [null, 'Ruy Lopez: Morphy Defense']);
    // The favicon is not there.
    assert.deepEqual(
        faults.filter((fault) => !fault.includes('404')),
        [],
    );
    console.log('passed');
} finally {
    await browser.close();
    server.close();
}
