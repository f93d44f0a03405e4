// Solve: puzzles of files, of a text and of one's own mistakes, by mouse, keys and touch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { click, paste, pieces, until } from './helpers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const samples = (await readFile(new URL('../solve/samples.txt', import.meta.url), 'utf8'))
    .trim()
    .split('\n');
/** The moves of a sample, from 1. @param {number} number */
const solution = (number) => samples[number].split(',')[2].split(' ');

/** What is said. @param {Page} page */
const status = async (page) =>
    (await page.locator('ferz-solve .drill-verdict').textContent()) ?? '';
/** @param {Page} page */
const counts = async (page) => (await page.locator('ferz-solve .drill-head p').textContent()) ?? '';
/**
 * Waits for what is said.
 * @param {Page} page
 * @param {RegExp} text
 */
const said = (page, text) => until(async () => text.test(await status(page)), String(text));

/**
 * Does what shows another puzzle, and waits for it.
 * @param {Page} page
 * @param {() => Promise<unknown>} act
 */
async function change(page, act) {
    const before = await pieces(page);
    await act();
    await until(async () => (await pieces(page)) !== before, 'another puzzle');
    await said(page, /to move$/);
}

/**
 * Plays the solution of a puzzle from its second move on.
 * @param {Page} page
 * @param {string[]} moves
 */
async function solve(page, moves) {
    await said(page, /to move$/);
    for (let at = 1; at < moves.length; at += 2) {
        await click(page, moves[at]);
        if (moves[at].length > 4) {
            await page.locator('#board').getByRole('button', { name: 'queen' }).click();
        }
        if (at + 2 < moves.length) {
            await said(page, /^RightFind the next move/);
        }
    }
    await said(page, /^(Solved|Found)/);
}

/**
 * Gives a file to the page.
 * @param {Page} page
 * @param {string} name
 * @param {string | Buffer} content
 */
