// Games: files that are opened and searched, the explorer, and the page without a network.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { depth, moves, pieces, until } from './helpers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const LINES = [
    '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7',
    '1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7',
    '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. O-O O-O 9. Be3 Be6 10. Nd5 Nbd7',
    '1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 4. g3 d5 5. cxd5 Nxd5 6. Bg2 Nb6 7. O-O Be7 8. a3 O-O 9. b4 Be6 10. Rb1 f6',
];
const RESULTS = ['1-0', '1/2-1/2', '0-1', '1-0'];

/**
 * A game of a generated file.
 * @param {number} index
 */
function gameOf(index) {
    const result = RESULTS[index % 4];
    return (
        `[Event "Open ${index % 97}"]\n[Site "Here"]\n[Date "${1950 + (index % 70)}.${String(1 + (index % 12)).padStart(2, '0')}.01"]\n` +
        `[Round "${1 + (index % 9)}"]\n[White "Player ${index % 5003}"]\n[Black "Other ${index % 4001}"]\n[Result "${result}"]\n` +
        `[WhiteElo "${1800 + (index % 900)}"]\n[ECO "${'ABCDE'[index % 5]}${String(index % 100).padStart(2, '0')}"]\n\n${LINES[index % 4]} ${result}\n\n`
    );
}

/**
 * A file of games, of some bytes at least.
 * @param {number} bytes
 */
function fileOf(bytes) {
    const parts = [];
    let [length, count] = [0, 0];
    while (length < bytes) {
        const game = gameOf(count++);
        parts.push(game);
        length += game.length;
    }
    return { text: parts.join(''), count };
}

/** @param {(folder: string) => Promise<void>} use */
async function withFolder(use) {
    const folder = await mkdtemp(join(tmpdir(), 'ferz-page-'));
    try {
        await use(folder);
    } finally {
        await rm(folder, { recursive: true });
    }
}

