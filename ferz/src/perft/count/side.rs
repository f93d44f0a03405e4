//! The two colours as types: whatever depends on the direction of play is written once.

const NOT_A_FILE: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H_FILE: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// A colour, known at compile time.
pub(crate) trait Side {
    /// The other colour.
    type Enemy: Side<Enemy = Self>;
    /// Whether this is White.
    const WHITE: bool;
    /// The place of the colour in an array.
    const INDEX: usize = if Self::WHITE { 0 } else { 1 };
    /// The rank on which pieces begin.
    const HOME_RANK: u64 = if Self::WHITE { 0xFF } else { 0xFF << 56 };
    /// The rank that a single push from the pawns' first rank reaches.
    const THIRD_RANK: u64 = if Self::WHITE { 0xFF << 16 } else { 0xFF << 40 };
    /// The rank from which a pawn promotes.
    const SEVENTH_RANK: u64 = if Self::WHITE { 0xFF << 48 } else { 0xFF << 8 };
    /// The rank on which a pawn promotes.
    const LAST_RANK: u64 = if Self::WHITE { 0xFF << 56 } else { 0xFF };

    /// One rank forward.
    #[inline(always)]
    fn forward(set: u64) -> u64 {
        if Self::WHITE { set << 8 } else { set >> 8 }
    }

    /// Forward and towards the a-file.
    #[inline(always)]
    fn forward_west(set: u64) -> u64 {
        Self::forward(set & NOT_A_FILE) >> 1
    }

    /// Forward and towards the h-file.
    #[inline(always)]
    fn forward_east(set: u64) -> u64 {
        Self::forward(set & NOT_H_FILE) << 1
    }

    /// Every square that a pawn of the set attacks.
    #[inline(always)]
    fn pawn_attacks(set: u64) -> u64 {
        Self::forward_west(set) | Self::forward_east(set)
    }
}

/// The side that moves up the board.
pub(crate) struct White;
/// The side that moves down the board.
pub(crate) struct Black;

impl Side for White {
    type Enemy = Black;
    const WHITE: bool = true;
}

impl Side for Black {
    type Enemy = White;
    const WHITE: bool = false;
}

/// The two files beside each square of the set.
#[inline(always)]
pub(crate) fn beside(set: u64) -> u64 {
    (set & NOT_A_FILE) >> 1 | (set & NOT_H_FILE) << 1
}
