// Learn and Play without a browser: sets, magic numbers, divides, blocked positions against the rules, clocks.

import assert from 'node:assert/strict';
import { register } from 'node:module';
import { test } from 'node:test';
import { attacks, Position, SQUARES } from '../../crates/ferz-js/lib/index.js';
import {
    count,
    DIRECTIONS,
    FULL,
    hex,
    nextSubset,
    placeOf,
    readSet,
    subsets,
} from '../learn/bits.js';
import { commonName, compare, readDivide } from '../learn/divide.js';
import { Clock, clockText } from '../play/clock.js';

// The package is served at `ferz/` beside the page.
const lib = new URL('../../crates/ferz-js/lib/', import.meta.url).href;
register(
    `data:text/javascript,${encodeURIComponent(`
    export const resolve = (name, context, next) => next(name.startsWith('../ferz/') ? ${JSON.stringify(lib)} + name.slice(8) : name, context);
`)}`,
);
const { Lookup } = await import('../learn/lookup.js');
const { Blockade } = await import('../learn/reach.js');

test('each direction shifts all squares of the board but those at its edge', () => {
    for (const { name, shift } of DIRECTIONS) {
        const rank = Number(name.includes('north')) - Number(name.includes('south'));
        const file = Number(name.includes('east')) - Number(name.includes('west'));
        for (const [index, square] of SQUARES.entries()) {
            const to = SQUARES.indexOf(
                /** @type {any} */ (
                    String.fromCharCode(square.charCodeAt(0) + file) + (Number(square[1]) + rank)
                ),
            );
            assert.equal(
                shift(1n << BigInt(index)),
                to < 0 ? 0n : 1n << BigInt(to),
                `${name} of ${square}`,
            );
        }
    }
});

test('sets are read as programs write them', () => {
    for (const [text, set] of /** @type {const} */ ([
        ['0xff', 255n],
        [' 0x0000_0000_0000_00FF ', 255n],
        ['0b1010', 10n],
        ['255', 255n],
        ['18446744073709551615', FULL],
        ['0xffull', 255n],
        ['7u64', 7n],
        ['12n', 12n],
        ['18446744073709551616', null],
        ['', null],
        ['0x', null],
        ['-1', null],
        ['ff', null],
        ['0b12', null],
    ])) {
        assert.equal(readSet(text), set, text);
    }
    assert.equal(readSet(hex(0x123456789abcdefn)), 0x123456789abcdefn);
});

test('the carry-rippler visits each subset once, in order', () => {
    const mask = 0x0008080876080800n;
    const all = [...subsets(mask)];
    assert.equal(all.length, 1 << count(mask));
    assert.equal(new Set(all).size, all.length);
    for (const [place, subset] of all.entries()) {
        assert.equal(subset & ~mask, 0n);
        assert.equal(placeOf(subset, mask), place);
    }
    assert.equal(nextSubset(mask, mask), 0n);
});

test('the numbers of Ferz are magic, others are not', () => {
    let places = 0;
    for (const slider of /** @type {const} */ (['rook', 'bishop'])) {
        for (const square of SQUARES) {
            const lookup = new Lookup(slider, square);
            const { looked, used, shared, collision } = lookup.try(lookup.magic);
            assert.equal(collision, null, `${slider} on ${square}`);
            assert.equal(looked, 2 ** lookup.bits);
            assert.equal(used + shared, looked);
            places += looked;
        }
    }
    assert.equal(places, 102_400 + 5_248);
    const lookup = new Lookup('rook', 'a1');
    const { collision } = lookup.try(1n);
    assert.ok(collision);
    const [first, second] = collision;
    assert.equal(lookup.index(first, 1n), lookup.index(second, 1n));
    assert.notEqual(attacks('rook', 'a1', first), attacks('rook', 'a1', second));
});

test('divides of all common forms are read', () => {
    const { counts, total, unread } = readDivide(`
        e2e4: 20
        a2-a3 : 380
        1. b2b3 21
        Nb1c3 - 440
        O-O: 12
        0-0-0 25
        e7e8=Q 3
        e7e8(n) -> 4
        Nf3 1,234
        exd5 2 097 651
        move g1f3 = 441
        d2d4 17 0.3 s

        Nodes searched: 8902
        Perft(3) = 8902
        hello`);
    assert.deepEqual(
        [...counts],
        [
            ['e2e4', 20],
            ['a2-a3', 380],
            ['b2b3', 21],
            ['Nb1c3', 440],
            ['O-O', 12],
            ['0-0-0', 25],
            ['e7e8=Q', 3],
            ['e7e8(n)', 4],
            ['Nf3', 1234],
            ['exd5', 2097651],
            ['g1f3', 441],
            ['d2d4', 17],
        ],
    );
    assert.equal(total, 8902);
    assert.deepEqual(unread, ['hello']);
    assert.deepEqual(
        [...readDivide('{"e2e4": 20, "d2d4": 1034}').counts],
        [
            ['e2e4', 20],
            ['d2d4', 1034],
        ],
    );
    assert.deepEqual(
        ['a2-a3', 'Pe2e4', 'e7e8(N)', 'e7e8Q', '0-0-0', 'Nf3+', 'exd8=Q#'].map(commonName),
        ['a2a3', 'e2e4', 'e7e8n', 'e7e8q', 'O-O-O', 'Nf3', 'exd8=Q'],
    );
});

