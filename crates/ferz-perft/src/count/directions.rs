//! Attack sets: of one piece by table, and of many pieces in eight directions at once.

use super::simd::U64x8;

/// Attack tables of [`ferz::attacks`], on plain square indices and bitboards.
pub(super) mod attacks {
    use ferz::{Bitboard, Square, attacks};

    /// Returns the squares attacked by a rook.
    #[inline(always)]
    pub(in crate::count) fn rook(square: usize, occupied: u64) -> u64 {
        attacks::rook(Square::wrapping(square), Bitboard(occupied)).0
    }

    /// Returns the squares attacked by a bishop.
    #[inline(always)]
    pub(in crate::count) fn bishop(square: usize, occupied: u64) -> u64 {
        attacks::bishop(Square::wrapping(square), Bitboard(occupied)).0
    }

    /// Returns the squares attacked by a knight.
    #[inline(always)]
    pub(in crate::count) fn knight(square: usize) -> u64 {
        attacks::knight(Square::wrapping(square)).0
    }

    /// Returns the squares attacked by a king.
    #[inline(always)]
    pub(in crate::count) fn king(square: usize) -> u64 {
        attacks::king(Square::wrapping(square)).0
    }

    /// Returns the squares strictly between two squares on one line, else the empty set.
    #[inline(always)]
    pub(in crate::count) fn between(a: usize, b: usize) -> u64 {
        attacks::between(Square::wrapping(a), Square::wrapping(b)).0
    }

    /// Returns the squares behind `b` on the ray from `a` through `b`.
    #[inline(always)]
    pub(in crate::count) fn beyond(a: usize, b: usize) -> u64 {
        attacks::beyond(Square::wrapping(a), Square::wrapping(b)).0
    }
}

const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
const NOT_AB: u64 = 0xFCFC_FCFC_FCFC_FCFC;
const NOT_GH: u64 = 0x3F3F_3F3F_3F3F_3F3F;
const NOT_1: u64 = !0xFF;
const NOT_8: u64 = !(0xFF << 56);
const NOT_12: u64 = !0xFFFF;
const NOT_78: u64 = !(0xFFFF << 48);

/// Eight steps, one for each lane of a [`U64x8`]. A step is a left rotation; the arrival mask
/// removes squares that wrapped around an edge of the board.
pub(crate) struct Steps {
    one: [u64; 8],
    two: [u64; 8],
    four: [u64; 8],
    back: [u64; 8],
    arrivals: [u64; 8],
}

const fn steps(one: [u64; 8], arrivals: [u64; 8]) -> Steps {
    let (mut two, mut four, mut back) = ([0; 8], [0; 8], [0; 8]);
    let mut i = 0;
    while i < 8 {
        two[i] = one[i] * 2 % 64;
        four[i] = one[i] * 4 % 64;
        back[i] = 64 - one[i];
        i += 1;
    }
    Steps { one, two, four, back, arrivals }
}

/// Slider directions: north, east, south, west; north-east, south-east, south-west, north-west.
/// Lanes 0 to 3 belong to rooks, lanes 4 to 7 to bishops.
pub(crate) static SLIDER_STEPS: Steps = steps(
    [8, 1, 56, 63, 9, 57, 55, 7],
    [NOT_1, NOT_A, NOT_8, NOT_H, NOT_1 & NOT_A, NOT_8 & NOT_A, NOT_8 & NOT_H, NOT_1 & NOT_H],
);

/// Knight steps, clockwise from north-north-east.
pub(crate) static KNIGHT_STEPS: Steps = steps(
    [17, 10, 58, 49, 47, 54, 6, 15],
    [
        NOT_12 & NOT_A,
        NOT_1 & NOT_AB,
        NOT_8 & NOT_AB,
        NOT_78 & NOT_A,
        NOT_78 & NOT_H,
        NOT_8 & NOT_GH,
        NOT_1 & NOT_GH,
        NOT_12 & NOT_H,
    ],
);

impl Steps {
    /// Moves each set one step in its direction; squares that leave the board are dropped.
    #[inline(always)]
    pub(crate) fn forward(&self, sets: U64x8) -> U64x8 {
        sets.rotate_left(&self.one) & U64x8::from(self.arrivals)
    }

    /// Moves each set one step back. Every square must be the target of a forward step.
    #[inline(always)]
    pub(crate) fn back(&self, sets: U64x8) -> U64x8 {
        sets.rotate_left(&self.back)
    }

    /// Returns the squares that sliders attack: through the empty squares, up to and including the
    /// first occupied one (Kogge-Stone fill).
    #[inline(always)]
    pub(crate) fn fill_attacks(&self, sliders: U64x8, empty: u64) -> U64x8 {
        let mut free = U64x8::broadcast(empty) & U64x8::from(self.arrivals);
        let mut filled = sliders | free & sliders.rotate_left(&self.one);
        free = free & free.rotate_left(&self.one);
        filled = filled | free & filled.rotate_left(&self.two);
        free = free & free.rotate_left(&self.two);
        filled = filled | free & filled.rotate_left(&self.four);
        self.forward(filled)
    }
}
