//! Parts common to PEXT and magic bitboards: relevant occupancy masks, attacks computed without a
//! table, and the layout of the attack table.

use crate::types::{Bitboard, File, Rank, Square};

/// Length of the attack table: all subsets of all masks, 102,400 for rooks and 5,248 for bishops.
pub(super) const TABLE_LEN: usize = 107_648;

/// The range of a square in the attack table.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The relevant occupancy: the rays without their last squares.
    pub(super) mask: Bitboard,
    /// Index of the first entry.
    pub(super) offset: u32,
}

/// The slots of rooks or bishops by square.
pub(super) type Slots = [Slot; Square::COUNT];

/// Computes the slots of rooks or bishops from `offset` on. The length of a slot is the number of
/// subsets of its mask.
pub(super) const fn slots(rook: bool, mut offset: u32) -> Slots {
    let mut slots = [Slot { mask: Bitboard::EMPTY, offset: 0 }; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        let mask = relevant(Square::wrapping(i), rook);
        slots[i] = Slot { mask, offset };
        offset += 1 << mask.len();
        i += 1;
    }
    slots
}

/// Index of the first bishop entry.
pub(super) const BISHOP_OFFSET: u32 = 102_400;

const fn relevant(square: Square, rook: bool) -> Bitboard {
    let (file, rank) = (Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0);
    let files = (Bitboard::file(File::A).0 | Bitboard::file(File::H).0) & !file;
    let ranks = (Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0) & !rank;
    let attacks = attacks(square, Bitboard::EMPTY, rook);
    if rook {
        Bitboard(attacks.0 & !(files | ranks))
    } else {
        Bitboard(attacks.0 & !Bitboard::EDGES.0)
    }
}

/// Computes the attacks of a slider without a table.
pub(super) const fn attacks(square: Square, occupied: Bitboard, rook: bool) -> Bitboard {
    Lines::of(square, rook).attacks(occupied)
}

/// The two lines on which a rook or a bishop on a square moves.
pub(super) struct Lines {
    slider: u64,
    lines: [u64; 2],
}

impl Lines {
    pub(super) const fn of(square: Square, rook: bool) -> Self {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let lines = if rook {
            [Bitboard::file(square.file()).0, Bitboard::rank(square.rank()).0]
        } else {
            // The long diagonals, shifted by ranks.
            const A1_H8: u64 = 0x8040_2010_0804_0201;
            const A8_H1: u64 = 0x0102_0408_1020_4080;
            [shift_ranks(A1_H8, rank - file), shift_ranks(A8_H1, rank + file - 7)]
        };
        Self { slider: 1 << square.index(), lines }
    }

    pub(super) const fn attacks(&self, occupied: Bitboard) -> Bitboard {
        Bitboard(self.along(occupied.0, self.lines[0]) | self.along(occupied.0, self.lines[1]))
    }

    /// Computes the attacks on one line by hyperbola quintessence (Peshkov and Isenberg):
    /// subtracting twice the slider flips the bits up to the first blocker, and the reversed board
    /// gives the other direction.
    const fn along(&self, occupied: u64, line: u64) -> u64 {
        let blockers = occupied & line;
        let up = blockers.wrapping_sub(self.slider.wrapping_mul(2));
        let back = blockers.reverse_bits();
        let down = back.wrapping_sub(self.slider.reverse_bits().wrapping_mul(2)).reverse_bits();
        (up ^ down) & line
    }
}

const fn shift_ranks(set: u64, ranks: i32) -> u64 {
    if ranks >= 0 { set << (8 * ranks) } else { set >> (-8 * ranks) }
}
