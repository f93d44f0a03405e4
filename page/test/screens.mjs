// Photographs the page in every mode and window, and asserts what can be asserted of its layout: `node test/screens.mjs
// [FOLDER [PART OF A NAME]...]`. The path of Chromium is in CHROMIUM (/usr/bin/chromium by default). Without a folder nothing
// is photographed.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { faults, paste, watch } from './helpers.mjs';
import { faultsOfLayout, faultsOfChoices } from './layout.mjs';
import { serve } from './server.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A window.
 * @typedef {object} Window
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {boolean} [touch]
 * @property {number} [scale] the pixels of a point
 * @property {boolean} [forced] colours of the system alone
 */

/** The windows; that of 720 points is one of 1440 at 200 %. @type {readonly Window[]} */
const WINDOWS = [
    { name: '1440x900', width: 1440, height: 900 },
    { name: '1024x768', width: 1024, height: 768 },
    { name: '768x1024', width: 768, height: 1024, touch: true },
    { name: '360x740', width: 360, height: 740, touch: true },
    { name: '844x390', width: 844, height: 390, touch: true },
    { name: 'zoom-200', width: 720, height: 450, scale: 2 },
    { name: 'forced', width: 1280, height: 800, forced: true },
];
const COLOURS = /** @type {const} */ (['light', 'dark']);

/** A reviewed game with comments and variations. */
const GAME = `[Event "Club championship"]
[Date "2026.03.14"]
[White "Anna Bergström"]
[Black "Bertrand de la Tour"]
[WhiteElo "1843"]
[BlackElo "1790"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.3]} 3. Bc4 {[%eval 0.2]} Nd4 $6 {[%eval 0.9] An old trap.}
(3... Bc5 {[%eval 0.2]} 4. c3 Nf6 5. d3) 4. Nxe5 $4 {[%eval -1.9] The queen comes with a double threat.} (4. Nxd4 {[%eval 0.9]} exd4 5. O-O)
Qg5 {[%eval -1.9]} 5. Nxf7 $4 {[%eval -5.2]} (5. Bxf7+ {[%eval -1.8]} Ke7 6. O-O) Qxg2 {[%eval -5.1]} 6. Rf1 {[%eval -5.2]}
Qxe4+ {[%eval -5.2]} 7. Be2 {[%eval -6.0]} Nf3# 0-1`;

/** Games of one player. */
const PLAYED = [
    ['Bergström, Anna', 'Costa, Rui', '1-0', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4'],
    ['Bergström, Anna', 'Dahl, Eva', '0-1', '1. e4 c5 2. Nf3 d6 3. d4 cxd4'],
    ['Bergström, Anna', 'Ek, Ulf', '1/2-1/2', '1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3'],
    ['Bergström, Anna', 'Gil, Ana', '1-0', '1. e4 c5 2. Nf3 Nc6 3. d4 cxd4'],
    ['Falk, Jan', 'Bergström, Anna', '1-0', '1. d4 d5 2. c4 e6 3. Nc3 Nf6'],
]
    .map(
        ([white, black, result, line], round) =>
            `[Event "Club evening"]\n[Date "2026.10.0${round + 1}"]\n[White "${white}"]\n[Black "${black}"]\n` +
            `[Result "${result}"]\n\n${line} ${result}`,
    )
    .join('\n\n\n');

/** The boards and pieces that are not the usual ones. */
const LOOKS = [
    { board: 'green', pieces: 'fine' },
    { board: 'slate', pieces: 'simple' },
];

/** A game against the engine in which the player has the move. */
const MATCH = {
    terms: { color: 'white', elo: 1300, minutes: 5, increment: 3, fen: null, chess960: false },
    moves: ['e2e4', 'e7e5', 'g1f3', 'b8c6'],
    times: Array(5).fill({ white: 300_000, black: 300_000 }),
    left: { white: 290_000, black: 281_000 },
    ending: null,
};

/**
 * Chooses a file behind a button.
 * @param {Page} page
 * @param {string} name
 * @param {string} text
 */
async function choose(page, name, text) {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name }).click();
    const buffer = Buffer.from(text);
    await (await chosen).setFiles({ name: 'mine.pgn', mimeType: 'text/plain', buffer });
}

