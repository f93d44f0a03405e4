use super::index_enum::{index_enum, wrapping_index};
use super::{Direction, Rank};
use core::fmt;
use core::ops::Not;

index_enum! {
    /// The colour of a side.
    pub enum Color { White, Black }
}
wrapping_index!(Color);

impl Color {
    /// Returns the direction of this side's pawns: north for White, south for Black.
    #[inline(always)]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// Returns the rank from this side's point of view: `relative_rank(Rank::First)` is its back
    /// rank.
    #[inline(always)]
    pub const fn relative_rank(self, rank: Rank) -> Rank {
        Rank::wrapping(rank.index() ^ (self.index() * 7))
    }

    /// Returns the FEN letter, `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// Returns the other colour.
    #[inline(always)]
    fn not(self) -> Self {
        Self::wrapping(self.index() ^ 1)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}
