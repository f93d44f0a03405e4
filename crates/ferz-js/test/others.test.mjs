// Books, openings, drawings, EPD, and errors.

import assert from 'node:assert/strict';
import test from 'node:test';
import {
    Book,
    boardSvg,
    EngineError,
    EpdError,
    FenError,
    FerzError,
    MoveError,
    openings,
    PgnError,
    pieceSvg,
    Position,
    readEpd,
    TagError,
} from '../lib/index.js';

/** A book of entries: the key of a position, a move of Polyglot, a weight. */
function bookOf(...entries) {
    const view = new DataView(new ArrayBuffer(entries.length * 16));
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    sorted.forEach(([key, move, weight], index) => {
        view.setBigUint64(index * 16, key);
        view.setUint16(index * 16 + 8, move);
        view.setUint16(index * 16 + 10, weight);
    });
    return view.buffer;
}

/** The move of Polyglot from one square to another. */
function polyglot(from, to) {
    const square = (name) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
    return (square(from) << 6) | square(to);
}

test('a book', () => {
    const start = new Position();
    const castle = new Position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const bytes = bookOf(
        [start.polyglotKey, polyglot('d2', 'd4'), 1],
        [start.polyglotKey, polyglot('e2', 'e4'), 3],
        [start.polyglotKey, polyglot('e2', 'e5'), 9],
        [castle.polyglotKey, polyglot('e1', 'h1'), 0],
        [0n, polyglot('a2', 'a3'), 1],
        [0xffffffffffffffffn, polyglot('a2', 'a3'), 1],
    );
    for (const book of [new Book(bytes), new Book(new Uint8Array(bytes))]) {
        assert.equal(book.length, 6);
        assert.deepEqual(
            book.moves(start).map(({ move, weight, share }) => [move.san, weight, share]),
            [
                ['e4', 3, 0.75],
                ['d4', 1, 0.25],
            ],
        );
        assert.deepEqual(
            book.moves(castle).map(({ move, share }) => [move.san, share]),
            [['O-O', 1]],
        );
        assert.equal(book.choose(start, () => 0).san, 'e4');
        assert.equal(book.choose(start, () => 0.76).san, 'd4');
        assert.equal(book.choose(start, () => 1).san, 'd4');
        assert.equal(book.choose(new Position('4k3/8/8/8/8/8/8/4K3 w - - 0 1')), null);
        assert.ok(['e4', 'd4'].includes(book.choose(start).san));
    }
    // A part of a larger buffer.
    const padded = new Uint8Array(bytes.byteLength + 7);
    padded.set(new Uint8Array(bytes), 7);
    assert.equal(new Book(padded.subarray(7)).moves(start).length, 2);
    assert.equal(new Book(new ArrayBuffer(0)).length, 0);
    assert.deepEqual(new Book(new ArrayBuffer(0)).moves(start), []);
    assert.throws(() => new Book(new ArrayBuffer(15)), FerzError);
    for (const wrong of [null, undefined, 'book', [1]]) {
        assert.throws(() => new Book(wrong), TypeError);
        assert.throws(() => new Book(bytes).moves(wrong), TypeError);
    }
});

test('openings', () => {
    const position = new Position();
    assert.equal(openings.find(position), null);
    const sicilian = new Position();
    ['e4', 'c5'].forEach((san) => sicilian.play(san));
    assert.deepEqual(openings.find(sicilian), { eco: 'B20', name: 'Sicilian Defense' });
    const [a, b] = [new Position(), new Position()];
    ['d4', 'd5', 'c4'].forEach((san) => a.play(san));
    ['c4', 'd5', 'd4'].forEach((san) => b.play(san));
    assert.deepEqual(openings.find(a), { eco: 'D06', name: "Queen's Gambit" });
    assert.deepEqual(openings.find(b), openings.find(a));
    assert.throws(() => openings.find({}), TypeError);
});

test('drawings of boards', () => {
    const position = new Position();
    position.play('e4');
    const svg = boardSvg(position, {
        arrows: ['Ge2e4', 'Ra1h8'],
        squares: ['Yd5'],
        size: 300,
        orientation: 'black',
        light: 0x123456,
    });
    assert.match(svg, /^<svg [^>]*width="300" height="300"/);
    assert.match(svg, /<\/svg>\s*$/);
    assert.match(svg, /#123456/);
    assert.notEqual(svg, boardSvg(position, { size: 300, light: 0x123456 }));
    assert.notEqual(boardSvg(position), boardSvg(position, { highlights: [] }));
    assert.notEqual(boardSvg(position), boardSvg(position, { coordinates: false }));
    assert.equal(boardSvg('8/8/8/8/8/8/8/8').startsWith('<svg'), true);
    const check = new Position('4k3/8/8/8/8/8/8/4RK2 b - - 0 1');
    assert.notEqual(boardSvg(check), boardSvg(check.fen));
    assert.throws(() => boardSvg(position, { arrows: ['x'] }), FerzError);
    assert.throws(() => boardSvg(position, { highlights: ['e9'] }), TypeError);
    assert.throws(() => boardSvg('x'), FenError);
    assert.throws(() => boardSvg(5), TypeError);
    assert.throws(() => boardSvg(position, { orientation: 'up' }), TypeError);
    for (const wrong of [-1, NaN, 2 ** 32, 0.5]) {
        assert.throws(() => boardSvg(position, { size: wrong }), RangeError);
        assert.throws(() => boardSvg(position, { light: wrong }), RangeError);
        assert.throws(() => boardSvg(position, { dark: wrong }), RangeError);
    }
    const pieces = new Set(
        ['white', 'black'].flatMap((color) =>
            ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'].map((role) =>
                pieceSvg({ color, role }),
            ),
        ),
    );
    assert.equal(pieces.size, 12);
    assert.throws(() => pieceSvg({ color: 'white', role: 'dragon' }), TypeError);
    assert.throws(() => pieceSvg({ color: 'red', role: 'king' }), TypeError);
});

test('EPD', () => {
    const { fen, operations } = readEpd(
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "a; \\"b";',
    );
    assert.equal(fen.split(' ')[0], 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
    assert.deepEqual(operations.bm, ['e4', 'd4']);
    assert.equal(operations.id.length, 1);
    for (const line of [
        '',
        'x',
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "',
        `${'x'.repeat(1_000_000)}`,
    ]) {
        assert.throws(
            () => readEpd(line),
            (error) =>
                error instanceof EpdError &&
                error.name === 'EpdError' &&
                error.message.length < 1_000,
        );
    }
    assert.throws(() => readEpd(5), TypeError);
});

test('errors are errors of one kind', () => {
    for (const Kind of [EngineError, EpdError, FenError, MoveError, PgnError, TagError]) {
        const error = new Kind('message');
        assert.ok(error instanceof FerzError && error instanceof Error);
        assert.deepEqual([error.name, error.message], [Kind.name, 'message']);
    }
});
