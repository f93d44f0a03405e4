// Analyse: moves, the engine, the tree, the review, the editor, in and out.

import assert from 'node:assert/strict';
import { cell, click, depth, middle, moves, paste, pieces, until } from './helpers.mjs';

const SCHOLAR = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7'];
const SCHOLAR_SAN = ['e4', 'e5', 'Qh5', 'Nc6', 'Bc4', 'Nf6', 'Qxf7#'];
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
/** The position of the game below in which Black plays Ke7. */
const BEFORE_KE7 = 'rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR';
/** A file with evaluations, as other programs write them. */
const REVIEWED =
    '[White "Anna"]\n[Black "Bert"]\n\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval -0.2]} Ke7 $4 {[%eval 9.0]} (2... Nc6 {[%eval -0.3]} 3. Bc4) 3. Qf3 {[%eval 0.1]} 1-0';
const GAME = '[White "Anna"]\n[Black "Bert"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0';

/** The settings that switch the engine off from the start. */
const QUIET = () => localStorage.setItem('ferz.settings', JSON.stringify({ engine: false }));
/** The second way to stop: the thread is ended. */
const BY_END = () => localStorage.setItem('ferz.settings', JSON.stringify({ stopBy: 'never' }));

/**
 * Walks over the board by keys and presses Enter.
 * @param {import('playwright-core').Page} page
 * @param {string} to
 */
async function walk(page, to) {
    const at = await page.evaluate(
        () =>
            /** @type {any} */ (document.getElementById('board')).shadowRoot.activeElement.dataset
                .square,
    );
    const steps = /** @type {const} */ ([
        ['ArrowRight', 'ArrowLeft', to.charCodeAt(0) - at.charCodeAt(0)],
        ['ArrowUp', 'ArrowDown', Number(to[1]) - Number(at[1])],
    ]);
    for (const [up, down, count] of steps) {
        for (let index = 0; index < Math.abs(count); index++) {
            await page.keyboard.press(count > 0 ? up : down);
        }
    }
    await page.keyboard.press('Enter');
}

/**
 * What the board shows of a mistake.
 * @param {import('playwright-core').Page} page
 */
async function before(page) {
    const board = page.locator('#board');
    return {
        pieces: await pieces(page),
        arrows: await board.locator('path.shape').count(),
        badge: await board
            .locator('.badge')
            .first()
            .textContent({ timeout: 1000 })
            .catch(() => null),
    };
}

