// Solve without a browser: puzzles in files, the choice of the next one, attempts, mistakes of a game.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { test } from 'node:test';
import { Game, Position } from '../../crates/ferz-js/lib/index.js';
import { PuzzleScanner, readPuzzle } from '../../crates/ferz-js/lib/rules/puzzles.js';
import { hashOf, Rows } from '../solve/rows.js';

// The package is served at `ferz/` beside the page.
const lib = new URL('../../crates/ferz-js/lib/', import.meta.url).href;
register(
    `data:text/javascript,${encodeURIComponent(`
    export const resolve = (name, context, next) => next(/^[.]{1,2}.ferz./.test(name) ? ${JSON.stringify(lib)} + name.slice(name.indexOf('ferz/') + 5) : name, context);
`)}`,
);
const { hasPuzzles } = await import('../solve/puzzle-files.js');
const { Attempt, Puzzle } = await import('../solve/puzzle.js');
const { puzzlesOf } = await import('../solve/mistakes.js');
const { PuzzleList } = await import('../solve/collection.js');
const { Progress } = await import('../solve/progress.js');

const samples = await readFile(new URL('../solve/samples.txt', import.meta.url), 'utf8');

/**
 * The records of a file that comes in parts, and the scanner.
 * @param {string} text
 * @param {number} part
 */
function scanned(text, part) {
    const bytes = new TextEncoder().encode(text);
    /** @type {import('../../crates/ferz-js/lib/rules/puzzles.js').PuzzleRecord[]} */
    const records = [];
    /** @type {{ puzzle: import('../../crates/ferz-js/lib/rules/puzzles.js').ListedPuzzle, offset: number, length: number }[]} */
    const places = [];
    const scanner = new PuzzleScanner((puzzle, offset, length) =>
        places.push({ puzzle, offset, length }),
    );
    for (let at = 0; at < bytes.length; at += part) {
        scanner.push(bytes.subarray(at, at + part));
    }
    scanner.end();
    for (const { puzzle, offset, length } of places) {
        const record = readPuzzle(bytes.subarray(offset, offset + length), scanner.columns);
        const { id, rating, themes } = record;
        assert.deepEqual(puzzle, { id, rating, themes }, 'the place of the puzzle');
        records.push(record);
    }
    return { records, scanner };
}

const FEN = '6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1';

test('rows are found in parts of any size, with and without a header', () => {
    const row = `a,${FEN},a1a8,1500,80,90,100,mateIn1 mate,https://lichess.org/x,Italian_Game`;
    for (const part of [1, 7, 1000]) {
        const { records, scanner } = scanned(
            `${row}\r\n\nno puzzle\n"b","${FEN}","e1e8"\nc,${FEN},e1e8`,
            part,
        );
        assert.deepEqual(
            records.map(({ id }) => id),
            ['a', 'b', 'c'],
            String(part),
        );
        assert.deepEqual(records[0], {
            id: 'a',
            fen: FEN,
            moves: 'a1a8',
            rating: 1500,
            themes: 'mateIn1 mate',
            game: 'https://lichess.org/x',
        });
        assert.equal(scanner.skipped, 1);
        const quoted = scanned(
            `"","PuzzleId","FEN","Moves","Themes"\r\n"1","a, ""b""","${FEN}","a1a8","mate\nshort"\r\n"2","c","","",""`,
            part,
        );
        assert.deepEqual(
            quoted.records.map(({ id, moves, themes }) => [id, moves, themes]),
            [['a, "b"', 'a1a8', 'mate\nshort']],
        );
        assert.equal(quoted.scanner.skipped, 1);
        const other = scanned(`\ufeffMoves,FEN,Themes\na1a8,${FEN},mate\n`, part);
        assert.deepEqual(
            other.records.map(({ id, moves, themes }) => [id, moves, themes]),
            [[FEN, 'a1a8', 'mate']],
        );
    }
});

test('bytes without lines are not kept', () => {
    const { records } = scanned(`${'x'.repeat(200_000)}\na,${FEN},a1a8\n`, 1000);
    assert.deepEqual(
        records.map(({ id }) => id),
        ['a'],
    );
});

/** @param {Partial<import('../solve/rows.js').Wanted>} wanted */
const wanted = (wanted) => ({
    theme: '',
    which: /** @type {const} */ ('new'),
    from: 0,
    to: 9999,
    order: /** @type {const} */ ('file'),
    after: -1,
    ...wanted,
});

