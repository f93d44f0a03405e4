// The page as `ferz serve` sends it. The answers to its calls are made here.

import assert from 'node:assert/strict';
import { depth, moves, until } from './helpers.mjs';

const TOKEN = '0123456789abcdef0123456789abcdef';
const CONDITIONS = [
    { name: 'player', valueName: 'NAME', help: 'Name of a player', values: [], isRepeated: false },
    {
        name: 'color',
        valueName: 'SIDE',
        help: 'Side of that player',
        values: ['white', 'black'],
        isRepeated: false,
    },
    {
        name: 'tag',
        valueName: 'CONDITION',
        help: 'Condition on any tag',
        values: [],
        isRepeated: true,
    },
];
const INFO = {
    version: 'Ferz',
    engines: [{ name: 'ferz', title: 'Ferz' }],
    threads: 2,
    hash: 256,
    books: ['club.bin'],
    indexes: ['mine.index'],
    conditions: CONDITIONS,
    games: 1,
    tablebases: 5,
};
const LINE = {
    depth: 9,
    seldepth: 12,
    rank: 1,
    score: { cp: 12, bound: 'exact' },
    wdl: [250, 700, 50],
    nodes: 1000,
    nps: 5000,
    seconds: 0.2,
    pv: ['e2e4', 'e7e5'],
};

/** The moves of all games, so that a line from any position of them is legal. */
const GAME = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'];
const PUZZLE = 'PuzzleId,FEN,Moves\nx,6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1,a1a8\n';

