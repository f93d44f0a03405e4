import assert from 'node:assert/strict';
import test from 'node:test';
import {
    attacks,
    COLORS,
    faults,
    FenError,
    FerzError,
    Move,
    MoveError,
    Position,
    ROLES,
    SQUARES,
    squaresOf,
} from '../lib/index.js';
import { numbers } from './playout.mjs';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';

/** @returns {Error & Record<string, any>} */
function thrown(run) {
    try {
        run();
    } catch (error) {
        return error;
    }
    assert.fail('nothing was thrown');
}

test('perft: published counts, also of Chess960', () => {
    for (const [fen, ...counts] of [
        [START, 20, 400, 8_902, 197_281],
        [KIWIPETE, 48, 2_039, 97_862],
        ['8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1', 14, 191, 2_812, 43_238],
        [
            'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1',
            6,
            264,
            9_467,
            422_333,
        ],
        ['rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8', 44, 1_486, 62_379],
        [
            'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10',
            46,
            2_079,
            89_890,
        ],
        [
            'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9',
            21,
            528,
            12_189,
            326_672,
        ],
        ['2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9', 21, 807, 18_002],
    ]) {
        const position = new Position(fen);
        counts.forEach((count, index) =>
            assert.equal(position.perft(index + 1), count, `${fen} at ${index + 1}`),
        );
        assert.equal(position.perft(0), 1);
        const divided = position.divide(2);
        assert.equal(divided.size, counts[0]);
        assert.equal(
            [...divided.values()].reduce((sum, count) => sum + count),
            counts[1],
        );
        // The same count by the moves of the package itself.
        const walk = (depth) =>
            depth === 0
                ? 1
                : position.moves().reduce((sum, move) => {
                      position.play(move);
                      const nodes = walk(depth - 1);
                      assert.equal(position.undo().bits, move.bits);
                      return sum + nodes;
                  }, 0);
        assert.equal(walk(2), counts[1]);
        assert.equal(position.fen, new Position(fen).fen);
    }
    assert.equal(new Position().divide(0).size, 0);
});

test('members of a position', () => {
    const position = new Position();
    assert.deepEqual(
        [
            position.fen,
            position.turn,
            position.inCheck,
            position.isChess960,
            position.canClaimDraw,
            position.repetitions,
        ],
        [START, 'white', false, false, false, 1],
    );
    position.play('e4');
    position.play({ from: 'd7', to: 'd5' });
    position.play('e5');
    position.play('f7f5');
    assert.equal(position.enPassant, 'f6');
    assert.equal(position.fen, 'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3');
    assert.deepEqual([position.halfmoveClock, position.moveNumber, position.ply], [0, 3, 4]);
    const move = position.play('exf6');
    assert.deepEqual(
        [
            move.from,
            move.to,
            move.isEnPassant,
            move.isCapture,
            move.isCastling,
            move.promotion,
            move.rook,
            move.color,
        ],
        ['e5', 'f6', true, true, false, null, null, 'white'],
    );
    assert.deepEqual(
        [move.piece, move.captured],
        [
            { color: 'white', role: 'pawn' },
            { color: 'black', role: 'pawn' },
        ],
    );
    assert.deepEqual(
        [move.san, move.uci, String(move), move.number],
        ['exf6', 'e5f6', 'e5f6', '3.'],
    );
    assert.deepEqual(JSON.parse(JSON.stringify(move)), {
        from: 'e5',
        to: 'f6',
        san: 'exf6',
        uci: 'e5f6',
    });
    assert.equal(position.lastMove.uci, 'e5f6');
    assert.deepEqual(position.history().map(String), ['e2e4', 'd7d5', 'e4e5', 'f7f5', 'e5f6']);
    assert.deepEqual(position.get('f6'), { color: 'white', role: 'pawn' });
    assert.equal(position.get('f5'), null);
    assert.equal(position.pieces().size, 31);
    assert.deepEqual([...position.pieces()][0], ['a1', { color: 'white', role: 'rook' }]);
    assert.equal(position.bitboard('white', 'pawn'), 0x20000000ef00n);
    assert.equal(position.bitboard(), position.bitboard('white') | position.bitboard('black'));
    assert.equal(position.bitboard(null, 'king'), (1n << 4n) | (1n << 60n));
    assert.deepEqual(position.attackers('g7'), ['f6', 'f8']);
    assert.deepEqual(position.attackers('g7', 'white'), ['f6']);
    assert.deepEqual(position.attacks('g1'), ['e2', 'f3', 'h3']);
    assert.deepEqual(position.attacks('e5'), []);
    assert.equal(String(position), position.fen);
    assert.equal(JSON.stringify({ position }), JSON.stringify({ position: position.fen }));
    assert.equal(position.shredderFen, position.fen.replace('KQkq', 'HAha'));
    const copy = position.clone();
    copy.play('exf6');
    assert.equal(position.get('e7').role, 'pawn');
    assert.equal(copy.undo().san, 'exf6');
    while (position.undo() !== null);
    assert.equal(position.fen, START);
    assert.equal(position.lastMove, null);
    assert.equal(position.sanLine(['e4', 'e5', { from: 'g1', to: 'f3' }]), '1. e4 e5 2. Nf3');
    assert.equal(
        new Position('4k3/8/8/8/8/8/8/4K2R b - - 0 9').sanLine(['Kd7', 'Kd2']),
        '9... Kd7 10. Kd2',
    );
});