/** Opens a tab of Analyse. @param {string} name @returns {(page: Page) => Promise<void>} */
const tab = (name) => (page) => page.getByRole('tab', { name, exact: true }).click();

/**
 * Begins with an address, and then shows one state after the other.
 * @type {readonly { path: string, kept?: Record<string, any>, states: Record<string, (page: Page) => Promise<unknown>> }[]}
 */
const TOURS = [
    {
        path: '/#analyse',
        states: {
            'analyse-empty': (page) => page.getByRole('button', { name: 'Set up' }).waitFor(),
            'analyse-moves': async (page) => {
                await paste(page, GAME);
                await page.locator('.tree .move').nth(6).click();
            },
            'analyse-review': tab('Review'),
            'analyse-setup': tab('Set up'),
            'analyse-share': tab('Open & share'),
        },
    },
    {
        path: '/#games',
        states: {
            'games-empty': async () => {},
            'games-list': async (page) => {
                await page.getByRole('button', { name: 'Three classic games' }).click();
                await page.locator('.game-row').nth(2).waitFor();
            },
            'analyse-explorer': async (page) => {
                await page.getByRole('link', { name: 'Analyse' }).click();
                await tab('Explorer')(page);
                await page.locator('.moves .explored').first().waitFor();
            },
        },
    },
    {
        path: '/#play',
        states: {
            'play-terms': (page) => page.getByRole('button', { name: 'Start the game' }).waitFor(),
        },
    },
    {
        path: '/#play',
        kept: { 'ferz.play.game': MATCH },
        states: { 'play-match': (page) => page.locator('.match .move').nth(3).waitFor() },
    },
    {
        path: '/#solve',
        states: {
            'solve-shelf': (page) => page.getByText('Sixty puzzles of Lichess').waitFor(),
            'solve-puzzle': async (page) => {
                await page.getByRole('button', { name: 'Sixty puzzles of Lichess' }).click();
                await page.getByText(/(White|Black) to move/).waitFor();
            },
        },
    },
    {
        path: '/#openings',
        states: {
            'openings-empty': (page) => page.getByText('My side').waitFor(),
            openings: async (page) => {
                await choose(page, 'Open PGN files…', GAME);
                await page.getByText(/positions?: 0 due/).waitFor();
            },
            'openings-compared': async (page) => {
                await choose(page, 'Compare with games…', PLAYED);
                await page.getByText('Compared with 5 games.').waitFor();
            },
            'openings-answer': async (page) => {
                await page.getByRole('button', { name: 'Add my answer' }).first().click();
                await page.getByText('Your answer with').waitFor();
            },
            'openings-added': async (page) => {
                const field = page.locator('.openings-answer').getByPlaceholder('Type a move');
                await field.fill('d4');
                await field.press('Enter');
                await page.getByText('Added:').waitFor();
                await page
                    .locator('.openings-answer')
                    .getByRole('button', { name: 'Back' })
                    .click();
                await page.getByText('Answers that you added (1)').waitFor();
            },
            'openings-new': async (page) => {
                await page.getByRole('button', { name: /^Learn \d/ }).click();
                await page.locator('.openings-trainer .drill-verdict').getByText('New').waitFor();
            },
            'openings-list': async (page) => {
                await page.getByRole('button', { name: 'Close' }).click();
                await page.getByRole('button', { name: 'All openings' }).click();
                await page.getByRole('button', { name: 'Open mine' }).waitFor();
            },
        },
    },
    {
        path: '/#analyse',
        states: {
            'games-recent': async (page) => {
                for (const text of [GAME, ...PLAYED.split('\n\n\n')]) {
                    await paste(page, text);
                    await page.locator('.tree .move').first().waitFor();
                    await page.waitForTimeout(600);
                }
                await page.getByRole('link', { name: 'Games' }).click();
                await page.locator('ferz-games .recent-game').nth(4).waitFor();
            },
            settings: async (page) => {
                await page.getByRole('button', { name: 'Settings' }).click();
                await page.getByRole('dialog').waitFor();
            },
            help: async (page) => {
                await page.getByRole('button', { name: 'Help: words and keys' }).last().click();
                await page.getByRole('dialog', { name: 'Help' }).waitFor();
            },
        },
    },
    ...LOOKS.map((look) => ({
        path: '/#analyse',
        kept: { 'ferz.settings': { engine: false, ...look } },
        states: {
            [`look-${look.board}-${look.pieces}`]: async (/** @type {Page} */ page) => {
                await paste(page, GAME);
                await page.locator('.tree .move').nth(12).click();
            },
        },
    })),
    { path: '/#learn', states: { learn: (page) => page.locator('.lesson').first().waitFor() } },
];

