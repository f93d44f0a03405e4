import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
    BLACK,
    Chess,
    DEFAULT_POSITION,
    KING,
    Move,
    NAG_TO_SYMBOL,
    nagToGlyph,
    SEVEN_TAG_ROSTER,
    SQUARES,
    SUFFIX_LIST,
    validateFen,
    WHITE,
    xoroshiro128,
} from '../lib/chess.js';
import { Mailbox } from '../lib/chess/mailbox.js';
import { Position } from '../lib/rules/position.js';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const POSITIONS = [
    DEFAULT_POSITION,
    KIWIPETE,
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1',
    'r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1',
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8',
    'rnbqkbnr/p3pppp/2p5/1pPp4/3P4/8/PP2PPPP/RNBQKBNR w KQkq b6 0 4',
    '8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2',
];
const NO_KINGS = 'rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1';

/** A generator of small numbers, the same in each run. */
function randomNumbers(seed) {
    const next = xoroshiro128(seed);
    return (below) => Number(next() % BigInt(below));
}

/** @param {string[]} moves */
function played(...moves) {
    const chess = new Chess();
    moves.forEach((move) => chess.move(move));
    return chess;
}

describe('the board without the module', () => {
    test('counts as the module does', () => {
        const count = (board, depth) => {
            const moves = board.moves();
            return depth === 1
                ? moves.length
                : moves.reduce((sum, bits) => sum + count(board.make(bits), depth - 1), 0);
        };
        for (const fen of POSITIONS) {
            assert.equal(count(Mailbox.read(fen), 3), new Position(fen).perft(3), fen);
        }
    });

    test('has the FEN, the moves and the notation of the module in random games', () => {
        const random = randomNumbers(1n);
        for (const fen of POSITIONS) {
            for (let game = 0; game < 3; game++) {
                const position = new Position(fen, { chess960: false });
                let board = Mailbox.read(fen);
                for (let ply = 0; ply < 60; ply++) {
                    const moves = board.moves();
                    assert.equal(board.fen, position.fen);
                    assert.equal(board.inCheck, position.inCheck);
                    assert.deepEqual(
                        moves.map((bits) => board.san(bits, moves)).sort(),
                        position.sans().sort(),
                    );
                    if (moves.length === 0) {
                        break;
                    }
                    const bits = moves[random(moves.length)];
                    position.play(board.san(bits, moves));
                    board = board.make(bits);
                }
            }
        }
    });

    test('attacks as the module does', () => {
        for (const fen of POSITIONS) {
            const [chess, position] = [new Chess(fen), new Position(fen)];
            for (const square of SQUARES) {
                assert.deepEqual(
                    chess.attackers(square, 'w').sort(),
                    position.attackers(square, 'white').sort(),
                );
                assert.deepEqual(
                    chess.attackers(square, 'b').sort(),
                    position.attackers(square, 'black').sort(),
                );
                assert.equal(
                    chess.isAttacked(square, 'w'),
                    position.attackers(square, 'white').length > 0,
                );
            }
        }
    });
});

describe('constants', () => {
    test('squares from a8 to h1', () => {
        assert.deepEqual(
            [SQUARES.length, SQUARES[0], SQUARES[8], SQUARES[63]],
            [64, 'a8', 'a7', 'h1'],
        );
    });

    test('annotations', () => {
        assert.equal(nagToGlyph(16), '±');
        assert.equal(nagToGlyph(1), undefined);
        assert.equal(Object.keys(NAG_TO_SYMBOL).length, 18);
        assert.equal(SUFFIX_LIST.length, 6);
    });

    test('a validated FEN, or what is wrong', () => {
        assert.deepEqual(validateFen(KIWIPETE), { ok: true });
        const cases = [
            ['8/8/8/8/8/8/8/8 w - - 0 1', /missing white king/],
            ['kk6/8/8/8/8/8/8/7K w - - 0 1', /too many black kings/],
            ['3P4/1k2K3/8/8/8/8/8/8 w - - 0 1', /pawns/],
            ['rnbqkbnr/pppppppp/17/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', /consecutive number/],
            ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1', /en-passant/],
            ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0', /move number/],
            ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1', /castling/],
            ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', /six space-delimited fields/],
        ];
        for (const [fen, pattern] of cases) {
            assert.match(validateFen(fen).error, pattern);
            assert.throws(() => new Chess(fen.includes(' ') ? fen : `${fen} ?`), Error);
        }
    });
});

