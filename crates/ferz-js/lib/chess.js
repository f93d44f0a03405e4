/**
 * The interface of chess.js 1.x on the rules of Ferz: change the import, and keep the program.
 * @module
 */

import { expectString } from './base/errors.js';
import { Move } from './chess/move.js';
import {
    BISHOP,
    BLACK,
    codeOf,
    colorSymbol,
    DEFAULT_POSITION,
    hashOf,
    KING,
    NO_HEADERS,
    PAWN,
    pieceOf,
    SEVEN_TAG_ROSTER,
    squareNumber,
    SQUARES,
    SUFFIX_LIST,
    typeSymbol,
    validateFen,
    WHITE,
} from './chess/names.js';
import { readPgn, wrap } from './chess/pgn.js';
import { stateOf, undecorated, usualState } from './chess/state.js';
import {
    isCastling,
    LETTERS,
    Mailbox,
    NO_SQUARE,
    promotionOf,
    RIGHTS,
    squareName,
    targetOf,
} from './chess/mailbox.js';

/** @import { State } from './chess/state.js' */

export { Move } from './chess/move.js';
export {
    BISHOP,
    BLACK,
    DEFAULT_POSITION,
    KING,
    KNIGHT,
    NAG_TO_SYMBOL,
    nagToGlyph,
    PAWN,
    QUEEN,
    ROOK,
    SEVEN_TAG_ROSTER,
    SQUARES,
    SUFFIX_LIST,
    validateFen,
    WHITE,
    xoroshiro128,
} from './chess/names.js';
export { ready } from './chess/state.js';

/** @typedef {import('./chess/names.js').Color} Color */
/** @typedef {import('./chess/names.js').PieceSymbol} PieceSymbol */
/** @typedef {import('./chess/names.js').Piece} Piece */
/** @typedef {import('./chess/names.js').Square} Square */
/** @typedef {import('./chess/names.js').NAG} NAG */
/** @typedef {import('./chess/names.js').Suffix} Suffix */
/** @typedef {import('./chess/names.js').MoveSquares} MoveSquares */
/** @typedef {import('./chess/names.js').Annotations} Annotations */

/**
 * A move of the history; null for a null move.
 * @typedef {{ before: State, after: State, bits: number | null, san: string | null }} Entry
 */

/** Longer texts name no move. */
const LONGEST_NAME = 40;
const CASTLINGS = new Map([
    ['O-O', 6],
    ['O-O-O', 2],
]);
const SAN = /^(?:[NBRQK][a-h]?[1-8]?|[a-h](?=x))?x?[a-h][1-8](?:=?[NBRQ])?$/;
const FREE_MOVE = /^([a-h])?([1-8])?[x-]?([a-h][1-8])([nbrqNBRQ])?$/;

/**
 * A game with one line of moves.
 *
 * ```js
 * const chess = new Chess();
 * chess.move('e4');
 * chess.move({ from: 'e7', to: 'e5' }).san;  // 'e5'
 * chess.fen();  // 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
 * ```
 */
export class Chess {
    #state = usualState();
    /** The user of a slot of the module. @type {import('./rules/line.js').Place} */
    #place = { slot: -1 };
    /** @type {Entry[]} */
    #history = [];
    /** @type {Record<string, string | null>} */
    #headers = NO_HEADERS;
    /** @type {Map<string, string>} */
    #comments = new Map();
    /** @type {Map<string, Suffix>} */
    #suffixes = new Map();
    /** @type {Map<string, NAG[]>} */
    #nags = new Map();

    /**
     * @param {string} [fen]
     * @param {{ skipValidation?: boolean }} [options]
     * @throws {Error} if the FEN is not valid
     */
    constructor(fen = DEFAULT_POSITION, { skipValidation = false } = {}) {
        this.load(fen, { skipValidation });
    }

    // Positions.