const [folder, ...wanted] = process.argv.slice(2);
if (folder) {
    await mkdir(folder, { recursive: true });
}
const { origin, close } = await serve();
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
/** @type {string[]} */
const found = [];
let count = 0;

/**
 * Shows a state in every window, asserts and photographs.
 * @param {Page} page
 * @param {import('playwright-core').CDPSession} client
 * @param {string} state
 */
async function look(page, client, state) {
    for (const { name, width, height, touch = false, scale = 1, forced = false } of WINDOWS) {
        const metrics = { width, height, deviceScaleFactor: scale, mobile: touch };
        await client.send('Emulation.setDeviceMetricsOverride', metrics);
        await client.send('Emulation.setTouchEmulationEnabled', {
            enabled: touch,
            maxTouchPoints: touch ? 5 : 1,
        });
        // Dark is for the eyes: what is asserted does not depend on it.
        for (const colour of folder ? COLOURS : COLOURS.slice(0, 1)) {
            await page.emulateMedia({
                colorScheme: colour,
                forcedColors: forced ? 'active' : 'none',
                reducedMotion: 'reduce',
            });
            // The second frame has the observers' work in it.
            await page.evaluate(
                () =>
                    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
            );
            if (colour === COLOURS[0]) {
                const faults = await page.evaluate(forced ? faultsOfChoices : faultsOfLayout);
                found.push(...faults.map((fault) => `${state} ${name}: ${fault}`));
            }
            if (folder) {
                const { data } = await client.send('Page.captureScreenshot', {
                    format: 'png',
                    optimizeForSpeed: true,
                });
                await writeFile(
                    join(folder, `${state}-${name}-${colour}.png`),
                    Buffer.from(data, 'base64'),
                );
            }
            count += 1;
        }
    }
}

const start = Date.now();
try {
    await Promise.all(
        TOURS.map(async ({ path, kept = {}, states }) => {
            if (!Object.keys(states).some((state) => isWanted(state))) {
                return;
            }
            const context = await browser.newContext({ serviceWorkers: 'block' });
            const page = await context.newPage();
            watch(page);
            await page.addInitScript(
                (all) => {
                    // A field asks for files, as where there are no handles of files.
                    delete (/** @type {any} */ (window).showOpenFilePicker);
                    for (const [name, value] of Object.entries(all)) {
                        localStorage.setItem(name, JSON.stringify(value));
                    }
                },
                { 'ferz.settings': { engine: false }, ...kept },
            );
            await page.goto(origin + path);
            await page.waitForSelector('#panel > [active]');
            const client = await context.newCDPSession(page);
            for (const [state, show] of Object.entries(states)) {
                await client.send('Emulation.setDeviceMetricsOverride', {
                    width: 1280,
                    height: 860,
                    deviceScaleFactor: 1,
                    mobile: false,
                });
                await show(page);
                if (isWanted(state)) {
                    await look(page, client, state);
                }
            }
            await context.close();
        }),
    );
} finally {
    await browser.close();
    await close();
}

/** @param {string} state */
function isWanted(state) {
    return wanted.length === 0 || wanted.some((part) => state.includes(part));
}

const all = [...new Set([...found, ...faults])];
all.forEach((fault) => console.log(fault));
console.log(
    `${count} views in ${((Date.now() - start) / 1000).toFixed(1)} s, ${all.length} faults`,
);
process.exit(all.length === 0 && count > 0 ? 0 : 1);