describe('positions', () => {
    test('an en passant square only where a pawn can capture, unless it is forced', () => {
        const chess = played('h4');
        assert.equal(chess.fen(), 'rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b KQkq - 0 1');
        assert.match(chess.fen({ forceEnpassantSquare: true }), / KQkq h3 0 1$/);
        assert.match(played('e4', 'a6', 'e5', 'd5').fen(), / KQkq d6 0 3$/);
    });

    test('missing fields have defaults', () => {
        assert.equal(new Chess('k7/8/8/8/8/8/8/K6R b').fen(), 'k7/8/8/8/8/8/8/K6R b - - 0 1');
    });

    // Expected values are those of chess.js 1.4.
    test('FENs that are written in other ways are accepted, and kept in the headers as they are', () => {
        const [rows] = DEFAULT_POSITION.split(' ');
        for (const [fen, found, header = fen] of [
            [`${rows} w KKQkq - 0 1`, DEFAULT_POSITION],
            [`${rows} w qkQK - 0 1`, DEFAULT_POSITION],
            [`${rows}  w KQkq - 00 01`, DEFAULT_POSITION],
            [`${rows}\tw\tKQkq\t-\t0\t1`, DEFAULT_POSITION],
            [`${rows} w KQkq - 3abc 2def`, `${rows} w KQkq - 3 2`],
            [`${rows} w KQkq`, DEFAULT_POSITION, ''],
            [`${rows} w`, `${rows} w - - 0 1`, `${rows} w - - 0 1`],
        ]) {
            const chess = new Chess(fen);
            assert.equal(chess.fen(), found);
            const { FEN = '', SetUp = '' } = chess.getHeaders();
            assert.deepEqual([FEN, SetUp], [header, header && '1'], fen);
        }
        for (const [fen, message] of [
            [`${rows} W KQkq - 0 1`, 'Invalid FEN: side-to-move is invalid'],
            [`${rows} w HAha - 0 1`, 'Invalid FEN: castling availability is invalid'],
            [`${rows} w KQkq e3 0 1`, 'Invalid FEN: illegal en-passant square'],
            [`${rows} w KQkq E6 0 1`, 'Invalid FEN: en-passant square is invalid'],
            [
                '4k3/0/8/8/8/8/8/4K3 w - - 0 1',
                'Invalid FEN: piece data is invalid (too many squares in rank)',
            ],
            [rows, 'Invalid FEN: must contain six space-delimited fields'],
            ['', 'Invalid FEN: must contain six space-delimited fields'],
        ]) {
            assert.throws(() => new Chess(fen), { message }, fen);
        }
        assert.equal(
            new Chess('4x3/8/8/8/8/8/8/4K3 w - - 0 1', { skipValidation: true }).fen(),
            '8/8/8/8/8/8/8/4K3 w - - 0 1',
        );
    });

    test('castling rights that the pieces do not allow are left out', () => {
        const chess = new Chess('r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1');
        assert.deepEqual(chess.getCastlingRights(WHITE), { k: false, q: true });
        assert.equal(chess.setCastlingRights(WHITE, { k: true }), false);
        assert.equal(chess.setCastlingRights(BLACK, { k: false }), true);
        assert.match(chess.fen(), / w Qq - 0 1$/);
        assert.ok(chess.moves().includes('O-O-O'));
        chess.setCastlingRights(WHITE, { q: false });
        assert.ok(!chess.moves().includes('O-O-O'));
    });

    test('a board without kings', () => {
        const chess = new Chess();
        chess.remove('e1');
        chess.remove('e8');
        assert.equal(chess.fen(), NO_KINGS);
        assert.deepEqual(
            chess.moves().filter((move) => move !== 'Qe1'),
            new Chess().moves(),
        );
        assert.deepEqual(
            [chess.inCheck(), chess.isGameOver(), chess.perft(2)],
            [false, false, 441],
        );
        assert.equal(chess.move('Qe1').san, 'Qe1');
        assert.equal(chess.move({ from: 'd8', to: 'e8' }).san, 'Qe8');
        assert.deepEqual(chess.history(), ['Qe1', 'Qe8']);
        chess.undo();
        chess.undo();
        assert.equal(chess.fen(), NO_KINGS);
    });

    test('a king in check that does not have the turn can be captured', () => {
        const chess = new Chess('k7/8/8/8/8/8/8/R6K w - - 0 1');
        assert.equal(chess.move('Rxa8').captured, KING);
        assert.equal(chess.isGameOver(), true);
    });

    test('pieces are placed and removed', () => {
        const chess = new Chess();
        chess.clear();
        assert.equal(chess.fen(), '8/8/8/8/8/8/8/8 w - - 0 1');
        assert.equal(chess.put({ type: 'k', color: 'w' }, 'h1'), true);
        assert.equal(chess.put({ type: 'k', color: 'w' }, 'a1'), false);
        assert.equal(chess.put({ type: 'x', color: 'w' }, 'a1'), false);
        assert.equal(chess.put({ type: 'p', color: 'b' }, 'i9'), false);
        assert.equal(chess.put({ type: 'k', color: 'b' }, 'a8'), true);
        assert.equal(chess.put({ type: 'q', color: 'b' }, 'g3'), true);
        assert.deepEqual(chess.get('g3'), { type: 'q', color: 'b' });
        assert.deepEqual(chess.findPiece({ type: 'k', color: 'b' }), ['a8']);
        assert.equal(chess.getHeaders().FEN, 'k7/8/8/8/8/6q1/8/7K w - - 0 1');
        assert.deepEqual(
            [chess.isStalemate(), chess.isDraw(), chess.isCheckmate()],
            [true, true, false],
        );
        assert.deepEqual(chess.remove('g3'), { type: 'q', color: 'b' });
        assert.equal(chess.remove('g3'), undefined);
    });

    test('a piece placed during a game stays out of the moves before it', () => {
        const chess = played('e4', 'e5');
        chess.put({ type: 'q', color: 'w' }, 'e3');
        assert.equal(
            chess.move('Qd4').before,
            'rnbqkbnr/pppp1ppp/8/4p3/4P3/4Q3/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
        );
        assert.deepEqual(chess.history(), ['e4', 'e5', 'Qd4']);
        assert.equal(chess.getHeaders().FEN, undefined);
    });

    test('hashes', () => {
        assert.equal(new Chess().hash(), '3436f01fd716346e');
        const chess = played('e4', 'a6', 'e5', 'd5');
        assert.equal(chess.hash(), new Chess(chess.fen()).hash());
        assert.notEqual(chess.hash(), new Chess(chess.fen().replace('d6', '-')).hash());
        assert.notEqual(played('Nf3').hash(), played('Nc3').hash());
    });

    test('drawings and colours', () => {
        const chess = played('e4');
        assert.equal(chess.ascii().split('\n')[5], ' 4 | .  .  .  .  P  .  .  . |');
        assert.deepEqual(chess.board()[4][4], { square: 'e4', type: 'p', color: 'w' });
        assert.equal(chess.board()[3][4], null);
        assert.deepEqual(
            ['h1', 'a1', 'i1'].map((square) => chess.squareColor(square)),
            ['light', 'dark', null],
        );
    });
});

