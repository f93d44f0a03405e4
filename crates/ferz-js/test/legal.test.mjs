// Moves by their squares, and `isLegal`: for any two squares and promotions they agree with the list of legal moves.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Position, SQUARES } from '../lib/index.js';

const FENS = [
    undefined,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    '8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1',
    // Chess960: a king beside its rook, one that stays on its square, a step that castling has too.
    '1k6/8/8/8/8/8/8/5KR1 w G - 0 1',
    '1k6/8/8/8/8/8/8/R5KR w HA - 0 1',
    '1k6/8/8/8/8/8/8/R4K1R w HA - 0 1',
    'rk6/8/8/8/8/8/8/2K5 b a - 0 1',
];

for (const fen of FENS) {
    test(fen ?? 'the usual start', () => {
        const position = new Position(fen);
        const named = new Map();
        // Castling is found by the king's target where that is no other move.
        for (const move of position.moves()) {
            for (const to of move.rook === null ? [move.to] : [move.rook, move.to]) {
                const name = move.from + to + (move.promotion ?? '');
                if (!named.has(name) || move.rook === null || to === move.rook) {
                    named.set(name, move.uci);
                }
            }
        }
        for (const from of SQUARES) {
            for (const to of SQUARES) {
                for (const promotion of /** @type {const} */ ([null, 'queen', 'knight'])) {
                    const move = { from, to, promotion };
                    const uci = named.get(from + to + (promotion ?? ''));
                    assert.equal(position.isLegal(move), uci !== undefined, JSON.stringify(move));
                    if (uci !== undefined) {
                        assert.equal(position.find(move).uci, uci);
                    }
                }
            }
        }
        for (const move of position.moves()) {
            assert.ok(
                position.isLegal(move) && position.isLegal(move.san) && position.isLegal(move.uci),
            );
            assert.equal(position.find(move.uci).san, move.san);
        }
        assert.equal(position.isLegal('Ka9'), false);
    });
}

test('many games at once keep their moves', () => {
    const games = Array.from({ length: 300 }, () => new Position());
    for (const san of ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'Ba4', 'Nf6', 'O-O']) {
        games.forEach((game) => game.play(san));
    }
    games.forEach((game) =>
        assert.equal(
            game.fen,
            'r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5',
        ),
    );
    games.forEach((game, index) => {
        const [first, second] = [game.clone(), game.clone()];
        [first, second].forEach((copy, of) => copy.play(of === 0 ? 'Nxe4' : 'Be7'));
        assert.deepEqual(
            [first.lastMove?.san, second.lastMove?.san, game.history().length],
            ['Nxe4', 'Be7', 9],
            String(index),
        );
    });
});
