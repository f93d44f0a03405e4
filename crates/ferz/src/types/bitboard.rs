use super::{Color, Direction, File, Rank, Square, set_operators};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Not;

/// A set of squares, one bit each: bit 0 is a1, bit 63 is h8.
///
/// `&`, `|`, `^` and `!` are intersection, union, symmetric difference and complement; `-` is the
/// set difference.
#[doc(alias = "BitBoard")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The dark squares, such as a1.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The light squares, such as h1.
    pub const LIGHT: Self = Self(!Self::DARK.0);
    /// The squares on the edge of the board: the a- and h-file, the first and the eighth rank.
    pub const EDGES: Self = Self(0xFF81_8181_8181_81FF);

    /// Returns the squares of a file.
    #[doc(alias = "from_file")]
    #[inline(always)]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// Returns the squares of a rank.
    #[doc(alias = "from_rank")]
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank.index() * 8))
    }

    /// Returns the squares of a rank relative to `color`: [`Rank::First`] is its back rank.
    #[inline(always)]
    pub const fn relative_rank(color: Color, rank: Rank) -> Self {
        Self::rank(color.relative_rank(rank))
    }

    /// Returns the set of one square.
    #[doc(alias = "from_square")]
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u8)
    }

    /// Returns true if the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set is not empty.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns true if the set has two squares or more.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares, 0 to 64.
    #[doc(alias("count", "popcnt"))]
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if `square` is in the set.
    #[doc(alias = "has")]
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns true if every square of this set is in `other`.
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns true if the two sets have a square in common.
    #[doc(alias = "is_disjoint")]
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the square with the lowest index, or `None` for the empty set.
    #[doc(alias = "next_square")]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::wrapping(self.0.trailing_zeros() as usize))
        }
    }

    /// Returns the square with the highest index, or `None` for the empty set.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::wrapping(63 - self.0.leading_zeros() as usize))
        }
    }

    /// Removes and returns the square with the lowest index.
    #[doc(alias = "pop_front")]
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Returns the set with `square` added.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u8)
    }

    /// Returns the set with `square` removed.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u8))
    }

    /// Moves every square one step. Squares that would leave the board are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn shift(self, direction: Direction) -> Self {
        const NOT_A: u64 = !Bitboard::file(File::A).0;
        const NOT_H: u64 = !Bitboard::file(File::H).0;
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::South => self.0 >> 8,
            Direction::East => (self.0 & NOT_H) << 1,
            Direction::West => (self.0 & NOT_A) >> 1,
            Direction::NorthEast => (self.0 & NOT_H) << 9,
            Direction::NorthWest => (self.0 & NOT_A) << 7,
            Direction::SouthEast => (self.0 & NOT_H) >> 7,
            Direction::SouthWest => (self.0 & NOT_A) >> 9,
        })
    }

    /// Mirrors the set top to bottom: the first rank becomes the eighth.
    #[doc(alias = "flip_vertical")]
    #[inline(always)]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns an iterator over the squares by ascending index.
    #[inline(always)]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }

    /// Returns an iterator over all `2^len` subsets (Carry-Rippler). The empty set is first, the
    /// whole set last.
    #[doc(alias("carry_rippler", "iter_subsets"))]
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Self::EMPTY) }
    }
}

set_operators!(Bitboard);

impl Not for Bitboard {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

/// Iterator over the squares of a [`Bitboard`] by ascending index.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0 = self.0.without(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// Iterator over the subsets of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        // Subtracts the mask to add 1 within its bits: the carry runs over the bits outside.
        let following = Bitboard(current.0.wrapping_sub(self.set.0)) & self.set;
        self.next = following.any().then_some(following);
        Some(current)
    }
}

impl FusedIterator for Subsets {}

/// Draws the board from White's point of view with 1 for each square of the set.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  a b c d e f g h")?;
        writeln!(f, " ┌────────────────┐")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank}│")?;
            for file in File::ALL {
                write!(f, "{} ", u8::from(self.contains(Square::new(file, rank))))?;
            }
            writeln!(f, "│")?;
        }
        writeln!(f, " └────────────────┘")
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn subsets_are_complete_and_unique() {
        let set = Bitboard::of(Square::A1).with(Square::E4).with(Square::H8);
        let subsets: Vec<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 8);
        assert_eq!((subsets[0], subsets[7]), (Bitboard::EMPTY, set));
        assert!(subsets.iter().all(|s| s.is_subset(set)));
        assert!(subsets.is_sorted() && subsets.windows(2).all(|w| w[0] != w[1]));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn shifts_equal_single_steps() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let stepped: Bitboard = square.step(direction).into_iter().collect();
                assert_eq!(Bitboard::of(square).shift(direction), stepped);
            }
        }
    }

    #[test]
    fn iteration_is_double_ended() {
        let set = Bitboard::file(File::C);
        let forth: Vec<_> = set.squares().collect();
        let mut back: Vec<_> = set.squares().rev().collect();
        back.reverse();
        assert_eq!(forth, back);
        assert_eq!(set.squares().len(), 8);
    }

    #[test]
    fn display_draws_the_board() {
        let picture = Bitboard::of(Square::A1).with(Square::H8).to_string();
        let expected = "  a b c d e f g h\n ┌────────────────┐\n8│0 0 0 0 0 0 0 1 │\n";
        assert!(picture.starts_with(expected), "{picture}");
        assert!(picture.ends_with("1│1 0 0 0 0 0 0 0 │\n └────────────────┘\n"), "{picture}");
    }
}
