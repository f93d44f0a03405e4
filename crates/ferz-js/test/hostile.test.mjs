import assert from 'node:assert/strict';
import test from 'node:test';
import { Game, Position } from '../lib/index.js';
import { hostile } from './hostile.mjs';

test('hostile calls cause no trap and no leak', () => {
    const { counts, nodes, before, after } = hostile(30_000, 7);
    assert.equal(nodes, 8_902);
    assert.ok(
        after - before < 64 << 20,
        `memory of the module grew from ${before} to ${after} bytes`,
    );
    assert.ok(counts.returned > 3_000 && counts.TypeError > 3_000, JSON.stringify(counts));
});

test('calls at the end of the stack do not damage the module', () => {
    const position = new Position();
    const calls = [
        () => position.play('e4').san + position.undo().san,
        () =>
            position
                .clone()
                .moves()
                .map((move) => move.san),
        () =>
            new Position(
                'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
            ).sans(),
        () => Game.from('1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *').toPgn(),
        () => Position.chess960(5).perft(2),
    ];
    for (const call of calls) {
        let [overflows, returned] = [0, 0];
        const dive = () => {
            try {
                dive();
            } catch (error) {
                assert.ok(error instanceof RangeError, error.message);
                overflows += 1;
            }
            // On the way back, until there is room enough.
            if (overflows > 0 && returned < 20) {
                call();
                returned += 1;
            }
        };
        dive();
        assert.ok(overflows > 1 && returned === 20);
        assert.equal(position.fen, new Position().fen);
        assert.equal(position.perft(3), 8_902);
    }
});

test('a trap ends its own call alone', async () => {
    const border = await import('../lib/rules/wasm.js');
    const positions = Array.from({ length: 100 }, (_, index) => Position.chess960(index));
    positions.forEach((position) => position.play(position.moves()[0]));
    const expected = positions.map((position) => position.sans());
    const { renewals } = border;
    // More than the memory of a module: a panic while the cell of the input is in use.
    assert.throws(() => border.wasm.input(0xffff_ffff), WebAssembly.RuntimeError);
    assert.deepEqual(
        positions.map((position) => position.sans()),
        expected,
    );
    assert.equal(border.renewals, renewals + 1);
    assert.equal(Game.from('1. e4 *').toPgn({ tags: false }), '1. e4 *\n');
});
