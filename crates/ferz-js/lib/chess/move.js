// The moves of the interface of chess.js.

import { colorSymbol, KING, PAWN, typeSymbol } from './names.js';
import {
    isCapture,
    isCastling,
    isDoublePush,
    isEnPassant,
    promotionOf,
    squareName,
    targetOf,
} from './mailbox.js';

/** @import { Color, PieceSymbol, Square } from './names.js' */
/** @import { Mailbox } from './mailbox.js' */

/**
 * The fields of a move. `flags` has letters: `n` for a move without others, `b` double push, `e` en passant, `c` capture,
 * `p` promotion, `k` and `q` castling, `-` null move. `lan` is origin, target and promotion: `e7e8q`. `before` and `after`
 * are the FENs of the positions around the move.
 *
 * @typedef {object} MoveFields
 * @property {Color} color
 * @property {Square} from
 * @property {Square} to
 * @property {PieceSymbol} piece
 * @property {PieceSymbol} [captured]
 * @property {PieceSymbol} [promotion]
 * @property {string} flags
 * @property {string} san
 * @property {string} lan
 * @property {string} before
 * @property {string} after
 */

/** Gives its heir the fields, two of which may be missing: a class in JavaScript cannot declare that itself. */
const Fields = /** @type {new () => MoveFields} */ (class {});

/** A move that was or can be made. */
export class Move extends Fields {
    /**
     * @param {Mailbox} board before the move
     * @param {number | null} bits null for a null move
     * @param {string} san
     * @param {Mailbox} after
     * @internal
     */
    constructor(board, bits, san, after) {
        super();
        const promotion = bits === null ? -1 : promotionOf(bits);
        // As in chess.js, the fields are there without a value.
        const fields = {
            color: colorSymbol(board.turn),
            // A null move has these squares in chess.js too.
            from: bits === null ? 'a8' : /** @type {Square} */ (squareName(bits & 63)),
            to: bits === null ? 'a8' : /** @type {Square} */ (squareName(targetOf(bits))),
            piece: bits === null ? KING : typeSymbol(board.codes[bits & 63]),
            captured: bits !== null && isCapture(bits) ? capturedBy(board, bits) : undefined,
            promotion: promotion < 0 ? undefined : typeSymbol(1 + promotion),
            flags: bits === null ? '-' : flagsOf(bits),
            san,
            lan: '',
            before: board.fen,
            after: after.fen,
        };
        fields.lan = fields.from + fields.to + (fields.promotion ?? '');
        Object.assign(this, fields);
    }

    /** True for a capture that is not en passant. */
    isCapture() {
        return this.flags.includes('c');
    }

    isPromotion() {
        return this.flags.includes('p');
    }

    isEnPassant() {
        return this.flags.includes('e');
    }

    isKingsideCastle() {
        return this.flags.includes('k');
    }

    isQueensideCastle() {
        return this.flags.includes('q');
    }

    /** True for a pawn push of two squares. */
    isBigPawn() {
        return this.flags.includes('b');
    }

    isNullMove() {
        return this.flags === '-';
    }
}

/**
 * @param {Mailbox} board
 * @param {number} bits
 */
function capturedBy(board, bits) {
    return isEnPassant(bits) ? PAWN : typeSymbol(board.codes[targetOf(bits)]);
}

/** @param {number} bits */
function flagsOf(bits) {
    if (isCastling(bits)) {
        return targetOf(bits) & 4 ? 'k' : 'q';
    }
    if (isDoublePush(bits)) {
        return 'b';
    }
    const kind = isEnPassant(bits) ? 'e' : isCapture(bits) ? 'c' : 'n';
    return promotionOf(bits) < 0 ? kind : `${kind}p`;
}
