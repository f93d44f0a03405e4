// Prints the digests in oracle.test.mjs as chess.js computes them: `node test/oracle.mjs FOLDER`, where chess.js is
// installed in the folder. It is no dependency of the package.

import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { digestOfGame, GAMES, PLIES, STARTS } from './playout.mjs';

const require = createRequire(path.join(path.resolve(process.argv[2]), 'index.js'));
const { Chess } = await import(pathToFileURL(require.resolve('chess.js')).href);

for (const start of STARTS) {
    const digests = Array.from({ length: GAMES }, (_, seed) => {
        const chess = new Chess(start);
        const board = {
            sans: () => chess.moves(),
            fen: () => chess.fen(),
            state: () =>
                [
                    chess.isCheck(),
                    chess.isCheckmate(),
                    chess.isStalemate(),
                    chess.isThreefoldRepetition(),
                ]
                    .map(Number)
                    .join(''),
            play: (san) => chess.move(san),
        };
        return `0x${digestOfGame(board, seed, PLIES).toString(16)}`;
    });
    console.log(`    [${digests.join(', ')}],`);
}
