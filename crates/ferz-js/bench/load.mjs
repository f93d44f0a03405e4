// Measures the start of a fresh Node process that imports the package, beside one that imports nothing and, with
// `--peers FOLDER`, those that import chess.js or chessops; and the memory after the import. Best of 15 in turn.

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({ options: { peers: { type: 'string' } } });
const lib = new URL('../lib/index.js', import.meta.url);
/** What is imported, and from which folder. */
const programs = [
    { name: 'nothing', code: '', cwd: undefined },
    { name: 'ferz', code: `await import(${JSON.stringify(lib.href)});`, cwd: undefined },
    ...['chess.js', 'chessops']
        .filter(() => options.peers)
        .map((name) => {
            return {
                name,
                code: `await import(${JSON.stringify(name)});`,
                cwd: path.resolve(options.peers ?? '.'),
            };
        }),
].map((program) => ({ ...program, best: Infinity, memory: Infinity }));

for (let round = 0; round < 15; round++) {
    for (const program of programs) {
        const code = `${program.code} console.log(process.memoryUsage().rss);`;
        const started = performance.now();
        const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
            cwd: program.cwd,
            encoding: 'utf8',
        });
        program.best = Math.min(program.best, performance.now() - started);
        program.memory = Math.min(program.memory, Number(stdout));
    }
}
for (const { name, best, memory } of programs) {
    console.log(
        `${name.padEnd(10)} ${best.toFixed(0)} ms, ${(memory / 1e6).toFixed(1)} MB resident`,
    );
}
