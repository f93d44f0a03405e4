// The moves of the interface of chess.js.

import { colorSymbol, KING, PAWN, typeSymbol } from './chess-names.js';
import { isCapture, isCastling, isDoublePush, isEnPassant, promotionOf, squareName, targetOf } from './mailbox.js';

/** @import { Color, PieceSymbol, Square } from './chess-names.js' */
/** @import { Mailbox } from './mailbox.js' */

/** A move that was or can be made. */
export class Move {
    /** @type {Color} */
    color;
    /** @type {Square} */
    from;
    /** @type {Square} */
    to;
    /** @type {PieceSymbol} */
    piece;
    /** @type {PieceSymbol | undefined} */
    captured;
    /** @type {PieceSymbol | undefined} */
    promotion;
    /**
     * Letters: `n` for a move without others, `b` double push, `e` en passant, `c` capture, `p` promotion, `k` and `q`
     * castling, `-` null move.
     */
    flags;
    /** Standard algebraic notation. */
    san;
    /** Origin, target and promotion: `e7e8q`. */
    lan;
    /** The FEN of the position before the move. */
    before;
    /** The FEN of the position after the move. */
    after;

    /**
     * @param {Mailbox} board before the move
     * @param {number | null} bits null for a null move
     * @param {string} san
     * @param {Mailbox} after
     * @internal
     */
    constructor(board, bits, san, after) {
        this.color = colorSymbol(board.turn);
        // A null move has these squares in chess.js too.
        this.from = bits === null ? 'a8' : /** @type {Square} */ (squareName(bits & 63));
        this.to = bits === null ? 'a8' : /** @type {Square} */ (squareName(targetOf(bits)));
        this.piece = bits === null ? KING : typeSymbol(board.codes[bits & 63]);
        this.captured = undefined;
        this.promotion = undefined;
        this.flags = '-';
        if (bits !== null) {
            this.flags = flagsOf(bits);
            if (isCapture(bits)) {
                this.captured = isEnPassant(bits) ? PAWN : typeSymbol(board.codes[targetOf(bits)]);
            }
            if (promotionOf(bits) >= 0) {
                this.promotion = typeSymbol(1 + promotionOf(bits));
            }
        }
        this.san = san;
        this.lan = this.from + this.to + (this.promotion ?? '');
        this.before = board.fen;
        this.after = after.fen;
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
