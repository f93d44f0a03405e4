// What the tests in a browser share.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Browser} Browser */

/**
 * What a test gets.
 * @typedef {object} Given
 * @property {string} origin the address of the page without its last slash
 * @property {Browser} browser
 * @property {(path?: string, options?: any) => Promise<Page>} open opens the page in a new context and waits for its mode
 * @property {(page: Page) => Promise<void>} axe fails with what axe-core finds
 */
/** @typedef {Record<string, (given: Given) => Promise<void>>} Tests */

/** The errors of all pages: there must be none. @type {string[]} */
export const faults = [];

/**
 * Keeps the errors of a page.
 * @param {Page} page
 * @param {string[]} [allowed] parts of messages that are expected
 */
export function watch(page, allowed = []) {
    page.on('console', (message) => {
        if (message.type() === 'error' && !allowed.some((part) => message.text().includes(part))) {
            faults.push(message.text());
        }
    });
    page.on('pageerror', (error) => faults.push(error.stack ?? String(error)));
}

/**
 * The square of the board.
 * @param {Page} page
 * @param {string} square
 */
export const cell = (page, square) => page.locator(`#board [data-square=${square}]`);

/**
 * The middle of a square on the screen.
 * @param {Page} page
 * @param {string} square
 * @returns {Promise<[number, number]>}
 */
export async function middle(page, square) {
    const box = await cell(page, square).boundingBox();
    assert.ok(box, `${square} is not on the screen`);
    return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Makes a move by two clicks.
 * @param {Page} page
 * @param {string} move
 */
export async function click(page, move) {
    await page.mouse.click(...(await middle(page, move.slice(0, 2))));
    await page.mouse.click(...(await middle(page, move.slice(2, 4))));
}

/**
 * Pastes a text into the page.
 * @param {Page} page
 * @param {string} text
 */
export async function paste(page, text) {
    await page.evaluate((given) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', given);
        document.body.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
    }, text);
}

/** The moves of the tree. @param {Page} page */
export const moves = (page) => page.locator('.tree .main-line > .move .san').allTextContents();

/** The pieces on the board. @param {Page} page */
export const pieces = (page) =>
    page.evaluate(() => /** @type {any} */ (document.getElementById('board')).fen.split(' ')[0]);

/**
 * Waits until a condition holds on this side.
 * @param {() => Promise<boolean>} holds
 * @param {string} what
 * @param {number} [limit] milliseconds
 */
export async function until(holds, what, limit = 20_000) {
    const end = Date.now() + limit;
    while (!(await holds())) {
        assert.ok(Date.now() < end, `${what}: not within ${limit} ms`);
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** The depth of the search that is shown, or 0. @param {Page} page */
export async function depth(page) {
    const text = await page.locator('.facts').textContent();
    return Number(/Depth (\d+)/.exec(text ?? '')?.[1] ?? 0);
}

const require = createRequire(import.meta.url);

/** The source of axe-core, or null if it is not installed. */
export async function axeSource() {
    try {
        return await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
    } catch {
        return null;
    }
}
