// The module of the rules that is in the repository, `page/ferz.wasm`, so that `ferz serve` shows a board without a build
// of this package:
//
//   node tools/page-module.mjs           builds it anew
//   node tools/page-module.mjs --check   fails unless it belongs to the sources
//
// The same compiler makes the same module of the same sources in any folder: the build goes through a link with a fixed
// name, since the names of functions depend on the folder, and the paths in it are replaced. The check compares all but
// the data, where the lines of panics change with comments. With another compiler, or without its target, it runs the
// tests of the rules with the module of the repository instead.

import { spawnSync } from 'node:child_process';
import {
    copyFileSync,
    existsSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    symlinkSync,
    unlinkSync,
    writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FLAGS, TARGET } from './flags.mjs';

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));
const ROOT = resolve(PACKAGE, '../..');
const COMMITTED = join(ROOT, 'page/ferz.wasm');
const BUILT = join(PACKAGE, 'lib/ferz.wasm');
/** The name of the sources in the build. */
const LINK = '/tmp/ferz-source';
/** The number of the section with the data. */
const DATA = 11;

/** Runs a program; its failure ends this one. */
function run(program, ...args) {
    const { status, error } = spawnSync(program, args, {
        stdio: 'inherit',
        cwd: PACKAGE,
        env: process.env,
    });
    if (status !== 0) {
        throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `status ${status}`}`);
    }
}

/** Builds the module, and returns its path. */
function build() {
    const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
    const names = [
        [ROOT, 'ferz'],
        [LINK, 'ferz'],
        [cargoHome, 'cargo'],
    ];
    const remap = names.map(([folder, name]) => `--remap-path-prefix=${folder}=${name}`);
    process.env.CARGO_ENCODED_RUSTFLAGS = [...FLAGS, ...remap].join('\x1f');
    const target = join(PACKAGE, 'target/page');
    const options = [
        '--release',
        '--locked',
        '--package',
        'ferz-js-rules',
        '--target',
        TARGET,
        '--target-dir',
        target,
    ];
    try {
        symlinkSync(ROOT, LINK);
    } catch (error) {
        throw new Error(`${LINK}: another build uses it, or one that was ended has left it`, {
            cause: error,
        });
    }
    try {
        run(
            'cargo',
            'build',
            ...options,
            '--manifest-path',
            join(LINK, 'crates/ferz-js/Cargo.toml'),
        );
    } finally {
        unlinkSync(LINK);
    }
    return join(target, TARGET, 'release/ferz_rules_module.wasm');
}

/** The sections of a module: [number, bytes] each. */
function sectionsOf(path) {
    const bytes = readFileSync(path);
    const sections = [];
    let at = 8;
    const number = () => {
        for (let [value, shift] = [0, 0]; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 0x7f) << shift;
            if (byte < 0x80) {
                return value;
            }
        }
    };
    while (at < bytes.length) {
        const id = bytes[at++];
        const length = number();
        sections.push([id, bytes.subarray(at, at + length)]);
        at += length;
    }
    return sections;
}

/**
 * True if this machine's compiler has built the module, by the commit in the paths of the standard library, and can build
 * it again.
 */
function isOfThisCompiler(path) {
    const rustc = (...args) =>
        spawnSync('rustc', args, { encoding: 'utf8', cwd: PACKAGE }).stdout ?? '';
    const commit = /^commit-hash: ([0-9a-f]{40})$/m.exec(rustc('-vV'))?.[1];
    const hasTarget = existsSync(rustc('--print', 'target-libdir', '--target', TARGET).trim());
    return commit !== undefined && hasTarget && readFileSync(path).includes(`/rustc/${commit}/`);
}

/** Throws unless the modules have the same sections apart from the data. */
function compare(committed, built) {
    const [ours, theirs] = [committed, built].map((path) =>
        sectionsOf(path).filter(([id]) => id !== DATA),
    );
    const isEqual =
        ours.length === theirs.length &&
        ours.every(
            ([id, bytes], index) => id === theirs[index][0] && bytes.equals(theirs[index][1]),
        );
    if (!isEqual) {
        throw new Error(
            'page/ferz.wasm does not belong to the sources: run `node tools/page-module.mjs` in crates/ferz-js',
        );
    }
}

/** Runs the tests of the rules with the module of the repository in place of the built one. */
function test() {
    const folder = mkdtempSync(join(tmpdir(), 'ferz-'));
    const kept = join(folder, 'ferz.wasm');
    const hasBuilt = existsSync(BUILT);
    if (hasBuilt) {
        copyFileSync(BUILT, kept);
    }
    copyFileSync(COMMITTED, BUILT);
    try {
        run(
            process.execPath,
            '--test',
            '--test-force-exit',
            'test/position.test.mjs',
            'test/game.test.mjs',
            'test/oracle.test.mjs',
        );
    } finally {
        if (hasBuilt) {
            copyFileSync(kept, BUILT);
        }
        rmSync(folder, { recursive: true });
    }
}

if (!process.argv.includes('--check')) {
    // Without the permission to execute it, which cargo gives.
    writeFileSync(COMMITTED, readFileSync(build()));
    console.log(`${COMMITTED}: built`);
} else if (isOfThisCompiler(COMMITTED)) {
    compare(COMMITTED, build());
    console.log('page/ferz.wasm belongs to the sources');
} else {
    test();
    console.log('page/ferz.wasm is of another compiler; the tests of the rules pass with it');
}
