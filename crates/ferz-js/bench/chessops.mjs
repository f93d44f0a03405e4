// The side of chessops 0.15: only calls of its interface.

/** @returns {import('./run.mjs').Side} */
export function sideOf({
    Chess,
    util: { makeUci, parseSquare },
    fen: { makeFen, parseFen },
    san: { makeSan, parseSan },
    pgn: pgnModule,
    debug: { perft },
}) {
    const { parsePgn, startingPosition } = pgnModule;
    const positionOf = (fen) => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
    /** All moves, promotions by their pieces. */
    const movesOf = (position) => {
        const moves = [];
        for (const [from, targets] of position.allDests()) {
            const isPawn = position.board.pawn.has(from);
            for (const to of targets) {
                if (isPawn && (to < 8 || to >= 56)) {
                    moves.push(
                        { from, to, promotion: 'queen' },
                        { from, to, promotion: 'rook' },
                        { from, to, promotion: 'bishop' },
                        { from, to, promotion: 'knight' },
                    );
                } else {
                    moves.push({ from, to });
                }
            }
        }
        return moves;
    };
    /** Moves in turn in games that are alive at once, with the FEN after each. */
    const live = (count, game) => {
        const positions = Array.from({ length: count }, () => Chess.default());
        return game.reduce(
            (sum, san) =>
                positions.reduce((all, position) => {
                    position.play(parseSan(position, san));
                    return all + (makeFen(position.toSetup()).length > 20 ? 1 : 0);
                }, sum),
            0,
        );
    };
    const square = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
    return {
        name: 'chessops',
        rows: {
            'moves with SAN': ({ fens }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            sum + movesOf(position).map((move) => makeSan(position, move)).length,
                        0,
                    );
            },
            'list of moves': ({ fens }) => {
                const positions = fens.map(positionOf);
                return () => positions.reduce((sum, position) => sum + movesOf(position).length, 0);
            },
            'moves with UCI': ({ fens }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            movesOf(position).reduce(
                                (all, move) => all + makeUci(move).length,
                                sum,
                            ),
                        0,
                    );
            },
            'illegal moves refused': ({ fens, illegal }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce((sum, position, index) => {
                        return illegal[index].reduce(
                            (all, { from, to }) =>
                                all +
                                (position.isLegal({ from: parseSquare(from), to: parseSquare(to) })
                                    ? 1
                                    : 0),
                            sum,
                        );
                    }, 0);
            },
            'pieces by square': ({ fens, squares }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce(
                        (sum, position) =>
                            squares.reduce(
                                (all, square) =>
                                    all +
                                    (position.board.get(parseSquare(square)) === undefined ? 0 : 1),
                                sum,
                            ),
                        0,
                    );
            },
            'a game of PGN with FENs':
                ({ annotated }) =>
                () => {
                    const [game] = parsePgn(annotated);
                    const position = startingPosition(game.headers).unwrap();
                    let sum = 0;
                    for (const { san } of game.moves.mainline()) {
                        position.play(parseSan(position, san));
                        sum += makeFen(position.toSetup()).length > 20 ? 1 : 0;
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
            // It has no undo: a move is made on a copy.
            'move in SAN and undo': ({ fens, sans }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce((sum, position, index) => {
                        for (const san of sans[index]) {
                            position.clone().play(parseSan(position, san));
                        }
                        return sum + sans[index].length;
                    }, 0);
            },
            'move by squares and undo': ({ fens, moves }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce((sum, position, index) => {
                        for (const { from, to, promotion } of moves[index]) {
                            const move = { from: square(from), to: square(to), promotion };
                            if (!position.isLegal(move)) {
                                throw new Error('not legal');
                            }
                            position.clone().play(move);
                        }
                        return sum + moves[index].length;
                    }, 0);
            },
            'a game: move in SAN, then FEN':
                ({ game }) =>
                () => {
                    const position = Chess.default();
                    return game.reduce((sum, san) => {
                        position.play(parseSan(position, san));
                        return sum + (makeFen(position.toSetup()).length > 20 ? 1 : 0);
                    }, 0);
                },
            'position from FEN':
                ({ fens }) =>
                () =>
                    fens.reduce((sum, fen) => sum + (positionOf(fen).turn === 'white' ? 1 : 0), 0),
            FEN: ({ fens }) => {
                const positions = fens.map(positionOf);
                return () =>
                    positions.reduce(
                        (sum, position) => sum + makeFen(position.toSetup()).length,
                        0,
                    );
            },
            // Its reader does not check the moves.
            'PGN, main lines in SAN':
                ({ pgn }) =>
                () => {
                    let sum = 0;
                    for (const game of parsePgn(pgn)) {
                        const position = startingPosition(game.headers).unwrap();
                        const sans = [];
                        for (const { san } of game.moves.mainline()) {
                            const move = parseSan(position, san);
                            if (!move) {
                                break;
                            }
                            position.play(move);
                            sans.push(san);
                        }
                        sum += sans.length;
                    }
                    return sum;
                },
            'PGN, trees (moves unchecked)':
                ({ pgn }) =>
                () => {
                    let sum = 0;
                    for (const game of parsePgn(pgn)) {
                        sum += [...game.moves.mainline()].length;
                    }
                    return sum;
                },
            'perft 4': () => () => perft(Chess.default(), 4),
        },
    };
}
