// The interface of chess.js where there is no WebAssembly: the board in JavaScript answers alone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

// Node's own Response would need WebAssembly.
Object.defineProperty(globalThis, 'Response', { value: class {} });
globalThis.WebAssembly = undefined;
const { Chess, ready } = await import('../lib/chess.js');

test('the module cannot be loaded', async () => {
    assert.equal(await ready, false);
});

test('Node waits for the module, and require() and pages do not', () => {
    const { exports } = JSON.parse(
        readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
    );
    const { node, require, default: page } = exports['./chess.js'];
    assert.deepEqual(
        [node, require, page],
        ['./dist/chess-ready.js', './dist/chess.js', './dist/chess.js'],
    );
});

test('perft', () => {
    assert.equal(new Chess().perft(3), 8902);
    assert.equal(
        new Chess('r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1').perft(3),
        97862,
    );
});

test('a game', () => {
    const chess = new Chess();
    chess.loadPgn(
        '1. e4 e5 2. Ng1-f3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Ne2 Qxd1 9. Rxd1 *',
    );
    assert.equal(chess.fen(), 'r1b1kbnr/1pp3pp/p4p2/2p5/4P3/8/PPP1NPPP/RNBR2K1 b kq - 0 9');
    assert.equal(chess.history().at(-1), 'Rxd1');
    assert.deepEqual(chess.moves({ square: 'c8' }), ['Bd7', 'Be6', 'Bf5', 'Bg4', 'Bh3']);
    assert.throws(() => chess.move('Ke7xe8'), /Invalid move/);
    assert.equal(chess.move('Bg4', { strict: true }).lan, 'c8g4');
    assert.equal(chess.undo().san, 'Bg4');
    assert.match(chess.pgn(), /1\. e4 e5 2\. Nf3 Nc6 3\. Bb5 a6/);
});

test('ends', () => {
    const chess = new Chess();
    ['f3', 'e5', 'g4', 'Qh4#'].forEach((move) => chess.move(move));
    assert.deepEqual([chess.isCheckmate(), chess.isGameOver(), chess.moves()], [true, true, []]);
    assert.equal(new Chess('1R6/8/8/8/8/8/7R/k6K b - - 0 1').isStalemate(), true);
});
