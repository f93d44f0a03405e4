// The constants and names of the interface of chess.js, FENs that it accepts, and the numbers of its hashes.

import { LETTERS, NO_SQUARE, squareName } from './mailbox.js';

/** @typedef {'w' | 'b'} Color */
/** @typedef {'p' | 'n' | 'b' | 'r' | 'q' | 'k'} PieceSymbol */
/** @typedef {{ color: Color, type: PieceSymbol }} Piece */
/** @typedef {import('../base/squares.js').Square} Square */
/** A numeric annotation glyph. @typedef {number} NAG */
/** @typedef {'!' | '?' | '!!' | '!?' | '?!' | '??'} Suffix */
/** @typedef {{ from: string, to: string, promotion?: string }} MoveSquares */
/** @typedef {{ fen: string, comment?: string, suffixAnnotation?: Suffix, nags: NAG[] }} Annotations */

export const WHITE = 'w';
export const BLACK = 'b';
export const PAWN = 'p';
export const KNIGHT = 'n';
export const BISHOP = 'b';
export const ROOK = 'r';
export const QUEEN = 'q';
export const KING = 'k';
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The squares from a8 to h1. @type {Square[]} */
export const SQUARES = Array.from(
    { length: 64 },
    (_, index) => /** @type {Square} */ (squareName(index ^ 56)),
);

/** The tags that each game has. @type {Record<string, string>} */
export const SEVEN_TAG_ROSTER = {
    Event: '?',
    Site: '?',
    Date: '????.??.??',
    Round: '?',
    White: '?',
    Black: '?',
    Result: '*',
};

/** The other tags of the PGN standard, in the order in which they are written. */
const OTHER_TAGS = [
    'WhiteTitle',
    'BlackTitle',
    'WhiteElo',
    'BlackElo',
    'WhiteUSCF',
    'BlackUSCF',
    'WhiteNA',
    'BlackNA',
    'WhiteType',
    'BlackType',
    'EventDate',
    'EventSponsor',
    'Section',
    'Stage',
    'Board',
    'Opening',
    'Variation',
    'SubVariation',
    'ECO',
    'NIC',
    'Time',
    'UTCTime',
    'UTCDate',
    'TimeControl',
    'SetUp',
    'FEN',
    'Termination',
    'Annotator',
    'Mode',
    'PlyCount',
];

/** The headers of a game without headers. @type {Record<string, string | null>} */
export const NO_HEADERS = {
    ...SEVEN_TAG_ROSTER,
    ...Object.fromEntries(OTHER_TAGS.map((name) => [name, null])),
};

/** @type {readonly Suffix[]} */
export const SUFFIX_LIST = ['!', '?', '!!', '!?', '?!', '??'];

/** The signs of NAGs about positions. @type {Readonly<Record<number, string>>} */
export const NAG_TO_SYMBOL = {
    7: '□',
    10: '=',
    13: '∞',
    14: '⩲',
    15: '⩱',
    16: '±',
    17: '∓',
    18: '+−',
    19: '-+',
    22: '⨀',
    32: '↑↑',
    36: '↑',
    40: '→',
    44: '=∞',
    132: '⇆',
    138: '⊕',
    140: '∆',
    146: 'N',
};

/**
 * Returns the sign of a NAG, if it has one.
 * @param {NAG} nag
 * @returns {string | undefined}
 */
export function nagToGlyph(nag) {
    return NAG_TO_SYMBOL[nag];
}

const MASK = (1n << 64n) - 1n;
/**
 * @param {bigint} value
 * @param {bigint} count
 */
const rotated = (value, count) => ((value << count) | (value >> (64n - count))) & MASK;

/**
 * Returns a generator of random 64-bit numbers, xoroshiro128** of Blackman and Vigna.
 * @param {bigint} state 128 bits
 * @returns {() => bigint}
 */
export function xoroshiro128(state) {
    let [low, high] = [state & MASK, (state >> 64n) & MASK];
    return () => {
        const result = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK;
        high ^= low;
        low = (rotated(low, 24n) ^ high ^ (high << 16n)) & MASK;
        high = rotated(high, 37n);
        return result;
    };
}

const FILE_KEYS = 12 * 128;
const CASTLING_KEYS = FILE_KEYS + 8;
const BLACK_KEY = CASTLING_KEYS + 16;
/** The numbers that make a hash, which are computed when they are first needed. @type {bigint[]} */
let keys = [];