test('keys are those of Polyglot', () => {
    // From the description of the format.
    const position = new Position();
    assert.equal(position.polyglotKey, 0x463b96181691fc9cn);
    position.play('e4');
    assert.equal(position.polyglotKey, 0x823c9b50fd114196n);
    position.play('d5');
    assert.equal(position.polyglotKey, 0x0756b94461c50fb0n);
    for (const san of ['e5', 'f5', 'Ke2', 'Kf7']) {
        position.play(san);
    }
    assert.equal(position.polyglotKey, 0x00fdd303c946bdd9n);
    assert.equal(position.key, new Position(position.fen).key);
});

test('moves: notation, checks, mates, promotions', () => {
    const position = new Position('6k1/P4ppp/8/8/8/8/8/K3R3 w - - 0 1');
    const mate = position.find('Re8#');
    assert.deepEqual([mate.isCheck, mate.isMate, mate.uci], [true, true, 'e1e8']);
    assert.deepEqual(
        position
            .moves('a7')
            .map((move) => move.promotion)
            .sort(),
        ['bishop', 'knight', 'queen', 'rook'],
    );
    const queen = position.find({ from: 'a7', to: 'a8', promotion: 'q' });
    assert.deepEqual([queen.san, queen.uci, queen.toJSON().promotion], ['a8=Q#', 'a7a8q', 'queen']);
    assert.equal(position.find({ from: 'a7', to: 'a8', promotion: 'knight' }).san, 'a8=N');
    assert.deepEqual(
        position.moves().map((move) => move.san),
        position.sans(),
    );
    assert.deepEqual(
        position.moves().map((move) => move.san),
        position.moves().map((move) => position.find(move.uci).san),
    );
    position.play(mate);
    assert.deepEqual(position.outcome, { winner: 'white', result: '1-0', reason: 'checkmate' });
    assert.deepEqual(
        [position.checkers, position.sans(), position.moves(), position.dests().size],
        [['e8'], [], [], 0],
    );
    assert.equal(thrown(() => position.pass()).problem, 'null');
    assert.ok(new Position('4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1').pinned.includes('e2'));
});

