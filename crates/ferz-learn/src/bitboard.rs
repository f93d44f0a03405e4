// [start:head]
//! A set of squares in 64 bits.

use crate::types::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};
// [end:head]

// [start:set]
/// A set of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// The squares of file a.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The squares of file h.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The first and the last rank, on which pawns promote.
    pub const LAST_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

    /// Returns the set of one square.
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns the squares of a rank, from 0 to 7.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xFF << (8 * rank))
    }

    /// Returns true if the set has a square.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Returns true if the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if there are two squares or more: without its lowest bit the set is not empty.
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the set with a square.
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// Returns the set without a square.
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }
}
// [end:set]

// [start:first]
impl Bitboard {
    /// Returns the square with the lowest number.
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_index(self.0.trailing_zeros() as usize))
    }

    /// Returns the square with the highest number.
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        Some(Square::from_index(63 - self.0.leading_zeros() as usize))
    }
}

/// Visits the squares, the lowest first.
impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        // Subtracting 1 clears the lowest bit and sets those below it.
        self.0 &= self.0 - 1;
        Some(square)
    }
}
// [end:first]

// [start:shift]
impl Bitboard {
    /// Returns all squares one step further. What leaves the board is gone.
    pub const fn shift(self, (files, ranks): (i8, i8)) -> Bitboard {
        let bits = match files {
            0 => self.0,
            1 => (self.0 & !Bitboard::FILE_H.0) << 1,
            -1 => (self.0 & !Bitboard::FILE_A.0) >> 1,
            _ => panic!("a shift goes one file at most"),
        };
        Bitboard(if ranks >= 0 { bits << (8 * ranks) } else { bits >> (-8 * ranks) })
    }
}
// [end:shift]

// [start:operators]
impl BitAnd for Bitboard {
    type Output = Bitboard;

    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}
// [end:operators]

// [start:debug]
/// A line for each rank, the eighth first, and the bits in hexadecimal.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let is_set = self.contains(Square::new(file, rank));
                f.write_str(if is_set { "X " } else { ". " })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{:#018x}", self.0)
    }
}
// [end:debug]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ALL_DIRECTIONS;

    #[test]
    fn a_shift_moves_each_square_alone() {
        for direction in ALL_DIRECTIONS {
            for square in Square::all() {
                let target = square.offset(direction).map_or(Bitboard::EMPTY, Bitboard::of);
                assert_eq!(Bitboard::of(square).shift(direction), target);
            }
        }
    }

    #[test]
    fn the_squares_of_a_set_come_in_order() {
        let squares: Vec<usize> = Bitboard(0x8000_0000_0000_0081).map(Square::index).collect();
        assert_eq!(squares, [0, 7, 63]);
    }
}
// [end:tests]
