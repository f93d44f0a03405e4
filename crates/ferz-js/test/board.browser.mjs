// Drives the elements of `ferz/board` in Chromium: `node test/board.browser.mjs [PART OF A NAME]`. Needs playwright-core and axe-core
// (`npm install playwright-core axe-core`) and a Chromium, whose path is in CHROMIUM (/usr/bin/chromium by default).

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';

const folder = new URL('..', import.meta.url).pathname;
const types = {
    '.js': 'text/javascript',
    '.wasm': 'application/wasm',
    '.html': 'text/html',
    '.css': 'text/css',
};
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of the board alone: the policy allows no WebAssembly. */
const BARE =
    '<!doctype html><html lang="en"><title>Bare</title><main><h1>Board</h1><ferz-board></ferz-board></main>' +
    '<script type="module" src="/lib/board.js"></script></html>';

const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/favicon.ico') {
        response.writeHead(204).end();
        return;
    }
    try {
        const isBare = path === '/bare';
        const body = isBare ? BARE : await readFile(join(folder, path));
        response.writeHead(200, {
            'content-type': isBare
                ? 'text/html'
                : (types[extname(path)] ?? 'application/octet-stream'),
            'content-security-policy':
                `default-src 'none'; script-src 'self'${isBare ? '' : " 'wasm-unsafe-eval'"}; style-src 'self'; ` +
                "connect-src 'self'; require-trusted-types-for 'script'",
        });
        response.end(body);
    } catch {
        response.writeHead(404).end();
    }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
});
const faults = [];

async function open(path, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1000, height: 900 },
        ...options,
    });
    const tab = await context.newPage();
    tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    tab.on('pageerror', (error) => faults.push(String(error)));
    await tab.goto(origin + path);
    await tab.waitForFunction(() => customElements.get('ferz-board') !== undefined);
    await tab.waitForTimeout(300);
    return tab;
}

const demo = (fen, options) =>
    open(`/demo/board.html${fen ? `?fen=${encodeURIComponent(fen)}` : ''}`, options);
const cell = (tab, square, board = 'play') => tab.locator(`#${board} [data-square=${square}]`);

