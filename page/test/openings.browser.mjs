// Openings: repertoires opened, checked, compared with games, learned by mouse and keys, kept and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { until } from './helpers.mjs';

const QUIET = () => localStorage.setItem('ferz.settings', JSON.stringify({ engine: false }));
const WHITE =
    '[Event "Open games"]\n\n1. e4 {Space.} e5 2. Nf3 Nc6 3. Bb5 *\n\n' +
    '[Event "Sicilian"]\n\n1. e4 c5 2. Nf3 d6 (2... e6 3. d4) 3. d4 *\n\n' +
    '[Event "French"]\n\n1. e4 e6 2. d4 d5 (2... Ke5) *\n\n' +
    '[Event "Alapin"]\n\n1. e4 c5 2. Nf3 e6 3. c3 *\n';
const GAMES = '1. e4 c6 2. d4 *\n\n1. e4 c6 2. d4 *\n\n1. e4 e5 2. Bc4 *\n';

/** @param {string} name @param {string} text */
const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

/**
 * Chooses files behind a button.
 * @param {import('playwright-core').Page} page
 * @param {string} button
 * @param {ReturnType<typeof file>[]} files
 */
async function pick(page, button, ...files) {
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button }).click();
    await (await chosen).setFiles(files);
}

/** The FEN of the board. @param {import('playwright-core').Page} page */
const fen = (page) => page.locator('#board').evaluate((board) => /** @type {any} */ (board).fen);

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    'a repertoire is checked and compared with games': async ({ open, axe }) => {
        const page = await open('/#solve', { script: QUIET });
        await page.getByRole('button', { name: 'My openings' }).click();
        await page.getByText('My side').waitFor();
        await axe(page);
        await pick(page, 'Open PGN files…', file('white.pgn', WHITE));
        await page.getByText('7 positions: 0 due, 0 learned, 0 forgotten, 7 new.').waitFor();
        await page.getByText('white.pgn, line 11: found the move `Ke5`').waitFor();
        assert.deepEqual(await page.locator('ferz-openings h3').allTextContents(), [
            'Left out (1)'.slice(0, 8),
            'Several answers to one position (1)',
            'No answer to a move of the repertoire (1)',
        ]);
        await page.getByRole('button', { name: '1. e4 c5 2. Nf3 e6 d4, c3' }).click();
        await until(async () => (await fen(page)).startsWith('rnbqkbnr/pp1p1ppp/4p3'), 'shown');
        await pick(page, 'Compare with games…', file('games.pgn', GAMES));
        await page.getByText('Compared with 3 games.').waitFor();
        await page.getByRole('button', { name: '1. e4 c6 in 67 % of 3 games' }).waitFor();
        await page.getByRole('button', { name: '1. e4 e5 2. Bc4 1 game' }).waitFor();
        await axe(page);
    },

    'the answers are learned, kept and exported': async ({ open, axe }) => {
        const page = await open('/#openings', { script: QUIET });
        await pick(page, 'Open PGN files…', file('white.pgn', WHITE));
        await page.getByRole('button', { name: 'Learn 7' }).click();
        const status = page.locator('.openings-status');
        await status.getByText('Your move with White?').waitFor();
        await axe(page);
        const field = page.getByLabel('Type a move');
        await field.fill('e4');
        await field.press('Enter');
        await status.getByText('Right: e4').waitFor();
        await status.getByText('Space.').waitFor();
        await page.getByRole('button', { name: 'Next' }).press('Enter');
        await status.getByText('1. e4 e5').waitFor();
        await field.fill('Bc4');
        await field.press('Enter');
        await status.getByText('Bc4 is not in your repertoire here').waitFor();
        await status.getByText('The line: 2. Nf3 Nc6 3. Bb5').waitFor();
        await page.getByRole('button', { name: 'Next' }).click();
        await status.getByText('1. e4 e5 2. Nf3 Nc6').waitFor();
        await page.getByRole('button', { name: 'Hint' }).click();
        await status.getByText('The bishop on f1 moves.').waitFor();
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByText('7 positions: 1 due, 1 learned, 1 forgotten, 5 new.').waitFor();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export' }).click();
        const saved = JSON.parse(await readFile(await (await download).path(), 'utf8'));
        assert.equal((await download).suggestedFilename(), 'white.progress.json');
        assert.equal(saved.format, 'ferz repertoire progress');
        assert.equal(Object.keys(saved.cards).length, 2);
        // It is there tomorrow, and what was learned goes along with the file of the terminal.
        await page.reload();
        await page.getByRole('button', { name: 'Open white' }).click();
        await page.getByText('7 positions: 1 due, 1 learned, 1 forgotten, 5 new.').waitFor();
        const [first] = Object.values(saved.cards);
        saved.cards = {
            'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -': {
                ...first,
                answers: ['Nf3'],
            },
        };
        await pick(page, 'Import…', file('white.progress.json', JSON.stringify(saved)));
        await page
            .getByText('2 learned, 1 forgotten, 4 new.')
            .or(page.getByText('1 learned, 2 forgotten, 4 new.'))
            .waitFor();
        await pick(page, 'Import…', file('other.json', '{}'));
        await page.getByText('It is no progress of a repertoire').waitFor();
    },
};