/** The answers to calls. @type {Record<string, (fields: any) => string>} */
const ANSWERS = {
    info: () => JSON.stringify(INFO),
    search: ({ fen, moves: played }) => {
        const line = { ...LINE, pv: fen.startsWith('4k3') ? ['d1d7'] : GAME.slice(played.length) };
        return `${JSON.stringify(line)}\n${JSON.stringify({ lines: [line], best: line.pv[0] })}\n`;
    },
    book: () =>
        JSON.stringify({
            moves: [
                { san: 'e4', uci: 'e2e4', weight: 3, share: 0.75, score: null },
                { san: 'd4', uci: 'd2d4', weight: 1, share: 0.25, score: 55 },
            ],
        }),
    explore: () =>
        JSON.stringify({
            white: 3,
            draws: 1,
            black: 0,
            opening: null,
            recentGames: [],
            moves: [
                {
                    uci: 'e2e4',
                    san: 'e4',
                    white: 3,
                    draws: 1,
                    black: 0,
                    averageRating: 1800,
                    game: null,
                    opening: null,
                },
            ],
            topGames: [
                {
                    id: '7',
                    uci: 'e2e4',
                    winner: 'white',
                    result: '1-0',
                    speed: null,
                    white: { name: 'Anna', rating: 1900 },
                    black: { name: 'Ben', rating: null },
                    year: 2024,
                    month: null,
                },
            ],
        }),
    explored: ({ game }) => JSON.stringify(`[White "Anna"]\n\n1. e4 {${game}} e5 2. Nf3 Nc6 1-0\n`),
    tables: () => JSON.stringify({ moves: [{ move: 'd1d7', san: 'Qd7+', wdl: 'win', dtz: 3 }] }),
    worth: () => JSON.stringify({ pieces: { a2: 1.5, d1: 8.25 }, centipawns: 35, endgame: null }),
    games: ({ number }) =>
        number === undefined
            ? JSON.stringify([
                  { number: 0, name: 'club.pgn', bytes: 20 },
                  { number: 1, name: 'own.csv', bytes: 70 },
              ])
            : number === 1
              ? PUZZLE
              : '1. e4 e5 2. Nf3 *\n\n1. d4 *\n',
};

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'engine, books, tables and files of ferz serve'({ open, origin, axe }) {
        /** @type {Set<string | undefined>} */
        const tokens = new Set();
        /** @type {any} */ let explored;
        const answer = async (/** @type {import('playwright-core').Route} */ route) => {
            const request = route.request();
            tokens.add(request.headers()['x-ferz-token']);
            const name = new URL(request.url()).pathname.split('/').at(-1) ?? '';
            explored = name === 'explore' ? request.postDataJSON() : explored;
            await route.fulfill({ body: ANSWERS[name](request.postDataJSON()) });
        };
        const page = await open(`/#token=${TOKEN}`, { route: { pattern: '**/api/*', answer } });
        const engine = '/ferz/engine.js';
        if (
            !(await page.evaluate(async (address) => 'Server' in (await import(address)), engine))
        ) {
            console.log('  skipped: the package has no client of ferz serve');
            return;
        }
        await until(async () => (await depth(page)) === 9, 'the line of the server');
        const fill = () => page.locator('#fill').evaluate((element) => element.style.blockSize);
        await until(
            async () => Math.round(Number.parseFloat(await fill())) === 51,
            'the bar is that of +0.12, as the review would say',
        );
        assert.ok(!page.url().includes(TOKEN), 'the secret is not in the address any more');
        await page.getByRole('tab', { name: 'Explorer' }).click();
        await page.getByRole('heading', { name: 'club.bin' }).waitFor();
        assert.deepEqual(
            await page.locator('.explorer section').first().locator('td').allTextContents(),
            ['e4', '75 %', '', 'd4', '25 %', '55 %'],
        );
        await page.getByRole('heading', { name: 'mine.index' }).waitFor();
        assert.deepEqual(
            await page.locator('.explorer .results').first().getAttribute('aria-label'),
            'White wins 3, draws 1, Black wins 0',
        );
        await page.getByText('Conditions', { exact: true }).click();
        await page.getByText('More conditions').click();
        await axe(page);
        await page.getByLabel('Games of').fill(' anna ');
        await page.getByLabel('Tag').fill('Round = 1; Site ~ x');
        await page.getByLabel('who had').selectOption('white');
        await page.getByRole('button', { name: 'Take off the condition Games of: anna' }).waitFor();
        await until(async () => explored.filter.color === 'white', 'the call with conditions');
        assert.deepEqual(explored.filter, {
            player: 'anna',
            color: 'white',
            tag: ['Round = 1', 'Site ~ x'],
        });
        await page.getByRole('button', { name: 'e4', exact: true }).last().click();
        await until(async () => (await moves(page)).length === 1, 'the move of the index');
        await page.getByRole('button', { name: /Anna/ }).click();
        await until(async () => (await moves(page)).length === 4, 'the game of the index');
        assert.equal(
            await page.locator('.tree [aria-current] .san').textContent(),
            'e4',
            'it opens at the position',
        );
        await page.goto(`${page.url().split('#')[0]}#analyse/fen=4k3/8/8/8/8/8/8/3QK3_w_-_-_0_1`);
        await page.getByRole('heading', { name: 'Endgame table' }).waitFor();
        assert.deepEqual(
            await page.locator('.explorer section').first().locator('td').allTextContents(),
            ['Qd7+', 'win', '3'],
        );
        await page.getByRole('link', { name: 'Games' }).click();
        assert.equal(
            await page.getByRole('button', { name: 'own.csv' }).count(),
            0,
            'puzzles are not games',
        );
        await page.getByRole('button', { name: 'club.pgn' }).click();
        await page.locator('.game-row').nth(1).waitFor();
        await page.locator('.game-row').first().click();
        await until(async () => (await moves(page)).length === 3, 'the game of the server');
        // The file of the server is open in the next tab too.
        const next = await page.context().newPage();
        await next.route('**/api/*', answer);
        await next.goto(`${origin}/#token=${TOKEN}`);
        await next.getByRole('link', { name: 'Games' }).click();
        await next.locator('.game-row').nth(1).waitFor();
        await next.close();
        await page.goto(`${page.url().split('#')[0]}#learn/worth=`);
        await until(
            async () =>
                (await page.locator('.overlay > .worth').allTextContents()).join() === '1.5,8.3',
            'the worth by the native engine',
        );
        await page.getByRole('link', { name: 'Solve' }).click();
        await page.getByRole('button', { name: 'own.csv' }).click();
        await page.getByText('White to move').waitFor();
        assert.deepEqual([...tokens], [TOKEN]);
    },

    'the secret of ferz serve: missing, given later, and that of an earlier run': async ({
        open,
    }) => {
        let secret = TOKEN;
        const answer = async (/** @type {import('playwright-core').Route} */ route) => {
            const request = route.request();
            const { pathname } = new URL(request.url());
            if (pathname === '/') {
                const response = await route.fetch();
                const body = (await response.text()).replace(
                    /<meta name="ferz-engine".*\n/,
                    '<meta name="ferz-serve" content="other">\n',
                );
                return route.fulfill({ response, body });
            }
            if (!pathname.startsWith('/api/')) {
                return route.continue();
            }
            return request.headers()['x-ferz-token'] === secret
                ? route.fulfill({ body: ANSWERS[pathname.slice(5)](request.postDataJSON()) })
                : route.fulfill({ status: 403, body: '{"error":"the secret is wrong"}' });
        };
        const page = await open('/#analyse', {
            route: { pattern: '**/*', answer },
            allowed: ['403'],
        });
        const fault = page.locator('.engine-fault');
        await fault.getByText('this address lacks the secret').waitFor();
        assert.match(
            (await fault.textContent()) ?? '',
            /in its terminal\. It begins with http.*#token=/,
        );
        assert.equal(await fault.getByRole('button').count(), 0, 'nothing that cannot help');
        await page.locator('#toast', { hasText: 'usual port' }).waitFor();
        await page.evaluate((token) => (location.hash = `token=${token}`), secret);
        await until(async () => (await depth(page)) === 9, 'the line of the server');
        assert.ok(!page.url().includes('token'), 'the secret leaves the address');
        // The server is started anew.
        secret = TOKEN.replaceAll('0', 'f');
        await page.reload();
        await fault.getByText('was started anew').waitFor();
        assert.equal(await fault.getByRole('button').count(), 0);
        await page.evaluate((token) => (location.hash = `analyse&token=${token}`), secret);
        await until(async () => (await depth(page)) === 9, 'the line of the new run');
        // And once more while the page is open.
        secret = TOKEN;
        await page.locator('.typed-move input').fill('e4');
        await page.locator('.typed-move input').press('Enter');
        await fault.getByText('was started anew').waitFor();
        assert.equal(await fault.getByRole('button').count(), 0);
        assert.ok(!((await fault.textContent()) ?? '').includes('the secret is wrong'));
    },
};
