// Ferz's side: each row as a user would write it.

import { Game, Position } from '../lib/index.js';

/** @type {import('./run.mjs').Side} */
export const side = {
    name: 'ferz',
    rows: {
        'moves with SAN': ({ fens }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () => positions.reduce((sum, position) => sum + position.sans().length, 0);
        },
        'list of moves': ({ fens }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () => positions.reduce((sum, position) => sum + position.moves().length, 0);
        },
        'moves with UCI': ({ fens }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () =>
                positions.reduce(
                    (sum, position) =>
                        position.moves().reduce((all, move) => all + move.uci.length, sum),
                    0,
                );
        },
        'illegal moves refused': ({ fens, illegal }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () =>
                positions.reduce((sum, position, index) => {
                    return illegal[index].reduce(
                        (all, move) => all + (position.isLegal(move) ? 1 : 0),
                        sum,
                    );
                }, 0);
        },
        'pieces by square': ({ fens, squares }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () =>
                positions.reduce(
                    (sum, position) =>
                        squares.reduce(
                            (all, square) => all + (position.get(square) === null ? 0 : 1),
                            sum,
                        ),
                    0,
                );
        },
        'a game of PGN with FENs':
            ({ annotated }) =>
            () => {
                let sum = 0;
                for (const node of Game.from(annotated).mainline()) {
                    sum += node.fen.length > 20 ? 1 : 0;
                }
                return sum;
            },
        '200 live games':
            ({ game }) =>
            () =>
                live(200, game),
        '2,000 live games':
            ({ game }) =>
            () =>
                live(2_000, game),
        'move in SAN and undo': ({ fens, sans }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () =>
                positions.reduce((sum, position, index) => {
                    for (const san of sans[index]) {
                        position.play(san);
                        position.undo();
                    }
                    return sum + sans[index].length;
                }, 0);
        },
        'move by squares and undo': ({ fens, moves }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () =>
                positions.reduce((sum, position, index) => {
                    for (const move of moves[index]) {
                        position.play(move);
                        position.undo();
                    }
                    return sum + moves[index].length;
                }, 0);
        },
        'a game: move in SAN, then FEN':
            ({ game }) =>
            () => {
                const position = new Position();
                return game.reduce((sum, san) => {
                    position.play(san);
                    return sum + (position.fen.length > 20 ? 1 : 0);
                }, 0);
            },
        'position from FEN':
            ({ fens }) =>
            () =>
                fens.reduce((sum, fen) => sum + (new Position(fen).turn === 'white' ? 1 : 0), 0),
        FEN: ({ fens }) => {
            const positions = fens.map((fen) => new Position(fen));
            return () => positions.reduce((sum, position) => sum + position.fen.length, 0);
        },
        'PGN, main lines in SAN':
            ({ pgn }) =>
            () => {
                let sum = 0;
                for (const game of Game.parse(pgn)) {
                    sum += game.sans().length;
                }
                return sum;
            },
        'PGN, trees':
            ({ pgn }) =>
            () => {
                let sum = 0;
                for (const game of Game.parse(pgn)) {
                    sum += [...game.mainline()].length;
                }
                return sum;
            },
        'PGN, tags and results':
            ({ pgn }) =>
            () => {
                let sum = 0;
                for (const game of Game.parse(pgn)) {
                    sum += game.tags.White === undefined ? 0 : 1;
                }
                return sum;
            },
        'perft 4': () => () => new Position().perft(4),
    },
};

/** Moves in turn in games that are alive at once, with the FEN after each. */
function live(count, game) {
    const positions = Array.from({ length: count }, () => new Position());
    return game.reduce(
        (sum, san) =>
            positions.reduce((all, position) => {
                position.play(san);
                return all + (position.fen.length > 20 ? 1 : 0);
            }, sum),
        0,
    );
}