async function give(page, name, content) {
    await page
        .getByLabel('Files of puzzles')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const MATES = '6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1';
const GAME =
    '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 {[%eval 0.3]} 2. Qh5 Nc6 {[%eval 0.3]} 3. Bc4 {[%eval 0.2]} Nf6 $4 {[%eval #1]} (3... g6 4. Qf3 Nf6) 4. Qxf7# 1-0\n';

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'solve: the puzzles of the page, a wrong move, a right one, and the count survives a reload'({
        open,
        axe,
    }) {
        const page = await open('/#solve');
        await axe(page);
        await page.getByRole('button', { name: 'Sixty puzzles of Lichess' }).click();
        await said(page, /to move$/);
        await axe(page);
        await solve(page, solution(1));
        await axe(page);
        assert.match(await status(page), /^Solved/);
        await until(
            async () => (await counts(page)) === '60 puzzles: 1 solved, 0 failed',
            'the count',
        );
        await change(page, () => page.getByRole('button', { name: 'Next puzzle' }).click());
        // Any move but that of the solution is wrong, and is taken back.
        const before = await pieces(page);
        const wrong = await page.evaluate((right) => {
            const board = /** @type {any} */ (document.getElementById('board'));
            const from = [...board.dests.keys()].find((square) => !right.startsWith(square));
            return from + board.dests.get(from)[0];
        }, solution(2)[1]);
        await click(page, wrong);
        await said(page, /is not it/);
        await until(async () => (await pieces(page)) === before, 'the position again');
        await axe(page);
        await page.getByRole('button', { name: 'Hint' }).click();
        await said(page, /^A hint(There is .*: look|Look) at the [a-z]+\.$/);
        await page.getByRole('button', { name: 'Hint' }).click();
        await said(page, new RegExp(`^A hint.* on ${solution(2)[1].slice(0, 2)} moves`));
        await page.getByRole('button', { name: 'Hint' }).click();
        await said(page, /^A hint[KQRBNa-h][^ ]+\.$/);
        assert.ok(await page.getByRole('button', { name: 'Hint' }).isDisabled());
        await page.getByRole('button', { name: 'Show the solution' }).click();
        await said(page, /^The solution.*failed ones/);
        const widths = () =>
            page
                .locator('.solve-meter span')
                .evaluateAll((parts) =>
                    parts.map((part) =>
                        Math.round(
                            (part.getBoundingClientRect().width /
                                /** @type {any} */ (part.parentElement).clientWidth) *
                                60,
                        ),
                    ),
                );
        await until(
            async () => (await widths()).join() === '1,1',
            'the bar counts solved and failed ones',
        );
        assert.equal(await page.locator('ferz-solve .move').count(), solution(2).length);
        await page.reload();
        await until(
            async () => (await counts(page)) === '60 puzzles: 1 solved, 1 failed',
            'the count after the reload',
        );
        await change(page, () => page.getByLabel('Which puzzles').selectOption('failed'));
        await solve(page, solution(2));
        await until(
            async () => (await counts(page)) === '60 puzzles: 2 solved, 0 failed',
            'the failed one is solved',
        );
        await page.getByRole('button', { name: 'Next puzzle' }).click();
        await said(page, /^No failed puzzles/);
        await page.getByRole('button', { name: 'Show all' }).click();
        await said(page, /to move$/);
    },
    async 'solve: what was solved and failed by theme, the weakest first, and it is not forgotten without a question'({
        open,
        axe,
    }) {
        const page = await open('/#solve');
        assert.equal(
            await page.locator('.shelf .button.main').textContent(),
            'Sixty puzzles of Lichess',
        );
        assert.equal(await page.getByText('ferz puzzles find').isVisible(), false);
        await give(
            page,
            'own.csv',
            `PuzzleId,FEN,Moves,Themes\nx,${MATES},a1a8,short fork\ny,${MATES},e1e8,fork\nz,${MATES},a1a8,long\n`,
        );
        for (const [index, move] of ['a1a8', 'e1e8'].entries()) {
            await said(page, /to move$/);
            await click(page, move);
            await said(page, /^Solved/);
            assert.equal(await page.locator('.streak').isVisible(), index === 1, 'a row of two');
            await page.getByRole('button', { name: 'Next puzzle' }).click();
        }
        await said(page, /to move$/);
        await page.getByRole('button', { name: 'Show the solution' }).click();
        await said(page, /^The solution/);
        assert.equal(await page.locator('.streak').isVisible(), false);
        await page.getByRole('button', { name: 'Close these puzzles' }).click();
        const rows = () =>
            page
                .locator('.solve-themes tbody tr')
                .evaluateAll((all) =>
                    all.map((row) =>
                        [...row.children].map(({ textContent }) => textContent).join(' '),
                    ),
                );
        assert.deepEqual(await rows(), [
            'Three moves 0 1 0 %',
            'Fork 2 0 100 %',
            'Two moves 1 0 100 %',
        ]);
        assert.match(
            (await page.locator('.solve-done').textContent()) ?? '',
            /2 solved, 1 failed; 0 in a row now, 2 at best/,
        );
        await axe(page);
        await page.getByRole('button', { name: 'Forget them' }).click();
        await page.getByRole('button', { name: 'Keep' }).click();
        assert.equal((await rows()).length, 3);
        await page.getByRole('button', { name: 'Forget them' }).click();
        await page.getByRole('button', { name: 'Forget', exact: true }).click();
        assert.equal(await page.locator('.solve-done').isVisible(), false);
    },
    async 'solve: themes, and the position and the game after it'({ open }) {
        const page = await open('/#solve');
        await give(
            page,
            'own.csv',
            `PuzzleId,FEN,Moves,Themes,GameUrl\nx,${MATES},a1a8,mateIn1 backRankMate,https://example.org/game\ny,${MATES.replace('R3', '1R2')},b1b8,fork,\n`,
        );
        await said(page, /^Find the best moveWhite to move/);
        await page.getByLabel('Theme').selectOption('fork');
        await until(
            async () => (await counts(page)) === '1 puzzle: 0 solved, 0 failed',
            'the fork',
        );
        assert.ok((await pieces(page)).endsWith('1R2R1K1'));
        await change(page, () => page.getByLabel('Theme').selectOption(''));
        // Another mate than that of the solution.
        await click(page, 'e1e8');
        await said(page, /^SolvedCheckmate/);
        assert.deepEqual(await page.locator('.theme').allTextContents(), [
            'Mate in 1',
            'Back rank mate',
        ]);
        assert.equal(
            await page.getByRole('link', { name: 'The game it came from' }).getAttribute('href'),
            'https://example.org/game',
        );
        await page.keyboard.press('ArrowLeft');
        await until(
            async () => (await pieces(page)).endsWith('R3R1K1'),
            'the position before the move',
        );
        await page.getByRole('button', { name: 'Analyse this position' }).click();
        await page.waitForSelector('ferz-analyse[active]');
        await until(async () => (await pieces(page)).endsWith('R3R1K1'), 'the position in Analyse');
        assert.deepEqual(await page.locator('.tree:visible .move .san').allTextContents(), [
            'Ra8#',
        ]);
    },
    async "solve: one's own mistakes, judged by the engine"({ open, axe }) {
        const page = await open('/');
        await paste(page, GAME);
        await page.getByRole('link', { name: 'Solve' }).click();
        await page.getByRole('button', { name: 'Ben: 1 mistake' }).click();
        await said(page, /^Find the best moveBlack to move/);
        await axe(page);
        await click(page, 'g8f6');
        await said(page, /^Nf6 is not itIt is the move of the game/);
        await until(async () => !(await pieces(page)).includes('2n2n2'), 'the position again');
        await click(page, 'a7a6');
        await said(page, /^a6 is not it/);
        await until(async () => !(await pieces(page)).includes('p1n5'), 'the position once more');
        // As good as the line of the review.
        await click(page, 'd8e7');
        await said(page, /^FoundQe7 was better/);
        assert.equal(await page.locator('.solve-about').textContent(), 'In the game: 3… Nf6');
        await page.getByRole('button', { name: 'The game it came from' }).click();
        await page.waitForSelector('ferz-analyse[active]');
        assert.equal(await page.locator('.tree:visible [aria-current] .san').textContent(), 'Nf6');
        await page.goto(`${page.url().split('#')[0]}#solve/mistakes=white`);
        await page.getByText('The open game has no mistakes of White').waitFor();
        await page.getByRole('link', { name: 'Analyse' }).click();
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.keyboard.press('Home');
        await page.getByRole('button', { name: 'Solve as puzzles' }).click();
        await page.waitForSelector('ferz-solve[active]');
        await until(
            async () => (await counts(page)).startsWith('1 puzzle:'),
            'the mistakes of both sides',
        );
    },
    async 'solve: why a wrong move fails, with its line on the board, until something else is done'({
        open,
        axe,
    }) {
        const page = await open('/#solve');
        await give(page, 'two.csv', [samples[0], samples[9], samples[1]].join('\n'));
        await said(page, /to move$/);
        const start = await pieces(page);
        await click(page, 'd5d1');
        // Nothing of what the better move wins.
        await said(
            page,
            /^Qd1\+ is not itThe queen can be taken on d1: 25\. Nxd1 wins a queen\. $/,
        );
        await until(async () => (await pieces(page)) === start, 'the position again');
        await axe(page);
        const play = page.getByRole('button', { name: 'Play the line on the board' });
        await play.click();
        await until(async () => (await pieces(page)).endsWith('R2N1K2'), 'the queen is taken');
        await until(async () => (await pieces(page)) === start, 'the position after the line');
        await play.click();
        await until(async () => (await pieces(page)) !== start, 'the line once more');
        await page.keyboard.press('h');
        await said(page, /^A hint/);
        assert.equal(await pieces(page), start, 'a hint ends the line');
        await change(page, () => page.keyboard.press('n'));
        await click(page, 'd5d4');
        await said(page, /your chances fall from 100 % to \d+ %/);
        assert.match(await status(page), /^d4 is not itThe best answer is 24\. exd4: /);
        await until(async () => (await pieces(page)).includes('3rp3'), 'the position again');
        await click(page, 'd5d4');
        await page.getByRole('button', { name: 'Show the solution' }).click();
        await said(page, /^The solution.*failed ones/);
    },
    async 'solve: by keyboard alone'({ open }) {
        const page = await open('/#solve/samples');
        await said(page, /to move$/);
        await change(page, () => page.keyboard.press('n'));
        await page.keyboard.press('h');
        await said(page, /^A hint/);
        await change(page, () => page.keyboard.press('n'));
        for (let presses = 0; presses < 40; presses++) {
            await page.keyboard.press('Tab');
            if (
                await page.evaluate(() =>
                    document.activeElement?.getAttribute('aria-label')?.startsWith('Type a move'),
                )
            ) {
                break;
            }
        }
        await page.keyboard.type('e9');
        await page.keyboard.press('Enter');
        await page.locator('#toast.on').waitFor();
        const moves = solution(3);
        for (let at = 1; at < moves.length; at += 2) {
            await page.keyboard.press('ControlOrMeta+a');
            await page.keyboard.type(moves[at]);
            await page.keyboard.press('Enter');
            await said(page, at + 2 < moves.length ? /^RightFind the next move/ : /^Solved/);
        }
        // The focus is on the button for the next puzzle, and then not on that which skips it.
        await page.keyboard.press('Enter');
        await said(page, /to move$/);
        const place = await pieces(page);
        await page.keyboard.press('Enter');
        await page.keyboard.press('h');
        await said(page, /^A hint/);
        assert.equal(await pieces(page), place, 'the puzzle is not skipped');
    },
    async 'solve: puzzles of PGN are pasted, and large and packed files are read'({ open }) {
        const page = await open('/#solve');
        await paste(
            page,
            `[Event "Puzzle p1"]\n[FEN "${MATES}"]\n[Themes "mate"]\n\n1. Ra8# *\n\n[Event "Puzzle p2"]\n[FEN "${MATES}"]\n\n1. Re8# *\n`,
        );
        await until(
            async () => (await counts(page)) === '2 puzzles: 0 solved, 0 failed',
            'the puzzles of PGN',
        );
        await click(page, 'a1a8');
        await said(page, /^Solved/);
        await page.getByRole('button', { name: 'Close these puzzles' }).click();
        const many = Array.from(
            { length: 100_000 },
            (_, index) =>
                `m${index},${MATES},a1a8,${600 + (index % 2400)},75,90,9,${index % 3 ? 'mate' : 'fork'},,`,
        ).join('\n');
        await give(page, 'many.csv.gz', gzipSync(many));
        await until(async () => (await counts(page)).startsWith('100,000 puzzles'), 'all puzzles');
        await page.getByLabel('Theme').selectOption('fork');
        await until(async () => (await counts(page)).startsWith('33,334 puzzles'), 'the forks');
        await page.getByLabel('Lowest rating').fill('2900');
        await page.getByLabel('Lowest rating').press('Enter');
        await until(
            async () => /^\d{3,4} puzzles|^1,\d{3} puzzles/.test(await counts(page)),
            'the hard ones',
        );
        await page.getByLabel('Order').selectOption('random');
        await said(page, /to move$/);
        await page.getByRole('button', { name: 'Close these puzzles' }).click();
        await give(page, 'lichess_db_puzzle.csv.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]));
        await said(page, /packed with zstd.*unzstd/);
        await page.getByRole('button', { name: 'Close these puzzles' }).click();
        await give(page, 'nothing.csv', 'a,b,c\n1,2,3\n');
        await said(page, /^No puzzlesnothing\.csv has no puzzles/);
    },
    async 'solve: on a telephone nothing is cut off, and puzzles are solved by taps'({
        open,
        axe,
    }) {
        const page = await open('/#solve', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
        });
        const fits = async () => {
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
            for (const button of await page.locator('ferz-solve button:visible').all()) {
                assert.ok(
                    ((await button.boundingBox())?.height ?? 0) >= 44,
                    (await button.textContent()) ?? '',
                );
            }
            await axe(page);
        };
        await fits();
        await page.getByRole('button', { name: 'Sixty puzzles of Lichess' }).tap();
        await said(page, /to move$/);
        await fits();
        const moves = solution(1);
        for (let at = 1; at < moves.length; at += 2) {
            for (const square of [moves[at].slice(0, 2), moves[at].slice(2, 4)]) {
                await page.locator(`#board [data-square=${square}]`).tap();
            }
            await said(page, at + 2 < moves.length ? /^RightFind the next move/ : /^Solved/);
        }
        await fits();
    },
};