async function middle(tab, square, board = 'play') {
    const box = await cell(tab, square, board).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(tab, from, to, options = {}) {
    await tab.mouse.move(...from);
    await tab.mouse.down(options);
    await tab.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await tab.mouse.move(...to);
    await tab.mouse.up(options);
    await tab.waitForTimeout(80);
}

const moves = (tab) => tab.locator('#moves li').allTextContents();
const boardFen = (tab, board = 'play') =>
    tab.evaluate((id) => document.getElementById(id).fen.split(' ')[0], board);
const SCHOLAR = ['e2e4', 'e7e5', 'd1h5', 'b8c6', 'f1c4', 'g8f6', 'h5f7'];
const SCHOLAR_SAN = ['1. e4', 'e5', '2. Qh5', 'Nc6', '3. Bc4', 'Nf6', '4. Qxf7#'];

/** A board for premoves, whose events are in `log`. */
async function premoving() {
    const tab = await open('/bare');
    await tab.evaluate(() => {
        const board = document.querySelector('ferz-board');
        board.id = 'play';
        board.style.width = '480px';
        board.toggleAttribute('premoves', true);
        window.log = [];
        ['move', 'premove'].forEach((name) =>
            board.addEventListener(name, ({ detail }) => {
                window.log.push([name, detail && detail.from + detail.to]);
            }),
        );
    });
    return tab;
}

/** Walks the focus from square to square by arrow keys. */
async function walk(tab, to) {
    const at = await tab.evaluate(
        () => document.getElementById('play').shadowRoot.activeElement.dataset.square,
    );
    const steps = [
        ['ArrowRight', 'ArrowLeft', to.charCodeAt(0) - at.charCodeAt(0)],
        ['ArrowUp', 'ArrowDown', Number(to[1]) - Number(at[1])],
    ];
    for (const [up, down, count] of steps) {
        for (let i = 0; i < Math.abs(count); i++) {
            await tab.keyboard.press(count > 0 ? up : down);
        }
    }
    await tab.keyboard.press('Enter');
}

const tests = {
    async 'a game by keyboard alone'() {
        const tab = await demo();
        await tab.keyboard.press('Tab');
        for (const move of SCHOLAR) {
            await walk(tab, move.slice(0, 2));
            await walk(tab, move.slice(2));
        }
        assert.deepEqual(await moves(tab), SCHOLAR_SAN);
        const spoken = await tab.locator('#play .spoken').textContent();
        assert.equal(spoken, 'white queen from h5 to f7, check');
        assert.match(
            await cell(tab, 'e8').getAttribute('aria-label'),
            /^e8, black king, in check$/,
        );
        return tab;
    },
    async 'Escape takes a selection back'() {
        const tab = await demo();
        await tab.keyboard.press('Tab');
        await walk(tab, 'e2');
        assert.equal(await cell(tab, 'e2').getAttribute('aria-selected'), 'true');
        assert.match(await cell(tab, 'e4').getAttribute('aria-label'), /can be reached/);
        await tab.keyboard.press('Escape');
        assert.equal(await cell(tab, 'e2').getAttribute('aria-selected'), 'false');
        return tab;
    },
    async 'a game by clicks'() {
        const tab = await demo();
        for (const move of SCHOLAR) {
            await tab.mouse.click(...(await middle(tab, move.slice(0, 2))));
            await tab.mouse.click(...(await middle(tab, move.slice(2))));
        }
        assert.deepEqual(await moves(tab), SCHOLAR_SAN);
        return tab;
    },
    async 'a game by dragging, on a turned board too'() {
        const tab = await demo();
        for (const [index, move] of SCHOLAR.entries()) {
            if (index === 3) {
                await tab.locator('#flip').click();
            }
            await drag(tab, await middle(tab, move.slice(0, 2)), await middle(tab, move.slice(2)));
        }
        assert.deepEqual(await moves(tab), SCHOLAR_SAN);
        return tab;
    },
    async 'a drag to a square that is no destination changes nothing'() {
        const tab = await demo();
        const before = await boardFen(tab);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'e6'));
        await drag(tab, await middle(tab, 'e2'), [5, 5]);
        assert.equal(await boardFen(tab), before);
        assert.deepEqual(await moves(tab), []);
        return tab;
    },
    async 'a game by touch, taps and drags'() {
        const tab = await demo('', {
            hasTouch: true,
            isMobile: true,
            viewport: { width: 390, height: 844 },
        });
        const client = await tab.context().newCDPSession(tab);
        const touch = async (type, point) =>
            client.send('Input.dispatchTouchEvent', {
                type,
                touchPoints: point ? [{ x: point[0], y: point[1] }] : [],
            });
        for (const [index, move] of SCHOLAR.entries()) {
            const [from, to] = [
                await middle(tab, move.slice(0, 2)),
                await middle(tab, move.slice(2)),
            ];
            if (index % 2) {
                await tab.touchscreen.tap(...from);
                await tab.touchscreen.tap(...to);
            } else {
                await touch('touchStart', from);
                await touch('touchMove', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
                await touch('touchMove', to);
                await touch('touchEnd', null);
            }
            await tab.waitForTimeout(80);
        }
        assert.deepEqual(await moves(tab), SCHOLAR_SAN);
        // By script: Chromium drops a synthetic tap that follows synthetic touches at once.
        await tab.evaluate(() => document.getElementById('draw').click());
        const [from, to] = [await middle(tab, 'a2'), await middle(tab, 'a4')];
        await touch('touchStart', from);
        await touch('touchMove', to);
        await touch('touchEnd', null);
        await tab.waitForFunction(() => document.getElementById('play').shapes.length > 0, null, {
            timeout: 2000,
        });
        assert.deepEqual(await tab.evaluate(() => document.getElementById('play').shapes), [
            'Ga2a4',
        ]);
        return tab;
    },
    async 'promotion by pointer and by keyboard'() {
        const fen = '8/P6k/8/8/8/8/p6K/8 w - - 0 1';
        const tab = await demo(fen);
        await drag(tab, await middle(tab, 'a7'), await middle(tab, 'a8'));
        await tab.keyboard.press('Escape');
        assert.deepEqual(await moves(tab), []);
        await drag(tab, await middle(tab, 'a7'), await middle(tab, 'a8'));
        await tab.locator('#play').getByRole('button', { name: 'knight' }).click();
        await cell(tab, 'a2').focus();
        await tab.keyboard.press('Enter');
        await tab.keyboard.press('ArrowDown');
        await tab.keyboard.press('Enter');
        await tab.keyboard.press('ArrowUp');
        await tab.keyboard.press('ArrowUp');
        await tab.keyboard.press('Enter');
        assert.deepEqual(await moves(tab), ['1. a8=N', 'a1=R']);
        return tab;
    },
    async 'a promotion by clicks or taps waits for its piece'() {
        for (const hasTouch of [false, true]) {
            const tab = await demo('8/P6k/8/8/8/8/p6K/8 w - - 0 1', { hasTouch });
            const press = async (square) => {
                await (hasTouch ? tab.touchscreen : tab.mouse)[hasTouch ? 'tap' : 'click'](
                    ...(await middle(tab, square)),
                );
            };
            await press('a7');
            await press('a8');
            await tab.waitForTimeout(400);
            assert.deepEqual(await moves(tab), []);
            await tab.keyboard.press('ArrowDown');
            await tab.keyboard.press('Enter');
            assert.deepEqual(await moves(tab), ['1. a8=N']);
            await tab.context().close();
        }
        return demo();
    },
    async 'a premove is played when it is possible and dropped when not'() {
        const tab = await open('/bare');
        await tab.evaluate(() => {
            const board = document.querySelector('ferz-board');
            board.id = 'play';
            board.toggleAttribute('premoves', true);
            window.log = [];
            ['move', 'premove'].forEach((name) =>
                board.addEventListener(name, ({ detail }) => {
                    window.log.push([name, detail && detail.from + detail.to]);
                }),
            );
            Object.assign(board, { fen: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1', movable: 'white' });
        });
        const answer = (dests) =>
            tab.evaluate(async (list) => {
                Object.assign(document.querySelector('ferz-board'), {
                    fen: '3k4/8/8/8/8/8/4P3/4K3 w - - 1 2',
                    dests: new Map(list),
                });
                await new Promise((resolve) => setTimeout(resolve, 20));
                const { log } = window;
                window.log = [];
                document.querySelector('ferz-board').turn = 'black';
                return log;
            }, dests);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'e4'));
        assert.deepEqual(await answer([['e2', ['e3', 'e4']]]), [
            ['premove', 'e2e4'],
            ['premove', null],
            ['move', 'e2e4'],
        ]);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'f3'));
        assert.deepEqual(await answer([['e2', ['e3', 'e4']]]), [
            ['premove', 'e2f3'],
            ['premove', null],
        ]);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'e4'));
        await tab.mouse.click(...(await middle(tab, 'a5')));
        assert.deepEqual(await answer([['e2', ['e3', 'e4']]]), [
            ['premove', 'e2e4'],
            ['premove', null],
        ]);
        return tab;
    },
    async 'a premove belongs to the answer that it waited for'() {
        const tab = await premoving();
        const [after, before] = [
            'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1',
            'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R',
        ];
        const premove = async () => {
            await tab.evaluate((fen) => {
                Object.assign(document.querySelector('ferz-board'), {
                    fen: `${fen} b`,
                    movable: 'white',
                });
                window.log = [];
            }, after);
            await drag(tab, await middle(tab, 'd2'), await middle(tab, 'd3'));
            return tab.evaluate(() => window.log);
        };
        const set = (fen) =>
            tab.evaluate(async (text) => {
                window.log = [];
                Object.assign(document.querySelector('ferz-board'), {
                    fen: text,
                    dests: new Map([['d2', ['d3', 'd4']]]),
                });
                await new Promise((resolve) => setTimeout(resolve, 20));
                return window.log;
            }, fen);
        const [cancelled, played] = [
            [['premove', null]],
            [
                ['premove', null],
                ['move', 'd2d3'],
            ],
        ];
        assert.deepEqual(await premove(), [['premove', 'd2d3']]);
        assert.deepEqual(await set(`${before} w`), cancelled, 'taken back');
        await premove();
        assert.deepEqual(
            await set('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'),
            cancelled,
            'another game',
        );
        await premove();
        assert.deepEqual(
            await set('r1bq2kr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w'),
            cancelled,
            'two moves of the other side',
        );
        await premove();
        assert.deepEqual(
            await set('r1bqk1nr/pppp1ppp/8/2b1p3/2B1n3/5N2/PPPP1PPP/RNBQ1RK1 w'),
            played,
            'a capture',
        );
        await premove();
        assert.deepEqual(
            await set(`${after.replace('r1bqk1nr', 'r1bq1knr')} w`),
            played,
            'an answer',
        );
        return tab;
    },
    async 'a premove follows the geometry of its piece: another own piece is selected'() {
        const tab = await premoving();
        await tab.evaluate(() =>
            Object.assign(document.querySelector('ferz-board'), {
                fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b',
                movable: 'white',
            }),
        );
        await tab.mouse.click(...(await middle(tab, 'g1')));
        assert.match(await cell(tab, 'f3').getAttribute('aria-label'), /can be reached/);
        await tab.mouse.click(...(await middle(tab, 'd1')));
        assert.equal(await tab.evaluate(() => document.querySelector('ferz-board').selected), 'd1');
        assert.deepEqual(await tab.evaluate(() => window.log), []);
        // A recapture on an own piece's square is a premove.
        await tab.mouse.click(...(await middle(tab, 'd2')));
        assert.deepEqual(await tab.evaluate(() => window.log), [['premove', 'd1d2']]);
        return tab;
    },
    async 'only the pointer that lifted a piece moves and drops it'() {
        const tab = await demo('', { hasTouch: true });
        const client = await tab.context().newCDPSession(tab);
        const touch = (type, ...points) =>
            client.send('Input.dispatchTouchEvent', {
                type,
                touchPoints: points.map(([id, [x, y]]) => ({ id, x, y })),
            });
        const [e2, e4, d4] = [
            await middle(tab, 'e2'),
            await middle(tab, 'e4'),
            await middle(tab, 'd4'),
        ];
        const near = [e2[0] + 12, e2[1] - 12];
        await touch('touchStart', [1, e2]);
        await touch('touchMove', [1, near]);
        await touch('touchStart', [1, near], [2, e4]);
        await touch('touchEnd', [2, e4]);
        await tab.waitForTimeout(80);
        assert.deepEqual(await moves(tab), []);
        await touch('touchMove', [1, d4]);
        await touch('touchMove', [1, e4]);
        await touch('touchEnd');
        await tab.waitForTimeout(80);
        assert.deepEqual(await moves(tab), ['1. e4']);
        return tab;
    },
    async 'a piece that is taken while it is held disappears'() {
        const tab = await premoving();
        const drawn = () =>
            tab.evaluate(
                () =>
                    document.querySelector('ferz-board').shadowRoot.querySelectorAll('.piece')
                        .length,
            );
        await tab.evaluate(() =>
            Object.assign(document.querySelector('ferz-board'), {
                fen: '4k3/8/8/8/3r4/8/3Q4/4K3 b',
                movable: 'white',
            }),
        );
        await tab.mouse.move(...(await middle(tab, 'd2')));
        await tab.mouse.down();
        await tab.mouse.move(...(await middle(tab, 'f6')));
        assert.equal(await drawn(), 4);
        await tab.evaluate(() =>
            Object.assign(document.querySelector('ferz-board'), {
                fen: '4k3/8/8/8/8/8/3r4/4K3 w',
                dests: new Map([['e1', ['d2']]]),
            }),
        );
        await tab.mouse.move(...(await middle(tab, 'g7')));
        assert.equal(await drawn(), 3);
        await tab.mouse.up();
        assert.equal(await drawn(), 3);
        assert.deepEqual(await tab.evaluate(() => window.log), []);
        return tab;
    },
    async 'squares and the held piece are under the pointer from right to left, scaled and zoomed'() {
        for (const [name, set] of Object.entries({
            'right to left': () => {
                document.documentElement.dir = 'rtl';
            },
            scaled: () => {
                document.querySelector('main').style.transform = 'scale(0.5)';
            },
            zoomed: () => {
                document.querySelector('main').style.zoom = '0.5';
            },
        })) {
            const tab = await demo();
            await tab.evaluate(set);
            const [left, right] = [await middle(tab, 'a1'), await middle(tab, 'h1')];
            assert.ok(left[0] < right[0], name);
            await tab.mouse.click(...(await middle(tab, 'e2')));
            assert.equal(await cell(tab, 'e2').getAttribute('aria-selected'), 'true', name);
            const [x, y] = await middle(tab, 'e4');
            await tab.mouse.move(...(await middle(tab, 'e2')));
            await tab.mouse.down();
            await tab.mouse.move(x, y + 20);
            await tab.mouse.move(x, y);
            const held = await tab.evaluate(() => {
                const {
                    left: at,
                    top,
                    width,
                    height,
                } = document
                    .getElementById('play')
                    .shadowRoot.querySelector('.held')
                    .getBoundingClientRect();
                return [at + width / 2, top + height / 2];
            });
            assert.ok(Math.hypot(held[0] - x, held[1] - y) < 3, `${name}: ${held} at ${[x, y]}`);
            await tab.mouse.up();
            await tab.waitForTimeout(80);
            assert.deepEqual(await moves(tab), ['1. e4'], name);
            await tab.context().close();
        }
        return demo();
    },
    async 'destinations that are set in the task of their position stay'() {
        const tab = await open('/bare');
        const sizes = await tab.evaluate(async () => {
            const board = document.querySelector('ferz-board');
            const dests = new Map([['e2', ['e3', 'e4']]]);
            const later = () => new Promise((resolve) => setTimeout(resolve, 20));
            const found = [];
            for (const values of [
                { dests, fen: '4k3/8/8/8/8/8/4P3/4K3 w' },
                { fen: '4k3/8/8/8/8/8/4P3/3K4 w', dests },
            ]) {
                Object.assign(board, values);
                found.push(board.dests?.size);
                await later();
                found.push(board.dests?.size);
            }
            board.fen = '3k4/8/8/8/8/8/4P3/3K4 w';
            await later();
            return [...found, board.dests];
        });
        assert.deepEqual(sizes, [1, 1, 1, 1, null]);
        return tab;
    },
    async 'properties of a position count in any order'() {
        const tab = await open('/bare');
        const found = await tab.evaluate(async () => {
            const values = {
                fen: '4k3/8/8/8/8/8/4P3/4K3 w',
                turn: 'black',
                dests: new Map([['e8', ['e7']]]),
                lastMove: ['e1', 'e2'],
                check: 'e8',
                orientation: 'black',
                movable: 'black',
                shapes: ['Ge4'],
            };
            const orders = [[]];
            for (const name of Object.keys(values)) {
                orders.push(
                    ...orders.splice(0).flatMap((order) => [
                        [name, ...order],
                        [...order, name],
                    ]),
                );
            }
            const states = new Set();
            for (const order of orders) {
                const board = document.createElement('ferz-board');
                document.body.append(board);
                order.forEach((name) => (board[name] = values[name]));
                await null;
                states.add(
                    JSON.stringify(
                        Object.keys(values).map((name) => {
                            const value = board[name];
                            return value instanceof Map ? [...value] : value;
                        }),
                    ),
                );
                board.remove();
            }
            // A second position in the task, and one in a later task, have their own turns.
            const board = document.querySelector('ferz-board');
            Object.assign(board, { turn: 'black', fen: '4k3/8/8/8/8/8/4P3/4K3 w' });
            board.fen = '4k3/8/8/8/8/8/4P3/3K4 w';
            const turns = [board.turn];
            board.turn = 'black';
            await new Promise((resolve) => setTimeout(resolve, 20));
            turns.push(board.turn);
            board.fen = '4k3/8/8/8/8/8/4P3/4K3 w';
            return { states: [...states], turns: [...turns, board.turn] };
        });
        assert.equal(found.states.length, 1, found.states.join('\n'));
        assert.match(found.states[0], /^\["4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b","black",\[\["e8"/);
        assert.deepEqual(found.turns, ['white', 'black', 'white']);
        return tab;
    },
    async 'comments before moves are shown'() {
        const tab = await demo();
        await tab.evaluate(() => {
            document.getElementById('game').pgn =
                '{at first} 1. e4 e5 ({also possible} 1... c5 {[%csl Gd4] fights}) 2. Nf3 *';
        });
        await tab.waitForTimeout(200);
        const text = await tab.evaluate(() =>
            document
                .getElementById('game')
                .shadowRoot.querySelector('.moves')
                .textContent.replaceAll(/\s+/g, ' '),
        );
        assert.match(text, /at first1\.e4e5also possible 1… c5 fights 2\.Nf3/);
        return tab;
    },
    async 'properties that are set before the element is defined count'() {
        const tab = await open('/bare');
        const fen = await tab.evaluate(async () => {
            const board = document.querySelector('ferz-board');
            const later = document.createElement('ferz-later');
            later.fen = 'k7/8/8/8/8/8/8/K7';
            document.querySelector('main').append(later);
            customElements.define('ferz-later', class extends board.constructor {});
            return later.fen === 'k7/8/8/8/8/8/8/K7 w' && later.pieces.size;
        });
        assert.equal(fen, 2);
        return tab;
    },
    async 'a FEN is pieces and side to move, as attribute and as property'() {
        const tab = await open('/bare');
        const read = await tab.evaluate(() => {
            const board = document.querySelector('ferz-board');
            const after = (act) => {
                act();
                return [board.fen, board.turn, board.dests];
            };
            const whole = 'k7/8/8/8/8/8/8/K7 b - - 3 40';
            let fault = '';
            return [
                after(() => board.setAttribute('fen', whole)),
                after(() => (board.fen = '8/8/8/8/8/8/8/K6k')),
                after(() => Object.assign(board, { fen: `${board.fen}` })),
                after(() => (board.turn = 'white')),
                after(() => (board.pieces = new Map([['a8', { color: 'white', role: 'king' }]]))),
                after(() => {
                    try {
                        board.fen = 'k7/8 b';
                    } catch (error) {
                        fault = error.name;
                    }
                }),
                fault,
                board.getAttribute('fen'),
            ];
        });
        const [one, two] = ['k7/8/8/8/8/8/8/K7', '8/8/8/8/8/8/8/K6k'];
        assert.deepEqual(read, [
            [`${one} b`, 'black', null],
            [`${two} b`, 'black', null],
            [`${two} b`, 'black', null],
            [`${two} w`, 'white', null],
            ['K7/8/8/8/8/8/8/8 w', 'white', null],
            ['K7/8/8/8/8/8/8/8 w', 'white', null],
            'TypeError',
            `${one} b - - 3 40`,
        ]);
        return tab;
    },
    async 'a board that is turned has its squares and coordinates turned'() {
        const tab = await demo();
        const first = () =>
            tab.evaluate(() => {
                const root = document.getElementById('play').shadowRoot;
                return [
                    root.querySelector('.cell').dataset.square,
                    root.querySelector('.rank').textContent,
                ];
            });
        assert.deepEqual(await first(), ['a8', '8']);
        await tab.locator('#flip').click();
        assert.deepEqual(await first(), ['h1', '1']);
        return tab;
    },
    async 'reduced motion leaves no transition'() {
        const tab = await demo('', { reducedMotion: 'reduce' });
        const duration = () =>
            tab.evaluate(() => {
                return getComputedStyle(
                    document.getElementById('play').shadowRoot.querySelector('.piece'),
                ).transitionDuration;
            });
        assert.equal(await duration(), '0s');
        await tab.emulateMedia({ reducedMotion: 'no-preference' });
        assert.equal(await duration(), '0.18s');
        return tab;
    },
    async 'arrows and circles by the right button'() {
        const tab = await demo();
        const shapes = () => tab.evaluate(() => document.getElementById('play').shapes);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'e4'), { button: 'right' });
        await tab.keyboard.down('Shift');
        await drag(tab, await middle(tab, 'd5'), await middle(tab, 'd5'), { button: 'right' });
        await tab.keyboard.up('Shift');
        assert.deepEqual(await shapes(), ['Ge2e4', 'Rd5']);
        assert.equal(await tab.locator('#play .shape').count(), 2);
        await drag(tab, await middle(tab, 'e2'), await middle(tab, 'e4'), { button: 'right' });
        assert.deepEqual(await shapes(), ['Rd5']);
        await tab.mouse.click(...(await middle(tab, 'a5')));
        assert.deepEqual(await shapes(), []);
        return tab;
    },
    async 'the editor by pointer and by keyboard'() {
        const tab = await demo();
        await tab.locator('#editor').scrollIntoViewIfNeeded();
        const spare = tab.locator('#editor').getByRole('button', { name: 'black queen' });
        const box = await spare.boundingBox();
        await drag(tab, [box.x + 10, box.y + 10], await middle(tab, 'h8', 'editor'));
        assert.equal(await boardFen(tab, 'editor'), '7q/8/8/3k4/8/8/3P4/3K4');
        await drag(tab, await middle(tab, 'd2', 'editor'), await middle(tab, 'a2', 'editor'));
        const [x, y] = await middle(tab, 'd5', 'editor');
        await drag(tab, [x, y], [x - 600, y]);
        assert.equal(await boardFen(tab, 'editor'), '7q/8/8/8/8/8/P7/3K4');
        await tab.locator('#editor').getByRole('button', { name: 'white rook' }).focus();
        await tab.keyboard.press('Enter');
        await cell(tab, 'b1', 'editor').focus();
        await tab.keyboard.press('Enter');
        await tab.keyboard.press('ArrowLeft');
        await tab.keyboard.press(' ');
        await cell(tab, 'h8', 'editor').focus();
        await tab.keyboard.press('Delete');
        assert.equal(await boardFen(tab, 'editor'), '8/8/8/8/8/8/P7/RR1K4');
        assert.equal(await tab.locator('#fen').inputValue(), '8/8/8/8/8/8/P7/RR1K4 w');
        return tab;
    },
    async 'a game of PGN is walked through by keys'() {
        const tab = await demo();
        const current = () => tab.locator('#game .move[aria-current]').textContent();
        await tab.locator('#game').getByRole('button', { name: 'Next move' }).click();
        assert.equal(await current(), 'e4');
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
            await tab.keyboard.press(key);
        }
        assert.equal(await current(), 'Bg4?!');
        assert.equal(await tab.locator('#game .badge').textContent(), '?!');
        assert.equal(await tab.locator('#game .shape').count(), 3);
        await tab
            .locator('#game')
            .getByText(/Philidor Defense/)
            .waitFor();
        await tab.keyboard.press('ArrowDown');
        assert.equal(await current(), '3… exd4');
        await tab.keyboard.press('ArrowLeft');
        assert.equal(await current(), 'd4');
        await tab.keyboard.press('f');
        assert.equal(
            await tab.evaluate(() => document.getElementById('game').orientation),
            'black',
        );
        const text = await tab.locator('#game .moves').innerText();
        assert.ok(!text.includes('[%'), text);
        const hostile = await tab.evaluate(async () => {
            const game = document.getElementById('game');
            game.pgn =
                '[White "<img src=x onerror=alert(1)>"]\n\n1. e4 {<script>alert(1)</script>} Ke4 *';
            await new Promise((resolve) => setTimeout(resolve, 100));
            const { shadowRoot } = game;
            return [
                shadowRoot.querySelectorAll('img, script').length,
                shadowRoot.querySelector('.fault').textContent,
            ];
        });
        assert.equal(hostile[0], 0);
        assert.match(hostile[1], /^The moves end at line \d+, column \d+: /);
        return tab;
    },
};

try {
    const wanted = Object.entries(tests).filter(([name]) => name.includes(process.argv[2] ?? ''));
    for (const [name, test] of wanted) {
        const tab = await test();
        await tab.evaluate(() => delete window.axe);
        // Over the protocol, which the policy of the page does not bind.
        const client = await tab.context().newCDPSession(tab);
        await client.send('Runtime.evaluate', { expression: axe });
        const { violations, passes } = await tab.evaluate(() => window.axe.run());
        assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`),
            [],
            name,
        );
        assert.ok(passes.length > 10, name);
        assert.deepEqual(faults, [], name);
        await tab.context().close();
        console.log(`passed: ${name}`);
    }
} finally {
    await browser.close();
    server.close();
}
