// Positions.

import {
    describe,
    expectBooleans,
    expectInteger,
    expectOptions,
    expectString,
    FenError,
    INSPECT,
    MoveError,
} from '../base/errors.js';
import {
    advance,
    advanceBy,
    begin,
    boardOf,
    factsOf,
    Line,
    notation,
    Place,
    slotOf,
    Start,
    wandering,
} from './line.js';
import { fenOfLine } from './fen.js';
import { codeOn, Move } from './move.js';
import {
    colorIndex,
    COLORS,
    pieceOf,
    roleIndex,
    roleLetter,
    ROLES,
    squareNumber,
    SQUARES,
    squaresOf,
} from '../base/squares.js';
import { bigint, lastError, pass, renew, text, wasm, words } from './wasm.js';

/** @import { Color, Piece, PromotionRole, Role, Square } from '../base/squares.js' */

/**
 * The end of a game by its position.
 * @typedef {object} Outcome
 * @property {Color | null} winner null for a draw
 * @property {'1-0' | '0-1' | '1/2-1/2'} result
 * @property {'checkmate' | 'stalemate' | 'insufficient material' | 'seventy-five-move rule' | 'fivefold repetition'} reason
 */

/**
 * How a FEN is read.
 * @typedef {object} FenOptions
 * @property {boolean | undefined} [chess960] true reads castling rights as those of Chess960, false as those of standard chess;
 *   by default the rights decide
 * @property {boolean | undefined} [lenient] corrects what can be corrected, such as castling rights without a rook; see
 *   `Position.corrections`
 */

/** @typedef {'n' | 'b' | 'r' | 'q' | 'N' | 'B' | 'R' | 'Q'} PromotionLetter */

/**
 * A move by its squares, as boards and interfaces have it. Castling is to the king's target or to the rook.
 * @typedef {{ from: Square, to: Square, promotion?: PromotionRole | PromotionLetter | null | undefined }} MoveSquares
 */

/** @type {FenOptions} */
const NO_OPTIONS = {};
const START = new Line(new Start('', 0), null, 0);
const REASONS = /** @type {const} */ ([
    'checkmate',
    'stalemate',
    'insufficient material',
    'seventy-five-move rule',
    'fivefold repetition',
]);
/** The kind of castling moves, and the bit of those that promote. */
const [CASTLE, PROMOTES] = [1, 4 << 12];
const FLIPS = /** @type {const} */ (['colors', 'files', 'board']);

/**
 * A chess position with the moves that led to it, so that repetitions are known.
 *
 * ```js
 * const position = new Position();
 * position.play('e4');
 * position.play('e5');
 * position.moves().length;  // 29
 * position.fen;             // 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
 * position.undo().san;      // 'e5'
 * ```
 */
export class Position {
    #line = START;
    #place = new Place();
    /** What was corrected in the FEN of a lenient reading, in words. @type {readonly string[]} */
    corrections = [];

