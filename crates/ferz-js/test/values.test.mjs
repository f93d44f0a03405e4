// What is printed, copied and written of moves, nodes, games and positions, and options that do not exist.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import { boardSvg, Book, Game, Position } from '../lib/index.js';
import { Engine, Server } from '../lib/engine.js';
import { Chess } from '../lib/chess/ready.js';

const PROMOTION = '8/P7/8/8/8/8/8/k1K5 w - - 0 1';

test('a move is printed, copied and written with its squares', () => {
    const position = new Position();
    const move = position.find('Nf3');
    assert.equal(inspect(move), "Move { from: 'g1', to: 'f3', san: 'Nf3', uci: 'g1f3' }");
    const copy = structuredClone(move);
    assert.deepEqual(copy, { from: 'g1', to: 'f3', promotion: null });
    assert.equal(position.play(copy).san, 'Nf3');
    assert.equal(JSON.stringify(move), '{"from":"g1","to":"f3","san":"Nf3","uci":"g1f3"}');
    const queen = new Position(PROMOTION).find('a8=Q#');
    assert.equal(new Position(PROMOTION).play(structuredClone(queen)).uci, 'a7a8q');
    assert.equal(
        JSON.stringify(queen),
        '{"from":"a7","to":"a8","promotion":"queen","san":"a8=Q#","uci":"a7a8q"}',
    );
});

test('games and nodes are written as plain data, and printed', () => {
    const game =
        Game.from(
            '[White "A"]\n\n{start} 1. e4 $1 {best} e5 ({or} 1... c5 2. Nf3 (2. d4) 2... d6) 2. Nf3 1-0',
        ) ?? new Game();
    const data = JSON.parse(JSON.stringify(game));
    assert.deepEqual(data, {
        tags: { White: 'A' },
        result: '1-0',
        comments: ['start'],
        moves: [
            { san: 'e4', uci: 'e2e4', nags: [1], comments: ['best'] },
            {
                san: 'e5',
                uci: 'e7e5',
                variations: [
                    [
                        { san: 'c5', uci: 'c7c5', commentsBefore: ['or'] },
                        { san: 'Nf3', uci: 'g1f3', variations: [[{ san: 'd4', uci: 'd2d4' }]] },
                        { san: 'd6', uci: 'd7d6' },
                    ],
                ],
            },
            { san: 'Nf3', uci: 'g1f3' },
        ],
    });
    assert.deepEqual(structuredClone(game.toJSON()), data);
    assert.deepEqual(JSON.parse(JSON.stringify(game.root.next)).moves.length, 2);
    assert.equal(inspect(game), "Game { tags: { White: 'A' }, result: '1-0', moves: 'e4 e5 Nf3' }");
    assert.match(
        inspect(game.root.next),
        /^Node \{\s+san: 'e4',\s+uci: 'e2e4',\s+nags: \[ 1 \],\s+comments: \[ 'best' \],\s+children: \[ 'e5', 'c5' \]\s+\}$/,
    );
    assert.equal(JSON.parse(JSON.stringify(new Game(PROMOTION))).fen, PROMOTION);
    assert.equal(inspect(new Position()), `Position "${new Position().fen}"`);
    assert.equal(inspect(new Chess()), `Chess "${new Chess().fen()}"`);
    assert.deepEqual([`${game.root.next?.next}`, `${game.root}`], ['1... e5', '']);
    assert.deepEqual(JSON.parse(JSON.stringify(Game.from('1. e9 *')?.error)), {
        name: 'PgnError',
        message: 'found the move `e9`: expected a move in SAN, like e4, Nbd7, exd8=Q or O-O',
        game: 1,
        line: 1,
        column: 4,
    });
});

