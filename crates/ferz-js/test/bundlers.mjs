// Builds a page with each bundler from the packed package and opens it: `node test/bundlers.mjs [--tarball FILE] [NAME...]`,
// after `npm run build` and `npm install`; they work beside each other. Needs esbuild, rollup with @rollup/plugin-node-resolve, webpack, vite, next, react and
// react-dom, and playwright-core, installed in this folder; a bundler that is not installed is left out with a line. The
// Chromium is that of CHROMIUM (/usr/bin/chromium by default). No bundler has a setting for the package.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { EXPECTED, install, open, pack, PROGRAM, serve } from './pages.mjs';

const { values: options, positionals: wanted } = parseArgs({
    options: { tarball: { type: 'string' } },
    allowPositionals: true,
});

const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const modules = path.join(root, 'node_modules');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'ferz-bundlers-'));
const load = (name, file) => import(pathToFileURL(path.join(modules, name, file)).href);
const version = (name) =>
    JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')).version;

const MAIN =
    "import { test } from './program.js';\ntest().catch(String).then((result) => { globalThis.result = result; });\n";
const html = (script, type = ' type="module"') =>
    `<!doctype html><title>Test</title><body><script${type} src="${script}"></script></body>`;
/** What a page must allow: its own scripts and WebAssembly. */
const STRICT =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self'";
/** And the thread of the engine as a text, where a bundler leaves its script behind. */
const WITH_TEXTS = STRICT.replace("worker-src 'self'", "worker-src 'self' blob:");

/** Makes a project with the package in it. */
function project(name, files = {}) {
    const folder = path.join(temporary, name);
    for (const [file, text] of Object.entries({
        'package.json': '{ "type": "module", "private": true }',
        'program.js': PROGRAM,
        'main.js': MAIN,
        ...files,
    })) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
    }
    mkdirSync(path.join(folder, 'node_modules'), { recursive: true });
    cpSync(installed, path.join(folder, 'node_modules/ferz'), { recursive: true });
    return folder;
}

/** Opens the page of a folder. */
async function check(name, folder, policy, left = []) {
    const server = await serve(folder, policy);
    try {
        assert.deepEqual(await open(browser, server.address, left), EXPECTED);
    } finally {
        server.close();
    }
    console.log(`${name}: passed`);
}

const bundlers = {
    async esbuild() {
        const { build } = await load('esbuild', 'lib/main.js');
        const folder = project('esbuild');
        const settings = { absWorkingDir: folder, bundle: true, logLevel: 'silent' };
        const quiet = ({ warnings }) =>
            assert.deepEqual(
                warnings.map(({ text }) => text),
                [],
            );
        quiet(
            await build({
                ...settings,
                entryPoints: ['main.js'],
                format: 'esm',
                outfile: 'dist/main.js',
            }),
        );
        writeFileSync(path.join(folder, 'dist/index.html'), html('main.js'));
        await check(`esbuild ${version('esbuild')}`, path.join(folder, 'dist'), WITH_TEXTS, [
            'worker.js',
        ]);
        // Under a strict policy the script of the thread is copied beside the bundle.
        cpSync(
            path.join(folder, 'node_modules/ferz/dist/worker.js'),
            path.join(folder, 'dist/worker.js'),
        );
        await check('esbuild, worker.js copied, strict policy', path.join(folder, 'dist'), STRICT);
        // A classic script has no `await` of its own and no address.
        await build({
            ...settings,
            entryPoints: ['rules.js'],
            stdin: undefined,
            format: 'iife',
            outfile: 'classic/main.js',
            plugins: [
                entry(
                    'rules.js',
                    "import { Position } from 'ferz';\nglobalThis.result = new Position().play('e4').san;\n",
                ),
            ],
        });
        writeFileSync(path.join(folder, 'classic/index.html'), html('main.js', ''));
        const server = await serve(path.join(folder, 'classic'), STRICT);
        assert.equal(await open(browser, server.address), 'e4');
        server.close();
    },

    async rollup() {
        const { rollup } = await load('rollup', 'dist/es/rollup.js');
        const { nodeResolve } = await load('@rollup/plugin-node-resolve', 'dist/es/index.js');
        const folder = project('rollup');
        const warnings = [];
        const bundle = await rollup({
            input: path.join(folder, 'main.js'),
            plugins: [nodeResolve({ browser: true })],
            onwarn: (warning) => warnings.push(warning.message),
        });
        await bundle.write({ dir: path.join(folder, 'dist'), format: 'es' });
        await bundle.close();
        assert.deepEqual(warnings, []);
        writeFileSync(path.join(folder, 'dist/index.html'), html('main.js'));
        await check(`Rollup ${version('rollup')}`, path.join(folder, 'dist'), WITH_TEXTS, [
            'worker.js',
        ]);
    },

    async webpack() {
        const { default: webpack } = await load('webpack', 'lib/index.js');
        const folder = project('webpack');
        const stats = await new Promise((resolve, reject) => {
            const settings = {
                context: folder,
                entry: './main.js',
                mode: 'production',
                performance: false,
                output: { path: path.join(folder, 'dist') },
            };
            webpack(settings, (error, result) => (error ? reject(error) : resolve(result)));
        });
        const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
        assert.deepEqual(
            [errors, warnings].flat().map(({ message }) => message),
            [],
        );
        writeFileSync(path.join(folder, 'dist/index.html'), html('main.js', ''));
        await check(`webpack ${version('webpack')}`, path.join(folder, 'dist'), STRICT);
    },

    async vite() {
        const vite = await load('vite', 'dist/node/index.js');
        const folder = project('vite', { 'index.html': html('/main.js') });
        const config = { root: folder, logLevel: 'error', configFile: false };
        await vite.build(config);
        await check(`Vite ${version('vite')}, built`, path.join(folder, 'dist'), STRICT);
        const server = await vite.createServer({ ...config, server: { port: 0 } });
        await server.listen();
        assert.deepEqual(await open(browser, server.resolvedUrls.local[0], ['worker']), EXPECTED);
        await server.close();
        console.log('Vite, served for development: passed');
    },

    async next() {
        await Promise.all(['--turbopack', '--webpack'].map(buildNext));
    },
};

