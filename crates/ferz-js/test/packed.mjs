// Packs the package and tests it as it is installed: `node test/packed.mjs [FOLDER]`, after `node build.mjs` and `npm install`;
// FOLDER keeps the tarball. In Node, by import and by require, in Deno and Bun where they are installed; its types by
// TypeScript, in programs of several kinds.

import assert from 'node:assert/strict';
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
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { EXPECTED, install, pack, PROGRAM, run } from './pages.mjs';

const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'ferz-packed-'));

/** Programs that compile; each line with `wrong:` must not. */
const TYPED = {
    'program.ts': PROGRAM,
    'values.ts': `
import { Game, Position, type FenOptions, type GameData, type MoveSquares, type PgnOptions, type WriteOptions } from 'ferz';
import { Chess } from 'ferz/chess.js';

const move: { promotion?: string } = new Chess().move('e4');
const squares: MoveSquares = { from: 'e7', to: 'e8', promotion: 'queen' };
const fen: FenOptions = { chess960: undefined };
const [pgn, write]: [PgnOptions, WriteOptions] = [{ language: 'de' }, { lineWidth: 0 }];
const data: GameData = Game.from('1. e4 *', pgn)!.toJSON();
new Position(undefined, fen).play(structuredClone(new Position().moves()[0]!));
console.log(move, squares, write, data);
new Position().play({ from: 'e7', to: 'e8', promotion: 'potato' });  // wrong:
new Position().play(5);  // wrong:
new Position(undefined, { chess690: true });  // wrong:
Game.from('1. e4 *')!.end.next.san;  // wrong:
`,
    'engine.ts': `
import { Position } from 'ferz';
import { Engine, type AnalysisLine, type EngineOptions, type Limits } from 'ferz/engine';

const [options, limits]: [EngineOptions, Limits] = [{ network: null }, { depth: 4, signal: undefined }];
using engine = await Engine.start(options);
for await (const line of engine.analyse(new Position(), limits)) {
    const found: AnalysisLine = line;
    console.log(found.text);
}
await Engine.start({ hash: 64 });  // wrong:
await engine.play(new Position(), { movetime: 100 });  // wrong:
`,
    'page.ts': `
import 'ferz/board';
import { Position } from 'ferz';

const board = document.querySelector('ferz-board')!;
board.fen = new Position().fen;
board.dests = new Position().dests();
board.addEventListener('move', ({ detail }) => console.log(detail.from, detail.promotion));
board.addEventListener('click', ({ clientX }) => console.log(clientX));
document.querySelector('ferz-game')!.addEventListener('select', ({ detail }) => console.log(detail.node.san));
board.fen = 5;  // wrong:
board.addEventListener('move', ({ detail }) => detail.square);  // wrong:
`,
};
const REACT = `
import { useState } from 'react';
import { Position } from 'ferz';
import 'ferz/react';

export function Board() {
    const [position, setPosition] = useState(new Position());
    const play = ({ detail }: CustomEvent<{ from: string; to: string }>) => setPosition(position.clone());
    return <>
        <ferz-board dests={position.dests()} fen={position.fen} premoves className="board" onmove={play} onClick={(event) => event.clientX} />
        <ferz-game pgn="1. e4 *" onselect={({ detail }) => detail.node.san} />
        <ferz-board fen={5} />{/* wrong: */}
        <ferz-board onmove={(event: MouseEvent) => event} />{/* wrong: */}
    </>;
}
`;