test('the next puzzle is the one behind the last, by theme, rating and what was done', () => {
    const rows = new Rows();
    const all = [
        ['a', 'fork', 1000],
        ['b', 'pin mate', 1500],
        ['c', 'fork mate', 2000],
        ['d', '', 0],
    ];
    for (const [id, themes, rating] of /** @type {[string, string, number][]} */ (all)) {
        rows.add({ id, themes, rating }, { source: 0, offset: 0, length: 1 });
    }
    const done = { solved: [hashOf('b')], failed: [hashOf('c')] };
    /** @type {{ solved: number[], failed: number[] }} */
    const none = { solved: [], failed: [] };
    const next = (/** @type {object} */ change, of = none) => rows.pick(wanted(change), of).index;
    assert.deepEqual(
        [-1, 0, 2, 3].map((after) => next({ after })),
        [0, 1, 3, 0],
    );
    assert.deepEqual(
        [-1, 0, 3].map((after) => next({ after }, done)),
        [0, 3, 0],
    );
    assert.equal(next({ which: 'failed' }, done), 2);
    assert.equal(next({ which: 'failed' }), -1);
    assert.equal(next({ which: 'failed', after: 2 }, done), 2, 'the only one comes again');
    assert.deepEqual(
        [-1, 0].map((after) => next({ theme: 'fork', after })),
        [0, 2],
    );
    assert.equal(next({ theme: 'for' }), -1);
    assert.equal(next({ from: 1200, to: 1600 }), 1);
    assert.deepEqual(rows.pick(wanted({ theme: 'mate', which: 'all' }), done), {
        index: 1,
        fitting: 2,
        solved: 1,
        failed: 1,
    });
    const seen = new Set(Array.from({ length: 200 }, () => next({ order: 'random', after: 1 })));
    assert.deepEqual([...seen].sort(), [0, 2, 3]);
    assert.deepEqual(rows.facts(), {
        themes: [
            ['fork', 2],
            ['mate', 2],
            ['pin', 1],
        ],
        hasRatings: true,
    });
});

test('puzzles that cannot be read are left out', () => {
    const rows = new Rows();
    for (const id of ['a', 'b']) {
        rows.add({ id, themes: '', rating: 0 }, { source: 0, offset: 0, length: 1 });
    }
    const none = { solved: [], failed: [] };
    rows.leaveOut(0);
    assert.deepEqual(rows.pick(wanted({ which: 'all' }), none), {
        index: 1,
        fitting: 1,
        solved: 0,
        failed: 0,
    });
    assert.equal(rows.pick(wanted({ after: 1 }), none).index, 1);
    rows.leaveOut(1);
    assert.equal(rows.pick(wanted({ after: 0 }), none).index, -1);
    assert.equal(rows.leftOut, 2);
});

test('a slower mate solves', () => {
    const puzzle = Puzzle.ofRecord(row('a,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 b1b7 g8f8 a1a8'));
    const attempt = new Attempt(puzzle);
    attempt.advance();
    assert.deepEqual(
        ['b1b7', 'a1a8', 'a1a2'].map((move) => attempt.answer(move)),
        [0, 1, 3],
    );
    attempt.play('a1a2');
    assert.ok(attempt.isSolved);
    assert.deepEqual(attempt.rest, []);
});

test('columns grow', () => {
    const rows = new Rows();
    for (let index = 0; index < 5000; index++) {
        rows.add(
            { id: `p${index}`, themes: index % 2 ? 'fork' : 'pin', rating: 1000 + index },
            { source: 1, offset: index * 1e6, length: index },
        );
    }
    assert.deepEqual(rows.place(4999), { source: 1, offset: 4999e6, length: 4999 });
    assert.equal(
        rows.pick(wanted({ theme: 'fork', after: 4000 }), { solved: [], failed: [] }).index,
        4001,
    );
});

test('each puzzle that the page has can be solved by its solution', () => {
    const { records } = scanned(samples, 1000);
    assert.equal(records.length, 60);
    for (const record of records) {
        const puzzle = Puzzle.ofRecord(record);
        const attempt = new Attempt(puzzle);
        assert.equal(puzzle.lead, 1);
        assert.ok(!attempt.isSolversTurn);
        attempt.advance();
        while (!attempt.isSolved) {
            assert.ok(attempt.isSolversTurn, record.id);
            assert.equal(attempt.position.turn, puzzle.solver);
            const { expected, position } = attempt;
            assert.ok(expected);
            assert.equal(attempt.answer(expected.uci), 0);
            const wrong = position
                .moves()
                .find((move) => move.uci !== expected.uci && attempt.answer(move.uci) === null);
            assert.ok(wrong, record.id);
            attempt.play(expected.uci);
            attempt.advance();
        }
        const last = record.moves.split(' ').at(-1);
        assert.equal(attempt.node.uci, last);
        const read = Puzzle.ofPgn(puzzle.game.toPgn());
        assert.deepEqual(
            [read.id, read.themes, read.node.fen],
            [puzzle.id, puzzle.themes, puzzle.node.fen],
        );
    }
});