/**
 * Returns the hash of a position: 64 bits that are equal for positions that repeat.
 * @param {import('./mailbox.js').Mailbox} board
 */
export function hashOf(board) {
    if (keys.length === 0) {
        keys = Array.from(
            { length: BLACK_KEY + 1 },
            xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en),
        );
    }
    let hash = keys[CASTLING_KEYS + board.rights];
    board.codes.forEach((code, square) => {
        if (code !== 0) {
            // 128 keys for each piece: the rows from the eighth have 16 places.
            hash ^= keys[(code - 1) * 128 + (7 - (square >> 3)) * 16 + (square & 7)];
        }
    });
    if (board.hasCaptureEnPassant) {
        hash ^= keys[FILE_KEYS + (board.target & 7)];
    }
    return board.turn === 0 ? hash : hash ^ keys[BLACK_KEY];
}

/**
 * Returns whether a text is the FEN of a position with one king of each side, or what is wrong with it.
 * @param {string} fen
 * @returns {{ ok: boolean, error?: string }}
 */
export function validateFen(fen) {
    const error = fenError(fen);
    return error === null ? { ok: true } : { ok: false, error: `Invalid FEN: ${error}` };
}

/** @param {string} fen */
function fenError(fen) {
    const fields = fen.split(/\s+/);
    if (fields.length !== 6) {
        return 'must contain six space-delimited fields';
    }
    const [rows, turn, rights, target, halfmoves, number] = fields;
    if (!/^[1-9]\d*$/.test(number) && !(Number.parseInt(number, 10) > 0)) {
        return 'move number must be a positive integer';
    }
    if (!(Number.parseInt(halfmoves, 10) >= 0)) {
        return 'half move counter number must be a non-negative integer';
    }
    if (!/^(-|[a-h][36])$/.test(target)) {
        return 'en-passant square is invalid';
    }
    // As chess.js has it: letters may be repeated.
    if (!/^[-KQkq]+$/.test(rights)) {
        return 'castling availability is invalid';
    }
    if (turn !== 'w' && turn !== 'b') {
        return 'side-to-move is invalid';
    }
    const error = rowsError(rows);
    if (error === null && target !== '-' && target[1] === (turn === 'w' ? '3' : '6')) {
        return 'illegal en-passant square';
    }
    return error;
}

/** @param {string} text */
function rowsError(text) {
    const rows = text.split('/');
    if (rows.length !== 8) {
        return "piece data does not contain 8 '/'-delimited rows";
    }
    for (const row of rows) {
        if (/\d\d/.test(row)) {
            return 'piece data is invalid (consecutive number)';
        }
        if (/[^0-9pnbrqk]/i.test(row)) {
            return 'piece data is invalid (invalid piece)';
        }
        const squares = Array.from(row).reduce(
            (sum, letter) => sum + (letter <= '9' ? Number(letter) : 1),
            0,
        );
        if (squares !== 8) {
            return 'piece data is invalid (too many squares in rank)';
        }
    }
    for (const [color, king] of [
        ['white', 'K'],
        ['black', 'k'],
    ]) {
        const kings = text.split(king).length - 1;
        if (kings !== 1) {
            return kings === 0 ? `missing ${color} king` : `too many ${color} kings`;
        }
    }
    return /p/i.test(rows[0] + rows[7]) ? 'some pawns are on the edge rows' : null;
}

/**
 * @param {number} color
 * @returns {Color}
 */
export const colorSymbol = (color) => (color === 0 ? WHITE : BLACK);
/** @param {number} code */
export const typeSymbol = (code) => /** @type {PieceSymbol} */ ('.pnbrqkpnbrqk'[code]);
/** @param {number} code */
export const pieceOf = (code) => ({ type: typeSymbol(code), color: colorSymbol(code > 6 ? 1 : 0) });

/**
 * The number of a square, or `NO_SQUARE`.
 * @param {unknown} square
 */
export function squareNumber(square) {
    const index = SQUARES.indexOf(/** @type {Square} */ (square));
    return index < 0 ? NO_SQUARE : index ^ 56;
}

/**
 * The code of a piece, or 0.
 * @param {{ type: string, color: string }} piece
 */
export function codeOf({ type, color }) {
    const letter = String(type).toLowerCase();
    const isPiece =
        letter.length === 1 && 'pnbrqk'.includes(letter) && (color === WHITE || color === BLACK);
    return isPiece ? LETTERS.indexOf(color === WHITE ? letter.toUpperCase() : letter) : 0;
}
