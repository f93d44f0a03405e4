// The side of kokopu 4.13.

/** @returns {import('./run.mjs').Side} */
export function sideOf({ Position, pgnRead }) {
    const positionsOf = (fens) => fens.map((fen) => new Position(fen));
    return {
        name: 'kokopu',
        rows: {
            'moves with SAN': ({ fens }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            sum + position.moves().map((move) => position.notation(move)).length,
                        0,
                    );
            },
            'list of moves': ({ fens }) => {
                const positions = positionsOf(fens);
                return () => positions.reduce((sum, position) => sum + position.moves().length, 0);
            },
            'moves with UCI': ({ fens }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            position
                                .moves()
                                .reduce((all, move) => all + position.uci(move).length, sum),
                        0,
                    );
            },
            'illegal moves refused': ({ fens, illegal }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce((sum, position, index) => {
                        return illegal[index].reduce(
                            (all, { from, to }) => all + (position.isMoveLegal(from, to) ? 1 : 0),
                            sum,
                        );
                    }, 0);
            },
            'pieces by square': ({ fens, squares }) => {
                const positions = positionsOf(fens);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            squares.reduce(
                                (all, square) => all + (position.square(square) === '-' ? 0 : 1),
                                sum,
                            ),
                        0,
                    );
            },
            'a game: move in SAN, then FEN':
                ({ game }) =>
                () => {
                    const position = new Position();
                    return game.reduce((sum, san) => {
                        position.play(san);
                        return sum + (position.fen().length > 20 ? 1 : 0);
                    }, 0);
                },
            'a game of PGN with FENs':
                ({ annotated }) =>
                () =>
                    pgnRead(annotated, 0)
                        .nodes()
                        .reduce((sum, node) => sum + (node.fen().length > 20 ? 1 : 0), 0),
            '200 live games':
                ({ game }) =>
                () =>
                    live(200, game),
            '2,000 live games':
                ({ game }) =>
                () =>
                    live(2_000, game),
            'position from FEN':
                ({ fens }) =>
                () =>
                    fens.reduce((sum, fen) => sum + (new Position(fen).turn() === 'w' ? 1 : 0), 0),
            'PGN, main lines in SAN':
                ({ pgn }) =>
                () => {
                    const database = pgnRead(pgn);
                    let sum = 0;
                    for (let index = 0; index < database.gameCount(); index++) {
                        sum += database
                            .game(index)
                            .nodes()
                            .map((node) => node.notation()).length;
                    }
                    return sum;
                },
        },
    };

    /** Moves in turn in games that are alive at once, with the FEN after each. */
    function live(count, game) {
        const positions = Array.from({ length: count }, () => new Position());
        return game.reduce(
            (sum, san) =>
                positions.reduce((all, position) => {
                    position.play(san);
                    return all + (position.fen().length > 20 ? 1 : 0);
                }, sum),
            0,
        );
    }
}
