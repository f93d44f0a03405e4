// The games of this browser: nothing that was opened, played or changed is lost.

import assert from 'node:assert/strict';
import { click, moves, paste, until } from './helpers.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * The names in the list of recent games, of the tab "Open & share".
 * @param {Page} page
 */
async function names(page) {
    await page.getByRole('tab', { name: 'Open & share' }).click();
    await page.locator('ferz-analyse .recent-game').first().waitFor();
    return page.locator('ferz-analyse .recent-game .name').allTextContents();
}

const settled = (/** @type {Page} */ page) => page.waitForTimeout(700);

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    'a game that another one replaces is not lost': async ({ open }) => {
        const page = await open('/#analyse');
        await paste(
            page,
            '[White "Annotated"]\n[Black "Game"]\n\n1. e4 {a comment} e5 (1... c5 $1) 2. Nf3 *',
        );
        await settled(page);
        await paste(page, '[White "Another"]\n[Black "One"]\n\n1. d4 d5 *');
        await settled(page);
        assert.deepEqual(await names(page), ['Another – One', 'Annotated – Game']);
        // The last message is gone, the undo is not.
        await page.getByRole('tab', { name: 'Moves' }).click();
        await page.keyboard.press('Control+z');
        await until(async () => (await moves(page)).join(' ').startsWith('e4 '), 'the game before');
        await page.keyboard.press('Control+Shift+z');
        await until(async () => (await moves(page)).join(' ') === 'd4 d5', 'the game behind');
        // From the list it comes back with its comments, and stays one game.
        assert.equal((await names(page)).length, 2);
        await page.locator('ferz-analyse .recent-game', { hasText: 'Annotated' }).click();
        await until(
            async () => (await moves(page)).join(' ') === 'e4 e5 Nf3',
            'the game of the list',
        );
        assert.match(
            (await page.locator('.tree .remark').first().textContent()) ?? '',
            /a comment/,
        );
        await settled(page);
        assert.equal((await names(page)).length, 2);
    },

    'what is tried in a game is no part of it until it is saved, and is not lost': async ({
        open,
        axe,
    }) => {
        const page = await open('/#analyse');
        const changes = page.getByRole('group', { name: 'Unsaved changes' });
        const tree = async () =>
            (await page.locator('.tree .move .san').allTextContents()).join(' ');
        // A game that begins here is what is played.
        await click(page, 'c2c4');
        await settled(page);
        assert.ok(!(await changes.isVisible()));
        await paste(page, '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 {best} 2. Nf3 1-0');
        await until(async () => (await tree()) === 'e4 e5 Nf3', 'the game');
        assert.ok(!(await changes.isVisible()));
        await click(page, 'd2d4');
        await changes.waitFor();
        assert.equal(await tree(), 'e4 d4 e5 Nf3');
        await axe(page);
        await settled(page);
        await page.reload();
        await changes.waitFor();
        assert.equal(await tree(), 'e4 d4 e5 Nf3', 'it is not lost');
        await page.getByRole('tab', { name: 'Open & share' }).click();
        await page
            .getByRole('button', { name: /^Anna – Ben open now.*unsaved changes$/ })
            .waitFor();
        await page.getByRole('tab', { name: 'Moves' }).click();
        await changes.getByRole('button', { name: 'Discard' }).click();
        await until(async () => (await tree()) === 'e4 e5 Nf3', 'the game as it was');
        assert.match((await page.locator('.tree .remark').textContent()) ?? '', /best/);
        assert.ok(!(await changes.isVisible()));
        assert.equal(
            await page.evaluate(() => document.activeElement?.textContent),
            'Moves',
            'the focus is not lost with the button',
        );
        await page.locator('#toast').getByRole('button', { name: 'Undo' }).click();
        await changes.waitFor();
        await changes.getByRole('button', { name: 'Save' }).click();
        await changes.waitFor({ state: 'hidden' });
        await page.keyboard.press('Control+z');
        await changes.waitFor();
        await page.keyboard.press('Control+Shift+z');
        await changes.waitFor({ state: 'hidden' });
        await settled(page);
        await page.reload();
        await until(async () => (await tree()) === 'e4 d4 e5 Nf3', 'the saved game');
        assert.ok(!(await changes.isVisible()));
    },

    'a review looks the same when its game comes back': async ({ open }) => {
        const page = await open('/#analyse', {
            script: () =>
                localStorage.setItem(
                    'ferz.settings',
                    JSON.stringify({ engine: false, reviewNodes: 2000 }),
                ),
        });
        await paste(page, '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ *');
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByRole('button', { name: 'Review the game' }).click();
        await page.getByRole('button', { name: 'Review again' }).waitFor();
        const shown = () => page.locator('.review :is(.accuracies, .sides)').allTextContents();
        const before = await shown();
        assert.match(before.join(), /\d %/);
        await settled(page);
        await page.reload();
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByRole('button', { name: 'Review again' }).waitFor();
        assert.deepEqual(await shown(), before, 'after a reload');
        // Moves behind the end are tried, and are no part of what was reviewed.
        await page.keyboard.press('End');
        await click(page, 'c4e2');
        const changes = page.getByRole('group', { name: 'Unsaved changes' });
        await changes.waitFor();
        assert.deepEqual(await shown(), before, 'with another move');
        await changes.getByRole('button', { name: 'Discard' }).click();
        await changes.waitFor({ state: 'hidden' });
        assert.deepEqual(await shown(), before, 'without it again');
        await paste(page, '1. d4 d5 *');
        await settled(page);
        await names(page);
        await page.locator('ferz-analyse .recent-game').nth(1).click();
        await page.getByRole('tab', { name: 'Review' }).click();
        assert.deepEqual(await shown(), before, 'from the list');
    },

    'each tab has a game of its own': async ({ open, origin }) => {
        const first = await open('/#analyse');
        await click(first, 'e2e4');
        await settled(first);
        const second = await first.context().newPage();
        await second.goto(`${origin}/#analyse`);
        await second.waitForSelector('#panel > [active]');
        // A new tab begins with the game that was open last, as a copy of its own.
        await until(async () => (await moves(second)).join(' ') === ['e4'].join(' '), 'the moves');
        await click(second, 'c7c5');
        await settled(second);
        await second.close();
        await first.reload();
        await first.waitForSelector('#panel > [active]');
        await until(async () => (await moves(first)).join(' ') === ['e4'].join(' '), 'the moves');
        assert.deepEqual((await names(first)).sort(), ['1. e4', '1. e4 c5']);
    },

    'the last game is there in another tab tomorrow, and games can be deleted': async ({
        open,
        origin,
    }) => {
        const page = await open('/#analyse');
        await click(page, 'g1f3');
        await settled(page);
        const context = page.context();
        await page.close();
        const next = await context.newPage();
        await next.goto(`${origin}/#analyse`);
        await next.waitForSelector('#panel > [active]');
        await until(async () => (await moves(next)).join(' ') === ['Nf3'].join(' '), 'the moves');
        await click(next, 'd7d5');
        await settled(next);
        // The entry was free, so that it is the same game.
        assert.deepEqual(await names(next), ['1. Nf3 d5']);
        await next.getByRole('button', { name: 'Delete 1. Nf3 d5' }).click();
        await until(
            async () => (await next.locator('ferz-analyse .recent-game').count()) === 0,
            'an empty list',
        );
    },
};
