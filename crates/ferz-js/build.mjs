// Builds the two modules, packs the network, and copies the openings and the licences: `npm run build`. Needs Rust and
// its target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`).
//
// `node build.mjs --build-std` needs no target: it builds the standard library from its sources, with the compiler and
// the linker of Debian (packages rustc-web, cargo-web, rust-web-src and lld-19).

import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pack, unpack } from './lib/engine/network.js';
import { FLAGS, TARGET } from './tools/flags.mjs';

/** The largest sizes on the wire in bytes, compressed by gzip. */
const LIMITS = {
    'ferz.wasm': 240_000,
    'ferz-engine.wasm': 310_000,
    'network.packed': 560_000,
    'openings.tsv': 50_000,
};

process.chdir(import.meta.dirname ?? new URL('.', import.meta.url).pathname);
const env = {
    ...process.env,
    CARGO_ENCODED_RUSTFLAGS: FLAGS.join('\x1f'),
    CARGO_TARGET_DIR: 'target',
};
const options = ['build', '--release', '--locked', '--target', TARGET];
const buildsStd = process.argv.includes('--build-std');
if (buildsStd) {
    options.push('-Z', 'build-std=std,panic_abort');
    env.CARGO_TARGET_DIR = 'target/build-std';
    env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER ??= 'wasm-ld-19';
    env.RUSTC ??= '/usr/bin/rustc';
    // Options that are not stable yet.
    env.RUSTC_BOOTSTRAP = '1';
}
const cargo = process.env.CARGO ?? (buildsStd ? '/usr/bin/cargo' : 'cargo');
const build = spawnSync(cargo, options, { stdio: 'inherit', env });
if (build.status !== 0) {
    process.exit(build.status ?? 1);
}
const built = `${env.CARGO_TARGET_DIR}/${TARGET}/release`;
copyFileSync(`${built}/ferz_rules_module.wasm`, 'lib/ferz.wasm');
copyFileSync(`${built}/ferz_engine_module.wasm`, 'lib/ferz-engine.wasm');
copyFileSync('../ferz-game/src/openings/table.tsv', 'lib/openings.tsv');
packNetwork('../ferz-engine/network/default.nnue', 'lib/network.packed');
for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    copyFileSync(`../../${licence}`, licence);
}

/** Packs the weights of the features (the format is described in crates/ferz-nnue/src/network/file.rs). */
function packNetwork(from, to) {
    const file = readFileSync(from);
    const [neurons, provenance] = [file.readUInt32LE(12), file.readUInt32LE(32)];
    const packed = pack(file, 36 + provenance, (1536 + 1) * neurons);
    if (!file.equals(unpack(packed))) {
        throw new Error(`${from} is not the network that is packed`);
    }
    writeFileSync(to, packed);
}

let tooLarge = false;
for (const [name, limit] of Object.entries(LIMITS)) {
    const bytes = readFileSync(`lib/${name}`);
    const wire = gzipSync(bytes, { level: 9 }).length;
    console.log(`${name}: ${bytes.length} bytes, ${wire} compressed (limit ${limit})`);
    tooLarge ||= wire > limit;
}
// Another compiler may miss the limits by some percent.
process.exit(tooLarge && !buildsStd ? 1 : 0);
