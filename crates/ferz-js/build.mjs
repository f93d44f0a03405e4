// Builds the two modules, and copies the network and the licences: `npm run build`. Needs Rust and its target
// wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`).

import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const TARGET = 'wasm32-unknown-unknown';
/** The largest sizes on the wire in bytes, compressed by gzip. */
const LIMITS = { 'ferz.wasm': 230_000, 'ferz-engine.wasm': 320_000, 'network.nnue': 670_000 };

process.chdir(import.meta.dirname ?? new URL('.', import.meta.url).pathname);
// The search needs more stack than the linker's default of 1 MiB.
const flags = '-C target-feature=+simd128 -C link-arg=-zstack-size=4194304';
const env = { ...process.env, RUSTFLAGS: flags, CARGO_TARGET_DIR: 'target' };
const build = spawnSync('cargo', ['build', '--release', '--locked', '--target', TARGET], { stdio: 'inherit', env });
if (build.status !== 0) {
    process.exit(build.status ?? 1);
}
copyFileSync(`target/${TARGET}/release/ferz_rules_module.wasm`, 'lib/ferz.wasm');
copyFileSync(`target/${TARGET}/release/ferz_engine_module.wasm`, 'lib/ferz-engine.wasm');
copyFileSync('../ferz-engine/network/default.nnue', 'lib/network.nnue');
for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE']) {
    copyFileSync(`../../${licence}`, licence);
}

let tooLarge = false;
for (const [name, limit] of Object.entries(LIMITS)) {
    const bytes = readFileSync(`lib/${name}`);
    const wire = gzipSync(bytes, { level: 9 }).length;
    console.log(`${name}: ${bytes.length} bytes, ${wire} compressed (limit ${limit})`);
    tooLarge ||= wire > limit;
}
process.exit(tooLarge ? 1 : 0);
