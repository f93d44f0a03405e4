use super::{Color, Direction, File, Rank, Square};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

/// A set of squares, one bit each: bit 0 is a1, bit 63 is h8.
///
/// `&`, `|`, `^` and `!` are set algebra, `-` removes. Equality is equality of sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The squares of one colour: a1 is dark.
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The other squares: h1 is light.
    pub const LIGHT: Self = Self(!Self::DARK.0);
    /// The corners and sides of the board.
    pub const EDGES: Self = Self(0xFF81_8181_8181_81FF);

    /// The squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// The squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank.index() * 8))
    }

    /// The squares of a rank as `color` counts it.
    #[inline(always)]
    pub const fn relative_rank(color: Color, rank: Rank) -> Self {
        Self::rank(color.relative_rank(rank))
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u8)
    }

    /// Whether no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether two squares or more are in the set.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares are in the set, 0 to 64.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Whether every square of this set is in `other` too.
    #[inline(always)]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest index, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::wrapping(self.0.trailing_zeros() as usize))
        }
    }

    /// The square with the highest index, if there is one.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() {
            None
        } else {
            Some(Square::wrapping(63 - self.0.leading_zeros() as usize))
        }
    }

    /// Takes the square with the lowest index out of the set.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set and one more square.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u8)
    }

    /// The set without a square.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u8))
    }

    /// Every square moved one step; those that would leave the board are dropped.
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

    /// Mirrored top to bottom: the first rank becomes the eighth.
    #[inline(always)]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The squares in the order of their index.
    #[inline(always)]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }

    /// Every subset, the empty one first and the whole set last (Carry-Rippler): `2^len` in all.
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Self::EMPTY) }
    }
}

macro_rules! set_operators {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident, |$a:ident, $b:ident| $body:expr;)+) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )+};
}

set_operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b;
    BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b;
    BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b;
    Sub::sub, SubAssign::sub_assign, |a, b| a & !b;
}

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

/// The squares of a set, lowest index first.
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

/// The subsets of a set.
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        // Counting up in the bits of the set alone: the borrow ripples over the gaps.
        let following = Bitboard(current.0.wrapping_sub(self.set.0)) & self.set;
        self.next = following.any().then_some(following);
        Some(current)
    }
}

impl FusedIterator for Subsets {}

/// The board seen from White's side, eighth rank on top.
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
    fn subsets_are_all_there_once() {
        let set = Bitboard::of(Square::A1).with(Square::E4).with(Square::H8);
        let subsets: Vec<_> = set.subsets().collect();
        assert_eq!(subsets.len(), 8);
        assert_eq!((subsets[0], subsets[7]), (Bitboard::EMPTY, set));
        assert!(subsets.iter().all(|s| s.is_subset(set)));
        assert!(subsets.is_sorted() && subsets.windows(2).all(|w| w[0] != w[1]));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn shifts_agree_with_steps() {
        for direction in Direction::ALL {
            for square in Square::ALL {
                let stepped: Bitboard = square.step(direction).into_iter().collect();
                assert_eq!(Bitboard::of(square).shift(direction), stepped);
            }
        }
    }

    #[test]
    fn iteration_goes_both_ways() {
        let set = Bitboard::file(File::C);
        let forth: Vec<_> = set.squares().collect();
        let mut back: Vec<_> = set.squares().rev().collect();
        back.reverse();
        assert_eq!(forth, back);
        assert_eq!(set.squares().len(), 8);
    }

    #[test]
    fn the_picture_is_the_wikis() {
        let picture = Bitboard::of(Square::A1).with(Square::H8).to_string();
        let expected = "  a b c d e f g h\n ┌────────────────┐\n8│0 0 0 0 0 0 0 1 │\n";
        assert!(picture.starts_with(expected), "{picture}");
        assert!(picture.ends_with("1│1 0 0 0 0 0 0 0 │\n └────────────────┘\n"), "{picture}");
    }
}