test('a divide has its wrong, missing and illegal moves first', () => {
    const right = [
        ['e2e4', 'e4', 20],
        ['d2d4', 'd4', 21],
        ['g1f3', 'Nf3', 22],
    ].map(([uci, san, number]) => /** @type {any} */ ({ uci, san, count: number }));
    const names = new Map([
        ['e4', 'e2e4'],
        ['d4', 'd2d4'],
    ]);
    const rows = compare(
        right,
        readDivide('e4 20\nd4 23\ne5 7'),
        (name) => names.get(name) ?? null,
    );
    assert.deepEqual(
        rows.map(({ uci, right: one, other }) => [uci, one, other]),
        [
            ['d2d4', 21, 23],
            ['e5', null, 7],
            ['g1f3', 22, null],
            ['e2e4', 20, 20],
        ],
    );
});

test('the analysis of blocked positions is that of the rules', () => {
    // A generator of numbers that are the same in each run.
    let state = 7;
    const random = (/** @type {number} */ below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
    let [compared, proven] = [0, 0];
    for (let round = 0; round < 2500; round++) {
        const board = Array.from({ length: 8 }, () => /** @type {string[]} */ (Array(8).fill('.')));
        // A wall of blocked pawns on every other file, in which there may be gaps and steps.
        const base = 2 + random(4);
        const [first, faults] = [random(2), random(3)];
        for (let file = 0; file < 8; file++) {
            if ((file % 2 === first) !== random(20) < faults) {
                const rank = random(20) < faults ? 2 + random(4) : base;
                board[rank][file] = 'p';
                board[rank + 1][file] = 'P';
            }
        }
        for (const piece of [
            'k',
            'K',
            ...['b', 'B', 'n', 'R', 'q'].filter(() => random(5) === 0),
        ]) {
            const [rank, file] = [random(8), random(8)];
            board[rank][file] = board[rank][file] === '.' ? piece : board[rank][file];
        }
        const pieces = board
            .map((row) => row.join('').replace(/\.+/g, (empty) => String(empty.length)))
            .join('/');
        let position;
        try {
            position = new Position(`${pieces} ${random(2) ? 'w' : 'b'} - - 0 1`);
        } catch {
            continue;
        }
        if (position.moves().length === 0 || !/P/.test(pieces)) {
            continue;
        }
        const blockade = new Blockade(position);
        for (const color of /** @type {const} */ (['white', 'black'])) {
            const isProven = /** @type {boolean} */ (position.canWin(color, 0) === false);
            assert.equal(blockade.proves(color), isProven, `${color} in ${position.fen}`);
            compared += 1;
            proven += Number(isProven);
        }
    }
    assert.ok(compared > 1000 && proven > 50 && proven < compared - 50, `${proven} of ${compared}`);
});

test('clocks run down, get their increment, and never fall below nothing', () => {
    const clock = new Clock({ white: 3000, black: 3000 }, 2000);
    clock.start('white', 100);
    assert.deepEqual(clock.left(1100), { white: 2000, black: 3000 });
    clock.press('white', 1100);
    assert.equal(clock.running, null);
    assert.deepEqual(clock.left(9999), { white: 4000, black: 3000 });
    clock.start('black', 10_000);
    clock.press('black', 20_000);
    assert.deepEqual(clock.left(20_000), { white: 4000, black: 0 }, 'a fallen flag gets nothing');
    for (const [time, text] of /** @type {const} */ ([
        [300_000, '5:00'],
        [299_001, '5:00'],
        [61_000, '1:01'],
        [10_000, '0:10'],
        [9940, '0:10'],
        [9900, '0:09.9'],
        [400, '0:00.4'],
        [0, '0:00.0'],
        [3_723_000, '1:02:03'],
    ])) {
        assert.equal(clockText(time), text, String(time));
    }
});
