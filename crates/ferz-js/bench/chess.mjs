// The side of chess.js 1.4.

/** @returns {import('./run.mjs').Side} */
export function sideOf({ Chess }) {
    const positionsOf = (fens) => fens.map((fen) => new Chess(fen));
    /** A game of its own for each: chess.js reads one game at a time. */
    const gamesOf = (pgn) => pgn.split(/\n\n(?=\[Event )/);
    return {
        name: 'chess.js',
        rows: {
            'moves with SAN': ({ fens }) => {
                const positions = positionsOf(fens);
                return () => positions.reduce((sum, chess) => sum + chess.moves().length, 0);
            },
            // Its only list is that of SANs.
            'list of moves': ({ fens }) => {
                const positions = positionsOf(fens);
                return () => positions.reduce((sum, chess) => sum + chess.moves().length, 0);
            },
            'move in SAN and undo': ({ fens, sans }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce((sum, chess, index) => {
                        for (const san of sans[index]) {
                            chess.move(san);
                            chess.undo();
                        }
                        return sum + sans[index].length;
                    }, 0);
            },
            'move by squares and undo': ({ fens, moves }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce((sum, chess, index) => {
                        for (const move of moves[index]) {
                            chess.move(move);
                            chess.undo();
                        }
                        return sum + moves[index].length;
                    }, 0);
            },
            'a game: move in SAN, then FEN':
                ({ game }) =>
                () => {
                    const chess = new Chess();
                    return game.reduce((sum, san) => {
                        chess.move(san);
                        return sum + (chess.fen().length > 20 ? 1 : 0);
                    }, 0);
                },
            'position from FEN':
                ({ fens }) =>
                () =>
                    fens.reduce((sum, fen) => sum + (new Chess(fen).turn() === 'w' ? 1 : 0), 0),
            FEN: ({ fens }) => {
                const positions = positionsOf(fens);
                return () => positions.reduce((sum, chess) => sum + chess.fen().length, 0);
            },
            'PGN, main lines in SAN':
                ({ pgn }) =>
                () =>
                    gamesOf(pgn).reduce((sum, text) => {
                        const chess = new Chess();
                        chess.loadPgn(text);
                        return sum + chess.history().length;
                    }, 0),
            'perft 4': () => () => new Chess().perft(4),
        },
    };
}
