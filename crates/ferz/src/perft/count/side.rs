//! How the pawns of a side move, as plain sets.

use crate::types::Bitboard;

pub(crate) use crate::side::{Black, Side, White};

/// One rank forward.
#[inline(always)]
pub(crate) fn forward<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP).0
}

/// Forward and towards the a-file.
#[inline(always)]
pub(crate) fn forward_west<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP_WEST).0
}

/// Forward and towards the h-file.
#[inline(always)]
pub(crate) fn forward_east<S: Side>(set: u64) -> u64 {
    Bitboard(set).shift(S::UP_EAST).0
}

/// Every square that a pawn of the set attacks.
#[inline(always)]
pub(crate) fn pawn_attacks<S: Side>(set: u64) -> u64 {
    forward_west::<S>(set) | forward_east::<S>(set)
}

/// The two files beside each square of the set.
#[inline(always)]
pub(crate) fn beside(set: u64) -> u64 {
    use crate::types::Direction::{East, West};
    Bitboard(set).shift(East).0 | Bitboard(set).shift(West).0
}
