// Runs the tests of the page in Chromium: `node test/run.mjs [PART OF A NAME]...`. The path of Chromium is in CHROMIUM
// (/usr/bin/chromium by default). Each file `*.browser.mjs` here exports `tests`.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { chromium } from 'playwright-core';
import { axeSource, faults, watch } from './helpers.mjs';
import { serve } from './server.mjs';

const { origin, close } = await serve();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
const source = await axeSource();
if (source === null) {
    console.log('skipped: axe-core is not installed, so that nothing is said about accessibility');
}

/** @param {import('playwright-core').Page} page */
async function axe(page) {
    if (source === null) {
        return;
    }
    // Over the protocol, which the policy of the page does not bind.
    const client = await page.context().newCDPSession(page);
    await client.send('Runtime.evaluate', { expression: source });
    const { violations, passes } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
    const found = violations.map(
        (/** @type {any} */ { id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`,
    );
    assert.deepEqual(found, []);
    assert.ok(passes.length > 10, 'axe has looked at something');
}

/** @type {import('playwright-core').BrowserContext[]} */
let contexts = [];

/**
 * @param {string} [path]
 * @param {any} [options]
 */
async function open(path = '/', { allowed = [], script, route, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 860 },
        serviceWorkers: 'block',
        ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    watch(page, allowed);
    if (script) {
        await page.addInitScript(script);
    }
    if (route) {
        await page.route(route.pattern, route.answer);
    }
    await page.goto(origin + path);
    await page.waitForSelector('#panel > [active]');
    return page;
}

const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
try {
    const files = (await readdir(new URL('.', import.meta.url)))
        .filter((name) => name.endsWith('.browser.mjs'))
        .sort();
    for (const file of files) {
        const { tests } = await import(`./${file}`);
        for (const [name, test] of Object.entries(tests)) {
            if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) {
                continue;
            }
            const start = Date.now();
            try {
                await test({ origin, browser, open, axe });
                assert.deepEqual(faults, [], 'errors of the page');
                passed += 1;
                console.log(`passed: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
            } catch (error) {
                failed += 1;
                console.log(`failed: ${name}\n${error instanceof Error ? error.stack : error}`);
            }
            faults.length = 0;
            await Promise.all(contexts.map((context) => context.close()));
            contexts = [];
        }
    }
} finally {
    await browser.close();
    await close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