    /**
     * Sets up a position and forgets the moves.
     * @param {string} fen its last four fields may be missing
     * @param {{ skipValidation?: boolean, preserveHeaders?: boolean }} [options] without validation kings may be missing
     * @throws {Error} if the FEN is not valid; nothing changes
     */
    load(fen, { skipValidation = false, preserveHeaders = false } = {}) {
        expectString(fen, 'fen');
        const fields = fen.trim().split(/\s+/);
        const whole =
            fields.length >= 2 && fields.length < 6
                ? [...fields, ...['-', '-', '0', '1'].slice(fields.length - 2)].join(' ')
                : fen;
        if (!skipValidation) {
            const { ok, error } = validateFen(whole);
            if (!ok) {
                throw new Error(error);
            }
        }
        this.#forget(preserveHeaders);
        this.#setUp(Mailbox.read(whole), whole);
    }

    /** Sets up the usual start position. */
    reset() {
        this.load(DEFAULT_POSITION);
    }

    /**
     * Removes all pieces.
     * @param {{ preserveHeaders?: boolean }} [options]
     */
    clear({ preserveHeaders = false } = {}) {
        this.#forget(preserveHeaders);
        this.#state = stateOf(new Mailbox(new Uint8Array(64), 0, 0, NO_SQUARE, 0, 1), this.#place);
    }