/** Compiles programs with several settings, and asks `attw` if its package is there. */
function testTypes(folder, tarball) {
    const modules = path.join(root, 'node_modules');
    const tsc = path.join(modules, 'typescript/bin/tsc');
    const programs = Object.keys(TYPED);
    if (existsSync(path.join(modules, '@types/react'))) {
        for (const name of ['@types/react', 'csstype']) {
            mkdirSync(path.dirname(path.join(folder, 'node_modules', name)), { recursive: true });
            symlinkSync(path.join(modules, name), path.join(folder, 'node_modules', name));
        }
        writeFileSync(path.join(folder, 'react.tsx'), REACT);
        programs.push('react.tsx');
    }
    const wrong = programs.flatMap((name) =>
        readFileSync(path.join(folder, name), 'utf8')
            .split('\n')
            .flatMap((line, index) => (line.includes('wrong:') ? [`${name}:${index + 1}`] : [])),
    );
    const shared = [
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noEmit',
        '--target',
        'es2022',
        '--jsx',
        'preserve',
        '--pretty',
        'false',
    ];
    for (const [module, resolution, lib, skipped] of [
        ['nodenext', 'nodenext', 'es2023,dom,dom.iterable,dom.asynciterable,esnext.disposable', ''],
        ['esnext', 'node10', 'esnext,dom,dom.iterable,dom.asynciterable', ''],
        ['esnext', 'bundler', 'es2022,dom,dom.iterable,dom.asynciterable', 'engine.ts'],
    ]) {
        const files = programs.filter((name) => name !== skipped);
        const { stdout } = spawnSync(
            process.execPath,
            [
                tsc,
                ...shared,
                '--module',
                module,
                '--moduleResolution',
                resolution,
                '--lib',
                lib,
                ...files,
            ],
            { cwd: folder, encoding: 'utf8' },
        );
        const found = [
            ...new Set(
                Array.from(
                    stdout.matchAll(/^(\S+)\((\d+),\d+\): error/gm),
                    ([, name, line]) => `${name}:${line}`,
                ),
            ),
        ];
        assert.deepEqual(
            found.sort(),
            wrong.filter((place) => skipped === '' || !place.startsWith(skipped)).sort(),
            stdout,
        );
        console.log(`types, ${resolution}, ${lib.split(',')[0]}: passed`);
    }
    const attw = path.join(modules, '@arethetypeswrong/cli/dist/index.js');
    if (existsSync(attw)) {
        // The package is ES modules: CommonJS imports or, from Node 20.19 on, requires them.
        run(
            folder,
            process.execPath,
            attw,
            tarball,
            '--ignore-rules',
            'cjs-resolves-to-esm',
            '--exclude-entrypoints',
            './worker.js',
            './ferz.wasm',
        );
        console.log('attw: passed');
    } else {
        console.log('skipped: attw is not installed');
    }
}

/** Refuses to pack a copy of the package whose modules are not built. */
function testRefusal() {
    const folder = path.join(temporary, 'unbuilt');
    for (const name of ['package.json', 'tools', 'tsconfig.json']) {
        cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    }
    cpSync(path.join(root, 'lib'), path.join(folder, 'lib'), {
        recursive: true,
        filter: (name) => !name.endsWith('.wasm'),
    });
    const { status, stderr } = spawnSync('npm', ['pack'], { cwd: folder, encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stderr, /not built: lib\/ferz\.wasm, lib\/ferz-engine\.wasm.*npm run build/);
    console.log('a package without modules: refused');
}

try {
    testRefusal();
    const { files, size, unpackedSize, tarball } = pack(root, process.argv[2] ?? temporary);
    const names = files.map((file) => file.path);
    for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY-NOTICES', 'README.md']) {
        assert.ok(names.includes(name), `${name} is not in the package`);
    }
    // Each file that the entries name is there.
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const target of Object.values(exports).flatMap((entry) =>
        typeof entry === 'string' ? [entry] : Object.values(entry),
    )) {
        assert.ok(names.includes(target.slice(2)), `${target} is not in the package`);
    }
    console.log(`packed: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`);

    const folder = install(temporary, tarball, 'node', {
        'program.js': PROGRAM,
        'main.js':
            "import { test } from './program.js';\nconsole.log(JSON.stringify(await test()));\n",
        'required.cjs':
            "const { Position, openings } = require('ferz');\nconsole.log(openings.find(new Position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')).eco);\n",
    });
    assert.deepEqual(JSON.parse(run(folder, process.execPath, 'main.js')), EXPECTED);
    // Older versions of Node cannot require ES modules.
    if (process.features.require_module) {
        assert.equal(run(folder, process.execPath, 'required.cjs'), 'B00\n');
    }
    console.log('Node: passed');
    for (const [name, ...options] of [
        ['deno', 'run', '--allow-read', '--allow-env'],
        ['bun', 'run'],
    ]) {
        const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
        if (status !== 0) {
            console.log(`skipped: ${name} is not installed`);
            continue;
        }
        assert.deepEqual(JSON.parse(run(folder, name, ...options, 'main.js')), EXPECTED, name);
        console.log(`${name} ${/\d[\d.]*/.exec(stdout)}: passed`);
    }
    testTypes(install(temporary, tarball, 'typed', TYPED), tarball);
} finally {
    rmSync(temporary, { recursive: true, force: true });
}
