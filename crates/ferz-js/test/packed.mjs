// Packs the package and tests it as it is installed: `node test/packed.mjs`, after `node build.mjs` and `npm install`. In
// Node, by import and by require; its types by TypeScript, in programs of several kinds.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { EXPECTED, install, pack, PROGRAM, run } from './pages.mjs';

const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const temporary = mkdtempSync(path.join(os.tmpdir(), 'ferz-packed-'));

/** Refuses to pack a copy of the package whose modules are not built. */
function testRefusal() {
    const folder = path.join(temporary, 'unbuilt');
    for (const name of ['package.json', 'tools', 'tsconfig.json']) {
        cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    }
    cpSync(path.join(root, 'lib'), path.join(folder, 'lib'), { recursive: true, filter: (name) => !name.endsWith('.wasm') });
    const { status, stderr } = spawnSync('npm', ['pack'], { cwd: folder, encoding: 'utf8' });
    assert.notEqual(status, 0);
    assert.match(stderr, /not built: lib\/ferz\.wasm, lib\/ferz-engine\.wasm.*npm run build/);
    console.log('a package without modules: refused');
}

try {
    testRefusal();
    const { files, size, unpackedSize, tarball } = pack(root, temporary);
    const names = files.map((file) => file.path);
    for (const name of ['LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY-NOTICES', 'README.md']) {
        assert.ok(names.includes(name), `${name} is not in the package`);
    }
    // Each file that the entries name is there.
    const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    for (const target of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))) {
        assert.ok(names.includes(target.slice(2)), `${target} is not in the package`);
    }
    console.log(`packed: ${files.length} files, ${size} bytes, ${unpackedSize} unpacked`);

    const folder = install(temporary, tarball, 'node', {
        'program.js': PROGRAM,
        'main.js': "import { test } from './program.js';\nconsole.log(JSON.stringify(await test()));\n",
        'required.cjs': "const { Position, openings } = require('ferz');\nconsole.log(openings.find(new Position('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')).eco);\n",
        'typed.ts': PROGRAM,
        'wrong.ts': "import { Position } from 'ferz';\nnew Position().play(5);\n",
    });
    assert.deepEqual(JSON.parse(run(folder, process.execPath, 'main.js')), EXPECTED);
    // Older versions of Node cannot require ES modules.
    if (process.features.require_module) {
        assert.equal(run(folder, process.execPath, 'required.cjs'), 'B00\n');
    }
    console.log('Node: passed');
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const flags = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable,esnext.disposable'];
    run(folder, process.execPath, tsc, ...flags, 'typed.ts');
    assert.throws(() => run(folder, process.execPath, tsc, ...flags, 'wrong.ts'), /wrong\.ts/);
    console.log('types: passed');
} finally {
    rmSync(temporary, { recursive: true, force: true });
}