    /** @param {boolean} preserveHeaders */
    #forget(preserveHeaders) {
        this.#history = [];
        this.#comments.clear();
        this.#suffixes.clear();
        this.#nags.clear();
        if (!preserveHeaders) {
            this.#headers = { ...NO_HEADERS };
        }
        this.#headers.SetUp = null;
        this.#headers.FEN = null;
    }

    /**
     * Takes a board as the position; that of a game without moves is its start, with the FEN as it was given in the headers.
     * @param {Mailbox} board
     * @param {string} fen
     */
    #setUp(board, fen = board.fen) {
        this.#state = stateOf(board, this.#place);
        if (this.#history.length === 0) {
            const isUsual = fen === DEFAULT_POSITION;
            this.#headers.SetUp = isUsual ? null : '1';
            this.#headers.FEN = isUsual ? null : fen;
        }
    }

    /**
     * The FEN. Its en passant square is there only if a pawn can capture, or if it is forced.
     * @param {{ forceEnpassantSquare?: boolean }} [options]
     */
    fen({ forceEnpassantSquare = false } = {}) {
        const { board } = this.#state;
        return forceEnpassantSquare && board.target !== NO_SQUARE ? board.fenWith(true) : board.fen;
    }

    /**
     * A number of 64 bits in hexadecimal digits, equal for positions that repeat, and equal to that of chess.js.
     *
     * ```js
     * new Chess().hash();  // '3436f01fd716346e'
     * ```
     */
    hash() {
        return hashOf(this.#state.board).toString(16);
    }

    /** The side to move. @returns {Color} */
    turn() {
        return colorSymbol(this.#state.board.turn);
    }

    /**
     * Gives the turn to a side, by a null move if it is not its turn.
     * @param {Color} color
     * @returns {boolean} whether it changed
     * @throws {Error} in check
     */
    setTurn(color) {
        if (color === this.turn() || (color !== WHITE && color !== BLACK)) {
            return false;
        }
        this.move('--');
        return true;
    }

    /** The number of the next move. */
    moveNumber() {
        return this.#state.board.number;
    }

    /** The board as text. */
    ascii() {
        const border = '   +------------------------+\n';
        let rows = '';
        for (let rank = 7; rank >= 0; rank--) {
            const row = Array.from(
                this.#state.board.codes.subarray(rank * 8, rank * 8 + 8),
                (code) => ` ${LETTERS[code]} `,
            );
            rows += ` ${rank + 1} |${row.join('')}|\n`;
        }
        return `${border}${rows}${border}     a  b  c  d  e  f  g  h`;
    }

    /** The rows of the board from the eighth, with null for empty squares. */
    board() {
        const { codes } = this.#state.board;
        /** @type {({ square: Square, type: PieceSymbol, color: Color } | null)[][]} */
        const rows = [[], [], [], [], [], [], [], []];
        for (let index = 0; index < 64; index++) {
            const code = codes[index ^ 56];
            const color = code > 6 ? BLACK : WHITE;
            rows[index >> 3].push(
                code === 0 ? null : { square: SQUARES[index], type: typeSymbol(code), color },
            );
        }
        return rows;
    }

    /**
     * The piece on a square.
     * @param {Square} square
     * @returns {Piece | undefined}
     */
    get(square) {
        const code = this.#state.board.codes[squareNumber(square)] ?? 0;
        return code === 0 ? undefined : pieceOf(code);
    }

    /**
     * The squares of a piece, from a8 to h1.
     * @param {Piece} piece
     * @returns {Square[]}
     */
    findPiece(piece) {
        const code = codeOf(piece);
        return code === 0
            ? []
            : SQUARES.filter((_, index) => this.#state.board.codes[index ^ 56] === code);
    }

    /**
     * Places a piece.
     * @param {Piece} piece
     * @param {Square} square
     * @returns {boolean} false for what is no piece or square, and for a second king
     */
    put(piece, square) {
        const [code, number] = [codeOf(piece), squareNumber(square)];
        const { board } = this.#state;
        if (code === 0 || number === NO_SQUARE) {
            return false;
        }
        const king = typeSymbol(code) === KING ? board.codes.indexOf(code) : -1;
        if (king >= 0 && king !== number) {
            return false;
        }
        this.#change(number, code);
        return true;
    }

    /**
     * Removes and returns the piece on a square.
     * @param {Square} square
     * @returns {Piece | undefined}
     */
    remove(square) {
        const piece = this.get(square);
        if (piece) {
            this.#change(squareNumber(square), 0);
        }
        return piece;
    }

    /**
     * @param {number} square
     * @param {number} code
     */
    #change(square, code) {
        const codes = this.#state.board.codes.slice();
        codes[square] = code;
        this.#setUp(this.#state.board.with({ codes }));
    }

    /**
     * Whether a side may still castle, by kings and rooks that have not moved.
     * @param {Color} color
     * @returns {{ k: boolean, q: boolean }}
     */
    getCastlingRights(color) {
        const [short, long] = RIGHTS.slice(color === WHITE ? 0 : 2);
        const { rights } = this.#state.board;
        return { k: (rights & short.bit) !== 0, q: (rights & long.bit) !== 0 };
    }

    /**
     * Gives or takes castling rights.
     * @param {Color} color
     * @param {{ k?: boolean, q?: boolean }} rights
     * @returns {boolean} false if the pieces do not allow one
     */
    setCastlingRights(color, rights) {
        const { board } = this.#state;
        const [short, long] = RIGHTS.slice(color === WHITE ? 0 : 2);
        let bits = board.rights;
        for (const [wanted, { bit }] of /** @type {const} */ ([
            [rights.k, short],
            [rights.q, long],
        ])) {
            bits = wanted === undefined ? bits : wanted ? bits | bit : bits & ~bit;
        }
        this.#state = stateOf(board.with({ rights: bits }), this.#place);
        return this.#state.board.rights === bits;
    }

    /**
     * @param {string} square
     * @returns {'light' | 'dark' | null}
     */
    squareColor(square) {
        const number = squareNumber(square);
        return number === NO_SQUARE ? null : ((number >> 3) + number) & 1 ? 'light' : 'dark';
    }

    // Attacks and ends.

    /**
     * The squares of the pieces of a side that attack a square.
     * @param {Square} square
     * @param {Color} [attackedBy] the side to move by default
     * @returns {Square[]}
     */
    attackers(square, attackedBy = this.turn()) {
        const number = squareNumber(square);
        const found =
            number === NO_SQUARE
                ? []
                : this.#state.board.attackers(number, attackedBy === WHITE ? 0 : 1);
        return found.map((from) => /** @type {Square} */ (squareName(from)));
    }

    /**
     * @param {Square} square
     * @param {Color} attackedBy
     */
    isAttacked(square, attackedBy) {
        return this.attackers(square, attackedBy).length > 0;
    }

    inCheck() {
        return this.#state.board.inCheck;
    }

    isCheck() {
        return this.inCheck();
    }

    isCheckmate() {
        return this.inCheck() && !this.#state.canMove(this.#place);
    }

    isStalemate() {
        return !this.inCheck() && !this.#state.canMove(this.#place);
    }

    /** True if the pieces cannot mate: kings with one knight, or with bishops on squares of one colour. */
    isInsufficientMaterial() {
        /** @type {Record<string, number>} */
        const counts = { p: 0, n: 0, b: 0, r: 0, q: 0, k: 0 };
        const colors = new Set();
        this.#state.board.codes.forEach((code, square) => {
            if (code !== 0) {
                counts[typeSymbol(code)] += 1;
                if (typeSymbol(code) === BISHOP) {
                    colors.add(((square >> 3) + square) & 1);
                }
            }
        });
        const { p, n, b, r, q, k } = counts;
        return k === 2 && p + r + q === 0 && (n + b <= 1 || (n === 0 && colors.size === 1));
    }

    /** True if the position has occurred three times. */
    isThreefoldRepetition() {
        const { repeated } = this.#state.board;
        return this.#history.filter(({ before }) => before.board.repeated === repeated).length >= 2;
    }

    /** True after a hundred half moves without capture and pawn move. */
    isDrawByFiftyMoves() {
        return this.#state.board.halfmoves >= 100;
    }

    isDraw() {
        return (
            this.isDrawByFiftyMoves() ||
            this.isStalemate() ||
            this.isInsufficientMaterial() ||
            this.isThreefoldRepetition()
        );
    }

    isGameOver() {
        return this.isCheckmate() || this.isDraw();
    }

    // Moves.

    /**
     * The legal moves, in SAN or as objects.
     * @overload
     * @param {{ verbose: true, square?: Square, piece?: PieceSymbol }} options
     * @returns {Move[]}
     */
    /**
     * @overload
     * @param {{ verbose?: false, square?: Square, piece?: PieceSymbol }} [options]
     * @returns {string[]}
     */
    /**
     * @overload
     * @param {{ verbose?: boolean, square?: Square, piece?: PieceSymbol }} [options]
     * @returns {string[] | Move[]}
     */
    /**
     * @param {{ verbose?: boolean, square?: Square, piece?: PieceSymbol }} [options]
     * @returns {string[] | Move[]}
     */
    moves({ verbose = false, square, piece } = {}) {
        const { board } = this.#state;
        const { moves, sans } = this.#state.list(this.#place);
        const [from, type] = [
            square === undefined ? -1 : squareNumber(square),
            piece?.toLowerCase(),
        ];
        const indices = [...moves.keys()].filter((index) => {
            const origin = moves[index] & 63;
            return (
                (from < 0 || from === origin) && (!type || typeSymbol(board.codes[origin]) === type)
            );
        });
        return verbose
            ? indices.map(
                  (index) => new Move(board, moves[index], sans[index], board.make(moves[index])),
              )
            : indices.map((index) => sans[index]);
    }

    /**
     * True if a move of a pawn promotes.
     * @param {{ from: Square, to: Square }} squares
     */
    isPromotion({ from, to }) {
        return this.#between(from, to).some((bits) => promotionOf(bits) >= 0);
    }

    /**
     * Makes a move.
     * @param {string | MoveSquares | null} move in SAN, by its squares, or null for a null move
     * @param {{ strict?: boolean }} [options] strict accepts nothing but SAN
     * @returns {Move}
     * @throws {Error} if the move is not legal; nothing changes
     */
    move(move, { strict = false } = {}) {
        const before = this.#state;
        const bits = this.#find(move, strict);
        if (bits === undefined) {
            throw new Error(
                `Invalid move: ${typeof move === 'string' ? move : JSON.stringify(move)}`,
            );
        }
        const san = bits === null ? '--' : before.san(bits, this.#place);
        this.#make(bits, san);
        return new Move(before.board, bits, san, this.#state.board);
    }

    /**
     * @param {number | null} bits
     * @param {string | null} san
     */
    #make(bits, san) {
        const before = this.#state;
        if (bits === null && before.board.inCheck) {
            throw new Error('Null move not allowed when in check');
        }
        this.#state =
            bits === null
                ? stateOf(before.board.passed(), this.#place)
                : before.after(bits, this.#place);
        this.#history.push({ before, after: this.#state, bits, san });
    }

    /**
     * The legal move that is named; null for a null move, undefined if there is none.
     * @param {string | MoveSquares | null} move
     * @param {boolean} strict
     * @returns {number | null | undefined}
     */
    #find(move, strict) {
        if (move === null) {
            return null;
        }
        if (typeof move === 'string' && move.length > LONGEST_NAME) {
            return undefined;
        }
        if (typeof move === 'string') {
            return undecorated(move) === '--' ? null : this.#findText(move, strict);
        }
        if (typeof move !== 'object') {
            return undefined;
        }
        return this.#between(move.from, move.to).find((bits) => {
            const promotion = promotionOf(bits);
            return promotion < 0 || typeSymbol(1 + promotion) === move.promotion;
        });
    }

    /**
     * The legal moves from one square to another.
     * @param {string} from
     * @param {string} to
     * @returns {number[]}
     */
    #between(from, to) {
        const [origin, target] = [squareNumber(from), squareNumber(to)];
        if (origin === NO_SQUARE) {
            return [];
        }
        return this.#state
            .movesFrom(origin, this.#place)
            .filter((bits) => targetOf(bits) === target);
    }

    /**
     * @param {string} text
     * @param {boolean} strict
     */
    #findText(text, strict) {
        const name = undecorated(text);
        const found = this.#findSan(name);
        if (found !== undefined) {
            return !strict || undecorated(this.#state.san(found, this.#place)) === name
                ? found
                : undefined;
        }
        const castling = CASTLINGS.get(strict ? name : name.replaceAll('0', 'O'));
        if (castling !== undefined) {
            const { moves } = this.#state.list(this.#place);
            return moves.find((bits) => isCastling(bits) && (targetOf(bits) & 7) === castling);
        }
        return strict ? undefined : this.#findFree(name);
    }

    /**
     * The move of a text that is written as SAN, if there is one.
     * @param {string} name
     */
    #findSan(name) {
        const bits = SAN.test(name) ? this.#state.find(name, this.#place) : undefined;
        // The module reads B1c3 as b1c3.
        const role = name[0] >= 'a' ? PAWN : name[0]?.toLowerCase();
        return bits !== undefined && typeSymbol(this.#state.board.codes[bits & 63]) === role
            ? bits
            : undefined;
    }

    /**
     * The first move whose origin, target, piece and promotion are as in a text such as `Ng1-f3`, `bc3` or `e7e8q`.
     * @param {string} name
     */
    #findFree(name) {
        const { board } = this.#state;
        const { moves } = this.#state.list(this.#place);
        // A `b` at the beginning is a file before it is a bishop.
        for (const [letter, rest] of [
            ['', name],
            [name[0], name.slice(1).replace(/^-/, '')],
        ]) {
            const [, file, rank, target, promotion] = FREE_MOVE.exec(rest) ?? [];
            if (!target || (!file && !rank) || !'pnbrqk'.includes(letter.toLowerCase())) {
                continue;
            }
            const piece =
                letter !== '' ? letter.toLowerCase() : file && rank ? '' : file ? PAWN : '?';
            const found = moves.find((bits) => {
                const [origin, promoted] = [squareName(bits & 63), promotionOf(bits)];
                return (
                    squareName(targetOf(bits)) === target &&
                    (!file || origin[0] === file) &&
                    (!rank || origin[1] === rank) &&
                    (piece === '' || typeSymbol(board.codes[bits & 63]) === piece) &&
                    (!promotion ||
                        (promoted >= 0 && typeSymbol(1 + promoted) === promotion.toLowerCase()))
                );
            });
            if (found !== undefined) {
                return found;
            }
        }
        return undefined;
    }

    /** Takes the last move back and returns it, or null. @returns {Move | null} */
    undo() {
        const entry = this.#history.pop();
        if (!entry) {
            return null;
        }
        this.#state = entry.before;
        return this.#moveOf(entry);
    }

    /** @param {Entry} entry */
    #moveOf(entry) {
        return new Move(entry.before.board, entry.bits, this.#sanOf(entry), entry.after.board);
    }

    /** @param {Entry} entry */
    #sanOf(entry) {
        entry.san ??= entry.bits === null ? '--' : entry.before.san(entry.bits, this.#place);
        return entry.san;
    }

    /**
     * The moves of the game, in SAN or as objects.
     * @overload
     * @param {{ verbose: true }} options
     * @returns {Move[]}
     */
    /**
     * @overload
     * @param {{ verbose?: false }} [options]
     * @returns {string[]}
     */
    /**
     * @overload
     * @param {{ verbose?: boolean }} [options]
     * @returns {string[] | Move[]}
     */
    /**
     * @param {{ verbose?: boolean }} [options]
     * @returns {string[] | Move[]}
     */
    history({ verbose = false } = {}) {
        return verbose
            ? this.#history.map((entry) => this.#moveOf(entry))
            : this.#history.map((entry) => this.#sanOf(entry));
    }

    /**
     * Counts the positions after each series of legal moves.
     * @param {number} depth from 1
     * @returns {number}
     */
    perft(depth) {
        return this.#state.perft(depth);
    }

    // Headers.

    /**
     * Sets headers by names and values in turn, and returns all, with null for those that are not set.
     * @deprecated `setHeader` and `getHeaders` say more.
     * @param {...string} args
     * @returns {Record<string, string | null>}
     */
    header(...args) {
        for (let i = 0; i + 1 < args.length; i += 2) {
            this.setHeader(args[i], args[i + 1]);
        }
        return this.#headers;
    }

    /** @returns {Record<string, string>} */
    getHeaders() {
        /** @type {Record<string, string>} */
        const headers = {};
        for (const [name, value] of Object.entries(this.#headers)) {
            if (value !== null) {
                headers[name] = value;
            }
        }
        return headers;
    }

    /**
     * @param {string} key
     * @param {string} value
     * @returns {Record<string, string>}
     */
    setHeader(key, value) {
        this.#headers[key] = value ?? SEVEN_TAG_ROSTER[key] ?? null;
        return this.getHeaders();
    }

    /**
     * Removes a header; one of the seven that each game has gets its default.
     * @param {string} key
     * @returns {boolean} whether there was one
     */
    removeHeader(key) {
        const had = (this.#headers[key] ?? null) !== null && Object.hasOwn(this.#headers, key);
        if (had) {
            this.#headers[key] = SEVEN_TAG_ROSTER[key] ?? null;
        }
        return had;
    }

    // Comments and annotations, by the FEN of their position.

    /** The FENs of the game in their order. */
    #path() {
        return [...this.#history.map(({ before }) => before.board.fen), this.#state.board.fen];
    }

    /** The comment on the position. @returns {string} undefined without one */
    getComment() {
        return /** @type {string} */ (this.#comments.get(this.fen()));
    }

    /** @param {string} comment braces become brackets */
    setComment(comment) {
        this.#comments.set(this.fen(), comment.replaceAll('{', '[').replaceAll('}', ']'));
    }

    /** Removes and returns the comment on the position. @returns {string} undefined without one */
    removeComment() {
        const comment = this.getComment();
        this.#comments.delete(this.fen());
        return comment;
    }

    /** @deprecated `removeComment` is the same. */
    deleteComment() {
        return this.removeComment();
    }

    /** What is noted on the positions of the game. @returns {Annotations[]} */
    getComments() {
        const path = new Set(this.#path());
        const fens = new Set([...path, ...this.#suffixes.keys(), ...this.#nags.keys()]);
        /** @type {Annotations[]} */
        const found = [];
        for (const fen of fens) {
            const comment = path.has(fen) ? this.#comments.get(fen) : undefined;
            const suffixAnnotation = this.#suffixes.get(fen);
            const nags = this.getNags(fen);
            if (comment !== undefined || suffixAnnotation !== undefined || nags.length > 0) {
                found.push({
                    fen,
                    ...(comment !== undefined && { comment }),
                    ...(suffixAnnotation !== undefined && { suffixAnnotation }),
                    nags,
                });
            }
        }
        return found;
    }

    /** Removes and returns all comments; suffixes and NAGs remain. @returns {{ fen: string, comment: string }[]} */
    removeComments() {
        const found = this.getComments().flatMap(({ fen, comment }) =>
            comment === undefined ? [] : [{ fen, comment }],
        );
        this.#comments.clear();
        return found;
    }

    /** @deprecated `removeComments` is the same. */
    deleteComments() {
        return this.removeComments();
    }

    /**
     * The suffix of the move to a position, such as `!?`.
     * @param {string} [fen] the position by default
     * @returns {Suffix | undefined}
     */
    getSuffixAnnotation(fen = this.fen()) {
        return this.#suffixes.get(fen);
    }

    /**
     * @param {Suffix} suffix
     * @param {string} [fen]
     */
    setSuffixAnnotation(suffix, fen = this.fen()) {
        if (!SUFFIX_LIST.includes(suffix)) {
            throw new Error(`Invalid suffix: ${suffix}`);
        }
        this.#suffixes.set(fen, suffix);
    }

    /**
     * @param {string} [fen]
     * @returns {Suffix | undefined} what was removed
     */
    removeSuffixAnnotation(fen = this.fen()) {
        const suffix = this.#suffixes.get(fen);
        this.#suffixes.delete(fen);
        return suffix;
    }

    /**
     * The NAGs of a position.
     * @param {string} [fen] the position by default
     * @returns {NAG[]}
     */
    getNags(fen = this.fen()) {
        return [...(this.#nags.get(fen) ?? [])];
    }

    /**
     * @param {NAG} nag
     * @param {string} [fen]
     */
    addNag(nag, fen = this.fen()) {
        this.setNags([...this.getNags(fen), nag], fen);
    }

    /**
     * @param {NAG[]} nags
     * @param {string} [fen]
     */
    setNags(nags, fen = this.fen()) {
        this.#nags.set(fen, [...new Set(nags)]);
    }

    /**
     * @param {NAG} nag
     * @param {string} [fen]
     * @returns {boolean} whether there was one
     */
    removeNag(nag, fen = this.fen()) {
        const nags = this.getNags(fen);
        this.setNags(
            nags.filter((other) => other !== nag),
            fen,
        );
        return nags.includes(nag);
    }

    /**
     * @param {string} [fen]
     * @returns {NAG[]} those removed
     */
    removeNags(fen = this.fen()) {
        const nags = this.getNags(fen);
        this.#nags.delete(fen);
        return nags;
    }

    /** @internal */
    toJSON() {
        return this.fen();
    }

    /** @internal */
    [Symbol.for('nodejs.util.inspect.custom')]() {
        return `Chess ${JSON.stringify(this.fen())}`;
    }

    // PGN.

    /**
     * Writes the game as PGN.
     * @param {{ newline?: string, maxWidth?: number }} [options] one line of moves by default
     */
    pgn({ newline = '\n', maxWidth = 0 } = {}) {
        let headers = '';
        for (const [name, value] of Object.entries(this.#headers)) {
            if (value) {
                headers += `[${name} "${String(value).replace(/["\\]/g, '\\$&')}"]${newline}`;
            }
        }
        const parts = this.#parts();
        const isEmpty = parts.length === 0;
        const result = this.#headers.Result || '*';
        return (
            headers +
            (isEmpty ? ` ${result}` : newline + wrap([...parts, result], maxWidth, newline))
        );
    }

    /** The moves with numbers and comments, two in one text where nothing comes between. */
    #parts() {
        /** @param {Mailbox} board */
        const commentOn = (board) => {
            const comment = this.#comments.get(board.fen);
            return comment === undefined ? '' : ` {${comment}}`;
        };
        const start = this.#history[0]?.before ?? this.#state;
        const initial = commentOn(start.board).slice(1);
        const parts = initial === '' ? [] : [initial];
        this.#history.forEach((entry, index) => {
            const { turn, number } = entry.before.board;
            const move = this.#sanOf(entry) + commentOn(entry.after.board);
            if (turn === 0 || index === 0) {
                parts.push(`${number}. ${turn === 0 ? '' : '... '}${move}`);
            } else {
                parts.push(`${parts.pop()} ${move}`);
            }
        });
        return parts;
    }

    /**
     * Reads a game. Variations are left out; `Game` of `ferz` keeps them.
     * @param {string} pgn
     * @param {{ strict?: boolean, newlineChar?: string }} [options] `newlineChar` is the source of a regular expression;
     *   strict accepts nothing but SAN, and a FEN only with the tag SetUp
     * @throws {Error} with the moves up to an illegal one made, and nothing changed for a text that is not PGN
     */
    loadPgn(pgn, { strict = false, newlineChar = '\r?\n' } = {}) {
        const game = readPgn(pgn.replace(new RegExp(newlineChar, 'g'), '\n'), SUFFIX_LIST);
        const tag = (/** @type {string} */ wanted) => {
            return game.headers.find(
                ([name]) => (strict ? name : name.toLowerCase()) === wanted,
            )?.[1];
        };
        const fen = strict ? tag('FEN') : tag('fen');
        if (strict && tag('SetUp') === '1' && fen === undefined) {
            throw new Error('Invalid PGN: FEN tag must be supplied with SetUp tag');
        }
        this.load(fen !== undefined && (!strict || tag('SetUp') === '1') ? fen : DEFAULT_POSITION);
        const { SetUp, FEN } = this.#headers;
        for (const [name, value] of game.headers) {
            this.setHeader(name, value);
        }
        if (FEN) {
            Object.assign(this.#headers, { SetUp, FEN });
        }
        this.#annotate(game);
        for (const move of game.moves) {
            const bits = this.#find(move.text, strict);
            if (bits === undefined) {
                throw new Error(`Invalid move in PGN: ${move.text}`);
            }
            this.#make(bits, null);
            this.#annotate(move);
        }
        if (game.result !== undefined) {
            this.setHeader('Result', game.result);
        }
    }

    /** @param {{ comment?: string, suffix?: string, nags?: NAG[] }} notes */
    #annotate({ comment, suffix, nags = [] }) {
        if (comment !== undefined) {
            this.#comments.set(this.fen(), comment);
        }
        if (suffix !== undefined) {
            this.setSuffixAnnotation(/** @type {Suffix} */ (suffix));
        }
        if (nags.length > 0) {
            this.setNags(nags);
        }
    }
}
