// Openings: repertoires opened, checked, compared with games, learned by mouse and keys, kept and exported.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { click, moves, until } from './helpers.mjs';

/** Without an engine; files are asked for by a field, as in browsers without handles. */
const QUIET = () => {
    localStorage.setItem('ferz.settings', JSON.stringify({ engine: false }));
    delete (/** @type {any} */ (window).showOpenFilePicker);
};
const WHITE =
    '[Event "Open games"]\n\n1. e4 {Space.} e5 2. Nf3 Nc6 3. Bb5 *\n\n' +
    '[Event "Sicilian"]\n\n1. e4 c5 2. Nf3 d6 (2... e6 3. d4) 3. d4 *\n\n' +
    '[Event "French"]\n\n1. e4 e6 2. d4 d5 (2... Ke5) *\n\n' +
    '[Event "Alapin"]\n\n1. e4 c5 2. Nf3 e6 3. c3 *\n';
const GAMES = '1. e4 c6 2. d4 *\n\n1. e4 c6 2. d4 *\n\n1. e4 e5 2. Bc4 *\n';
/** Games of Anna Meyer: three with White, of which two leave the repertoire by her move, one with Black, and one of others. */
const MINE = [
    ['Meyer, Anna', 'Ben', '2026.11.01', '0-1', '1. e4 e5 2. Bc4'],
    ['Anna Meyer', 'Cleo', '2026.11.02', '1/2-1/2', '1. e4 e5 2. Bc4'],
    ['Anna Meyer', 'Ben', '2026.11.03', '1-0', '1. e4 c6 2. d4'],
    ['Ben', 'Anna Meyer', '2026.11.04', '1-0', '1. e4 e5 2. d4'],
    ['Cleo', 'Dora', '2026.11.05', '1-0', '1. d4 d5'],
]
    .map(
        ([white, black, date, result, line]) =>
            `[White "${white}"]\n[Black "${black}"]\n[Date "${date}"]\n[Result "${result}"]\n\n${line} ${result}\n`,
    )
    .join('\n');

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

/**
 * Plays the first five answers, which are shown: they are asked after that.
 * @param {import('playwright-core').Page} page
 */
