// The packed package, a program that uses it, and pages that run it: for packed.mjs and bundlers.mjs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';

/** What a program does with the package, and what it must find. */
export const PROGRAM = `
import { Game, openings, Position } from 'ferz';
import { Engine } from 'ferz/engine';
import { Chess } from 'ferz/chess.js';

export async function test() {
    const position = new Position();
    position.play('e4');
    position.play('c5');
    const engine = await Engine.start({ hashMiB: 1 });
    const mate = await engine.play(new Position('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1'), { depth: 4 });
    engine.close();
    await openings.load();
    return [openings.find(position)?.name, Game.from('1. e4 (1. d4) e5 *')?.toPgn({ tags: false }), mate?.san, new Chess().moves().length];
}
`;
export const EXPECTED = ['Sicilian Defense', '1. e4 (1. d4) 1... e5 *\n', 'Ra8#', 20];

/** Runs a program, and returns its output. */
export function run(folder, program, ...args) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
    return stdout;
}

/** Packs the package into a folder. */
export function pack(root, folder) {
    const text = run(root, 'npm', 'pack', '--json', '--pack-destination', folder);
    const packed = JSON.parse(text.slice(text.search(/^[[{]/m)));
    const [report] = Array.isArray(packed) ? packed : Object.values(packed);
    return { ...report, tarball: path.join(folder, report.filename) };
}

/** Makes a folder with files, installs the package in it, and returns it. */
export function install(parent, tarball, name = 'installed', files = {}) {
    const folder = path.join(parent, name);
    mkdirSync(folder);
    for (const [file, text] of Object.entries({
        'package.json': '{ "type": "module", "private": true }',
        ...files,
    })) {
        writeFileSync(path.join(folder, file), text);
    }
    run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--offline', tarball);
    return folder;
}

/** Serves a folder under a content policy, without headers that pages with shared memory need. */
export async function serve(folder, policy) {
    const types = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };
    const server = createServer((request, response) => {
        const name = path.join(
            folder,
            path.normalize(new URL(request.url ?? '/', 'http://x').pathname),
        );
        try {
            const file = name.endsWith(path.sep) ? path.join(name, 'index.html') : name;
            response.setHeader(
                'content-type',
                types[path.extname(file)] ?? 'application/octet-stream',
            );
            policy && response.setHeader('content-security-policy', policy);
            response.end(readFileSync(file));
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/**
 * Opens a page and returns what its program has found. A file that is not there fails, unless its name has one of some texts.
 */
export async function open(browser, address, left = []) {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
        'console',
        (message) =>
            message.text().includes('Content Security Policy') && errors.push(message.text()),
    );
    page.on('response', (response) => {
        if (
            response.status() >= 400 &&
            ![...left, 'favicon'].some((text) => response.url().includes(text))
        ) {
            errors.push(`${response.url()}: ${response.status()}`);
        }
    });
    try {
        await page.goto(address);
        await page.waitForFunction(() => 'result' in globalThis, null, { timeout: 60_000 });
        const result = await page.evaluate(() => globalThis.result);
        assert.deepEqual(errors, [], JSON.stringify(result));
        return result;
    } catch (error) {
        throw new Error(`${address}: ${errors.join('; ') || error}`, { cause: error });
    } finally {
        await page.close();
    }
}
