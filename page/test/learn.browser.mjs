// Learn: each lesson by mouse, keys and address.

import assert from 'node:assert/strict';
import { cell, click, middle, until } from './helpers.mjs';

/** @typedef {import('playwright-core').Page} Page */

const number = (/** @type {Page} */ page) => page.getByLabel('As a number').inputValue();
const marked = (/** @type {Page} */ page, /** @type {string} */ kind) =>
    page.locator(`.overlay > .${kind}`).count();
/** What a perft lesson says. @param {Page} page */
const verdict = async (page) =>
    (await page.locator('ferz-learn .verdict-box:visible').textContent()) ?? '';

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'learn: what the pieces are worth is drawn on the board, and follows the moves'({
        open,
        axe,
    }) {
        const page = await open('/#learn');
        await until(
            async () => (await marked(page, 'worth')) === 30,
            'the numbers of all pieces but the kings',
        );
        assert.equal(
            await page.locator('ferz-learn > :first-child').textContent(),
            'How engines see the board: for programmers and the curious.',
        );
        await axe(page);
        const before = await page.locator('ferz-learn .total').textContent();
        await click(page, 'e2e4');
        await until(
            async () => (await page.locator('ferz-learn .total').textContent()) !== before,
            'the evaluation after the move',
        );
        assert.equal(await marked(page, 'worth'), 30);
        await page.goto(`${page.url().split('#')[0]}#learn/worth=4k3/8/8/8/8/8/8/3QK3_w_-_-_0_1`);
        await until(async () => (await marked(page, 'worth')) === 1, 'the queen');
        assert.ok(Number(await page.locator('.overlay .worth').textContent()) > 3);
    },
    async 'learn: sets are clicked, typed, shifted and combined'({ open, axe }) {
        const page = await open('/#learn/sets=0xff00&b=0x8100000000000000&op=or');
        assert.equal(await number(page), '0x000000000000ff00');
        assert.equal(await marked(page, 'a'), 8);
        assert.equal(await marked(page, 'r'), 10);
        await page.mouse.click(...(await middle(page, 'a1')));
        assert.equal(await number(page), '0x000000000000ff01');
        await page.getByRole('button', { name: 'Shift north-west' }).click();
        assert.equal(await number(page), '0x00000000007f0000');
        await page.getByText('A ^ B').click();
        await page.getByRole('button', { name: 'Put into B' }).click();
        assert.equal(await number(page), '0x81000000007f0000');
        await page.getByLabel('As a number').fill('0b101');
        await page.keyboard.press('Enter');
        assert.equal(await number(page), '0x0000000000000005');
        await page.getByLabel('As a number').fill('12345678901234567890123');
        await page.keyboard.press('Enter');
        await page.getByText('This is no number of 64 bits').waitFor();
        await axe(page);
    },
    async 'learn: sets by keyboard alone'({ open }) {
        const page = await open('/#learn/sets=0&op=attacks&piece=rook,d4');
        assert.equal(await marked(page, 'r'), 14);
        for (let presses = 0; presses < 30; presses++) {
            await page.keyboard.press('Tab');
            if (await page.evaluate(() => document.activeElement?.id === 'board')) {
                break;
            }
        }
        const at = await page.evaluate(
            () =>
                /** @type {any} */ (document.getElementById('board')).shadowRoot.activeElement
                    .dataset.square,
        );
        const files = at.charCodeAt(0) - 'd'.charCodeAt(0);
        for (let steps = Math.abs(files); steps > 0; steps--) {
            await page.keyboard.press(files > 0 ? 'ArrowLeft' : 'ArrowRight');
        }
        for (let rank = Number(at[1]); rank < 6; rank++) {
            await page.keyboard.press('ArrowUp');
        }
        await page.keyboard.press('Enter');
        assert.equal(await number(page), '0x0000080000000000');
        // A blocker on d6 takes d7 and d8 from the rook.
        assert.equal(await marked(page, 'r'), 12);
    },
    async 'learn: the magic look-up, its proof, and a number that is not magic'({ open, axe }) {
        const page = await open('/#learn/magic=rook,a1&occupied=0');
        assert.equal(await marked(page, 'm'), 12);
        assert.equal(await page.locator('.place-number').textContent(), '0');
        await page.mouse.click(...(await middle(page, 'a2')));
        await page.getByText('Subset 65 of 4,096').waitFor();
        await page.getByRole('button', { name: 'Next subset' }).click();
        await page.getByText('Subset 66 of 4,096').waitFor();
        await page.getByRole('button', { name: 'Look up all subsets' }).click();
        await page.getByText('The number is magic. All 4,096 subsets').waitFor();
        await axe(page);
        await page.getByLabel('Magic number').fill('0x12345');
        await page.getByLabel('Magic number').press('Enter');
        await page.getByRole('button', { name: 'Look up all subsets' }).click();
        await page.getByText('A wrong collision.').waitFor();
        await page.getByLabel('Piece').locator('visible=true').selectOption('bishop');
        await page.getByRole('button', { name: 'Find another by trial' }).click();
        await page.getByText(/^Found after/).waitFor();
        await page.getByRole('button', { name: 'Look up all subsets' }).click();
        await page.getByText('The number is magic. All 64 subsets').waitFor();
    },
    async 'learn: a wrong divide leads to the bug'({ open, axe }) {
        const page = await open('/#learn/perft=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8_w_-_-_0_1&depth=2');
        await until(async () => (await verdict(page)).startsWith('191 positions'), 'the count');
        const rows = page.locator('.divide tbody tr');
        const right = await rows.evaluateAll((all) =>
            all.map((row) => [
                row.querySelector('th')?.firstChild?.textContent,
                row.querySelector('td')?.textContent,
            ]),
        );
        const paste = page.getByLabel('Divide of your generator');
        await paste.fill(right.map(([move, count]) => `${move}: ${count}`).join('\n'));
        assert.match(await verdict(page), /^Equal\. All 14 moves agree: 191 positions/);
        // The planted bug: after g2g4 the pawn captures en passant, though the rook then checks along the rank.
        await paste.fill(
            right
                .map(([move, count]) => `${move} - ${Number(count) + Number(move === 'g2g4')}`)
                .join('\n'),
        );
        assert.match(await verdict(page), /^1 of 14 moves differ/);
        assert.match((await rows.first().textContent()) ?? '', /^g2g4g4.*\+1Step$/);
        await axe(page);
        await rows.first().getByRole('button').click();
        await until(
            async () => /^\d+ positions after 1 ply/.test(await verdict(page)),
            'the count of the next position',
        );
        const next = await rows.evaluateAll((all) =>
            all.map((row) => row.querySelector('th')?.firstChild?.textContent),
        );
        await paste.fill(`${next.filter((move) => move !== 'c7c5').join(' 1\n')} 1\nf4g3 1`);
        assert.match(
            await verdict(page),
            /^Here is the bug\. Your generator misses c5\. It makes f4g3, which is not legal here/,
        );
        await page.getByRole('button', { name: 'Root, depth 2' }).click();
        await until(
            async () => (await verdict(page)).startsWith('191 positions'),
            'the root again',
        );
    },
    async 'learn: a long count can be stopped and begun again'({ open }) {
        const page = await open(
            '/#learn/perft=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1&depth=6',
        );
        await until(
            async () =>
                /^Counting… [1-9]\d* of 48 moves, [\d,]+ positions/.test(await verdict(page)),
            'how far it is',
        );
        await page.getByRole('button', { name: 'Stop' }).click();
        assert.match(await verdict(page), /^Stopped\./);
        await page.getByRole('button', { name: 'Count again' }).click();
        await until(async () => /^Counting…/.test(await verdict(page)), 'the second count');
        await page.getByLabel('Depth').selectOption('2');
        await until(
            async () => (await verdict(page)).startsWith('2,039 positions'),
            'the count of another depth',
        );
    },
    async 'learn: a page without an engine says so'({ open }) {
        const answer = (/** @type {import('playwright-core').Route} */ route) =>
            route.fulfill({ status: 404, body: '' });
        const page = await open('/#learn/worth=', {
            route: { pattern: '**/ferz-engine.wasm', answer },
            allowed: ['404'],
        });
        await page
            .getByText(
                'The pieces cannot be valued: this copy of the page has no engine of its own',
            )
            .waitFor();
        await page.goto(
            `${page.url().split('#')[0]}#learn/dead=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3_w_-_-_0_1`,
        );
        assert.match(await verdict(page), /^A dead position/);
    },
    async 'learn: why a position is dead'({ open, axe }) {
        const page = await open('/#learn/dead=4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3_w_-_-_0_1');
        assert.match(await verdict(page), /^A dead position/);
        assert.equal(await marked(page, 'fixed'), 8);
        assert.equal(await marked(page, 'wk'), 24);
        await axe(page);
        for (const [name, found, reason] of /** @type {const} */ ([
            ['A wall with bishops', /^A dead position/, /can neither move nor be captured/],
            ['A lone knight', /^A dead position/, /attack too few squares/],
            [
                'Bishops of one colour',
                /^A dead position/,
                /All bishops stand on squares of one colour/,
            ],
            ['A forced capture', /^A dead position/, /Every line was followed to its end/],
            ['Not dead: a helpmate', /^Not dead/, /ends with checkmate/],
        ])) {
            await page.getByRole('button', { name }).click();
            await until(
                async () => reason.test((await page.locator('.sides-list').textContent()) ?? ''),
                name,
            );
            assert.match(await verdict(page), found, name);
        }
    },
    async 'learn: leaving a lesson takes its drawing off the board'({ open }) {
        const page = await open('/#learn/sets=0xff');
        assert.equal(await page.locator('.overlay').count(), 1);
        await page.getByRole('link', { name: 'Analyse' }).click();
        await page.waitForSelector('ferz-analyse[active]');
        assert.equal(await page.locator('.overlay').count(), 0);
        await cell(page, 'e2').waitFor();
        await page.getByRole('link', { name: 'Learn' }).click();
        await page.waitForSelector('ferz-learn[active]');
        assert.equal(await number(page), '0x00000000000000ff');
    },
    async 'learn: on a telephone nothing is cut off, and squares are tapped'({ open, axe }) {
        const page = await open('/#learn/sets=0', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
        });
        await page.touchscreen.tap(...(await middle(page, 'h8')));
        assert.equal(await number(page), '0x8000000000000000');
        for (const name of ['Worth', 'Sets', 'Magics', 'Perft', 'Dead draws']) {
            await page.getByRole('tab', { name }).click();
            assert.equal(
                await page.evaluate(() => document.documentElement.scrollWidth),
                390,
                name,
            );
            for (const button of await page.locator('ferz-learn button:visible').all()) {
                assert.ok(
                    ((await button.boundingBox())?.height ?? 0) >= 44,
                    `${name}: ${await button.textContent()}`,
                );
            }
            await axe(page);
        }
    },
};
