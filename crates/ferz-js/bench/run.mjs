// Measures the package beside chess.js, chessops and kokopu, which are installed in a folder outside of the repository:
//
//     npm install --prefix FOLDER chess.js chessops kokopu
//     node bench/run.mjs --peers FOLDER [--pgn FILE] [--rounds 7] [--row TEXT]
//
// Sides take turns, row by row; the best of all rounds counts, in processor time (the collector of garbage included). The result of a row must be the same for each side.
// Without --pgn the games are random ones.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Game, Position, SQUARES } from '../lib/index.js';
import { numbers } from '../test/playout.mjs';
import { sideOf as chessSide } from './chess.mjs';
import { sideOf as chessopsSide } from './chessops.mjs';
import { side as ferz } from './ferz.mjs';
import { sideOf as kokopuSide } from './kokopu.mjs';

/**
 * @typedef {{ fens: string[], sans: string[][], moves: { from: string, to: string, promotion?: string }[][], illegal: { from: string, to: string }[][],
 *   squares: string[], game: string[], annotated: string, pgn: string }} Data
 * @typedef {{ name: string, rows: Record<string, (data: Data) => () => number> }} Side
 */

const { values: options } = parseArgs({
    options: {
        peers: { type: 'string' },
        pgn: { type: 'string' },
        rounds: { type: 'string', default: '7' },
        row: { type: 'string', default: '' },
    },
});

const FENS = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    'r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9',
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    '8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50',
];
const GAME =
    `e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7
    Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#`.split(/\s+/);

/** Random games as a file. */
function randomGames(count) {
    const next = numbers(1);
    return Array.from({ length: count }, (_, index) => {
        const game = new Game();
        game.tags = { Event: `game ${index}`, White: 'a', Black: 'b' };
        const position = new Position();
        let node = game.root;
        for (let ply = 0; ply < 80; ply++) {
            const moves = position.moves();
            if (moves.length === 0) {
                break;
            }
            const move = moves[next() % moves.length];
            position.play(move);
            node = node.add(move);
        }
        return game.toPgn();
    }).join('\n');
}

/** Imports an entry of a package of a folder by its own rules for imports. */
async function load(folder, name, entry = '.') {
    const root = path.join(path.resolve(folder), 'node_modules', name);
    const { exports, module } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    const found =
        exports?.[entry]?.import ?? exports?.['./*']?.import.replace('*', entry.slice(2)) ?? module;
    return import(pathToFileURL(path.join(root, found)).href);
}

async function peers(folder) {
    const parts = ['fen', 'san', 'pgn', 'debug', 'util'].map(async (part) => [
        part,
        await load(folder, 'chessops', `./${part}`),
    ]);
    const chessops = {
        ...(await load(folder, 'chessops')),
        ...Object.fromEntries(await Promise.all(parts)),
    };
    const kokopu = createRequire(path.join(path.resolve(folder), 'x.js'))('kokopu');
    return [chessSide(await load(folder, 'chess.js')), chessopsSide(chessops), kokopuSide(kokopu)];
}

/** The processor time of this process in milliseconds: on a busy machine it says more than a clock. */
function processorTime() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
}

/** The time of one call in microseconds: as many calls as fill 40 ms. */
function measure(run) {
    let calls = 1;
    for (;;) {
        const started = processorTime();
        for (let i = 0; i < calls; i++) {
            run();
        }
        const time = processorTime() - started;
        if (time > 40) {
            return (1_000 * time) / calls;
        }
        calls = Math.ceil(calls * Math.max(1.5, Math.min(50, 50 / Math.max(time, 0.1))));
    }
}

const sides = [ferz, ...(options.peers === undefined ? [] : await peers(options.peers))];
const moves = FENS.map((fen) => new Position(fen).moves());
const data = {
    fens: FENS,
    sans: moves.map((list) => list.map((move) => move.san)),
    moves: moves.map((list) =>
        list.map(({ from, to, promotion }) => (promotion ? { from, to, promotion } : { from, to })),
    ),
    // A piece of the side to move that goes where it cannot.
    illegal: FENS.map((fen) => {
        const position = new Position(fen);
        return [...position.dests()].slice(0, 4).map(([from, targets]) => ({
            from,
            to: SQUARES.find((square) => square !== from && !targets.includes(square)),
        }));
    }),
    squares: [...SQUARES],
    game: GAME,
    annotated: `[White "a"]\n\n${GAME.map((san, index) => (index % 2 ? san : `${index / 2 + 1}. ${san}`)).join(' ')} 1-0\n`,
    pgn: options.pgn === undefined ? randomGames(200) : readFileSync(options.pgn, 'utf8'),
};
// chess.js names promotions by letters.
const letters = { knight: 'n', bishop: 'b', rook: 'r', queen: 'q' };
const forChess = {
    ...data,
    moves: data.moves.map((list) =>
        list.map((move) =>
            move.promotion ? { ...move, promotion: letters[move.promotion] } : move,
        ),
    ),
};

console.log(`Node ${process.version}, ${os.cpus()[0].model}, ${data.pgn.length} bytes of PGN`);
const rows = [...new Set(sides.flatMap((side) => Object.keys(side.rows)))].filter((row) =>
    row.includes(options.row),
);
for (const row of rows) {
    const runs = sides
        .filter((side) => row in side.rows)
        .map((side) => ({
            side,
            run: side.rows[row](side.name === 'chess.js' ? forChess : data),
            best: Infinity,
        }));
    const results = new Set(runs.map(({ run }) => run()));
    if (results.size !== 1) {
        throw new Error(`${row}: the sides disagree: ${[...results].join(', ')}`);
    }
    // Compilers work beside the first calls, which a busy machine makes slow.
    for (const { run } of runs) {
        for (const started = processorTime(); processorTime() - started < 400; ) {
            run();
        }
    }
    for (let round = 0; round < Number(options.rounds); round++) {
        for (const entry of runs) {
            entry.best = Math.min(entry.best, measure(entry.run));
        }
    }
    const ours = runs[0].best;
    console.log(
        row.padEnd(32),
        ...runs.map(({ side, best }) => {
            const ratio =
                side === ferz || runs[0].side !== ferz ? '' : ` (${(best / ours).toFixed(2)})`;
            return `${side.name} ${best.toFixed(1)} us${ratio}`.padEnd(30);
        }),
    );
}
