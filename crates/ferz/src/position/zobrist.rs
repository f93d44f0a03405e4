//! The position key's numbers: the key is the Polyglot key, so it opens every Polyglot book.
//!
//! En passant is hashed by file and only when a pawn can capture, which is the rule of both
//! Polyglot and this crate.

use super::polyglot::RANDOM;
use crate::types::{CastlingRights, File, Piece, Square};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;

/// In the key while White is to move.
pub(super) const WHITE_TO_MOVE: u64 = RANDOM[780];

/// In the key while this piece stands on this square.
#[inline(always)]
pub(super) const fn piece(piece: Piece, square: Square) -> u64 {
    // Polyglot counts black before white.
    RANDOM[64 * (piece.index() ^ 1) + square.index()]
}

/// In the key while exactly these castling rights are left.
#[inline(always)]
pub(super) fn castling(rights: CastlingRights) -> u64 {
    CASTLING_KEYS[rights.bits() as usize & 15]
}

static CASTLING_KEYS: [u64; 16] = {
    let mut keys = [0; 16];
    let mut i = 0;
    while i < 64 {
        let (rights, right) = (i / 4, i % 4);
        if rights >> right & 1 != 0 {
            keys[rights] ^= RANDOM[CASTLING + right];
        }
        i += 1;
    }
    keys
};

/// In the key while a pawn can be taken in passing on this file.
#[inline(always)]
pub(super) const fn en_passant(file: File) -> u64 {
    RANDOM[EN_PASSANT + file.index()]
}