describe('ends', () => {
    test('threefold repetition, also after taking back', () => {
        const chess = played('Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1');
        assert.equal(chess.isThreefoldRepetition(), false);
        chess.move('Ng8');
        assert.deepEqual(
            [chess.isThreefoldRepetition(), chess.isDraw(), chess.isGameOver()],
            [true, true, true],
        );
        chess.undo();
        assert.equal(chess.isThreefoldRepetition(), false);
    });

    test('fifty moves, material, mate', () => {
        assert.equal(new Chess('4k3/8/8/8/8/8/4R3/4K3 b - - 99 80').isDrawByFiftyMoves(), false);
        assert.equal(new Chess('4k3/8/8/8/8/8/3R4/4K3 b - - 100 80').isDrawByFiftyMoves(), true);
        assert.equal(new Chess('8/b7/3B4/8/8/8/8/k6K w - - 0 1').isInsufficientMaterial(), true);
        assert.equal(new Chess('8/1b6/3B4/8/8/8/8/k6K w - - 0 1').isInsufficientMaterial(), false);
        const mate = played('f3', 'e5', 'g4', 'Qh4#');
        assert.deepEqual(
            [mate.isCheckmate(), mate.isStalemate(), mate.isDraw()],
            [true, false, false],
        );
    });

    test('promotions', () => {
        const chess = new Chess('8/1PQ2pk1/3p2p1/3qp3/8/4P3/7p/2K5 w - - 0 56');
        assert.equal(chess.isPromotion({ from: 'b7', to: 'b8' }), true);
        assert.equal(chess.isPromotion({ from: 'b7', to: 'c8' }), false);
        assert.equal(chess.isPromotion({ from: 'x1', to: 'c8' }), false);
    });
});