test('copies of games and nodes have their data', () => {
    const text = `[White "A"]\n[FEN "${PROMOTION}"]\n[SetUp "1"]\n\n{start} 1. a8=Q# $1 {best} (1. Kc2 {no}) 1-0\n`;
    const game = Game.from(text) ?? new Game();
    const copy = structuredClone(game);
    assert.deepEqual(Object.keys(copy).sort(), ['error', 'pgn', 'result', 'tags', 'warnings']);
    assert.deepEqual([copy.tags, copy.result, copy.error], [{ White: 'A' }, '1-0', null]);
    assert.equal(String(Game.from(copy.pgn)), String(game));
    assert.match(copy.pgn, /\{start\} 1\. a8=Q# \$1 \{best\} \(1\. Kc2 \{no\}\)/);
    // What was changed since is in the copy too.
    game.root.next.comment = 'mate';
    assert.match(structuredClone(game).pgn, /\{mate\}/);
    assert.equal(game.pgn, game.toPgn());

    const node = structuredClone(game.root.next);
    assert.deepEqual(node, {
        from: 'a7',
        to: 'a8',
        promotion: 'queen',
        nags: [1],
        comments: ['mate'],
        commentsBefore: [],
        commentsAfterVariation: [],
    });
    assert.equal(game.start.play(node).san, 'a8=Q#');
    const { from, to, promotion } = game.root;
    assert.deepEqual([from, to, promotion], [null, null, null]);
    const castling = Game.from('1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O -- *')?.end;
    assert.deepEqual(
        [castling?.from, castling?.parent?.from, castling?.parent?.to],
        [null, 'e1', 'g1'],
    );
    // A copy of a node has no nodes around it, so that a long game exhausts no stack.
    const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const long = new Game();
    long.root.addLine(Array.from({ length: 5_000 }, (_, index) => knights[index % 4]));
    assert.equal(structuredClone(long.root.next).to, 'f3');
    assert.equal(Game.from(structuredClone(long).pgn)?.end.ply, 5_000);
});

test('a long game is written without an exhausted stack', () => {
    const knights = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    const game = new Game();
    game.root.addLine(Array.from({ length: 20_000 }, (_, index) => knights[index % 4]));
    assert.equal(JSON.parse(JSON.stringify(game)).moves.length, 20_000);
});

test('options that do not exist, and values of other types, are errors that name them', async () => {
    const position = new Position();
    const wrong = (/** @type {any} */ options) => options;
    assert.throws(() => new Position(undefined, wrong({ chess690: true })), {
        name: 'TypeError',
        message: 'unknown option "chess690": expected chess960, lenient',
    });
    for (const run of [
        () => new Position(undefined, wrong({ chess960: 'yes' })),
        () => new Position(undefined, wrong({ lenient: 1 })),
        () => Game.from('1. e4 *', wrong({ strict: 'no' })),
        () => new Game().toPgn(wrong({ tags: 'no' })),
        () => boardSvg(position, wrong({ coordinates: 0 })),
    ]) {
        assert.throws(run, { name: 'TypeError', message: /^\w+: expected true or false, found / });
    }
    assert.throws(() => new Game(undefined, wrong({ chess690: true })), /unknown option/);
    assert.throws(() => new Game(position, { chess960: true }), TypeError);
    assert.equal(new Game(undefined, { chess960: true }).start.isChess960, true);
    assert.throws(() => Game.from('1. e4 *', wrong({ lang: 'de' })), {
        name: 'TypeError',
        message: /^unknown option "lang": expected strict, language$/,
    });
    assert.throws(() => new Game().toPgn(wrong({ width: 80 })), {
        name: 'TypeError',
        message: /^unknown option "width"/,
    });
    assert.throws(() => boardSvg(position, wrong({ arrow: [] })), {
        name: 'TypeError',
        message: /^unknown option "arrow"/,
    });
    await assert.rejects(Engine.start(wrong({ hash: 64 })), {
        name: 'TypeError',
        message: 'unknown option "hash": expected hashMiB, network, worker, stopBy',
    });
    await assert.rejects(Engine.start(wrong({ worker: 5 })), {
        name: 'TypeError',
        message: 'worker: expected a string, found number',
    });
    // Options without names would have no effect, and a search without a limit no end.
    for (const run of [
        async () => new Position(undefined, wrong([])),
        async () => Game.from('1. e4 *', wrong(['strict'])),
        () => Engine.start(wrong([])),
        () => Engine.connect(wrong([]), {}),
        () => Engine.connect({ url: 'http://127.0.0.1:1', token: '' }, wrong([])),
    ]) {
        await assert.rejects(run, {
            name: 'TypeError',
            message: 'options: expected an object, found Array',
        });
    }
    const engine = await Engine.start({ hashMiB: 1 });
    await assert.rejects(engine.play(position, wrong([])), { name: 'TypeError' });
    await assert.rejects(engine.play(position, wrong({ movetime: 100 })), {
        name: 'TypeError',
        message: /^unknown option "movetime": expected depth, nodes, time/,
    });
    await assert.rejects(engine.play(position, wrong({ depth: '8' })), {
        name: 'TypeError',
        message: 'depth: expected a number, found string',
    });
    await assert.rejects(engine.analyse(position, wrong({ multipv: 3 })).next(), {
        name: 'TypeError',
        message: /^unknown option "multipv"/,
    });
    await assert.rejects(engine.annotate(new Game(), wrong({ depth: 3 })), {
        name: 'TypeError',
        message: /^unknown option "depth"/,
    });
    engine.close();
});

test('an argument of another type is a named error in each constructor', () => {
    const wrong = (/** @type {any} */ value) => value;
    const address = { url: 'http://127.0.0.1:8064', token: '0'.repeat(32) };
    for (const value of wrong([5, null, {}, [], true, Symbol('a'), 5n, new Date(0)])) {
        for (const make of [
            () => new Position(value),
            () => new Game(value),
            () => new Book(value),
            () => new Chess(value),
            () => new Server(value),
            () => new Server({ ...address, url: value }),
            () => new Server({ ...address, token: value }),
            () => Game.from(value),
        ]) {
            assert.throws(make, { name: 'TypeError', message: /expected .*, found / });
        }
    }
    assert.throws(() => new Server({ ...address, url: 'x' }), {
        name: 'TypeError',
        message: 'url: expected an address, found "x"',
    });
    assert.throws(
        () => new Server(wrong({ ...address, secret: '' })),
        /^TypeError: unknown option/,
    );
    assert.equal(new Server(address).url, address.url);
});

test('a book and a game in the manner of chess.js print as what they are', () => {
    assert.equal(inspect(new Book(new Uint8Array(32))), 'Book { length: 2 }');
    const chess = new Chess();
    assert.equal(inspect(chess), `Chess "${chess.fen()}"`);
    assert.equal(JSON.stringify(chess), JSON.stringify(chess.fen()));
});

test('the address of a network is relative to the working folder', async () => {
    await assert.rejects(
        Engine.start({ network: './no-such.nnue' }),
        new RegExp(`${process.cwd()}/no-such\\.nnue`),
    );
});

test('castling letters may be repeated, as in chess.js', () => {
    assert.equal(
        new Chess('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKQkq - 0 1').fen(),
        new Chess().fen(),
    );
});
