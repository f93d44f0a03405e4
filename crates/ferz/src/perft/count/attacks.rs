//! The rules' attack tables, on plain squares and sets as this room uses them.

use crate::attacks;
use crate::types::{Bitboard, Square};

/// The squares a rook attacks.
#[inline(always)]
pub(super) fn rook(square: usize, occupied: u64) -> u64 {
    attacks::rook(Square::wrapping(square), Bitboard(occupied)).0
}

/// The squares a bishop attacks.
#[inline(always)]
pub(super) fn bishop(square: usize, occupied: u64) -> u64 {
    attacks::bishop(Square::wrapping(square), Bitboard(occupied)).0
}

/// The squares a knight attacks.
#[inline(always)]
pub(super) fn knight(square: usize) -> u64 {
    attacks::knight(Square::wrapping(square)).0
}

/// The squares a king attacks.
#[inline(always)]
pub(super) fn king(square: usize) -> u64 {
    attacks::king(Square::wrapping(square)).0
}

/// The squares strictly between two squares on one line.
#[inline(always)]
pub(super) fn between(a: usize, b: usize) -> u64 {
    attacks::between(Square::wrapping(a), Square::wrapping(b)).0
}

/// The squares past `b` on the ray from `a` through `b`.
#[inline(always)]
pub(super) fn beyond(a: usize, b: usize) -> u64 {
    attacks::beyond(Square::wrapping(a), Square::wrapping(b)).0
}