test('a move that is not legal changes nothing and says why', () => {
    const position = new Position();
    for (const [move, problem] of [
        ['Ke2', 'illegal'],
        ['e2e5', 'illegal'],
        ['xyz', 'malformed'],
        ['', 'malformed'],
        ['--', 'null'],
        [{ from: 'e2', to: 'e5' }, 'illegal'],
        ['e4\u0000', 'malformed'],
        ['\u{1F600}', 'malformed'],
    ]) {
        const error = thrown(() => position.play(move));
        assert.ok(
            error instanceof MoveError && error instanceof FerzError && error instanceof Error,
        );
        assert.equal(error.name, 'MoveError');
        assert.equal(error.problem, problem, String(move));
    }
    assert.equal(position.fen, START);
    assert.equal(
        thrown(() => new Position('4k3/P7/8/8/8/8/8/4K3 w - - 0 1').play('a7a8')).problem,
        'promotion',
    );
    assert.equal(
        thrown(() => new Position('4k3/8/8/8/8/8/8/R3K2R w - - 0 1').play('Rhd1')).problem,
        'illegal',
    );
    assert.equal(
        thrown(() => new Position('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1').play('Nd2')).problem,
        'ambiguous',
    );
    const other = new Position(KIWIPETE).find('O-O');
    assert.equal(thrown(() => position.play(other)).problem, 'illegal');
    for (const move of [null, undefined, 5, Symbol('e4'), true]) {
        assert.throws(() => position.play(move), TypeError);
    }
    assert.throws(
        () => position.play({ from: 'e9', to: 'e4' }),
        /expected a square from a1 to h8, found "e9"/,
    );
    assert.throws(() => position.play({ from: 'e2', to: 'e4', promotion: 'x' }), TypeError);
});

test('names of moves are read in UCI notation before SAN', () => {
    const fen = '4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1';
    for (const [name, uci] of [
        ['b1c3', 'b1c3'],
        [' b1c3\n', 'b1c3'],
        ['B1C3', 'b1c3'],
        [' B1c3', 'b1c3'],
        ['Nc3', 'b1c3'],
        ['Nb1-c3', 'b1c3'],
        [' Nc3+!? ', 'b1c3'],
        ['Bc1b2', 'c1b2'],
        ['Ke1xd1', null],
    ]) {
        const position = new Position(fen);
        if (uci === null) {
            assert.equal(thrown(() => position.play(name)).problem, 'illegal');
        } else {
            assert.equal(position.find(name).uci, uci, name);
            assert.equal(position.play(name).uci, uci, name);
        }
    }
});

test('null moves', () => {
    const position = new Position();
    position.pass();
    assert.equal(position.turn, 'black');
    assert.equal(position.lastMove, null);
    position.play('e5');
    assert.deepEqual(
        position.history().map((move) => move.san),
        ['e5'],
    );
    position.undo();
    assert.equal(position.undo(), null);
    assert.equal(position.fen, START);
});

test('castling is named by the target of the king or by the rook', () => {
    const position = new Position('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    for (const [to, rook, san] of [
        ['g1', 'h1', 'O-O'],
        ['c1', 'a1', 'O-O-O'],
    ]) {
        for (const target of [to, rook]) {
            const move = position.find({ from: 'e1', to: target });
            assert.deepEqual([move.san, move.to, move.rook, move.uci], [san, to, rook, `e1${to}`]);
            assert.equal(position.find(`e1${target}`).bits, move.bits);
        }
    }
    assert.equal(position.find('0-0').san, 'O-O');
    assert.deepEqual(position.dests().get('e1').sort(), [
        'a1',
        'c1',
        'd1',
        'd2',
        'e2',
        'f1',
        'f2',
        'g1',
        'h1',
    ]);
    assert.deepEqual(
        [position.castlingRook('white', 'king'), position.castlingRook('b', 'queen')],
        ['h1', 'a8'],
    );
    position.play('O-O');
    assert.deepEqual(
        [position.castlingRook('white', 'king'), position.castlingRook('white', 'queen')],
        [null, null],
    );
    assert.throws(() => position.castlingRook('white', 'left'), TypeError);
});

