// Measures the first move on a cold page beside chess.js, by the page's own clock from the start of its navigation, in
// Chromium without a cache, in turn: median, best, and requests. Needs playwright-core in this folder, chess.js in FOLDER,
// and the packed scripts (`node tools/pack.mjs`):
//
//     node bench/first-move.mjs --peers FOLDER [--rounds 15]

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { serve } from '../test/pages.mjs';

const { values: options } = parseArgs({
    options: { peers: { type: 'string' }, rounds: { type: 'string', default: '15' } },
});
const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'ferz-first-move-'));
const sides = [
    { name: 'ferz', dist: path.join(root, 'dist'), script: 'index.js', create: 'Position' },
    {
        name: 'chess.js',
        dist: path.join(options.peers ?? '.', 'node_modules/chess.js/dist/esm'),
        script: 'chess.js',
        create: 'Chess',
    },
].map((side) => ({ ...side, times: /** @type {number[]} */ ([]), requests: 0 }));

for (const { name, dist, script, create } of sides) {
    mkdirSync(path.join(folder, name));
    cpSync(dist, path.join(folder, name), { recursive: true });
    const move = create === 'Chess' ? 'move' : 'play';
    const program =
        `import { ${create} } from './${script}';\nconst game = new ${create}();\n` +
        `if (game.${move}('e4').san !== 'e4') { throw new Error(); }\nglobalThis.result = performance.now();\n`;
    writeFileSync(
        path.join(folder, name, 'index.html'),
        `<!doctype html><link rel="icon" href="data:,"><script type="module">${program}</script>`,
    );
}
const server = await serve(folder);
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
try {
    for (let round = 0; round < Number(options.rounds); round++) {
        for (const side of sides) {
            // A context of its own has no cache.
            const context = await browser.newContext();
            const page = await context.newPage();
            let requests = 0;
            page.on('request', () => {
                requests += 1;
            });
            await page.goto(`${server.address}${side.name}/`);
            await page.waitForFunction(() => 'result' in globalThis);
            side.times.push(await page.evaluate(() => globalThis.result));
            side.requests = requests;
            await context.close();
        }
    }
} finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
}
for (const { name, times, requests } of sides) {
    times.sort((a, b) => a - b);
    console.log(
        `${name.padEnd(10)} median ${times[times.length >> 1].toFixed(0)} ms, best ${times[0].toFixed(0)} ms, ${requests} requests`,
    );
}
