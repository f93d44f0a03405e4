use super::index_enum::{index_enum, wrapping_index};
use super::{Direction, Rank};
use core::fmt;
use core::ops::Not;

index_enum! {
    /// A side: the player of the white or of the black pieces.
    pub enum Color { White, Black }
}
wrapping_index!(Color);

impl Color {
    /// The way this side's pawns walk: north for White, south for Black.
    #[inline(always)]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// The rank as this side counts it: `relative_rank(Rank::First)` is its own back rank.
    #[inline(always)]
    pub const fn relative_rank(self, rank: Rank) -> Rank {
        Rank::wrapping(rank.index() ^ (self.index() * 7))
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
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