test('Chess960', () => {
    for (const [number, placement] of [
        [0, 'BBQNNRKR'],
        [518, 'RNBQKBNR'],
        [959, 'RKRNNQBB'],
    ]) {
        const position = Position.chess960(number);
        assert.equal(
            position.fen.split(' ')[0],
            `${placement.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${placement}`,
        );
        assert.ok(position.isChess960);
    }
    const fens = new Set(Array.from({ length: 960 }, (_, number) => Position.chess960(number).fen));
    assert.equal(fens.size, 960);
    // The king stays, the rook passes it: by its own square, by the rook, by UCI and by SAN.
    const position = new Position('4k3/8/8/8/8/8/8/6KR w H - 0 1');
    assert.ok(position.isChess960);
    for (const move of [{ from: 'g1', to: 'g1' }, { from: 'g1', to: 'h1' }, 'g1h1', 'O-O']) {
        const castling = position.find(move);
        assert.deepEqual(
            [castling.san, castling.uci, castling.to, castling.rook],
            ['O-O', 'g1h1', 'g1', 'h1'],
        );
    }
    assert.deepEqual(position.dests().get('g1').sort(), ['f1', 'f2', 'g2', 'h1', 'h2']);
    position.play('O-O');
    assert.equal(position.fen, '4k3/8/8/8/8/8/8/5RK1 b - - 1 1');
    assert.equal(
        thrown(() =>
            new Position('4k3/8/8/8/8/8/8/6KR w - - 0 1', { chess960: true }).play({
                from: 'g1',
                to: 'g1',
            }),
        ).problem,
        'illegal',
    );
    // The same rights, read as either.
    assert.equal(new Position(START, { chess960: true }).isChess960, true);
    assert.equal(new Position(undefined, { chess960: true }).isChess960, true);
    assert.equal(new Position(START, { chess960: false }).isChess960, false);
    for (const number of [-1, 960, 1.5, NaN, 2 ** 32, 2 ** 53, Infinity]) {
        assert.throws(() => Position.chess960(number), RangeError);
    }
    assert.throws(() => Position.chess960('1'), TypeError);
});

test('errors of FEN name the field, the column, the text and what was expected', () => {
    const pieces = START.split(' ')[0];
    for (const [fen, field, column, text, found] of [
        ['9/8/8/8/8/8/8/8 w - - 0 1', 1, 1, '9/8/8/8/8/8/8/8', '9'],
        [`${pieces} x KQkq - 0 1`, 2, 45, 'x', 'x'],
        [`${pieces} w KQxq - 0 1`, 3, 49, 'KQxq', 'x'],
        [`${pieces} w KQkq e9 0 1`, 4, 53, 'e9', '9'],
        [`${pieces} w KQkq - -1 1`, 5, 54, '-1', '-'],
        [`${pieces} w KQkq - 0 99999`, 6, 56, '99999', undefined],
        [`${pieces} w KQkq - 0 1 x`, 7, 58, 'x', undefined],
    ]) {
        const error = thrown(() => new Position(fen));
        assert.ok(error instanceof FenError, fen);
        assert.deepEqual(
            [error.field, error.column, error.text, error.found],
            [field, column, text, found],
            fen,
        );
        assert.deepEqual(error.faults, []);
        assert.equal(typeof error.expected, found === undefined ? 'undefined' : 'string', fen);
        assert.throws(() => faults(fen), FenError);
    }
    for (const fen of ['', ' ', '\u0085', '\ufeff']) {
        assert.throws(() => new Position(fen), FenError, JSON.stringify(fen));
    }
    for (const fen of [null, 5, {}, new Position()]) {
        assert.throws(() => new Position(fen), TypeError);
    }
});

test('all faults of a position', () => {
    const error = thrown(() => Position.from('P7/8/8/8/8/8/8/8 w - - 0 1'));
    assert.ok(error.faults.length >= 3);
    assert.ok(error.faults.some(({ name }) => name === 'NO_WHITE_KING'));
    assert.ok(error.faults.every(({ reason }) => error.message.includes(reason)));
    assert.deepEqual(faults('P7/8/8/8/8/8/8/8 w - - 0 1'), error.faults);
    assert.deepEqual(faults(START), []);
    assert.deepEqual(faults('4k3/8/8/8/8/8/8/4K3 w KQ - 0 1').length > 0, true);
    assert.deepEqual(faults('4k3/8/8/8/8/8/8/4K3 w KQ - 0 1', { lenient: true }), []);
});

