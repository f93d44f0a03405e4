// Random games: the moves in SAN, FENs, checks, mates, stalemates and repetitions of each position are those of
// chess.js 1.4, which wrote the digests (oracle.mjs).

import assert from 'node:assert/strict';
import test from 'node:test';
import { Position } from '../lib/index.js';
import { digestOfGame, GAMES, PLIES, STARTS } from './playout.mjs';

const DIGESTS = [
    [0x1a70e633, 0xed251b97, 0x785b7593, 0x8d9e670b, 0xea4351e0, 0xdea5d6c5],
    [0xdecddccd, 0x92741cb1, 0xa57dbb4b, 0x9616e48e, 0x6563b1df, 0x1c46570d],
    [0x1b791a93, 0x6f0e5079, 0xca69f701, 0xc2d42bc0, 0x3c6cc579, 0x6f501a0a],
    [0x17d88c4b, 0xa19dbb13, 0xf52af881, 0x6f00d89e, 0x2ccf0f47, 0x56c1207f],
    [0xecf2b6ab, 0x6331fcad, 0x69866ea9, 0xb46fd16f, 0x758e959f, 0xacc95100],
];

for (const [index, start] of STARTS.entries()) {
    test(`random games from ${start}`, () => {
        for (let seed = 0; seed < GAMES; seed++) {
            const position = new Position(start);
            const board = {
                sans: () => position.sans(),
                fen: () => position.fen,
                state: () => {
                    const reason = position.outcome?.reason;
                    return [
                        position.inCheck,
                        reason === 'checkmate',
                        reason === 'stalemate',
                        position.repetitions >= 3,
                    ]
                        .map(Number)
                        .join('');
                },
                play: (san) => position.play(san),
            };
            assert.equal(digestOfGame(board, seed, PLIES), DIGESTS[index][seed], `seed ${seed}`);
        }
    });
}