    /**
     * Creates the usual start position, or that of a FEN as `Position.from` does.
     * @param {string} [fen]
     * @param {FenOptions} [options]
     */
    constructor(fen, options = NO_OPTIONS) {
        if (options !== NO_OPTIONS) {
            expectOptions(options, ['chess960', 'lenient']);
            expectBooleans(options, ['chess960', 'lenient']);
        }
        if (fen !== undefined) {
            expectString(fen, 'fen');
            if (fen === '') {
                throw new FenError('expected a FEN, found an empty text');
            }
            const castling = options.chess960 === undefined ? 0 : options.chess960 ? 2 : 1;
            this.#line = new Line(new Start(fen, castling), null, 0);
            this.corrections = begin(this.#line, this.#place, options.lenient ?? false);
        } else if (options.chess960) {
            this.#line = new Line(new Start('', 2), null, 0);
        }
    }

    /**
     * Reads a position from a FEN.
     *
     * ```js
     * const position = Position.from('8/8/8/8/8/4k3/4p3/4K3 w - - 0 1');
     * position.outcome.reason;  // 'stalemate'
     * ```
     *
     * @param {string} [fen] the usual start position without one
     * @param {FenOptions} [options]
     * @throws {FenError} with the place in the text, or with all faults of the position
     */
    static from(fen, options) {
        return new Position(fen, options);
    }

    /**
     * Returns one of the 960 start positions of Chess960; 518 is that of standard chess.
     *
     * ```js
     * Position.chess960(0).fen;  // 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
     * ```
     *
     * @param {number} number 0 to 959
     */
    static chess960(number) {
        expectInteger(number, 'number', 0, 959);
        renew();
        wasm.chess960_start(number);
        return new Position(text(), { chess960: true });
    }

    /**
     * Returns the position at the end of a line, for nodes of games.
     * @param {Line} line
     * @internal
     */
    static ofLine(line) {
        const position = new Position();
        position.#line = line;
        // Most are asked once, and the next one is a move away.
        position.#place = wandering;
        return position;
    }

    /** @internal */
    get line() {
        return this.#line;
    }

    /** A copy, which takes no time. */
    clone() {
        const copy = Position.ofLine(this.#line);
        copy.corrections = this.corrections;
        return copy;
    }

    get #board() {
        return this.#line.board ?? boardOf(this.#line, this.#place);
    }

    get #facts() {
        return this.#line.facts ?? factsOf(this.#line, this.#place);
    }

    get #slot() {
        return slotOf(this.#line, this.#place);
    }