async function playNew(page) {
    const status = page.locator('.openings-trainer .drill-verdict');
    for (const move of ['e4', 'Nf3', 'Bb5', 'Nf3', 'd4']) {
        await status.getByText(`New: play ${move}. You are asked later.`).waitFor();
        await page.locator('.openings-trainer').getByLabel('Type a move').fill(move);
        await page.locator('.openings-trainer').getByLabel('Type a move').press('Enter');
        await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await status.getByText('Your move with White?').waitFor();
}

/** The FEN of the board. @param {import('playwright-core').Page} page */
const fen = (page) => page.locator('#board').evaluate((board) => /** @type {any} */ (board).fen);

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    'a repertoire is checked and compared with games': async ({ open, axe }) => {
        const page = await open('/', { script: QUIET });
        await page.getByRole('link', { name: 'Openings' }).click();
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
        await page.getByRole('button', { name: '1. e4 c6 67 % of 3 games' }).waitFor();
        await page
            .getByRole('button', { name: '1. e4 e5 2. Bc4 1 game; your answer: Nf3' })
            .waitFor();
        await axe(page);
        // Without a handle an answer is saved as a download, and is not forgotten until that is opened.
        await page.getByRole('button', { name: 'Add my answer to 1. e4 c6' }).press('Enter');
        await page.keyboard.press('Tab');
        assert.equal(
            await page.evaluate(() => document.activeElement?.getAttribute('placeholder')),
            'Type a move',
            'the focus is in the form',
        );
        await page.locator('.openings-answer').getByLabel('Type a move').fill('d4');
        await page.locator('.openings-answer').getByLabel('Type a move').press('Enter');
        await page.getByText('Added: 2. d4').waitFor();
        await page.getByRole('button', { name: 'Back', exact: true }).click();
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Save white.pgn' }).click();
        const saved = await readFile(await (await download).path(), 'utf8');
        assert.ok(saved.includes('(1... c6 2. d4)'), saved);
        await page.getByRole('button', { name: 'All openings' }).click();
        await pick(page, 'Open PGN files…', file('white.pgn', WHITE));
        await page.getByRole('heading', { name: 'Answers that you added (1)' }).waitFor();
        await page.getByRole('button', { name: 'All openings' }).click();
        await pick(page, 'Open PGN files…', file('white.pgn', saved));
        await page.getByText('8 positions: 0 due').waitFor();
        assert.equal(await page.getByText('Answers that you added').count(), 0);
    },

    'my games with the side of the repertoire are compared, and what I left is learned': async ({
        open,
        axe,
    }) => {
        const page = await open('/#openings', { script: QUIET });
        await pick(page, 'Open PGN files…', file('white.pgn', WHITE));
        // It is learned, so that only what was left is due.
        await page.getByRole('button', { name: 'Learn 7' }).click();
        const field = page.locator('.openings-trainer').getByLabel('Type a move');
        await playNew(page);
        await field.fill('e4');
        await field.press('Enter');
        await page.getByRole('button', { name: 'Next', exact: true }).click();
        await field.fill('Nf3');
        await field.press('Enter');
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByText('7 positions: 0 due, 2 learned').waitFor();
        await pick(page, 'Compare with games…', file('mine.pgn', MINE));
        await page.getByText('Compared with 5 games.').waitFor();
        await axe(page);
        await page.getByRole('button', { name: 'I am Anna Meyer' }).click();
        // Of five games four are mine, and in three of them I have White.
        await page.getByText('Compared with your 3 games with White.').waitFor();
        await page
            .getByRole('button', { name: '1. e4 e5 2. Bc4 2 games, 25 %; your answer: Nf3' })
            .click();
        assert.match(
            await fen(page),
            /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8/,
            'before the move that left',
        );
        await page.getByRole('heading', { name: 'Where your opponents left it (1)' }).waitFor();
        await page.getByRole('button', { name: '1. e4 c6 1 game, 100 %' }).waitFor();
        await axe(page);
        await page.getByRole('button', { name: 'Learn the one that I left' }).click();
        await page.locator('.openings-trainer .drill-verdict').getByText('1. e4 e5').waitFor();
        // The line can be looked at, and a move is made at its end only.
        await page.keyboard.press('ArrowLeft');
        await until(
            async () => (await fen(page)).startsWith('rnbqkbnr/pppppppp/8/8/4P3'),
            'the position before',
        );
        await page.keyboard.press('ArrowRight');
        await field.fill('Bc4');
        await field.press('Enter');
        const marks = () =>
            page.locator('#board').evaluate((board) => /** @type {any} */ (board).marks);
        await until(
            async () => String(await marks()) === 'Rf1c4,Bg1f3',
            'the move that was played and the answer',
        );
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByText('7 positions: 1 due, 1 learned, 1 forgotten').waitFor();
        // The comparison is still there, and a place shows what was played and the answer.
        await page.getByRole('button', { name: '1. e4 e5 2. Bc4 2 games' }).first().click();
        await until(async () => String(await marks()) === 'Rf1c4,Bg1f3', 'the arrows of a place');
        await page.getByRole('button', { name: 'With mine.pgn again' }).waitFor();
        await page.getByRole('button', { name: 'Analyse 1. e4 e5 2. Bc4' }).click();
        await until(
            async () => (await moves(page)).join(' ') === 'e4 e5 Bc4',
            'the place in Analyse',
        );
        // The games that are open in the page need no file.
        await page.getByRole('link', { name: 'Games' }).click();
        const opened = page.locator('ferz-games input[type=file]').first();
        await opened.setInputFiles(file('mine.pgn', MINE));
        await page.locator('.game-row').nth(4).waitFor();
        await page.getByRole('link', { name: 'Openings', exact: true }).click();
        await page.getByRole('button', { name: 'Compare with the 5 opened games' }).click();
        await page.getByText('Compared with your 3 games with White.').waitFor();
    },

    'an answer is added where one is missing, taken back, saved into the file, and asked': async ({
        open,
        axe,
    }) => {
        // The browser gives the handle of a file that stands in its private folder.
        const page = await open('/#openings', {
            script: () => {
                const folder = () => navigator.storage.getDirectory();
                Object.assign(window, {
                    showOpenFilePicker: async () => [await (await folder()).getFileHandle('w.pgn')],
                });
            },
        });
        const disk = (/** @type {string | null} */ text) =>
            page.evaluate(async (given) => {
                const folder = await navigator.storage.getDirectory();
                const handle = await folder.getFileHandle('w.pgn', { create: true });
                if (given !== null) {
                    const stream = await handle.createWritable();
                    await stream.write(given);
                    await stream.close();
                }
                return (await handle.getFile()).text();
            }, text);
        await disk(WHITE);
        await page.getByRole('button', { name: 'Open PGN files…' }).click();
        await page.getByText('7 positions: 0 due').waitFor();
        await page.getByRole('button', { name: 'Add my answer to 1. e4 e6 2. d4 d5' }).click();
        const form = page.locator('.openings-answer');
        const status = form.locator('.drill-verdict');
        await status.getByText('Your answer with White?').waitFor();
        await form
            .getByRole('group', { name: 'Moves of the engine' })
            .locator('button')
            .nth(2)
            .waitFor();
        await axe(page);
        await click(page, 'b1c3');
        await status.getByText('Added: 3. Nc3').waitFor();
        await status.getByText('In w.pgn, kept in this browser until you save it.').waitFor();
        await axe(page);
        await form.getByRole('button', { name: 'Undo' }).click();
        await status.getByText('Your answer with White?').waitFor();
        await form.getByLabel('Type a move').fill('e5');
        await form.getByLabel('Type a move').press('Enter');
        await status.getByText('Added: 3. e5').waitFor();
        await form.getByRole('button', { name: 'Back' }).click();
        await page.getByText('8 positions: 0 due, 0 learned, 0 forgotten, 8 new.').waitFor();
        await page.getByRole('heading', { name: 'Answers that you added (1)' }).waitFor();
        // What games play is chosen in their table; the place is none any more.
        await pick(page, 'Compare with games…', file('games.pgn', GAMES));
        await page.getByRole('button', { name: 'Add my answer to 1. e4 c6' }).click();
        await form.getByRole('button', { name: 'd4', exact: true }).click();
        await status.getByText('Added: 2. d4').waitFor();
        await form.getByRole('button', { name: 'Back' }).click();
        await page.getByText('9 positions: 0 due').waitFor();
        await axe(page);
        assert.equal(await page.getByRole('button', { name: 'Add my answer to' }).count(), 0);
        assert.equal(await disk(null), WHITE, 'the file is not changed unless it is saved');
        // They survive a reload, and the file that was opened anew.
        await page.reload();
        await page.getByRole('button', { name: 'Open w', exact: true }).click();
        await page.getByRole('button', { name: 'All openings' }).click();
        await disk(WHITE.replace('Space.', 'Room.'));
        await page.getByRole('button', { name: 'Open PGN files…' }).click();
        await page.getByRole('heading', { name: 'Answers that you added (2)' }).waitFor();
        await page.getByRole('button', { name: 'Save w.pgn' }).click();
        await page.getByText('Saved w.pgn').waitFor();
        assert.match(
            await disk(null),
            /^\[Event "Open games"\]\n\n1\. e4 \{Room\.\} 1\.\.\. e5 \(1\.\.\. e6 2\. d4 d5 3\. e5\) \(1\.\.\. c6 2\. d4\) 2\. Nf3 Nc6 3\.\sBb5 \*\n\n\[Event "Sicilian"\]\n/,
        );
        assert.ok((await disk(null)).endsWith(WHITE.slice(WHITE.indexOf('[Event "Sicilian"]'))));
        assert.equal(await page.getByText('Answers that you added').count(), 0);
        await page.getByRole('button', { name: 'Learn 9' }).click();
        await page.getByText('18 moves to go').waitFor();
    },

    'the answers are learned, kept and exported': async ({ open, axe }) => {
        const page = await open('/#openings', { script: QUIET });
        await pick(page, 'Open PGN files…', file('white.pgn', WHITE));
        await page.getByRole('button', { name: 'Learn 7' }).click();
        const status = page.locator('.openings-trainer .drill-verdict');
        await status.getByText('New: play e4. You are asked later.').waitFor();
        await page.getByText('14 moves to go, 0 right, 0 wrong').waitFor();
        await axe(page);
        const marks = () =>
            page.locator('#board').evaluate((board) => /** @type {any} */ (board).marks);
        assert.deepEqual(await marks(), ['Be2e4'], 'the answer is shown once');
        const field = page.locator('.openings-trainer').getByLabel('Type a move');
        await field.fill('d4');
        await field.press('Enter');
        await page.getByText('d4 is not in your repertoire here').waitFor();
        assert.deepEqual(await marks(), ['Be2e4']);
        await playNew(page);
        // What was only shown is still new.
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByText('7 positions: 0 due, 0 learned, 0 forgotten, 7 new.').waitFor();
        await page.getByRole('button', { name: 'Learn 7' }).click();
        await playNew(page);
        assert.deepEqual(await marks(), [], 'then it is asked');
        await field.fill('e4');
        await field.press('Enter');
        await status.getByText('Right: e4').waitFor();
        await status.getByText('Space.').waitFor();
        await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
        await status.getByText('1. e4 e5').waitFor();
        await field.fill('Bc4');
        await field.press('Enter');
        await status.getByText('Bc4 is not in your repertoire here').waitFor();
        await status.getByText('The line: 2. Nf3 Nc6 3. Bb5').waitFor();
        await page.getByRole('button', { name: 'Next', exact: true }).click();
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
