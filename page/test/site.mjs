// Tries the board of the site's first page in Chromium: `node test/site.mjs FOLDER`. The path of Chromium is in CHROMIUM
// (/usr/bin/chromium by default).

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

const { origin, close } = await serve(0, { '/': process.argv[2] ?? '../target/site' }, '');
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
/** @type {string[]} */
const faults = [];
try {
    const page = await browser.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on(
        'response',
        (response) => response.ok() || faults.push(`${response.status()} ${response.url()}`),
    );
    page.on(
        'request',
        (request) =>
            new RegExp(`^(${origin}/|data:|blob:)`).test(request.url()) ||
            faults.push(`another host: ${request.url()}`),
    );
    await page.goto(`${origin}/`);
    const board = page.locator('.try ferz-board');
    await board.waitFor();
    await board.scrollIntoViewIfNeeded();
    const { x, y, width } = /** @type {any} */ (await board.boundingBox());
    for (const rank of [2, 4]) {
        await page.mouse.click(x + (4.5 * width) / 8, y + ((8.5 - rank) * width) / 8);
    }
    await page.waitForFunction(() =>
        document.querySelector('.try-status')?.textContent?.startsWith('Ferz plays 1... '),
    );
    await page.click('.try-words a');
    await page.waitForFunction(
        () => document.querySelectorAll('#panel [active] .move').length === 2,
    );
    await page.goto(`${origin}/`);
    await page.locator('.try ferz-board').waitFor();
    assert.equal(
        await page.locator('.try-words button').isVisible(),
        false,
        'nothing to begin anew',
    );
    assert.deepEqual(faults, []);
} finally {
    await browser.close();
    await close();
}
console.log('The board of the first page plays, and its game goes on in the page.');
