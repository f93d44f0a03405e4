// Packs the package and tests it as it is installed: `node test/packed.mjs [FOLDER]`, after `node build.mjs` and
// `npm install`. In Node; types by TypeScript; with FOLDER, in which vite and playwright-core are installed, in a page
// that Vite has built, and in one that it serves for development, opened by Chromium (CHROMIUM, /usr/bin/chromium by
// default).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'ferz-packed-'));

/** Runs a program, and returns its output. */
function run(folder, program, ...args) {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
    return stdout;
}

/** Makes a folder with files, and installs the package in it. */
function project(name, tarball, files) {
    const folder = path.join(temporary, name);
    mkdirSync(folder);
    for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module", "private": true }', ...files })) {
        writeFileSync(path.join(folder, file), text);
    }
    run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--offline', tarball);
    return folder;
}

/** What a program does with the package, and what it must find. */
const PROGRAM = `
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
const EXPECTED = ['Sicilian Defense', '1. e4 (1. d4) 1... e5 *\n', 'Ra8#', 20];

/** Serves a folder, without headers that pages with shared memory need. */
async function serve(folder) {
    const types = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };
    const server = createServer((request, response) => {
        const name = path.join(folder, path.normalize(new URL(request.url ?? '/', 'http://x').pathname));
        try {
            const file = name.endsWith(path.sep) ? path.join(name, 'index.html') : name;
            response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream');
            response.end(readFileSync(file));
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Opens a page and returns what its program has found. */
async function open(browser, address) {
    const page = await browser.newPage();
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    try {
        await page.waitForFunction(() => 'result' in globalThis, null, { timeout: 60_000 });
        return await page.evaluate(() => globalThis.result);
    } catch (error) {
        throw new Error(`${address}: ${errors.join('; ') || error}`);
    } finally {
        await page.close();
    }
}

async function testVite(tools, tarball) {
    const folder = project('vite', tarball, {
        'index.html': '<!doctype html><title>Test</title><script type="module" src="/main.js"></script>',
        'program.js': PROGRAM,
        'main.js': "import { test } from './program.js';\ntest().catch(String).then((result) => { globalThis.result = result; });\n",
    });
    const load = (name, file) => import(pathToFileURL(path.join(tools, 'node_modules', name, file)).href);
    const vite = await load('vite', 'dist/node/index.js');
    const { chromium } = await load('playwright-core', 'index.mjs');
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
    try {
        const config = { root: folder, logLevel: 'error', configFile: false };
        await vite.build(config);
        const built = await serve(path.join(folder, 'dist'));
        assert.deepEqual(await open(browser, built.address), EXPECTED);
        built.close();
        console.log('Vite, built: passed');
        const server = await vite.createServer({ ...config, server: { port: 0 } });
        await server.listen();
        assert.deepEqual(await open(browser, server.resolvedUrls.local[0]), EXPECTED);
        await server.close();
        console.log('Vite, served for development: passed');
    } finally {
        await browser.close();
    }
}

try {
    const packed = JSON.parse(run(root, 'npm', 'pack', '--json', '--pack-destination', temporary));
    const [{ filename, files, size, unpackedSize }] = Array.isArray(packed) ? packed : Object.values(packed);
    const tarball = path.join(temporary, filename);
    const names = files.map((file) => file.path);
    for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY-NOTICES', 'README.md', 'lib/ferz.wasm', 'lib/ferz-engine.wasm', 'lib/network.packed', 'lib/openings.tsv', 'types/index.d.ts']) {
        assert.ok(names.includes(name), `${name} is not in the package`);
    }
    // Each file that the entries name is there.
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const target of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))) {
        assert.ok(names.includes(target.slice(2)), `${target} is not in the package`);
    }
    console.log(`packed: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`);

    const folder = project('node', tarball, {
        'program.js': PROGRAM,
        'main.js': "import { test } from './program.js';\nconsole.log(JSON.stringify(await test()));\n",
        'typed.ts': PROGRAM,
        'wrong.ts': "import { Position } from 'ferz';\nnew Position().play(5);\n",
    });
    assert.deepEqual(JSON.parse(run(folder, process.execPath, 'main.js')), EXPECTED);
    console.log('Node: passed');
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable,esnext.disposable'];
    run(folder, process.execPath, tsc, ...flags, 'typed.ts');
    assert.throws(() => run(folder, process.execPath, tsc, ...flags, 'wrong.ts'), /wrong\.ts/);
    console.log('types: passed');
    const tools = process.argv[2];
    if (tools === undefined) {
        console.log('skipped: Vite, as no folder with vite and playwright-core is named');
    } else {
        await testVite(path.resolve(tools), tarball);
    }
} finally {
    rmSync(temporary, { recursive: true, force: true });
}