    /** The FEN, with the letters KQkq for castling rights where they are certain. @returns {string} */
    get fen() {
        return fenOfLine(this.#line, this.#place);
    }

    /** The FEN with the files of the castling rooks, as Chess960 programs write it. @returns {string} */
    get shredderFen() {
        const slot = this.#slot;
        wasm.position_fen(slot, 1);
        return text();
    }

    /** The side to move. @returns {Color} */
    get turn() {
        return COLORS[this.#board[0]];
    }

    get inCheck() {
        return (this.#board[1] & 1) !== 0;
    }

    get isChess960() {
        return (this.#board[1] & 2) !== 0;
    }

    /** True if the side to move can claim a draw: threefold repetition or fifty moves. */
    get canClaimDraw() {
        return this.#facts[0] !== 0;
    }

    /** The number of times that the position has occurred. */
    get repetitions() {
        return this.#facts[2];
    }

    /** The half moves since the last capture or pawn move. */
    get halfmoveClock() {
        return this.#board[5];
    }

    /** The number of the next move, from 1. */
    get moveNumber() {
        return this.#board[6];
    }

    /** The plies from the start of the game. */
    get ply() {
        return this.#board[7];
    }

    /**
     * The square of a castling rook, or null without the right.
     * @param {Color} color
     * @param {'king' | 'queen'} side
     * @returns {Square | null}
     */
    castlingRook(color, side) {
        if (side !== 'king' && side !== 'queen') {
            throw new TypeError('expected the side king or queen');
        }
        const index = 2 * colorIndex(color) + (side === 'king' ? 0 : 1);
        const square = (this.#board[2] >> (8 * index)) & 255;
        return square < 64 ? SQUARES[square] : null;
    }

    /** The square behind a pawn that was just pushed twice, if it can be captured there; else null. @returns {Square | null} */
    get enPassant() {
        return this.#board[4] < 64 ? SQUARES[this.#board[4]] : null;
    }

    /** The squares of the pieces that give check. @returns {Square[]} */
    get checkers() {
        return squaresOf(bigint(this.#facts, 3));
    }

    /** The Zobrist key of the position. */
    get key() {
        return bigint(this.#facts, 5);
    }

    /** The key of Polyglot's books. */
    get polyglotKey() {
        return bigint(this.#facts, 7);
    }

    /** The end of the game by the position, or null. @returns {Outcome | null} */
    get outcome() {
        const code = this.#facts[1];
        if (code === 0) {
            return null;
        }
        const winner = code === 1 ? COLORS[1 - this.#board[0]] : null;
        const result = winner === null ? '1/2-1/2' : winner === 'white' ? '1-0' : '0-1';
        return { winner, result, reason: REASONS[code - 1] };
    }

    /**
     * The piece on a square, or null.
     * @param {Square} square
     * @returns {Piece | null}
     */
    get(square) {
        return pieceOf(codeOn(this.#board, squareNumber(square)));
    }

    /**
     * All pieces by square, from a1 to h8.
     * @returns {Map<Square, Piece>}
     */
    pieces() {
        const pieces = new Map();
        SQUARES.forEach((square, index) => {
            const code = codeOn(this.#board, index);
            if (code !== 0) {
                pieces.set(square, pieceOf(code));
            }
        });
        return pieces;
    }

    /**
     * The squares of some pieces as 64 bits, a1 the lowest.
     * @param {Color | null} [color] both without one
     * @param {Role | null} [role] all without one
     * @returns {bigint}
     */
    bitboard(color = null, role = null) {
        const [wantedColor, wantedRole] = [
            color === null ? -1 : colorIndex(color),
            role === null ? -1 : roleIndex(role),
        ];
        let set = 0n;
        for (let index = 0; index < 64; index++) {
            const code = codeOn(this.#board, index);
            const isColor = wantedColor < 0 || (code > 6 ? 1 : 0) === wantedColor;
            if (code !== 0 && isColor && (wantedRole < 0 || (code - 1) % 6 === wantedRole)) {
                set |= 1n << BigInt(index);
            }
        }
        return set;
    }

    /**
     * The squares of the pieces that attack a square, of both sides or one.
     * @param {Square} square
     * @param {Color | null} [color]
     * @returns {Square[]}
     */
    attackers(square, color = null) {
        const set = this.#sets(square, 0);
        return squaresOf(color === null ? set : set & this.bitboard(color));
    }

    /**
     * The squares that the piece on a square attacks; none without a piece.
     * @param {Square} square
     * @returns {Square[]}
     */
    attacks(square) {
        return squaresOf(this.#sets(square, 4));
    }

    /** The squares of pinned pieces. @returns {Square[]} */
    get pinned() {
        return squaresOf(this.#sets('a1', 2));
    }

    /**
     * @param {Square} square
     * @param {number} index
     */
    #sets(square, index) {
        const slot = this.#slot;
        wasm.position_sets(slot, squareNumber(square));
        return bigint(words(), index);
    }

    /**
     * The legal moves, of one square or all.
     * @param {Square} [from]
     * @returns {Move[]}
     */
    moves(from) {
        const slot = this.#slot;
        wasm.position_moves(slot, from === undefined ? 64 : squareNumber(from));
        const moves = new Uint16Array(words());
        const list = { moves, san: null };
        return Array.from(moves, (bits, index) => new Move(this.#line, bits, list, index));
    }

    /**
     * The SAN of all legal moves.
     * @returns {string[]}
     */
    sans() {
        const slot = this.#slot;
        wasm.position_notation(slot, 0, 0);
        const lines = text();
        return lines === '' ? [] : lines.slice(0, -1).split('\n');
    }

    /**
     * The targets of each piece that can move, for boards. Castling is to the king's target and to the rook.
     * @returns {Map<Square, Square[]>}
     */
    dests() {
        /** @type {Map<Square, Square[]>} */
        const dests = new Map();
        for (const move of this.moves()) {
            const targets = dests.get(move.from) ?? [];
            for (const target of move.rook === null ? [move.to] : [move.to, move.rook]) {
                if (!targets.includes(target) && target !== move.from) {
                    targets.push(target);
                }
            }
            dests.set(move.from, targets);
        }
        return dests;
    }

    /**
     * Returns the legal move that a text or two squares name.
     * @param {string | Move | MoveSquares} move in SAN or UCI notation, or by its squares
     * @returns {Move}
     * @throws {MoveError} if no legal move is named so, or more than one
     */
    find(move) {
        return new Move(this.#line, this.#find(move));
    }

    /**
     * @param {string | Move | MoveSquares} move
     * @returns {number}
     */
    #find(move) {
        if (typeof move === 'string') {
            return this.#findText(move);
        }
        if (move instanceof Move) {
            return move.bits;
        }
        if (typeof move !== 'object' || move === null) {
            throw new TypeError(`expected a move, found ${describe(move)}`);
        }
        const bits = this.#between(move);
        if (bits !== 0) {
            return bits;
        }
        // The error says why.
        const promotion = move.promotion ? roleLetter(ROLES[roleIndex(move.promotion)]) : '';
        const [from, to] = [SQUARES[squareNumber(move.from)], SQUARES[squareNumber(move.to)]];
        return this.#findText(from + to + promotion);
    }

    /**
     * The legal move between two squares, or 0.
     * @param {MoveSquares} move
     */
    #between({ from: origin, to: target, promotion }) {
        const from = squareNumber(origin);
        const to = squareNumber(target);
        const role = promotion ? roleIndex(promotion) : 0;
        if (!canGo(this.#board, from, to)) {
            return 0;
        }
        const slot = this.#slot;
        wasm.position_moves(slot, from);
        let castling = 0;
        for (const bits of words()) {
            if (
                ((bits >> 6) & 63) === to &&
                (bits & PROMOTES ? 1 + ((bits >> 12) & 3) : 0) === role
            ) {
                return bits;
            }
            // In Chess960 a step of the king is one before it is a castling.
            if (
                bits >> 12 === CASTLE &&
                role === 0 &&
                to === (from & 56) + (((bits >> 6) & 63) > from ? 6 : 2)
            ) {
                castling = bits;
            }
        }
        return castling;
    }

    /**
     * True if a move is legal. Nothing is thrown for a text that names no move, or more than one.
     *
     * ```js
     * new Position().isLegal({ from: 'e2', to: 'e5' });  // false
     * new Position().isLegal('Nf3');                     // true
     * ```
     *
     * @param {string | Move | MoveSquares} move in SAN or UCI notation, or by its squares
     * @returns {boolean}
     */
    isLegal(move) {
        if (typeof move === 'string') {
            const slot = this.#slot;
            pass(move);
            return wasm.position_find(slot) > 0;
        }
        if (!(move instanceof Move)) {
            if (typeof move !== 'object' || move === null) {
                throw new TypeError(`expected a move, found ${describe(move)}`);
            }
            return this.#between(move) !== 0;
        }
        const slot = this.#slot;
        wasm.position_moves(slot, move.bits & 63);
        return words().includes(move.bits);
    }

    /** @param {string} name */
    #findText(name) {
        const slot = this.#slot;
        pass(name);
        const bits = wasm.position_find(slot);
        if (bits <= 0) {
            throw lastError();
        }
        return bits;
    }

    /**
     * Makes a move.
     * @param {string | Move | MoveSquares} move in SAN or UCI notation, or by its squares
     * @returns {Move}
     * @throws {MoveError} if no legal move is named so, or more than one; nothing changes
     */
    play(move) {
        const before = this.#line;
        if (typeof move === 'string') {
            this.#settle();
            this.#line = advanceBy(before, move, this.#place);
            return new Move(before, this.#line.bits);
        }
        const bits = this.#find(move);
        this.#settle();
        const next = advance(before, bits, this.#place);
        if (next === null) {
            throw Object.assign(new MoveError('the move is not legal in this position'), {
                found: String(move),
                problem: 'illegal',
            });
        }
        this.#line = next;
        return move instanceof Move ? move : new Move(before, bits);
    }

    /** Gives a position that begins to move a place of its own. */
    #settle() {
        if (this.#place === wandering) {
            this.#place = new Place();
        }
    }

    /**
     * Passes the turn: a null move.
     * @throws {MoveError} in check
     */
    pass() {
        this.#settle();
        const next = advance(this.#line, 0, this.#place);
        if (next === null) {
            throw Object.assign(new MoveError('no null move in check'), {
                found: '--',
                problem: 'null',
            });
        }
        this.#line = next;
    }

    /**
     * Takes the last move back and returns it; null at the start and for a null move.
     * @returns {Move | null}
     */
    undo() {
        const { previous, bits } = this.#line;
        if (previous === null) {
            return null;
        }
        this.#line = previous;
        return bits === 0 ? null : new Move(previous, bits);
    }

    /** The last move, or null. @returns {Move | null} */
    get lastMove() {
        const { previous, bits } = this.#line;
        return previous === null || bits === 0 ? null : new Move(previous, bits);
    }

    /** The moves from the start of this position, without null moves. @returns {Move[]} */
    history() {
        const moves = [];
        for (let line = this.#line; line.previous !== null; line = line.previous) {
            if (line.bits !== 0) {
                moves.push(new Move(line.previous, line.bits));
            }
        }
        return moves.reverse();
    }

    /**
     * Returns moves in SAN with their numbers: `1. e4 e5 2. Nf3`.
     * @param {(string | Move | MoveSquares)[]} moves
     * @returns {string}
     */
    sanLine(moves) {
        const position = this.clone();
        const words = [];
        for (const move of moves) {
            const played = position.play(move);
            if (played.color === 'white' || words.length === 0) {
                words.push(played.number);
            }
            words.push(played.san);
        }
        return words.join(' ');
    }

    /**
     * Counts the positions after each series of `depth` legal moves.
     *
     * ```js
     * new Position().perft(3);  // 8902
     * ```
     *
     * @param {number} depth 0 to 15
     * @returns {number}
     */
    perft(depth) {
        const counts = this.#perft(depth);
        return Number(bigint(counts, counts.length - 2));
    }

    /**
     * Counts as `perft` does, for each move in UCI notation.
     * @param {number} depth 1 to 15
     * @returns {Map<string, number>}
     */
    divide(depth) {
        const counts = this.#perft(depth);
        const moves = Array.from(
            { length: Math.floor(counts.length / 3) },
            (_, index) => counts[3 * index],
        );
        const names = notation(this.#line, moves, true, this.#place);
        return new Map(names.map((name, index) => [name, Number(bigint(counts, 3 * index + 1))]));
    }

    /** @param {number} depth */
    #perft(depth) {
        expectInteger(depth, 'depth', 0, 15);
        const slot = this.#slot;
        wasm.position_perft(slot, depth);
        return words().slice();
    }

    /**
     * True if a move wins at least `threshold` centipawns by exchanges on its target (static exchange evaluation).
     * @param {string | Move | MoveSquares} move
     * @param {number} [threshold] -1,000,000 to 1,000,000
     */
    wins(move, threshold = 0) {
        expectInteger(threshold, 'threshold', -1_000_000, 1_000_000);
        const bits = this.#find(move);
        const slot = this.#slot;
        return wasm.position_exchange(slot, bits, threshold) === 1;
    }

    /**
     * Proves that nobody can give checkmate by any legal moves. False may mean that it is not known.
     * @param {number} [nodes] the positions to search for each side, at most 1,000,000; each takes about 300 bytes
     */
    isDead(nodes = 10_000) {
        expectInteger(nodes, 'nodes', 0, 1_000_000);
        const slot = this.#slot;
        return (wasm.position_winnable(slot, nodes) & 3) === 3;
    }

    /**
     * Decides if a side can give checkmate by some series of legal moves of both sides. Null means that the search ended
     * without a proof. A side that cannot win does not win when the other one runs out of time.
     *
     * ```js
     * new Position('4k3/8/8/8/8/8/8/3QK3 w - - 0 1').canWin('black');  // false
     * ```
     *
     * @param {Color} color
     * @param {number} [nodes] the positions to search, at most 1,000,000; each takes about 300 bytes
     * @returns {boolean | null}
     */
    canWin(color, nodes = 10_000) {
        expectInteger(nodes, 'nodes', 0, 1_000_000);
        const side = colorIndex(color);
        const slot = this.#slot;
        const bits = wasm.position_winnable(slot, nodes) >> side;
        return (bits & 4) !== 0 ? null : (bits & 1) === 0;
    }

    /**
     * Returns the position with colours exchanged, with files mirrored, or turned by half with colours exchanged.
     * Castling rights cannot be mirrored: they remain for `colors` only.
     * @param {'colors' | 'files' | 'board'} what
     */
    flip(what) {
        const how = FLIPS.indexOf(what);
        if (how < 0) {
            throw new TypeError('expected colors, files or board');
        }
        const slot = this.#slot;
        wasm.position_transformed(slot, how);
        return new Position(text(), { lenient: true, chess960: this.isChess960 });
    }

    /** The FEN. */
    toString() {
        return this.fen;
    }

    toJSON() {
        return this.fen;
    }

    /** @internal */
    [INSPECT]() {
        return `Position ${JSON.stringify(this.fen)}`;
    }
}

/**
 * False if no move goes from a square to another one because of the piece there and its geometry alone: most moves that are
 * not legal are refused by that.
 * @param {ArrayLike<number>} board
 * @param {number} from
 * @param {number} to
 */
function canGo(board, from, to) {
    const code = codeOn(board, from);
    if (code === 0 || (code > 6 ? 1 : 0) !== board[0]) {
        return false;
    }
    const kind = (code - 1) % 6;
    const target = codeOn(board, to);
    // Castling is named by the rook too.
    if (target !== 0 && (target > 6 ? 1 : 0) === board[0] && kind !== 5) {
        return false;
    }
    const files = Math.abs((from & 7) - (to & 7));
    const ranks = Math.abs((from >> 3) - (to >> 3));
    switch (kind) {
        case 0:
            return files < 2 && files + ranks < 3 && from < to === (board[0] === 0);
        case 1:
            return files * ranks === 2;
        case 2:
            return files === ranks;
        case 3:
            return files * ranks === 0;
        case 4:
            return files === ranks || files * ranks === 0;
        // Castling goes along the rank.
        default:
            return ranks === 0 || (files < 2 && ranks < 2);
    }
}

/**
 * Returns the faults of a position, also of one that a board editor has: none for a legal one.
 *
 * ```js
 * faults('8/8/8/8/8/8/8/4K3 w - - 0 1');  // [{ name: 'NO_BLACK_KING', reason: 'Black has no king' }]
 * ```
 *
 * @param {string} fen
 * @param {FenOptions} [options]
 * @returns {import('../base/errors.js').Fault[]}
 * @throws {FenError} if the text is not a FEN
 */
export function faults(fen, options) {
    try {
        new Position(fen, options);
        return [];
    } catch (error) {
        if (error instanceof FenError && error.faults.length > 0) {
            return error.faults;
        }
        throw error;
    }
}

/**
 * Returns the squares that a piece attacks if the squares of a set are occupied.
 *
 * ```js
 * attacks('rook', 'a1', 0x100n);  // 0x1fen
 * ```
 *
 * @param {Role} role
 * @param {Square} square
 * @param {bigint} [occupied]
 * @param {Color} [color] of a pawn
 * @returns {bigint}
 */
export function attacks(role, square, occupied = 0n, color = 'white') {
    if (typeof occupied !== 'bigint') {
        throw new TypeError(`occupied: expected a bigint, found ${describe(occupied)}`);
    }
    const index = roleIndex(role);
    const piece = index === 0 && colorIndex(color) === 1 ? 7 : index + 1;
    renew();
    return BigInt.asUintN(
        64,
        wasm.attack_set(piece, squareNumber(square), BigInt.asIntN(64, occupied)),
    );
}