/**
 * Builds the page with Next and opens it.
 * @param {string} flag
 * @param {number} index
 */
async function buildNext(flag, index) {
    const folder = project(`next${flag}`, NEXT);
    for (const name of [
        'next',
        'react',
        'react-dom',
        '@next',
        'styled-jsx',
        '@swc',
        'client-only',
        'scheduler',
        'typescript',
    ]) {
        existsSync(path.join(modules, name)) &&
            symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
    }
    const next = path.join(modules, 'next/dist/bin/next');
    const { stdout } = await promisify(execFile)(process.execPath, [next, 'build', flag], {
        cwd: folder,
    });
    assert.doesNotMatch(stdout, /warning|critical/i);
    const port = 20_000 + ((2 * process.pid) % 20_000) + index;
    await checkNext(folder, next, port, `Next ${version('next')}, ${flag.slice(2)}`);
}

/** The page of Next: rules on the server, at the edge, and with the engine in the browser. */
const NEXT = {
    'package.json': '{ "private": true }',
    'next.config.mjs': `export default { devIndicators: false, turbopack: { root: ${JSON.stringify('/')} }, outputFileTracingRoot: ${JSON.stringify('/')} };\n`,
    'app/layout.js':
        'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }\n',
    'app/page.js':
        "import { Game } from 'ferz';\nimport { Client } from './client.js';\nexport const dynamic = 'force-dynamic';\n" +
        'export default function Page() { return <><p id="server">{Game.from(\'1. e4 e5 2. Nf3 *\').end.fen}</p><Client /></>; }\n',
    'app/client.js':
        "'use client';\nimport { useEffect } from 'react';\nimport { Position } from 'ferz';\nimport { test } from './program.js';\n" +
        'export function Client() {\n    useEffect(() => { test().catch(String).then((result) => { globalThis.result = result; }); }, []);\n' +
        '    return <p>{new Position().fen}</p>;\n}\n',
    'app/program.js': PROGRAM,
    'app/edge/route.js':
        "import { Position } from 'ferz';\nexport const runtime = 'edge';\n" +
        "export function GET() { const position = new Position(); position.play('e4'); return new Response(position.fen); }\n",
};

async function checkNext(folder, next, port, name) {
    const child = spawn(
        process.execPath,
        [next, 'start', '--port', String(port), '--hostname', '127.0.0.1'],
        { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    try {
        await new Promise((resolve, reject) => {
            const read = (data) => {
                output += data;
                output.includes('Ready') && resolve(undefined);
            };
            child.stdout.on('data', read);
            child.stderr.on('data', read);
            child.on('exit', () => reject(new Error(output)));
        });
        const address = `http://127.0.0.1:${port}/`;
        assert.match(
            await (await fetch(address)).text(),
            /rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R b KQkq - 1 2/,
        );
        assert.equal(
            await (await fetch(`${address}edge`)).text(),
            'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
        );
        assert.deepEqual(await open(browser, address), EXPECTED);
    } catch (error) {
        throw new Error(`${name}: ${output}`, { cause: error });
    } finally {
        child.kill();
    }
    console.log(`${name}, page, server and edge: passed`);
}

/** An entry of esbuild that is a text. */
function entry(name, text) {
    return {
        name: 'entry',
        setup(builder) {
            builder.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
                path: name,
                namespace: 'entry',
            }));
            builder.onLoad({ filter: /.*/, namespace: 'entry' }, () => ({
                contents: text,
                resolveDir: builder.initialOptions.absWorkingDir,
            }));
        },
    };
}

const { chromium } = await load('playwright-core', 'index.mjs');
const tarball = options.tarball ?? pack(root, temporary).tarball;
const installed = path.join(install(temporary, path.resolve(tarball)), 'node_modules/ferz');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});

/** Runs the test of a bundler, if it is installed. */
async function tested([name, test]) {
    const started = performance.now();
    existsSync(path.join(modules, name))
        ? await test()
        : console.log(`skipped: ${name} is not installed`);
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

try {
    await Promise.all(
        Object.entries(bundlers)
            .filter(([name]) => wanted.length === 0 || wanted.includes(name))
            .map(tested),
    );
} finally {
    await browser.close();
    rmSync(temporary, { recursive: true, force: true });
}
