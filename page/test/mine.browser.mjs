// The user's side and taste: "I am ...", one's own score, the look of the board, sounds, the wheel, pictures and links.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { middle, moves, paste, until } from './helpers.mjs';

const QUIET = () => localStorage.setItem('ferz.settings', JSON.stringify({ engine: false }));
const REVIEWED =
    '[White "Anna"]\n[Black "Bert, Ernst"]\n\n1. e4 {[%eval -0.03]} e5 {[%eval 0.3]} 2. Ba6 $4 {[%eval -2.6]} (2. Nf3 {[%eval 0.3]}) ' +
    'Ke7 $4 {[%eval 2.0]} (2... Nxa6 {[%eval -2.6]}) 3. a3 $2 {[%eval 0.5]} (3. Bc4 {[%eval 2.0]}) *';
const GAMES = [
    ['Ernst Bert', 'Anna', '1. e4 e5', '1-0'],
    ['Anna', 'BERT, Ernst', '1. e4 c5', '1-0'],
    ['Bert, Ernst', 'Carla', '1. d4 d5', '1/2-1/2'],
    ['Carla', 'Anna', '1. d4 d5', '0-1'],
]
    .map(
        ([white, black, line, result]) =>
            `[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${line} ${result}\n`,
    )
    .join('\n');

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    'it is asked once who I am: my mistakes come first, and are solved': async ({ open, axe }) => {
        const page = await open('/#analyse', {
            script: () => {
                if (localStorage.getItem('ferz.settings') === null) {
                    localStorage.setItem('ferz.settings', '{"engine":false}');
                }
            },
        });
        await paste(page, REVIEWED);
        assert.deepEqual(
            await page.locator('.tree .evaluation').allTextContents(),
            ['0.0', '+0.3', '−2.6', '+2.0', '+0.5'],
            'what rounds to nothing has no sign',
        );
        await page.getByRole('tab', { name: 'Review' }).click();
        await axe(page);
        await page.getByRole('button', { name: 'I am Bert, Ernst' }).click();
        assert.deepEqual(
            await page.locator('.mistake-list li > :first-child, .mistake-part').allTextContents(),
            ['Your mistakes', '2… Ke7??', 'Of the other side', '2. Ba6??', '3. a3?'],
        );
        // The board is turned, and shows the first mistake of the user, which is counted among his.
        await page.getByRole('heading', { name: 'Blunder by Black' }).waitFor();
        await page.getByText('1 of your 1', { exact: true }).waitFor();
        const side = () =>
            page.locator('#board').evaluate((board) => /** @type {any} */ (board).orientation);
        assert.equal(await side(), 'black');
        await page.getByRole('button', { name: 'Next mistake' }).click();
        await page.getByText('1 of 2 of the other side').waitFor();
        await page.getByRole('button', { name: 'Solve my mistakes' }).click();
        await page.getByText('1 puzzle: 0 solved').waitFor();
        // Another game of the same player is seen from his side, and nothing is asked again.
        await page.getByRole('link', { name: 'Analyse' }).click();
        await page.getByRole('tab', { name: 'Moves' }).click();
        await paste(page, REVIEWED.replace('Anna', 'Carla').replace('Bert, Ernst', 'ernst bert'));
        await until(
            async () =>
                (await page
                    .locator('#board')
                    .evaluate((board) => /** @type {any} */ (board).orientation)) === 'black',
            'the board is turned',
        );
        await page.getByRole('tab', { name: 'Review' }).click();
        assert.equal(await page.getByText('Which one is you?').count(), 0);
        // Rows of buttons are one stop of the tab key each.
        assert.ok(
            (await page.locator('ferz-analyse .review button:not([tabindex="-1"])').count()) <= 14,
        );
    },
    'the explorer has a row of sums and my score': async ({ open }) => {
        const page = await open('/#games', {
            script: () =>
                localStorage.setItem('ferz.settings', '{"engine":false,"me":"Bert, Ernst"}'),
        });
        await paste(page, GAMES);
        await page.locator('.game-row').nth(3).waitFor();
        await page.getByRole('link', { name: 'Analyse' }).click();
        await page.getByRole('tab', { name: 'Explorer' }).click();
        await page.locator('.moves tfoot').waitFor();
        await until(
            async () =>
                (await page.locator('.moves tfoot tr').textContent())?.startsWith('All4') ?? false,
            'all games are indexed',
        );
        const rows = page.locator('.moves tr:has(td)');
        const texts = async (/** @type {number} */ row) =>
            rows.nth(row).locator('td.count').allTextContents();
        assert.deepEqual(await texts(0), ['2', '50 %', '50 % of 1']);
        assert.deepEqual(await texts(1), ['2', '50 %', '50 % of 2']);
        assert.deepEqual(await texts(2), ['4', '100 %', '50 % of 3']);
        await page.getByRole('radio', { name: 'As Black' }).focus();
        await page.keyboard.press('Space');
        await until(
            async () => (await texts(2)).at(-1) === '0 % of 1',
            'the games with Black alone are mine',
        );
        const focused = () =>
            page.evaluate(() => /** @type {any} */ (document.activeElement).value);
        assert.equal(await focused(), 'black');
    },
    'the look of the board, sounds and the wheel': async ({ open, axe }) => {
        const page = await open('/#analyse', {
            script: () => {
                localStorage.setItem('ferz.settings', JSON.stringify({ engine: false }));
                /** @type {any} */ (window).knocks = 0;
                const make = AudioContext.prototype.createOscillator;
                AudioContext.prototype.createOscillator = function () {
                    /** @type {any} */ (window).knocks += 1;
                    return make.call(this);
                };
            },
        });
        const knocks = () => page.evaluate(() => /** @type {any} */ (window).knocks);
        await paste(page, '1. e4 d5 2. exd5 *');
        await until(async () => (await moves(page)).length === 3, 'the game');
        await page.keyboard.press('ArrowRight');
        assert.equal(await knocks(), 0, 'no sound by default');
        await page.getByRole('button', { name: 'Settings', exact: true }).click();
        await axe(page);
        await page.getByText('Simple', { exact: true }).click();
        await page.getByText('Green', { exact: true }).click();
        await page.getByLabel('Sounds of moves').check();
        await page.getByRole('button', { name: 'Close' }).click();
        const board = page.locator('#board');
        assert.equal(await board.locator('.piece .simple').first().isVisible(), true);
        assert.equal(await board.locator('.piece .detailed').first().isVisible(), false);
        await until(
            () =>
                page.evaluate(() =>
                    getComputedStyle(/** @type {any} */ (document.getElementById('board')))
                        .getPropertyValue('--dark')
                        .includes('7d9a66'),
                ),
            'the green board',
        );
        await page.mouse.move(...(await middle(page, 'd4')));
        await page.mouse.wheel(0, 120);
        await until(
            async () => (await page.locator('.tree [aria-current] .san').textContent()) === 'exd5',
            'two steps on',
        );
        await until(async () => (await knocks()) > 0, 'a sound');
        await page.mouse.wheel(0, -60);
        await until(
            async () => (await page.locator('.tree [aria-current] .san').textContent()) === 'd5',
            'a step back',
        );
    },
    'a link of this computer says so, and there are pictures': async ({ open }) => {
        const page = await open('/#analyse', { script: QUIET });
        await paste(page, '1. e4 {[%cal Gd2d4]} e5 *');
        await page.keyboard.press('ArrowRight');
        await page.getByRole('tab', { name: 'Open & share' }).click();
        await page.getByText('This link opens on this computer only.').waitFor();
        const saved = async (/** @type {string} */ name) => {
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name }).click(),
            ]);
            return readFile(await download.path());
        };
        const svg = (await saved('Save as SVG')).toString();
        assert.ok(svg.startsWith('<svg') && svg.split('<path').length > 20, 'a board');
        const png = await saved('Save as PNG');
        assert.equal(png.subarray(1, 4).toString(), 'PNG');
        assert.equal(png.readUInt32BE(16), 800);
        await page.getByLabel('Address of a public copy').fill('https://example.org/ferz/');
        await page.getByLabel('Address of a public copy').press('Tab');
        const link = page.getByLabel('Link to this game');
        await until(
            async () => (await link.inputValue()).startsWith('https://example.org/ferz/#analyse/'),
            'the link of the copy',
        );
    },
    'files of a browser without handles are there the next time too': async ({ open }) => {
        const page = await open('/#games');
        const games = Array.from({ length: 4 }, (_, at) => `[White "Player ${at}"]\n\n1. e4 *\n`);
        const file = {
            name: 'club.pgn',
            mimeType: 'text/plain',
            buffer: Buffer.from(games.join('\n')),
        };
        await page.locator('ferz-games input[type=file]').first().setInputFiles(file);
        await page.locator('.game-row').nth(3).waitFor();
        await page.getByLabel('Search the games').fill('player 2');
        await page.getByText('1 of 4 games').waitFor();
        await page.reload();
        await page.getByText('1 of 4 games').waitFor();
        await page.getByRole('button', { name: 'Close all files' }).click();
        await page.getByText('Three classic games').waitFor();
        await page.reload();
        await page.getByText('Three classic games').waitFor();
        assert.equal(await page.locator('.game-row').count(), 0);
    },
    'opened files and the place in their list are there the next time': async ({
        open,
        origin,
    }) => {
        // The browser's own files stand for those of a disk: their handles are kept in the same way.
        const page = await open('/#games', {
            script: () => {
                /** @type {any} */ (window).showOpenFilePicker = async () => {
                    const folder = await navigator.storage.getDirectory();
                    const handle = await folder.getFileHandle('club.pgn', { create: true });
                    const out = await handle.createWritable();
                    await out.write(
                        Array.from(
                            { length: 30 },
                            (_, at) =>
                                `[White "Player ${at % 2 ? 'Odd' : 'Even'} ${at}"]\n\n1. e4 *\n`,
                        ).join('\n'),
                    );
                    await out.close();
                    return [handle];
                };
            },
        });
        await page.getByRole('button', { name: 'Open files…' }).first().click();
        await page.locator('.game-row').nth(5).waitFor();
        await page.getByLabel('Search the games').fill('odd');
        await page.getByText('15 of 30 games').waitFor();
        await page.locator('.game-row').nth(3).click();
        await page.waitForFunction(() => location.hash === '#analyse');
        const next = await page.context().newPage();
        await next.goto(`${origin}/#games`);
        await next.getByText('15 of 30 games').waitFor();
        assert.equal(await next.getByLabel('Search the games').inputValue(), 'odd');
        assert.match(
            (await next.locator('.game-row[aria-selected=true]').textContent()) ?? '',
            /Player Odd 7/,
        );
        // What is closed does not come back.
        await next.getByRole('button', { name: 'Close all files' }).click();
        await next.getByText('Three classic games').waitFor();
        await next.reload();
        await next.getByText('Three classic games').waitFor();
        assert.equal(await next.locator('.game-row').count(), 0);
    },
};
