// Drives the page in Firefox: `node test/firefox.mjs`, with puppeteer-core installed (playwright-core needs a Firefox of its
// own). The path of Firefox is in FIREFOX (/usr/bin/firefox-esr by default). The tests in Chromium are the thorough ones; these
// show that each mode works here, with both ways to stop a search.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve } from './server.mjs';

const { default: puppeteer } = await import(/** @type {any} */ ('puppeteer-core'));
const { origin, close } = await serve();
const folder = await mkdtemp(join(tmpdir(), 'ferz-firefox-'));
const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
});
const page = await browser.newPage();
/** @type {string[]} */
let faults = [];
page.on(
    'console',
    (/** @type {any} */ message) => message.type() === 'error' && faults.push(message.text()),
);
page.on('pageerror', (/** @type {Error} */ error) => faults.push(error.stack ?? String(error)));

/**
 * Waits until a function of the page returns a true value.
 * @param {(...given: any[]) => any} holds
 * @param {...any} given
 */
const until = (holds, ...given) => page.waitForFunction(holds, { timeout: 60_000 }, ...given);
/** @param {string} name */
const show = async (name) => {
    await page.evaluate((/** @type {string} */ hash) => (location.hash = hash), `#${name}`);
    await page.waitForSelector(`ferz-${name.split('/')[0]}[active]`);
};
/**
 * Presses the button, tab or choice that begins with a text.
 * @param {string} text
 */
const press = (text) =>
    page.evaluate((/** @type {string} */ begin) => {
        const found = [...document.querySelectorAll('button, label, [role=tab]')].find(
            (element) => {
                return (
                    element.textContent?.trim().startsWith(begin) &&
                    /** @type {HTMLElement} */ (element).offsetParent !== null
                );
            },
        );
        if (!found) {
            throw new Error(`nothing is called ${begin}`);
        }
        /** @type {HTMLElement} */ (found).click();
    }, text);
/**
 * The middle of a square on the screen.
 * @param {string} square
 * @returns {Promise<[number, number]>}
 */
const middle = (square) =>
    page.$eval(
        '#board',
        (/** @type {Element} */ board, /** @type {string} */ name) => {
            const box = /** @type {Element} */ (
                board.shadowRoot?.querySelector(`[data-square=${name}]`)
            );
            const { x, y, width, height } = box.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        },
        square,
    );
/** @param {string} move */
const click = async (move) => {
    await page.mouse.click(...(await middle(move.slice(0, 2))));
    await page.mouse.click(...(await middle(move.slice(2, 4))));
};
/**
 * @param {string} move
 * @param {'left' | 'right'} button
 */
const drag = async (move, button) => {
    await page.mouse.move(...(await middle(move.slice(0, 2))));
    await page.mouse.down({ button });
    await page.mouse.move(...(await middle(move.slice(2, 4))), { steps: 5 });
    await page.mouse.up({ button });
};
/** @param {string} text */
const type = async (text) => {
    await page.focus('.typed-move input');
    await page.keyboard.type(`${text}\n`);
};
/** @param {number} count */
const moves = (count) =>
    until(
        (wanted) => document.querySelectorAll('.tree .main-line > .move .san').length === wanted,
        count,
    );
const depth = () =>
    until(
        () =>
            Number(
                /Depth (\d+)/.exec(document.querySelector('.facts')?.textContent ?? '')?.[1] ?? 0,
            ) >= 4,
    );