/** @type {import('./helpers.mjs').Tests} */
export const tests = {
    async 'the board is there within a second'({ open }) {
        // The best of several: other programs may have the machine.
        let best = Infinity;
        for (let attempt = 0; attempt < 5 && best >= 1000; attempt++) {
            const page = await open();
            best = Math.min(
                best,
                await page.evaluate(
                    () => performance.getEntriesByName('board')[0]?.startTime ?? Infinity,
                ),
            );
            await page.context().close();
        }
        console.log(`  the first board after ${Math.round(best)} ms`);
        assert.ok(best < 1000, `the first board came after ${best} ms`);
    },
    async 'a game by keyboard alone'({ open, axe }) {
        const page = await open('/', { script: QUIET });
        for (let presses = 0; presses < 30; presses++) {
            await page.keyboard.press('Tab');
            if (await page.evaluate(() => document.activeElement?.id === 'board')) {
                break;
            }
        }
        for (const move of SCHOLAR) {
            await walk(page, move.slice(0, 2));
            await walk(page, move.slice(2));
        }
        assert.deepEqual(await moves(page), SCHOLAR_SAN);
        await until(
            async () => (await page.locator('.facts').textContent()) === 'Checkmate',
            'mate',
        );
        await axe(page);
    },
    async 'a game by clicks; arrow keys step through it, also with the focus on the board'({
        open,
    }) {
        const page = await open('/', { script: QUIET });
        for (const move of SCHOLAR) {
            await click(page, move);
        }
        assert.deepEqual(await moves(page), SCHOLAR_SAN);
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('ArrowLeft');
        assert.equal(await page.locator('.tree [aria-current]').textContent(), 'Bc4');
        await page.keyboard.press('Home');
        assert.equal(await pieces(page), START);
        await page.keyboard.press('End');
        assert.equal(await page.locator('.tree [aria-current]').textContent(), 'Qxf7#');
    },
    async 'typed moves, and what is wrong with one'({ open }) {
        const page = await open('/', { script: QUIET });
        const field = page.getByLabel('Type a move, such as');
        for (const text of ['e4', 'e7e5', 'Ke3']) {
            await field.fill(text);
            await field.press('Enter');
        }
        assert.deepEqual(await moves(page), ['e4', 'e5']);
        await page.getByText(/^Ke3: /).waitFor();
    },
    async 'the engine searches, follows the board, and its lines play'({ open }) {
        for (const script of [undefined, BY_END]) {
            const page = await open('/', { script });
            await until(async () => (await depth(page)) >= 8, 'depth 8');
            await page.locator('.lines li').first().locator('.step').nth(1).click();
            await until(async () => (await moves(page)).length === 2, 'two moves of the line');
            await until(async () => (await depth(page)) >= 6, 'depth 6 of the new position');
            await page.getByRole('switch', { name: 'Engine' }).click();
            await until(
                async () => (await page.locator('.facts').textContent()) === 'The engine is off',
                'the switch',
            );
            await until(
                async () =>
                    (await page.evaluate(
                        async () =>
                            (
                                await navigator.locks.query()
                            ).held?.filter(({ name }) => name === 'ferz-engine').length,
                    )) === 0,
                'the engine is free',
            );
        }
    },
    async 'one search at a time over all tabs'({ open }) {
        const first = await open();
        await until(async () => (await depth(first)) >= 6, 'the first tab searches');
        const second = await first.context().newPage();
        await second.goto(first.url());
        await until(async () => (await depth(second)) >= 6, 'the second tab searches');
        await until(
            async () => /Another tab/.test((await first.locator('.facts').textContent()) ?? ''),
            'the first tab waits',
        );
        await second.close();
        await until(async () => (await depth(first)) >= 6, 'the first tab goes on');
    },
    async 'the threat, which plays as a null move'({ open }) {
        const page = await open();
        await paste(page, '1. e4 e5 2. Bc4 Nc6 3. Qh5 *');
        await page.keyboard.press('End');
        await page.getByRole('button', { name: 'Threat' }).click();
        await until(
            async () => /Qxf7#/.test((await page.locator('.lines li').first().textContent()) ?? ''),
            'the threat of mate',
        );
        await until(
            async () => /^White’s threat/.test((await page.locator('.facts').textContent()) ?? ''),
            'the threat is named',
        );
        await until(
            async () =>
                (await page.locator('#score').textContent()) ===
                (await page.locator('.search .score').textContent()),
            'the bar agrees',
        );
        await page.locator('.lines .step').first().click();
        await until(
            async () =>
                (await page.locator('.tree .move .san').allTextContents())
                    .join(' ')
                    .endsWith('-- Qxf7#'),
            'the threat is played',
        );
    },
    async 'a move that gains nothing is no threat'({ open }) {
        const page = await open();
        await page.getByRole('button', { name: 'Threat' }).click();
        await until(
            async () =>
                /^No threat by Black/.test((await page.locator('.facts').textContent()) ?? ''),
            'no threat in the start position',
        );
        assert.equal(await page.locator('#board path.shape').count(), 0);
        // Black's knight is attacked: that it can move away threatens nothing.
        await paste(page, 'rnbqkb1r/pppp1ppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3');
        await until(
            async () =>
                /^No threat by Black/.test((await page.locator('.facts').textContent()) ?? ''),
            'no threat by saving the knight',
        );
        await paste(page, '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. a3 axb5 *');
        for (let ply = 0; ply < 7; ply++) {
            await page.keyboard.press('ArrowRight');
        }
        await until(
            async () =>
                /^White’s threat|^No threat by White|^Black’s threat/.test(
                    (await page.locator('.facts').textContent()) ?? '',
                ),
            'a verdict after steps that follow each other fast',
        );
    },
    async 'one curve gives the bar and the chances'({ open }) {
        const page = await open('/', { script: QUIET });
        await paste(
            page,
            '1. e4 {[%eval 0.78]} e5 $4 {[%eval 3.00]} 2. Nf3 {[%eval -3.00]} (2. d4 {[%eval 3.00]}) *',
        );
        const bar = () => page.locator('#fill').evaluate((fill) => fill.style.blockSize);
        /** @type {string[]} */
        const bars = [];
        for (let ply = 0; ply < 3; ply++) {
            await page.keyboard.press('ArrowRight');
            await page.waitForTimeout(50);
            bars.push(`${Math.round(Number.parseFloat(await bar()))} %`);
        }
        assert.deepEqual(bars, ['57 %', '75 %', '25 %']);
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.locator('.mistake-move').first().click();
        await page.getByText('Black’s chances fell from 43 % to 25 %.').waitFor();
        await page.getByRole('tab', { name: 'Set up' }).click();
        assert.equal(await page.locator('#bar').isVisible(), false, 'no bar of another position');
    },
    async 'the tree: variations, promotion, deletion, judgement, comment, undo'({ open, axe }) {
        const page = await open('/', { script: QUIET });
        await paste(page, '1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *');
        await until(async () => (await moves(page)).length === 3, 'the game');
        const pgn = async () => {
            await page.getByRole('tab', { name: 'Open & share' }).click();
            const text = await page.getByLabel('PGN of this game').inputValue();
            await page.getByRole('tab', { name: 'Moves' }).click();
            return text.trim().split('\n').at(-1);
        };
        await page.locator('.variation .move', { hasText: 'c5' }).click();
        await axe(page);
        await page.getByRole('button', { name: 'Make this the main line' }).click();
        assert.equal(await pgn(), '1. e4 c5 {Sicilian} (1... e5 2. Nf3) 2. Nf3 *');
        await page.getByRole('button', { name: 'Comment and judge this move' }).click();
        await page.getByRole('button', { name: '! Good' }).click();
        await page.getByLabel('Comment', { exact: true }).fill('sharp');
        await page.getByLabel('Comment', { exact: true }).blur();
        assert.equal(await pgn(), '1. e4 c5 $1 {sharp} (1... e5 2. Nf3) 2. Nf3 *');
        await page.getByRole('button', { name: 'Delete from here' }).click();
        assert.equal(await pgn(), '1. e4 e5 2. Nf3 *');
        for (let count = 0; count < 4; count++) {
            await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        }
        assert.equal(await pgn(), '1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 *');
        await page.getByRole('button', { name: 'Redo' }).click();
        assert.equal(await pgn(), '1. e4 c5 {Sicilian} (1... e5 2. Nf3) 2. Nf3 *');
    },
    async 'arrows that are drawn are kept in the game'({ open }) {
        const page = await open('/', { script: QUIET });
        await page.mouse.move(...(await middle(page, 'e2')));
        await page.mouse.down({ button: 'right' });
        await page.mouse.move(...(await middle(page, 'e4')));
        await page.mouse.up({ button: 'right' });
        await page.getByRole('tab', { name: 'Open & share' }).click();
        assert.match(await page.getByLabel('PGN of this game').inputValue(), /\{\[%cal Ge2e4\]\}/);
        await page.mouse.click(...(await middle(page, 'd2')));
        assert.match(
            await page.getByLabel('PGN of this game').inputValue(),
            /\{\[%cal Ge2e4\]\}/,
            'a press on the board deletes nothing',
        );
        await page.getByRole('button', { name: 'Draw arrows' }).click();
        await page.mouse.click(...(await middle(page, 'd4')));
        assert.match(await page.getByLabel('PGN of this game').inputValue(), /\[%csl Gd4\]/);
    },
    async 'a hidden page pauses, and goes on'({ open }) {
        const page = await open();
        await until(async () => (await depth(page)) >= 4, 'the search');
        const hide = (/** @type {boolean} */ isHidden) =>
            page.evaluate((value) => {
                Object.defineProperty(document, 'hidden', { configurable: true, value });
                document.dispatchEvent(new Event('visibilitychange'));
            }, isHidden);
        await hide(true);
        await until(
            async () => /^Paused/.test((await page.locator('.facts').textContent()) ?? ''),
            'the pause',
        );
        assert.deepEqual(await page.evaluate(async () => (await navigator.locks.query()).held), []);
        await hide(false);
        await until(async () => (await depth(page)) >= 4, 'the search after the pause');
    },
    async 'an engine and rules that cannot be loaded are said to be so'({ browser, origin }) {
        const missing = async (/** @type {string} */ file) => {
            const page = await browser.newPage({ serviceWorkers: 'block' });
            await page.route(`**/${file}`, (route) => route.fulfill({ status: 404 }));
            await page.goto(origin);
            return page;
        };
        const engine = await missing('ferz-engine.wasm');
        await engine.getByText(/^The engine has failed: /).waitFor();
        await engine.unroute('**/ferz-engine.wasm');
        await engine.getByRole('switch', { name: 'Engine' }).click();
        await engine.getByRole('switch', { name: 'Engine' }).click();
        await until(async () => (await depth(engine)) >= 4, 'the second try');
        const rules = await missing('ferz.wasm');
        await rules.getByText(/^The page cannot start: /).waitFor();
        await Promise.all([engine.close(), rules.close()]);
    },
    async 'a copy of the page without an engine does not ask for one'({ open }) {
        const answer = async (/** @type {import('playwright-core').Route} */ route) => {
            const response = await route.fetch();
            await route.fulfill({
                response,
                body: (await response.text()).replace(/<meta name="ferz-engine".*\n/, ''),
            });
        };
        const page = await open('/', {
            route: { pattern: (/** @type {URL} */ { pathname }) => pathname === '/', answer },
        });
        /** @type {string[]} */
        const asked = [];
        page.on('request', (request) => asked.push(request.url()));
        await page
            .getByText(/^The engine has failed: this copy of the page has no engine/)
            .waitFor();
        await paste(page, GAME);
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByRole('button', { name: 'Review the game' }).click();
        await page
            .getByText(/^The review has failed: this copy of the page has no engine/)
            .waitFor();
        await page.getByRole('link', { name: 'Play' }).click();
        await page.locator('ferz-play').getByText('Black', { exact: true }).click();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.getByText('The engine does not start').waitFor();
        assert.deepEqual(
            asked.filter((address) => /engine\.wasm|network/.test(address)),
            [],
        );
    },
    async 'a game is reviewed to its end; the chart and the mistakes lead to its moves'({
        open,
        axe,
    }) {
        const page = await open();
        await paste(page, GAME);
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByLabel('Effort').selectOption('Quick');
        await page.getByRole('button', { name: 'Review the game' }).click();
        await page.locator('.sides .accuracy').waitFor({ timeout: 60_000 });
        assert.equal(await page.locator('.sides .blunder td').last().textContent(), '1');
        // At the end the position before the first mistake is there, with the move that was played and the better one.
        assert.deepEqual(await before(page), { pieces: BEFORE_KE7, arrows: 2, badge: '??' });
        await page.getByText('Blunder by Black').waitFor();
        await page.locator('.way', { hasText: 'Better' }).locator('.step').nth(1).click();
        assert.equal(
            await page.locator('.way .step[aria-current]').count(),
            1,
            'the better line is played',
        );
        assert.notEqual(await pieces(page), BEFORE_KE7);
        await page.locator('.mistake-list button', { hasText: 'Ke7' }).click();
        assert.deepEqual(await before(page), { pieces: BEFORE_KE7, arrows: 2, badge: '??' });
        // The reason says what the move allows; its moves are played on the board, and the card stays.
        const reason = page.locator('.mistake .reason').first();
        assert.match((await reason.textContent()) ?? '', /^It allows mate: 3\. Qxe5#\./);
        const spoken = async () =>
            (await page.locator('.mistakes .vh[role=status]').textContent()) ?? '';
        assert.match(await spoken(), /Qxe5#/);
        await reason.getByRole('button', { name: 'Play the line on the board' }).click();
        await reason.locator('.step[aria-current]', { hasText: 'Qxe5#' }).waitFor();
        assert.match(await spoken(), /^3\. Qxe5#/);
        await page.getByText('Blunder by Black').waitFor();
        await axe(page);
        await page.locator('.mistake-list .mistake-better').last().click();
        assert.equal((await before(page)).arrows < 2, true, 'the position after the better move');
        await page.getByRole('button', { name: 'Blunders of Black: 1. Show the next one' }).click();
        assert.deepEqual(await before(page), { pieces: BEFORE_KE7, arrows: 2, badge: '??' });
        await axe(page);
        await page.locator('.chart').scrollIntoViewIfNeeded();
        const box = await page.locator('.chart').boundingBox();
        assert.ok(box);
        await page.mouse.click(box.x + 1, box.y + 20);
        assert.equal(await pieces(page), START);
        await axe(page);
        // The engine goes on with the position that is shown.
        await until(async () => (await depth(page)) >= 4, 'the search after the review');
        await page.getByRole('tab', { name: 'Moves' }).click();
        assert.ok((await page.locator('.tree .glyph.blunder').count()) > 0, 'the mark in the tree');
    },
    async 'a review can be stopped'({ open }) {
        const page = await open();
        await paste(page, GAME);
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByLabel('Effort').selectOption('Thorough');
        await page.getByRole('button', { name: 'Review the game' }).click();
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByRole('button', { name: 'Review the game' }).waitFor();
        await until(async () => (await depth(page)) >= 4, 'the search after the review');
    },
    async 'a position is set up, with its faults in words'({ open, axe }) {
        const page = await open('/', { script: QUIET });
        await page.getByRole('tab', { name: 'Set up' }).click();
        await page.getByRole('button', { name: 'Empty' }).click();
        const verdict = page.locator('.verdict');
        assert.match((await verdict.textContent()) ?? '', /White has no king.*Black has no king/);
        await axe(page);
        for (const [piece, square] of [
            ['white king', 'e1'],
            ['black king', 'e8'],
            ['white queen', 'd1'],
        ]) {
            await page.locator('#board').getByRole('button', { name: piece }).click();
            await page.mouse.click(...(await middle(page, square)));
        }
        assert.equal(await verdict.textContent(), 'The position is legal.');
        assert.equal(
            await page.getByLabel('Position as text (FEN)', { exact: true }).inputValue(),
            '4k3/8/8/8/8/8/8/3QK3 w - - 0 1',
        );
        const text = page.getByLabel('Position as text (FEN)', { exact: true });
        await text.fill('4k3/8/8/8/8/8/8/3Q');
        assert.match((await verdict.textContent()) ?? '', /not legal/);
        assert.equal(
            await pieces(page),
            '4k3/8/8/8/8/8/8/3QK3',
            'the board keeps what it could read',
        );
        await text.fill('4k3/8/8/8/8/8/8/3QK3 w - - 0 1');
        await page.getByRole('button', { name: 'Analyse this position' }).click();
        await click(page, 'd1d8');
        assert.deepEqual(await moves(page), ['Qd8+']);
    },
    async 'Chess960: a start position by its number, castling by its rules'({ open }) {
        const page = await open('/', { script: QUIET });
        await page.getByRole('tab', { name: 'Set up' }).click();
        const number = page.getByLabel('Number of the start position');
        await number.fill('0');
        await number.press('Enter');
        assert.equal(
            await page.getByLabel('Position as text (FEN)', { exact: true }).inputValue(),
            'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1',
        );
        await page.getByRole('button', { name: 'Analyse this position' }).click();
        await page.getByLabel('Type a move').fill('O-O');
        await page.getByLabel('Type a move').press('Enter');
        await page.getByText(/^O-O: /).waitFor();
        assert.equal(await page.locator('.welcome').isVisible(), true);
    },
    async 'a link has the game and its place'({ open, origin }) {
        const page = await open('/', { script: QUIET });
        await paste(page, '[White "Anna"]\n\n1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *');
        await page.locator('.variation .move').click();
        await page.getByRole('tab', { name: 'Open & share' }).click();
        await until(
            async () =>
                (await page.getByLabel('Link to this game').inputValue()).includes('at=0.1'),
            'the link',
        );
        const link = await page.getByLabel('Link to this game').inputValue();
        const other = await open(link.slice(origin.length), { script: QUIET });
        await until(async () => (await moves(other)).length === 3, 'the game of the link');
        assert.equal(await other.locator('.tree [aria-current]').textContent(), 'c5');
        assert.equal(await other.locator('#near .name').textContent(), 'Anna');
        const broken = await open('/#analyse/game=AAAA', { script: QUIET });
        await broken.getByText(/^The link cannot be opened/).waitFor();
    },
    async 'the start of one’s own position, and where a game was played'({ open }) {
        const page = await open('/', { script: QUIET });
        assert.equal(await page.locator('.opening').textContent(), 'Start position');
        assert.equal(await page.locator('.game-about').isVisible(), false);
        await paste(page, '4k3/8/8/8/8/8/8/3QK3 b - - 0 1');
        await until(
            async () =>
                (await page.locator('.opening').textContent()) === 'Your position, Black to move',
            'the name of the position',
        );
        await paste(
            page,
            '[Event "Club championship"]\n[Date "2024.05.??"]\n[Result "1-0"]\n\n1. e4 e5 1-0',
        );
        await until(
            async () =>
                (await page.locator('.game-about').textContent()) ===
                'Club championship · 2024 · 1–0',
            'event, year and result',
        );
    },
    async 'the number of mistakes leads through all of them; the engine says when it looks further than the review'({
        open,
    }) {
        const page = await open('/', {
            viewport: { width: 1280, height: 700 },
            script: () => localStorage.setItem('ferz.settings', JSON.stringify({ reviewNodes: 1 })),
        });
        await paste(
            page,
            '1. e4 {[%eval 0.3]} f6 $4 {[%eval 3.0]} (1... e5 {[%eval 0.3]}) 2. d4 {[%eval 3.0]} g5 $4 {[%eval #1]} (2... a6 {[%eval 3.0]} 3. c4) *',
        );
        await page.getByRole('tab', { name: 'Review' }).click();
        const count = page.getByRole('button', { name: 'Blunders of Black: 2. Show the next one' });
        await count.scrollIntoViewIfNeeded();
        const place = await count.boundingBox();
        assert.ok(place);
        for (const expected of ['1 of 2', '2 of 2', '1 of 2', '2 of 2']) {
            await page.mouse.click(place.x + 5, place.y + 5);
            await until(
                async () => (await page.locator('.mistake-head .quiet').textContent()) === expected,
                expected,
            );
        }
        // The move of the file is a poor one.
        await until(
            async () =>
                /^Looking further, the engine prefers (?!a6)/.test(
                    (await page.locator('.deeper').textContent()) ?? '',
                ),
            'the deeper line',
        );
    },
    async 'pasted FENs: legal, corrected, not legal'({ open }) {
        const page = await open('/', { script: QUIET });
        await paste(page, '4k3/8/8/8/8/8/8/3QK3 w - - 0 1');
        await until(async () => (await pieces(page)).startsWith('4k3'), 'the position');
        await paste(page, '4k3/8/8/8/8/8/8/8 w - - 0 1');
        await page.getByText('This position is not legal: White has no king').waitFor();
        await page.getByRole('button', { name: 'Set it up' }).click();
        await page.locator('.verdict', { hasText: 'White has no king' }).waitFor();
        await page.getByRole('tab', { name: 'Moves' }).click();
        await paste(page, 'nonsense');
        await page.getByText(/^This is neither a FEN nor a game/).waitFor();
    },
    async 'the game survives a reload'({ open }) {
        const page = await open('/', { script: QUIET });
        await paste(page, GAME);
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(600);
        await page.reload();
        await until(async () => (await moves(page)).length === 5, 'the game');
        assert.equal(await page.locator('.tree [aria-current]').textContent(), 'e4');
    },
    async 'promotion waits for its piece while the engine goes on'({ open }) {
        const page = await open();
        await paste(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
        await until(async () => (await depth(page)) >= 4, 'the search');
        await click(page, 'a7a8');
        await page.waitForTimeout(500);
        await page.locator('#board').getByRole('button', { name: 'knight' }).click();
        assert.deepEqual(await moves(page), ['a8=N']);
    },
    async 'a game by touch on a telephone'({ open, axe }) {
        const page = await open('/', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
            script: QUIET,
        });
        for (const move of SCHOLAR) {
            await page.touchscreen.tap(...(await middle(page, move.slice(0, 2))));
            await page.touchscreen.tap(...(await middle(page, move.slice(2))));
            await page.waitForTimeout(60);
        }
        assert.deepEqual(await moves(page), SCHOLAR_SAN);
        await page.getByRole('button', { name: 'Previous move' }).tap();
        assert.equal(await page.locator('.tree [aria-current]').textContent(), 'Nf6');
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, 390, 'nothing is wider than the screen');
        const small = await page.evaluate(() =>
            [...document.querySelectorAll('button, a, input, select')].flatMap((element) => {
                const { width: wide, height: high } = element.getBoundingClientRect();
                const isHidden =
                    wide === 0 || element.matches('.vh, .skip, [type=checkbox], .variation *');
                return isHidden ||
                    (wide >= 44 && high >= 44) ||
                    (element.matches('.move') && high >= 44)
                    ? []
                    : [`${element.className} ${element.textContent} ${wide}x${high}`];
            }),
        );
        assert.deepEqual(small, [], 'targets of 44 points');
        await axe(page);
    },
    async 'on a telephone the current move is above the bars, and the mistakes are near the top'({
        open,
    }) {
        const page = await open('/', {
            viewport: { width: 390, height: 844 },
            hasTouch: true,
            isMobile: true,
            script: QUIET,
        });
        const knights = ['Nf3 Nf6', 'Ng1 Ng8'];
        await paste(
            page,
            `${Array.from({ length: 20 }, (_, index) => `${index + 1}. ${knights[index % 2]}`).join(' ')} *`,
        );
        await page.getByRole('button', { name: 'Last position' }).tap();
        const bottomOf = async (/** @type {string} */ selector) => {
            const box = await page.locator(selector).first().boundingBox();
            assert.ok(box, selector);
            return { top: box.y, bottom: box.y + box.height };
        };
        const { top } = await bottomOf('.steps');
        assert.ok((await bottomOf('.tree .move[aria-current]')).bottom <= top, 'the last move');
        for (let index = 0; index < 20; index++) {
            await page.getByRole('button', { name: 'Previous move' }).tap();
            assert.ok(
                (await bottomOf('.tree .move[aria-current]')).bottom <= top,
                `${index + 1} moves before the end`,
            );
        }
        await paste(page, REVIEWED);
        await page.getByRole('tab', { name: 'Review' }).tap();
        assert.ok((await bottomOf('.mistakes h2')).bottom <= top, 'the mistakes');
    },
    async 'a file that was reviewed in part: the rest of the chart is not drawn as if it were Black’s'({
        open,
        axe,
    }) {
        const page = await open('/', { viewport: { width: 1280, height: 800 }, script: QUIET });
        await paste(page, REVIEWED.replace(' 1-0', ' Nf6 4. Nc3 Nc6 5. d3 d5 6. a3 a6 *'));
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByText('not reviewed yet').waitFor();
        const [list, chart, pending] = await Promise.all(
            ['.mistake-list li', '.chart', '.chart .pending'].map((selector) =>
                page.locator(selector).first().boundingBox(),
            ),
        );
        assert.ok(list && list.y + list.height <= 800, 'the list is above the fold');
        assert.ok(chart && pending && pending.width > chart.width / 2);
        await axe(page);
    },
    async 'the mistakes of a review by keys alone'({ open }) {
        const page = await open('/', { script: QUIET });
        await paste(
            page,
            REVIEWED.replace(
                ' 1-0',
                ' Nf6 4. Ba6 $2 {[%eval -4.0]} (4. d3 {[%eval 0.1]} d6 5. Nc3) Nxa6 {[%eval -4.0]} *',
            ),
        );
        // Arrows are those of the tabs once a key has moved the focus.
        await page.keyboard.press('Tab');
        await page.getByRole('tab', { name: 'Moves' }).focus();
        await page.keyboard.press('ArrowRight');
        const press = async (/** @type {string} */ name) => {
            for (let presses = 0; presses < 12; presses++) {
                const text = await page.evaluate(
                    () =>
                        document.activeElement?.getAttribute('aria-label') ??
                        document.activeElement?.textContent,
                );
                if (text === name) {
                    await page.keyboard.press('Enter');
                    return;
                }
                await page.keyboard.press('Tab');
            }
            assert.fail(`no way to ${name} by Tab`);
        };
        await press('Show the first one');
        await page.getByText('Blunder by Black').waitFor();
        // The keys stay in the card, from one mistake to the next and along the better line.
        await press('Next mistake');
        await page.getByText('Mistake by White').waitFor();
        assert.equal(await page.locator('#board path.shape').count(), 2);
        // A line is one stop of the tab key, and arrows go along it.
        await press('4. d3');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        assert.equal((await pieces(page)).split('/')[5], '2NP1Q2');
        assert.equal(await page.locator('.way .step[aria-current]').textContent(), '5. Nc3');
    },
    async 'nothing is found by axe in the other tabs, dark and light'({ open, axe }) {
        for (const colorScheme of ['dark', 'light']) {
            const page = await open('/', { colorScheme, script: QUIET });
            await axe(page);
            await paste(page, GAME);
            for (const name of ['Moves', 'Review', 'Explorer', 'Open & share']) {
                await page.getByRole('tab', { name }).click();
                await axe(page);
            }
        }
    },
    async 'reduced motion'({ open }) {
        const page = await open('/', { reducedMotion: 'reduce', script: QUIET });
        assert.equal(
            await page.evaluate(
                () =>
                    getComputedStyle(/** @type {any} */ (document.getElementById('fill')))
                        .transitionDuration,
            ),
            '0s',
        );
        assert.equal(await cell(page, 'e4').count(), 1);
    },
};