test('lenient reading says what it corrects', () => {
    const position = new Position('4k3/8/8/8/8/8/8/4K3 w KQ e3 0 1', { lenient: true });
    assert.ok(position.corrections.length >= 2, String(position.corrections));
    assert.equal(position.fen, '4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    assert.deepEqual(position.clone().corrections, position.corrections);
    assert.deepEqual(new Position(START, { lenient: true }).corrections, []);
});

test('draws', () => {
    const position = new Position();
    const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
    for (let i = 0; i < 8; i++) {
        position.play(shuffle[i % 4]);
    }
    assert.deepEqual(
        [position.repetitions, position.canClaimDraw, position.outcome],
        [3, true, null],
    );
    for (let i = 0; i < 8; i++) {
        position.play(shuffle[i % 4]);
    }
    assert.deepEqual(position.outcome, {
        winner: null,
        result: '1/2-1/2',
        reason: 'fivefold repetition',
    });
    for (const [fen, reason] of [
        ['8/8/8/8/8/4k3/4p3/4K3 w - - 0 1', 'stalemate'],
        ['8/8/8/8/8/4k3/8/4K3 w - - 0 1', 'insufficient material'],
        ['4k3/8/8/8/8/8/8/R3K3 w - - 150 100', 'seventy-five-move rule'],
    ]) {
        assert.equal(new Position(fen).outcome.reason, reason);
    }
    assert.ok(new Position('4k3/8/8/8/8/8/8/R3K3 w - - 100 100').canClaimDraw);
    assert.ok(new Position('4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1').isDead());
    assert.equal(new Position().isDead(), false);
    for (const nodes of [-1, NaN, 2 ** 53, 1.5]) {
        assert.throws(() => new Position().isDead(nodes), RangeError);
    }
});

test('static exchange evaluation', () => {
    const position = new Position('4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1');
    assert.equal(position.wins('Rxe5'), false);
    assert.equal(position.wins('Rxe5', -1_000_000), true);
    assert.equal(position.wins('Rd2'), true);
    assert.equal(position.wins('Rd2', 1_000_000), false);
    for (const threshold of [NaN, 0.5, 2 ** 31]) {
        assert.throws(() => position.wins('Rd2', threshold), RangeError);
    }
});

test('flipped positions', () => {
    const position = new Position('r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1');
    assert.equal(position.flip('colors').fen, '4k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1');
    assert.equal(position.flip('files').fen, 'r2k3r/8/8/8/8/8/8/R2K4 w - - 0 1');
    assert.equal(position.flip('board').fen, 'r2k4/8/8/8/8/8/8/R2K3R b - - 0 1');
    assert.ok(Position.chess960(518).flip('colors').isChess960);
    for (const what of ['constructor', '__proto__', 'rows', undefined, 1]) {
        assert.throws(() => position.flip(what), TypeError);
    }
});

test('attacks of a piece on any board', () => {
    assert.equal(attacks('rook', 'a1', 0x100n), 0x1fen);
    assert.equal(attacks('pawn', 'e4'), (1n << 35n) | (1n << 37n));
    assert.equal(attacks('p', 'e4', 0n, 'black'), (1n << 19n) | (1n << 21n));
    assert.equal(attacks('queen', 'h8', 2n ** 64n - 1n), (1n << 62n) | (1n << 55n) | (1n << 54n));
    assert.deepEqual(squaresOf(attacks('knight', 'a1')), ['c2', 'b3']);
    assert.deepEqual(squaresOf(-1n), SQUARES);
    assert.throws(() => attacks('rook', 'a1', 5), TypeError);
    assert.throws(() => attacks('dragon', 'a1'), TypeError);
    assert.deepEqual([SQUARES[0], SQUARES[63], COLORS.length, ROLES.length], ['a1', 'h8', 2, 6]);
});

test('five hundred positions, used in turn and at random, stay right', () => {
    const next = numbers(500);
    const lines = Array.from({ length: 500 }, (_, index) => {
        const position =
            index % 3 === 0
                ? Position.chess960(index)
                : new Position(index % 3 === 1 ? undefined : KIWIPETE);
        return { position, start: position.fen, isChess960: position.isChess960, played: [] };
    });
    const step = (line) => {
        const moves = line.position.moves();
        if (moves.length === 0 || (line.played.length > 0 && next() % 4 === 0)) {
            assert.equal(line.position.undo().uci, line.played.pop() ?? null);
            return;
        }
        const move = moves[next() % moves.length];
        line.played.push(move.uci);
        line.position.play(next() % 2 === 0 ? move : move.san);
    };
    for (let round = 0; round < 12; round++) {
        lines.forEach(step);
    }
    for (let i = 0; i < 20_000; i++) {
        step(lines[next() % lines.length]);
    }
    for (const { position, start, isChess960, played } of lines) {
        const again = new Position(start, { chess960: isChess960 });
        played.forEach((uci) => again.play(uci));
        assert.equal(position.fen, again.fen);
        assert.equal(position.key, again.key);
        assert.equal(position.repetitions, again.repetitions);
        assert.deepEqual(position.history().map(String), played);
        assert.ok(position.moves().every((move) => move instanceof Move));
    }
});

test('FENs are those of the module', async () => {
    const { text, wasm } = await import('../lib/rules/wasm.js');
    const { slotOf } = await import('../lib/rules/line.js');
    const next = numbers(8);
    for (const start of [
        START,
        KIWIPETE,
        'r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 9',
        Position.chess960(1).fen,
    ]) {
        for (let game = 0; game < 10; game++) {
            const [position, other] = [new Position(start), new Position()];
            for (let ply = 0; ply < 60 && position.outcome === null; ply++) {
                const moves = position.moves();
                const move = moves[next() % moves.length];
                position.play(ply % 3 === 0 ? move : ply % 3 === 1 ? move.san : move.uci);
                if (ply % 5 === 0) {
                    assert.throws(() => (ply % 2 === 0 ? position : other).play('Ka9'), MoveError);
                }
                if (ply % 7 === 0) {
                    other.play(other.sans()[0]);
                }
                // The module has the board of the last position that moved; that of another one is asked for.
                const found = [position.fen, other.fen, position.fen];
                wasm.position_fen(slotOf(position.line), 0);
                const written = text();
                wasm.position_fen(slotOf(other.line), 0);
                assert.deepEqual(found, [written, text(), written]);
            }
        }
    }
});

test('a move keeps its position', () => {
    const position = new Position();
    const moves = position.moves();
    for (let i = 0; i < 100; i++) {
        new Position(KIWIPETE).moves();
    }
    position.play('e4');
    assert.equal(moves.find((move) => move.uci === 'g1f3').san, 'Nf3');
    assert.deepEqual(moves[0].piece.color, 'white');
    assert.equal(moves[0].number, '1.');
});

test('who can still win', () => {
    for (const [fen, white, black] of [
        ['4k3/8/8/8/8/8/8/3QK3 w - - 0 1', true, false],
        ['4k3/8/8/8/8/8/8/4K3 w - - 0 1', false, false],
        ['4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1', false, false],
        ['7k/7p/8/8/8/8/8/KN6 w - - 0 1', true, true],
        ['7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', false, false],
    ]) {
        const position = new Position(fen);
        assert.deepEqual(
            [position.canWin('white', 100_000), position.canWin('black', 100_000)],
            [white, black],
            fen,
        );
        assert.equal(position.isDead(100_000), !white && !black, fen);
    }
    assert.equal(new Position().canWin('white', 0), null);
    assert.throws(() => new Position().canWin('green'), TypeError);
});