describe('moves', () => {
    test('in the order of chess.js', () => {
        const sans = new Chess('1r1r4/2P3k1/8/8/8/5N2/8/R3K2R w KQ - 0 1').moves();
        assert.deepEqual(sans.slice(0, 12), [
            'c8=N',
            'c8=B',
            'c8=R',
            'c8=Q',
            'cxb8=N',
            'cxb8=B',
            'cxb8=R',
            'cxb8=Q',
            'cxd8=N',
            'cxd8=B',
            'cxd8=R',
            'cxd8=Q',
        ]);
        assert.deepEqual(sans.slice(12, 20), [
            'Nd4',
            'Ne5',
            'Ng5',
            'Nh4',
            'Nh2',
            'Ng1',
            'Nd2',
            'Ra2',
        ]);
        assert.deepEqual(sans.slice(-2), ['Rf1', 'O-O']);
        assert.equal(
            new Chess('4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1').moves().slice(-2).join(),
            'O-O,O-O-O',
        );
    });

    test('of a square and of a piece', () => {
        const chess = new Chess();
        assert.deepEqual(chess.moves({ square: 'e2' }), ['e3', 'e4']);
        assert.deepEqual(chess.moves({ piece: 'n' }), ['Na3', 'Nc3', 'Nf3', 'Nh3']);
        assert.deepEqual(chess.moves({ square: 'e2', piece: 'n' }), []);
        assert.deepEqual(chess.moves({ square: 'e9' }), []);
    });

    test('a list that a caller changes is not that of the next call', () => {
        const chess = new Chess();
        chess.moves().length = 0;
        assert.equal(chess.moves().length, 20);
    });

    test('objects have all fields', () => {
        const move = new Chess('rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').move(
            'e4',
        );
        assert.ok(move instanceof Move);
        assert.deepEqual(
            { ...move },
            {
                color: 'w',
                from: 'e2',
                to: 'e4',
                piece: 'p',
                captured: undefined,
                promotion: undefined,
                flags: 'b',
                san: 'e4',
                lan: 'e2e4',
                before: 'rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
                after: 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
            },
        );
    });

    test('their kinds', () => {
        const kinds = [
            'isCapture',
            'isPromotion',
            'isEnPassant',
            'isKingsideCastle',
            'isQueensideCastle',
            'isBigPawn',
            'isNullMove',
        ];
        const fen = 'r3k2r/1P6/8/3pP3/8/8/P6p/R3K2R w KQkq d6 0 1';
        const cases = [
            ['bxa8=N', ['isCapture', 'isPromotion'], 'cp'],
            ['b8=Q+', ['isPromotion'], 'np'],
            ['exd6', ['isEnPassant'], 'e'],
            ['O-O-O', ['isQueensideCastle'], 'q'],
            ['a4', ['isBigPawn'], 'b'],
            ['Rxh2', ['isCapture'], 'c'],
            ['Ke2', [], 'n'],
            ['--', ['isNullMove'], '-'],
        ];
        for (const [san, expected, flags] of cases) {
            const move = new Chess(fen).move(san);
            assert.deepEqual(
                kinds.filter((kind) => move[kind]()),
                expected,
                san,
            );
            assert.equal(move.flags, flags);
        }
        assert.equal(new Chess(KIWIPETE).move('e1g1').isKingsideCastle(), true);
    });

    test('names of moves', () => {
        const fen = 'r1bqk2r/p1p2pp1/2n1pn2/1p5p/2pP4/bPNB1PN1/PB1Q2PP/R3K2R w KQkq - 0 12';
        const names = {
            Ba3: 'b2a3',
            Bba3: 'b2a3',
            b2a3: 'b2a3',
            bc4: 'b3c4',
            Bc4: 'd3c4',
            'b3-c4': 'b3c4',
            'Nc3-b1!?': 'c3b1',
            ncb1: 'c3b1',
            '0-0-0+': 'e1c1',
            'e1-g1': 'e1g1',
            'Rad1!': 'a1d1',
            Raxd1: 'a1d1',
        };
        for (const [name, lan] of Object.entries(names)) {
            assert.equal(new Chess(fen).move(name).lan, lan, name);
        }
        for (const name of ['', 'ba3', 'o-o', 'Kd3', 'e9', ' O-O', 'Bba3x', '1. O-O']) {
            assert.throws(() => new Chess(fen).move(name), { message: `Invalid move: ${name}` });
        }
        assert.equal(new Chess('6k1/8/8/B7/8/8/8/BN4K1 w - - 0 1').move('b1c3').san, 'Nc3');
        assert.equal(new Chess('6k1/8/8/B7/8/8/8/BN4K1 w - - 0 1').move('B1c3').san, 'B1c3');
    });

    test('strict names', () => {
        const fen = 'r2qkbnr/ppp2ppp/2n5/1B2pQ2/4P3/8/PPP2PPP/RNB1K2R b KQkq - 3 7';
        assert.equal(new Chess(fen).move('Ne7', { strict: true }).lan, 'g8e7');
        for (const name of ['Nge7', 'g8e7', 'Ng8-e7']) {
            assert.equal(new Chess(fen).move(name).lan, 'g8e7');
            assert.throws(() => new Chess(fen).move(name, { strict: true }), /Invalid move/);
        }
    });

    test('squares', () => {
        assert.equal(new Chess().move({ from: 'e2', to: 'e4', promotion: 'q' }).san, 'e4');
        const pawn = '8/1k5P/8/8/8/8/8/1K6 w - - 0 1';
        assert.equal(new Chess(pawn).move({ from: 'h7', to: 'h8', promotion: 'n' }).san, 'h8=N');
        assert.throws(
            () => new Chess(pawn).move({ from: 'h7', to: 'h8' }),
            /Invalid move: \{"from":"h7","to":"h8"\}/,
        );
        for (const wrong of [undefined, 5, {}, { from: 'e2' }, [], true]) {
            assert.throws(() => new Chess().move(wrong), /Invalid move/);
        }
    });

    test('an illegal move changes nothing', () => {
        const chess = played('e4');
        const fen = chess.fen();
        assert.throws(() => chess.move('e4'), /Invalid move: e4/);
        assert.deepEqual([chess.fen(), chess.history()], [fen, ['e4']]);
    });

    test('null moves', () => {
        const chess = played('e4');
        chess.move(null);
        assert.equal(chess.fen(), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2');
        assert.equal(chess.undo().san, '--');
        assert.equal(chess.setTurn(WHITE), true);
        assert.equal(chess.setTurn(WHITE), false);
        assert.deepEqual(chess.history(), ['e4', '--']);
        assert.throws(
            () => new Chess('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').move('--'),
            /Null move not allowed when in check/,
        );
    });

    test('a history of objects is that of the moves', () => {
        const chess = new Chess(KIWIPETE);
        const random = randomNumbers(7n);
        const moves = [];
        for (let ply = 0; ply < 40 && !chess.isGameOver(); ply++) {
            const all = chess.moves({ verbose: true });
            const move = chess.move(all[random(all.length)]);
            assert.deepEqual(
                move,
                all.find(({ lan }) => lan === move.lan),
            );
            moves.push(move);
        }
        assert.deepEqual(chess.history({ verbose: true }), moves);
        for (const move of moves.reverse()) {
            assert.deepEqual(chess.undo(), move);
        }
        assert.equal(chess.undo(), null);
        assert.equal(chess.fen(), KIWIPETE);
    });
});

describe('headers', () => {
    test('are set, removed and listed', () => {
        const chess = new Chess();
        assert.deepEqual(chess.getHeaders(), SEVEN_TAG_ROSTER);
        chess.setHeader('White', 'Gibaud');
        chess.setHeader('ECO', 'A00');
        assert.equal(chess.header('Black', 'Lazard').Black, 'Lazard');
        assert.equal(chess.removeHeader('White'), true);
        assert.equal(chess.removeHeader('ECO'), true);
        assert.equal(chess.removeHeader('ECO'), false);
        assert.equal(chess.removeHeader('toString'), false);
        assert.deepEqual(chess.getHeaders(), { ...SEVEN_TAG_ROSTER, Black: 'Lazard' });
        chess.clear({ preserveHeaders: true });
        assert.equal(chess.getHeaders().Black, 'Lazard');
        chess.reset();
        assert.deepEqual(chess.getHeaders(), SEVEN_TAG_ROSTER);
    });

    test('of two games are not mixed', () => {
        new Chess().setHeader('White', 'A');
        assert.equal(new Chess().getHeaders().White, '?');
    });
});

describe('comments', () => {
    test('belong to positions of the game', () => {
        const chess = played('e4');
        chess.setComment('{tactical}');
        chess.undo();
        assert.deepEqual(chess.getComments(), []);
        chess.move('d4');
        chess.setComment('positional');
        assert.deepEqual(chess.getComments(), [
            { fen: chess.fen(), comment: 'positional', nags: [] },
        ]);
        assert.match(chess.pgn(), /1\. d4 \{positional\} \*$/);
        assert.equal(chess.removeComment(), 'positional');
        assert.equal(chess.getComment(), undefined);
    });

    test('suffixes and NAGs', () => {
        const chess = played('e4');
        chess.setSuffixAnnotation('!?');
        chess.addNag(14);
        chess.addNag(14);
        chess.addNag(36);
        assert.deepEqual(chess.getComments(), [
            { fen: chess.fen(), suffixAnnotation: '!?', nags: [14, 36] },
        ]);
        assert.equal(chess.removeNag(14), true);
        assert.equal(chess.removeNag(14), false);
        assert.deepEqual(chess.removeNags(), [36]);
        assert.equal(chess.removeSuffixAnnotation(), '!?');
        assert.deepEqual(chess.getComments(), []);
        assert.throws(() => chess.setSuffixAnnotation('!!!'), /Invalid suffix/);
    });
});

describe('PGN', () => {
    test('is written and read again', () => {
        const chess = new Chess(
            'r1bqk1nr/pppp1ppp/2n5/4p3/1bB1P3/2P2N2/P2P1PPP/RNBQK2R b KQkq - 0 1',
        );
        chess.setHeader('White', 'a "b" \\ c');
        chess.setComment('start');
        chess.move('Ba5');
        chess.move('O-O');
        chess.setComment('castled');
        chess.move('d6');
        chess.setHeader('Result', '1/2-1/2');
        const pgn = chess.pgn();
        assert.match(pgn, /\n\n\{start\} 1\. \.\.\. Ba5 2\. O-O \{castled\} d6 1\/2-1\/2$/);
        assert.match(pgn, /\[White "a \\"b\\" \\\\ c"\]/);
        const copy = new Chess();
        copy.loadPgn(pgn);
        assert.deepEqual(
            [copy.pgn(), copy.fen(), copy.getHeaders()],
            [pgn, chess.fen(), chess.getHeaders()],
        );
    });

    test('lines of a width', () => {
        const chess = played('e4', 'e5', 'Nf3', 'Nc6', 'Bb5');
        chess.setComment('the   Spanish game');
        const moves = (maxWidth) => chess.pgn({ maxWidth }).split('\n\n')[1];
        assert.equal(moves(0), '1. e4 e5 2. Nf3 Nc6 3. Bb5 {the   Spanish game} *');
        assert.equal(moves(20), '1. e4 e5 2. Nf3 Nc6\n3. Bb5 {the Spanish\ngame} *');
        assert.equal(moves(1), '1. e4 e5\n2. Nf3 Nc6\n3.\nBb5\n{the\nSpanish\ngame}\n*');
        assert.match(chess.pgn({ newline: '<br>' }), /"\]<br><br>1\. e4/);
    });

    test('as people have it', () => {
        const chess = new Chess();
        chess.loadPgn(
            '\uFEFF[White "x"]\r\n%escaped\r\n{a} {b}\r\n1.e4 $1 e5!? ; line\r\n2 Ng1-f3 (2. d4 {not} (2. f4)) Nc6 ' +
                '3.Bb5 a6 4. 0-0 $14 $6 -- 1-0 {end}',
        );
        assert.deepEqual(chess.history(), ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'O-O', '--']);
        assert.deepEqual([chess.getHeaders().White, chess.getHeaders().Result], ['x', '1-0']);
        assert.equal(chess.getComment(), 'end');
        const notes = chess
            .getComments()
            .map(({ comment, suffixAnnotation, nags }) => [comment, suffixAnnotation, nags]);
        assert.deepEqual(notes, [
            ['a b', undefined, []],
            [undefined, undefined, [1]],
            ['line', '!?', []],
            [undefined, undefined, [14, 6]],
            ['end', undefined, []],
        ]);
    });

    test('other ends of lines', () => {
        const chess = new Chess();
        chess.loadPgn('[White "x"]::1. e4 e5 {two:lines}:2. d4', { newlineChar: ':' });
        assert.deepEqual(chess.history(), ['e4', 'e5', 'd4']);
        chess.undo();
        assert.equal(chess.getComment(), 'two lines');
    });

    test('long texts take no longer than they must', () => {
        const chess = new Chess();
        assert.throws(() => chess.move(`${'!'.repeat(1e6)}x`), /Invalid move/);
        chess.loadPgn(`1. e4 {${' '.repeat(1e6)}} e5`);
        assert.throws(() => chess.loadPgn('('.repeat(1e6)), /Invalid PGN/);
        assert.throws(() => chess.loadPgn(`[White "${'\\'.repeat(1e6)}`), /Invalid PGN/);
        assert.throws(() => chess.load(' '.repeat(1e6)), /Invalid FEN/);
    });

    test('faults', () => {
        const chess = played('d4');
        for (const pgn of [
            '1. e4!+',
            '1. e4 {x',
            '1. e4 (e5',
            '1. e4 ) e5',
            '[White x]',
            '1. e4 *\n\n[White "y"]',
            '! 1. e4',
        ]) {
            assert.throws(
                () => chess.loadPgn(pgn),
                /Invalid PGN: unexpected .* at line \d+, column \d+/,
                pgn,
            );
        }
        assert.deepEqual(chess.history(), ['d4']);
        assert.throws(() => chess.loadPgn('1. e4 e5 2. Ke3'), {
            message: 'Invalid move in PGN: Ke3',
        });
        assert.deepEqual(chess.history(), ['e4', 'e5']);
    });

    test('strict', () => {
        const chess = new Chess();
        const fen = '[FEN "7k/5K2/4R3/8/8/8/8/8 w - - 0 1"]\n';
        chess.loadPgn(`${fen}\n1. Rh6#`);
        assert.equal(chess.isCheckmate(), true);
        assert.throws(
            () => chess.loadPgn(`${fen}\n1. Rh6#`, { strict: true }),
            /Invalid move in PGN/,
        );
        chess.loadPgn(`[SetUp "1"]\n${fen}\n1. Rh6#`, { strict: true });
        assert.throws(
            () => chess.loadPgn('[SetUp "1"]\n\n*', { strict: true }),
            /FEN tag must be supplied/,
        );
        assert.throws(
            () => chess.loadPgn('1. e2e4', { strict: true }),
            /Invalid move in PGN: e2e4/,
        );
    });
});

test('many games at once do not disturb each other', () => {
    const games = Array.from({ length: 200 }, () => ({ chess: new Chess(), random: null }));
    games.forEach((game, index) => (game.random = randomNumbers(BigInt(index + 1))));
    for (let ply = 0; ply < 20; ply++) {
        for (const { chess, random } of games) {
            const moves = chess.moves();
            if (moves.length > 0) {
                chess.move(moves[random(moves.length)]);
            }
        }
    }
    for (const { chess } of games) {
        const copy = new Chess();
        chess.history().forEach((san) => copy.move(san, { strict: true }));
        assert.equal(copy.fen(), chess.fen());
    }
});
