// The borders of games in PGN files, and the list of games.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Catalogue } from '../games/catalogue.js';
import { Scanner, tagsOf } from '../games/scan.js';
import { Game } from '../../crates/ferz-js/lib/index.js';

const encoder = new TextEncoder();

/**
 * The texts of the games in a file that comes in parts.
 * @param {string} text
 * @param {number} part
 */
function scanned(text, part) {
    const bytes = encoder.encode(text);
    /** @type {string[]} */
    const games = [];
    const scanner = new Scanner((game, offset) => {
        assert.deepEqual(game, bytes.subarray(offset, offset + game.length), 'the place of the game');
        games.push(new TextDecoder().decode(game).trim());
    });
    for (let at = 0; at < bytes.length; at += part) {
        scanner.push(bytes.subarray(at, at + part));
    }
    scanner.end();
    return games;
}

/** Files, and the main lines of their games. @type {Record<string, [string, string[][]]>} */
const FILES = {
    'tags between games': ['[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 *\n', [['e4', 'e5'], ['d4']]],
    'no empty line': ['[White "A"]\n1. e4 1-0\n[White "B"]\n1. d4 *', [['e4'], ['d4']]],
    'games without tags': ['1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n1. c4 *\n', [['e4', 'e5'], ['d4', 'd5'], ['c4']]],
    'castling with zeros is no result': ['1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *', [['e4', 'e5', 'Nf3', 'Nf6', 'Bc4', 'Bc5', 'O-O', 'O-O']]],
    'a result in a variation': ['1. e4 (1. d4 d5 1/2-1/2) 1... e5 2. Nf3 *', [['e4', 'e5', 'Nf3']]],
    'brackets and results in comments': ['1. e4 {a\n[White "x"]\n1-0 1. d4} e5 *\n', [['e4', 'e5']]],
    'a comment to the end of the line': ['1. e4 ; { 1-0\ne5 *\n', [['e4', 'e5']]],
    'an escaped line': ['% [White "x"] {\n[White "A"]\n\n1. e4 *\n', [['e4']]],
    'a brace in a tag': ['[White "{"]\n\n1. e4 *\n[Event "x"]\n\n1. d4 *', [['e4'], ['d4']]],
    'other letters': ['[White "Ðåvíð"]\n\n1. e4 {é 1-0} *\n\n[White "B"]\n\n1. d4 *', [['e4'], ['d4']]],
    'nothing': ['\n \n', []],
};

for (const [name, [text, lines]] of Object.entries(FILES)) {
    test(`games of a file: ${name}`, () => {
        for (const part of [1, 2, 7, 1000]) {
            const games = scanned(text, part);
            assert.deepEqual(games.map((game) => Game.from(game)?.sans()), lines, `parts of ${part} bytes`);
        }
    });
}

test('a comment that is never closed ends at the next game', () => {
    const games = scanned('[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. d4 *\n', 5);
    assert.deepEqual(games.map((game) => tagsOf(encoder.encode(game)).Event), ['a', 'b']);
});

test('the classic games end in mate', async () => {
    const text = await readFile(new URL('../games/classics.txt', import.meta.url), 'utf8');
    const games = scanned(text, 64).map((game) => Game.from(game));
    assert.equal(games.length, 3);
    for (const game of games) {
        assert.equal(game?.error, null);
        assert.equal(game?.end.position.outcome?.reason, 'checkmate');
    }
});

test('tags: escapes, unknown values, the western encoding', () => {
    assert.deepEqual({ ...tagsOf(encoder.encode('[White "a \\"b\\" \\\\"]\n[Black "?"]\n\n1. e4 {[Site "x"]} *')) }, { White: 'a "b" \\', Black: '?' });
    assert.equal(tagsOf(Uint8Array.of(...encoder.encode('[White "M'), 0xfc, ...encoder.encode('ller"]'))).White, 'Müller');
});

test('the list: words, accents, years, results, order', () => {
    const catalogue = new Catalogue();
    const place = { source: 0, offset: 0, length: 1 };
    /** @type {[string, string, string, string, string, string][]} */
    const games = [
        ['Müller', 'Tal', '1960.01.02', '0-1', 'B90', '2500'],
        ['Tal', 'Botvinnik', '1961.??.??', '1-0', 'C18', '2600'],
        ['Tal', 'Smyslov', '????.??.??', '1/2-1/2', 'B10', ''],
    ];
    for (const [White, Black, Date, Result, ECO, WhiteElo] of games) {
        catalogue.add({ White, Black, Date, Result, ECO, WhiteElo, Event: 'Candidates' }, place);
    }
    const find = (/** @type {import('../games/catalogue.js').Query} */ query) => [...catalogue.find(query)];
    assert.deepEqual(find({}), [0, 1, 2]);
    assert.deepEqual(find({ text: 'muller tal' }), [0]);
    assert.deepEqual(find({ text: 'TAL 1961' }), [1]);
    assert.deepEqual(find({ text: 'b1' }), [2]);
    assert.deepEqual(find({ text: 'tal 961' }), [], 'a number begins a word');
    assert.deepEqual(find({ from: 1961 }), [1]);
    assert.deepEqual(find({ to: 1960 }), [0]);
    assert.deepEqual(find({ result: '1/2-1/2' }), [2]);
    assert.deepEqual(find({ eco: 'C' }), [1]);
    assert.deepEqual(find({ text: 'nobody' }), []);
    assert.deepEqual(find({ order: 'newest' }), [1, 0, 2]);
    assert.deepEqual(find({ order: 'rating' }), [1, 0, 2]);
    assert.deepEqual(find({ order: 'white' }), [0, 1, 2]);
    assert.equal(catalogue.row(2).date, '');
    assert.deepEqual([0, 1, 2].map((index) => catalogue.points(index)), [0, 1, 0.5]);
});
