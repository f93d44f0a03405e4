// Play: a game against the engine, its clocks and its ends.

import assert from 'node:assert/strict';
import { click, middle, pieces, until } from './helpers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/** @param {Page} page */
const status = async (page) => (await page.locator('ferz-play .status').textContent()) ?? '';

/** The moves so far. @param {Page} page */
const sans = (page) => page.locator('ferz-play .move .san').allTextContents();

/**
 * Keeps a game as the page does, so that it opens with it.
 * @param {any} game
 */
const given = (game) =>
    `if (!localStorage.getItem('ferz.play.game')) localStorage.setItem('ferz.play.game', JSON.stringify(${JSON.stringify(game)}))`;

/**
 * @param {string | null} fen
 * @param {string[]} moves
 * @param {any} [terms]
 * @param {any} [left]
 */
const game = (fen, moves, terms = {}, left = null) =>
    given({
        terms: {
            color: 'white',
            elo: 1300,
            minutes: null,
            increment: 0,
            fen,
            chess960: false,
            ...terms,
        },
        moves,
        times: Array(moves.length + 1).fill(left),
        left,
        ending: null,
    });

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'play: a game is begun, the engine answers, and moves are taken back'({ open, axe }) {
        const page = await open('/#play');
        await axe(page);
        await page.getByText('5+3', { exact: true }).click();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await axe(page);
        assert.match((await page.locator('#near .clock').textContent()) ?? '', /^(5:00|4:5\d)$/);
        await click(page, 'e2e4');
        await until(async () => (await sans(page)).length === 2, 'the answer');
        await until(async () => (await status(page)).startsWith('Your move'), 'the turn');
        const place = await page.getByRole('button', { name: 'Hint' }).boundingBox();
        await page.getByRole('button', { name: 'Hint' }).click();
        const hint = (/** @type {RegExp} */ hasText) =>
            page.locator('ferz-play .hint', { hasText }).waitFor();
        await hint(/^Hint (There is .*: look|Look) at the [a-z]+\./);
        await page.getByRole('button', { name: 'Hint' }).click();
        await hint(/^Hint The [a-z]+ on [a-h][1-8] moves\./);
        await page.getByRole('button', { name: 'Hint' }).click();
        await hint(/^Hint 2\. /);
        assert.deepEqual(
            await page.getByRole('button', { name: 'Hint' }).boundingBox(),
            place,
            'the buttons stay where they are',
        );
        await page.getByRole('button', { name: 'Take back' }).click();
        assert.equal(await pieces(page), START);
        assert.equal(await page.locator('ferz-play .hint').isVisible(), false);
    },
    async 'play: the engine begins, a premove is played, and the game survives a reload'({ open }) {
        const page = await open('/#play');
        await page.locator('.option', { hasText: 'Black' }).click();
        await page.getByRole('button', { name: 'Start the game' }).click();
        // The board is turned: the engine thinks, and the move is stored meanwhile.
        await click(page, 'a7a6');
        await until(async () => (await sans(page))[1] === 'a6', 'the premove');
        await until(async () => (await sans(page)).length >= 3, 'the second move of the engine');
        const before = await sans(page);
        await page.reload();
        await until(
            async () => (await sans(page)).join(' ').startsWith(before.join(' ')),
            'the game',
        );
        assert.ok(
            /** @type {any} */ (await middle(page, 'a8'))[1] >
                /** @type {any} */ (await middle(page, 'a1'))[1],
            'Black is at the bottom',
        );
    },
    async 'play: the first moves of the engine differ from game to game'({ open }) {
        const page = await open('/#play');
        const choices = await page.evaluate(
            async ([opening, rules]) => {
                const [{ openingMove }, { Position }] = [
                    await import(opening),
                    await import(rules),
                ];
                const { store } = /** @type {any} */ (document.querySelector('ferz-play'));
                /** @type {Record<string, number>} */
                const played = {};
                const position = new Position();
                position.play('e4');
                for (let game = 0; game < 12; game++) {
                    const move = await openingMove(store, position, 1, {
                        isFull: game % 2 === 1,
                        signal: new AbortController().signal,
                    });
                    played[move] = (played[move] ?? 0) + 1;
                }
                const late = await openingMove(store, position, 12, {
                    isFull: true,
                    signal: new AbortController().signal,
                });
                const bare = await openingMove(
                    store,
                    new Position('4k3/8/8/8/8/8/8/3QK3 w - - 0 1'),
                    0,
                    { isFull: true, signal: new AbortController().signal },
                );
                return { played, late, bare };
            },
            ['/play/opening.js', '/ferz/index.js'],
        );
        assert.ok(Object.keys(choices.played).length >= 2, JSON.stringify(choices.played));
        const sound = ['c7c5', 'c7c6', 'd7d5', 'd7d6', 'e7e5', 'e7e6', 'g7g6', 'g8f6', 'b8c6'];
        assert.ok(
            Object.keys(choices.played).every((move) => sound.includes(move)),
            JSON.stringify(choices.played),
        );
        assert.deepEqual([choices.late, choices.bare], [null, null]);
    },
    async 'play: checkmate ends the game, and its review begins in Analyse'({ open, axe }) {
        const page = await open('/#play', {
            script: game(null, ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6']),
        });
        await click(page, 'h5f7');
        assert.match(await status(page), /^You win1–0Checkmate/);
        await axe(page);
        await page.getByRole('button', { name: 'Review the game' }).click();
        await page.waitForSelector('ferz-analyse[active]');
        assert.equal((await pieces(page)).split('/')[1], 'pppp1Qpp', 'the last position stays');
        await page.locator('.sides .accuracy').waitFor({ timeout: 60_000 });
        assert.equal(new URL(page.url()).hash, '#analyse', 'a reload does not review again');
        // The first mistake is on the board: 3... Nf6.
        await page.getByText(/ by (White|Black)$/).waitFor();
        assert.equal(await page.locator('#board path.shape').count(), 2);
    },
    async 'play: a repetition is claimed, with a move and without'({ open }) {
        const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
        const page = await open('/#play', { script: game(null, [...knights, ...knights]) });
        await page.getByRole('button', { name: 'Claim a draw' }).click();
        assert.match(await status(page), /^Draw½–½Threefold repetition/);
        const other = await open('/#play', {
            script: game(null, [
                'a2a3',
                ...knights.map((_, at) => ['g8f6', 'g1f3', 'f6g8', 'f3g1'][at]),
                'g8f6',
                'g1f3',
                'f6g8',
            ]),
        });
        await other.getByRole('button', { name: 'Claim a draw with a move' }).click();
        await click(other, 'f3g1');
        assert.match(await status(other), /^Draw½–½Threefold repetition/);
    },
    async 'play: one looks back during the game, which goes on, and after it, by clicks, buttons and keys'({
        open,
        axe,
    }) {
        const page = await open('/#play', { script: game(null, ['e2e4', 'e7e5', 'g1f3', 'b8c6']) });
        await page.locator('ferz-play .move', { hasText: 'e5' }).click();
        assert.equal(await pieces(page), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR');
        assert.match(await status(page), /^Looking back: 1… e5It is your move/);
        await click(page, 'd2d4');
        assert.equal((await sans(page)).length, 4, 'no move is made in a position that is past');
        await axe(page);
        await page.keyboard.press('ArrowLeft');
        assert.equal(await page.locator('ferz-play .move[aria-current]').textContent(), 'e4');
        await page.getByRole('button', { name: 'First position' }).click();
        assert.equal(await pieces(page), START);
        await page.getByRole('button', { name: 'Back to the game' }).click();
        await click(page, 'f1b5');
        await page.getByRole('button', { name: 'Previous move' }).click();
        await until(async () => (await sans(page)).length === 6, 'the engine goes on');
        assert.match(await status(page), /^Looking back: 2… Nc6/);
        await page.keyboard.press('End');
        assert.match(await status(page), /^Your move/);
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.keyboard.press('Home');
        assert.equal(await pieces(page), START);
        await page.getByRole('button', { name: 'Next move' }).click();
        assert.equal(await page.locator('ferz-play .move[aria-current]').textContent(), 'e4');
    },
    async 'play: what was taken stands beside the players, and a hint says how one stands in words'({
        open,
    }) {
        // Black has lost the queen for a knight.
        const page = await open('/#play', {
            script: game(null, ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'g8f6', 'c3d5', 'f6d5'], {
                color: 'black',
            }),
        });
        await until(
            async () => (await status(page)).startsWith('Your move'),
            'the move of the engine',
        );
        await page.keyboard.press('Home');
        for (let ply = 0; ply < 8; ply++) {
            await page.keyboard.press('ArrowRight');
        }
        assert.equal(
            await page.locator('#near .material').getAttribute('aria-label'),
            'has taken 1 knight, 1 pawn',
        );
        assert.equal(
            await page.locator('#far .material').getAttribute('aria-label'),
            'has taken 1 queen, 1 pawn; 6 ahead',
        );
        await page.getByRole('button', { name: 'Back to the game' }).click();
        await page.getByRole('button', { name: 'Hint' }).click();
        // Nothing is won by one move: the hint has no motif.
        await page.locator('.hint-text', { hasText: /^Look at the [a-z]+\.$/ }).waitFor();
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('.hint-score', { hasText: /^you are (losing|worse)$/ }).waitFor();
    },
    async 'play: a flag falls; without a possible mate it is a draw'({ open }) {
        const left = { white: 400, black: 60_000 };
        const page = await open('/#play', {
            script: game(null, ['e2e4', 'e7e5'], { minutes: 1 }, left),
        });
        await until(
            async () => /^Ferz wins0–1You ran out of time$/.test(await status(page)),
            'the flag',
        );
        const bare = await open('/#play', {
            script: game('4k3/8/8/8/8/8/8/3QK3 w - - 0 1', [], { minutes: 1 }, left),
        });
        await until(
            async () =>
                /^Draw½–½You ran out of time, but Ferz cannot checkmate/.test(await status(bare)),
            'the draw',
        );
    },
    async 'play: a game is resigned after a question, by keys'({ open }) {
        const page = await open('/#play', { script: game(null, ['e2e4', 'e7e5']) });
        await page.getByRole('button', { name: 'Resign' }).focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
        assert.match(await status(page), /^Ferz wins0–1You resigned$/);
        assert.equal(
            await page.getByRole('button', { name: 'Take back' }).count(),
            0,
            'a resignation is not taken back',
        );
        await page.getByRole('button', { name: 'New game' }).click();
        await page.getByRole('button', { name: 'Start the game' }).waitFor();
    },
    async 'play: on a telephone the last move is above the bar'({ open }) {
        const knights = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'b1c3', 'b8c6', 'c3b1', 'c6b8'];
        const page = await open('/#play', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
            script: game(null, [...knights, 'e2e4', 'e7e5', ...knights, 'd2d4', 'd7d5']),
        });
        const move = await page.locator('ferz-play .move[aria-current]').boundingBox();
        const bar = await page.locator('.top').boundingBox();
        assert.ok(move && bar && move.y + move.height <= bar.y, 'the move is not under the bar');
    },
    async 'play: on a telephone nothing is cut off'({ open, axe }) {
        const page = await open('/#play', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
            script: game(
                null,
                ['e2e4', 'e7e5'],
                { minutes: 5 },
                { white: 290_000, black: 295_000 },
            ),
        });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        for (const button of await page.locator('ferz-play .actions button').all()) {
            assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
        }
        const hint = page.getByRole('button', { name: 'Hint' });
        await hint.tap();
        await page.locator('ferz-play .hint-text').waitFor();
        await hint.tap();
        await hint.tap();
        const verdict = page.locator('ferz-play .hint-score');
        await verdict.waitFor();
        await page.waitForTimeout(1200);
        const box = await verdict.boundingBox();
        assert.ok(box && box.x + box.width <= 380, 'how one stands is within the panel');
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
        await axe(page);
    },
};