/** A row without names of columns. @param {string} text */
const row = (text) => readPuzzle(text, Array(10).fill(0));

test('any mate is right, and an odd number of moves begins with the solver', () => {
    const puzzle = Puzzle.ofRecord(row(`a,${FEN},a1a8`));
    const attempt = new Attempt(puzzle);
    assert.ok(attempt.isSolversTurn);
    assert.equal(puzzle.solver, 'white');
    assert.equal(attempt.answer('a1a2'), null);
    assert.equal(attempt.answer('a1a8'), 0);
    assert.equal(attempt.answer('e1e8'), 1, 'the other rook mates too');
    attempt.play('e1e8');
    assert.ok(attempt.isSolved);
    const other = Puzzle.ofPgn(
        `[Event "x"]\n[FEN "${FEN}"]\n[Site "javascript:alert(1)"]\n\n1. Ra8# *`,
    );
    assert.deepEqual([other.lead, other.address, other.solver], [0, '', 'white']);
    for (const bad of [`a,${FEN},a1b3`, `a,8/8/8/8/8/8/8/8 w - - 0 1,a1a8`]) {
        assert.throws(() => Puzzle.ofRecord(row(bad)));
    }
    assert.throws(() => Puzzle.ofPgn(`[FEN "${FEN}"]\n\n*`));
});

test('puzzles are told from games', () => {
    const pgn = `[Event "?"]\n[FEN "${FEN}"]\n\n1. Ra8# *`;
    for (const [text, inSolve, elsewhere] of /** @type {[string, boolean, boolean][]} */ ([
        [samples, true, true],
        [`a,${FEN},a1a8 b1b2`, true, true],
        [pgn, true, false],
        [`[Event "Puzzle x"]\n${pgn}`, true, true],
        ['[Event "A"]\n\n1. e4 e5 *', false, false],
        ['1. e4 e5', false, false],
        [FEN, false, false],
    ])) {
        assert.deepEqual(
            [hasPuzzles(text, true), hasPuzzles(text, false)],
            [inSolve, elsewhere],
            text.slice(0, 60),
        );
    }
});

test('mistakes with a better move beside them are puzzles', async () => {
    const game = /** @type {Game} */ (
        Game.from(
            '1. e4 e5 {[%eval 0.3]} 2. Qh5 Nc6 {[%eval 0.4]} 3. Bc4 Nf6 $4 {[%eval #1]} (3... g6 4. Qf3 Nf6) 4. Qxf7# 1-0',
        )
    );
    const [white, black, both] = /** @type {const} */ (['white', 'black', 'both']).map((side) =>
        puzzlesOf(game, side),
    );
    assert.equal(both.length, 1);
    assert.equal(white.length, 0);
    assert.equal(black.length, 1);
    const [{ node, game: solution, mistake, solver }] = black;
    assert.equal(solver, 'black');
    assert.equal(node.uci, 'f1c4', 'the move before is shown');
    assert.equal(solution.end.san, 'g6');
    assert.equal(mistake?.node.san, 'Nf6');
    const list = new PuzzleList('mistakes', black);
    const progress = new Progress();
    assert.equal((await list.next(wanted({}), progress)).puzzle, black[0]);
    progress.add(black[0].id, true);
    assert.deepEqual(await list.next(wanted({}), progress), {
        puzzle: null,
        index: -1,
        fitting: 1,
        solved: 1,
        failed: 0,
    });
    progress.add(black[0].id, false);
    assert.equal((await list.next(wanted({ which: 'failed' }), progress)).index, 0);
    assert.equal(new Position(black[0].node.fen).turn, 'black');
});

test('themes are counted by the last attempt, the weakest first, and solved ones in a row', () => {
    const progress = new Progress();
    progress.add('a', true, ['fork', 'short']);
    progress.add('b', true, ['fork']);
    progress.add('c', false, ['pin']);
    assert.deepEqual(progress.themes, [
        ['pin', { solved: 0, failed: 1 }],
        ['fork', { solved: 2, failed: 0 }],
        ['short', { solved: 1, failed: 0 }],
    ]);
    assert.deepEqual([progress.streak, progress.best], [0, 2]);
    progress.add('c', true, ['pin']);
    progress.add('b', false, ['fork']);
    progress.add('b', false, ['fork']);
    assert.deepEqual(progress.themes, [
        ['fork', { solved: 1, failed: 1 }],
        ['short', { solved: 1, failed: 0 }],
        ['pin', { solved: 1, failed: 0 }],
    ]);
    progress.clear();
    assert.deepEqual([progress.themes, progress.best], [[], 0]);
});