const title = (/** @type {Page} */ page) => page.locator('.games-head .title').textContent();
const input = (/** @type {Page} */ page) => page.locator('ferz-games input[type=file]').first();
const local = (/** @type {number} */ count) => count.toLocaleString('en');

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'a file of 50 MB is opened, searched and scrolled'({ open, axe }) {
        await withFolder(async (folder) => {
            const { text, count } = fileOf(50e6);
            const file = join(folder, 'large.pgn');
            await writeFile(file, text);
            const page = await open('/#games');
            await axe(page);
            const start = Date.now();
            await input(page).setInputFiles(file);
            await until(
                async () => (await title(page)) === `${local(count)} games`,
                'all games are listed',
                120_000,
            );
            console.log(`  ${local(count)} games in ${((Date.now() - start) / 1000).toFixed(1)} s`);
            assert.ok((await page.locator('.game-row').count()) < 60, 'only what is seen is drawn');
            const wanted = Array.from({ length: count }, (_, index) => index).filter((index) => {
                return index % 5003 === 4321 || `Player ${index % 5003}`.includes('Player 4321');
            });
            await page.getByRole('searchbox').fill('player 4321');
            await until(
                async () => (await title(page))?.startsWith(`${local(wanted.length)} of`) ?? false,
                'what is looked for',
            );
            await page.getByLabel('Result', { exact: true }).selectOption('1-0');
            const won = wanted.filter((index) => RESULTS[index % 4] === '1-0');
            await until(
                async () => (await title(page))?.startsWith(`${local(won.length)} of`) ?? false,
                'what is won',
            );
            await page.getByRole('searchbox').fill('');
            await page.getByLabel('Result', { exact: true }).selectOption('');
            await until(async () => (await title(page)) === `${local(count)} games`, 'all again');
            await page.getByRole('searchbox').fill('nobody of this name');
            await page.getByRole('button', { name: 'Show all games' }).waitFor();
            await axe(page);
            await page.getByRole('button', { name: 'Show all games' }).click();
            await until(
                async () => (await title(page)) === `${local(count)} games`,
                'all by the button',
            );
            await page.locator('.list').focus();
            await page.keyboard.press('End');
            await until(async () => {
                const last = page.locator('.game-row[aria-selected=true] .side .name').first();
                return (
                    (await last.count()) > 0 &&
                    (await last.textContent()) === `Player ${(count - 1) % 5003}`
                );
            }, 'the last game');
            await axe(page);
            await page.keyboard.press('Enter');
            await until(async () => (await moves(page)).length === 20, 'the game is open');
        });
    },
    async 'a packed file, several files, a file without games'({ open }) {
        await withFolder(async (folder) => {
            const { text, count } = fileOf(100_000);
            await writeFile(join(folder, 'packed.pgn.gz'), gzipSync(text));
            await writeFile(join(folder, 'plain.pgn'), gameOf(0) + gameOf(1));
            await writeFile(join(folder, 'empty.pgn'), '\n');
            const page = await open('/#games');
            await input(page).setInputFiles(join(folder, 'packed.pgn.gz'));
            await until(
                async () => (await title(page)) === `${local(count)} games`,
                'the packed games',
            );
            await input(page).setInputFiles([join(folder, 'plain.pgn'), join(folder, 'empty.pgn')]);
            await until(
                async () => (await title(page)) === `${local(count + 2)} games`,
                'two more',
            );
            await page.getByText('empty.pgn has no games.').waitFor();
            await page.locator('.game-row').first().click();
            await until(async () => (await moves(page)).length === 20, 'a game of the packed file');
            assert.equal(await page.locator('#near .name').textContent(), 'Player 0');
        });
    },
    async 'the explorer counts the moves of the opened games'({ open, axe }) {
        await withFolder(async (folder) => {
            await writeFile(
                join(folder, 'games.pgn'),
                Array.from({ length: 40 }, (_, index) => gameOf(index)).join(''),
            );
            const page = await open('/#games');
            await input(page).setInputFiles(join(folder, 'games.pgn'));
            await until(async () => (await title(page)) === '40 games', 'the games');
            await page.getByRole('link', { name: 'Analyse' }).click();
            await page.getByRole('tab', { name: 'Explorer' }).click();
            await until(
                async () => (await page.locator('.explored').count()) === 3,
                'three first moves',
            );
            const rows = await page
                .locator('.explorer tbody tr')
                .evaluateAll((list) =>
                    list.map((row) => [
                        row.querySelector('.explored')?.textContent,
                        row.querySelector('.count')?.textContent,
                        row.querySelector('.results')?.getAttribute('aria-label'),
                    ]),
                );
            assert.deepEqual(rows, [
                ['e4', '20', 'White wins 10, draws 0, Black wins 10'],
                ['c4', '10', 'White wins 10, draws 0, Black wins 0'],
                ['d4', '10', 'White wins 0, draws 10, Black wins 0'],
            ]);
            await page.getByText('40 of 40 games had this position: games.pgn.').waitFor();
            const listed = () => page.locator('.explorer .game').count();
            assert.equal(await listed(), 12);
            assert.deepEqual(
                await page
                    .locator('.explorer .game')
                    .first()
                    .locator('.dot')
                    .evaluateAll((dots) => dots.map(({ className }) => className)),
                ['dot white', 'dot black'],
            );
            await page.getByRole('button', { name: 'More games' }).click();
            await until(async () => (await listed()) === 40, 'all games');
            await axe(page);
            await page.locator('.explored', { hasText: 'e4' }).click();
            await page.getByText('20 of 40 games had this position: games.pgn.').waitFor();
            await until(async () => (await page.locator('.explored').count()) === 2, 'two replies');
            await page.locator('.explorer .game').first().click();
            await until(
                async () =>
                    (await page.locator('#near .name').textContent())?.startsWith('Player') ??
                    false,
                'a game',
            );
        });
    },
    async 'reload without a network: the board, the engine, a file of games'({ open, origin }) {
        const page = await open('/', {
            serviceWorkers: 'allow',
            allowed: ['ERR_INTERNET_DISCONNECTED', 'Failed to load resource'],
        });
        await until(async () => (await depth(page)) >= 4, 'the engine');
        // All files are kept when the largest ones are.
        await until(
            () =>
                page.evaluate(
                    async (names) => {
                        const cache = await caches.open(
                            (await caches.keys()).find((name) => name.startsWith('ferz-')) ??
                                'none',
                        );
                        const kept = (await cache.keys()).map(({ url }) => url);
                        return names.every((name) =>
                            kept.some(
                                (url) =>
                                    url === name || (name.endsWith('.') && url.startsWith(name)),
                            ),
                        );
                    },
                    [
                        '/',
                        '/ferz/ferz.wasm',
                        '/ferz/ferz-engine.wasm',
                        '/ferz/network.',
                        '/games/games.js',
                        '/games/positions.js',
                        '/games/classics.txt',
                        '/style.css',
                        '/shell.css',
                    ].map((name) => origin + name),
                ),
            'all files are kept',
            60_000,
        );
        await page.waitForTimeout(1000);
        await page.context().setOffline(true);
        await page.reload();
        await page.waitForSelector('#panel > [active]');
        await until(async () => (await depth(page)) >= 4, 'the engine without a network');
        await page.getByRole('link', { name: 'Games' }).click();
        await page.getByRole('button', { name: 'Three classic games' }).click();
        await until(async () => (await title(page)) === '3 games', 'the classic games');
        assert.equal(await pieces(page), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
        await page.context().setOffline(false);
    },
    async 'no request leaves the own host'({ browser, origin }) {
        const page = await browser.newPage();
        /** @type {string[]} */
        const foreign = [];
        page.on(
            'request',
            (request) =>
                request.url().startsWith(origin) ||
                request.url().startsWith('blob:') ||
                foreign.push(request.url()),
        );
        await page.goto(`${origin}/#games`);
        await page.getByRole('button', { name: 'Three classic games' }).click();
        await page.locator('.game-row').first().click();
        await until(async () => (await depth(page)) >= 4, 'the engine');
        assert.deepEqual(foreign, []);
        await page.close();
    },
};