/** @type {Record<string, () => Promise<any>>} */
const tests = {
    async 'the page and its engine'() {
        await page.setViewport({ width: 1280, height: 860 });
        await page.goto(origin);
        await depth();
    },
    async 'moves by dragging, clicks, typing and keys'() {
        await drag('e2e4', 'left');
        await moves(1);
        await click('e7e5');
        await type('Qh5');
        await type('Ke7');
        await moves(4);
        await page.mouse.click(...(await middle('a4')));
        await page.keyboard.press('Home');
        await page.keyboard.press('f');
        await until(
            () => /** @type {any} */ (document.getElementById('board')).orientation === 'black',
        );
        await page.keyboard.press('f');
        await drag('g1f3', 'right');
        await until(
            () => /** @type {any} */ (document.getElementById('board')).shapes.length === 1,
        );
    },
    async 'a comment, and a start position of Chess960 by its number'() {
        await page.click('[aria-label="Comment and judge this move"]');
        await page.keyboard.type('sharp');
        await page.keyboard.press('Tab');
        await until(() => document.querySelector('.tree .remark')?.textContent === 'sharp');
        await press('Set up');
        await page.focus('.start-number input');
        await page.keyboard.down('Control');
        await page.keyboard.press('a');
        await page.keyboard.up('Control');
        await page.keyboard.type('0');
        await page.keyboard.press('Tab');
        await until(() =>
            [...document.querySelectorAll('.setup input')].some((field) =>
                /** @type {HTMLInputElement} */ (field).value.startsWith('bbqnnrkr/'),
            ),
        );
    },
    async 'a game is copied, pasted and reviewed'() {
        await press('Open & share');
        await page.focus('.share textarea');
        await page.keyboard.type('[White "Anna"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
        for (const key of ['a', 'x']) {
            await page.keyboard.down('Control');
            await page.keyboard.press(key);
            await page.keyboard.up('Control');
        }
        await page.focus('.tab-list [aria-selected=true]');
        await page.keyboard.down('Control');
        await page.keyboard.press('v');
        await page.keyboard.up('Control');
        await until(() => document.querySelector('#near .name')?.textContent === 'Anna');
        await press('Review');
        await page.select('.effort select', '25000');
        await press('Review the game');
        await page.waitForSelector('.sides .accuracy');
        await until(
            () => document.querySelector('.sides .blunder td:last-child')?.textContent === '1',
        );
    },
    async 'files of games, also packed, and the explorer'() {
        await writeFile(
            join(folder, 'games.pgn.gz'),
            gzipSync('[White "Ben"]\n\n1. e4 c5 *\n\n'.repeat(20_000)),
        );
        await show('games');
        await (await page.$('ferz-games input[type=file]')).uploadFile(
            join(folder, 'games.pgn.gz'),
        );
        await until(
            () => document.querySelector('.games-head .title')?.textContent === '20,000 games',
        );
        await page.waitForSelector('.game-row .name');
        await page.$eval('.game-row', (/** @type {HTMLElement} */ row) => row.click());
        await moves(2);
        await page.keyboard.press('Home');
        await press('Explorer');
        await until(() => document.querySelector('.explorer td.count')?.textContent === '20,000');
    },
    async 'a game against the engine'() {
        await show('play');
        await press('White');
        await press('Start the game');
        await click('d2d4');
        await until(() => document.querySelectorAll('.match .san').length === 2);
        await press('Hint');
        await page.waitForSelector('.status .hint');
    },
    async 'a puzzle'() {
        await show('solve');
        await press('Sixty puzzles');
        await until(() =>
            document.querySelector('.drill-verdict')?.textContent?.includes('Find the best move'),
        );
        await press('Solution');
        await until(() =>
            document.querySelector('.drill-verdict')?.textContent?.includes('The solution'),
        );
        await until(
            () => document.querySelector('.drill-actions .main')?.textContent === 'Next puzzle',
        );
    },
    async lessons() {
        await show('learn/worth=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1');
        await until(() => document.querySelectorAll('.overlay > .worth').length === 30);
        await show('learn/perft=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&depth=3');
        await until(() => document.querySelector('ferz-learn')?.textContent?.includes('8,902'));
        await show('learn/dead=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3_w_-_-_0_1');
        await until(() =>
            document.querySelector('ferz-learn')?.textContent?.includes('A dead position'),
        );
    },
    async 'the second way to stop a search'() {
        await page.evaluate(() => localStorage.setItem('ferz.settings', '{"stopBy":"never"}'));
        await page.goto(`${origin}/?second#analyse`);
        await depth();
        await type('Nf3');
        await depth();
    },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
    const start = Date.now();
    try {
        await test();
        assert.deepEqual(faults, [], 'errors of the page');
        console.log(`passed: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failed += 1;
        console.log(`failed: ${name}\n${error instanceof Error ? error.stack : error}`);
    }
    faults = [];
}
await browser.close();
await close();
await rm(folder, { recursive: true });
console.log(`${Object.keys(tests).length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
