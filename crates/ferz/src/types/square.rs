use super::{index_enum, wrapping_index};
use crate::text::truncated;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

index_enum! {
    /// A file of the board, a to h.
    pub enum File { A, B, C, D, E, F, G, H }
}
wrapping_index!(File);

index_enum! {
    /// A rank of the board, numbered from White's back rank.
    pub enum Rank { First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth }
}
wrapping_index!(Rank);

index_enum! {
    /// A square, numbered rank by rank: a1 = 0, b1 = 1, ... h8 = 63.
    #[rustfmt::skip]
    pub enum Square {
        A1, B1, C1, D1, E1, F1, G1, H1,
        A2, B2, C2, D2, E2, F2, G2, H2,
        A3, B3, C3, D3, E3, F3, G3, H3,
        A4, B4, C4, D4, E4, F4, G4, H4,
        A5, B5, C5, D5, E5, F5, G5, H5,
        A6, B6, C6, D6, E6, F6, G6, H6,
        A7, B7, C7, D7, E7, F7, G7, H7,
        A8, B8, C8, D8, E8, F8, G8, H8,
    }
}
wrapping_index!(Square);

/// A king's step on the board. The discriminant is the difference of the square indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(i8)]
pub enum Direction {
    /// Towards the eighth rank.
    North = 8,
    /// Towards the first rank.
    South = -8,
    /// Towards the h-file.
    East = 1,
    /// Towards the a-file.
    West = -1,
    /// North and east.
    NorthEast = 9,
    /// North and west.
    NorthWest = 7,
    /// South and east.
    SouthEast = -7,
    /// South and west.
    SouthWest = -9,
}

impl Direction {
    /// The eight directions, those of the rook first.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::South,
        Self::East,
        Self::West,
        Self::NorthEast,
        Self::NorthWest,
        Self::SouthEast,
        Self::SouthWest,
    ];

    /// Returns the difference of the square indices.
    #[inline(always)]
    pub const fn offset(self) -> i8 {
        self as i8
    }
}

impl File {
    /// Returns the letter, `'a'` to `'h'`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file of a letter in either case, or `None` for another character.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Self::from_index(letter as usize - 'a' as usize),
            'A'..='H' => Self::from_index(letter as usize - 'A' as usize),
            _ => None,
        }
    }

    /// Returns the distance in files, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        self.index().abs_diff(other.index())
    }
}

impl Rank {
    /// Returns the digit, `'1'` to `'8'`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank of a digit, or `None` for another character.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Self::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }

    /// Returns the distance in ranks, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        self.index().abs_diff(other.index())
    }
}

impl Square {
    /// Creates the square of a file and a rank.
    #[doc(alias("from_coords", "make_square"))]
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::wrapping(rank.index() * 8 + file.index())
    }

    /// Returns the file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::wrapping(self.index())
    }

    /// Returns the rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::wrapping(self.index() >> 3)
    }

    /// Mirrors the square top to bottom: e2 becomes e7.
    #[doc(alias = "flip_vertical")]
    #[inline(always)]
    pub const fn flip_rank(self) -> Self {
        Self::wrapping(self.index() ^ 56)
    }

    /// Mirrors the square left to right: b1 becomes g1.
    #[doc(alias = "flip_horizontal")]
    #[inline(always)]
    pub const fn flip_file(self) -> Self {
        Self::wrapping(self.index() ^ 7)
    }

    /// Returns the distance in king moves, 0 to 7 (Chebyshev distance).
    #[inline]
    pub const fn distance(self, other: Self) -> usize {
        let files = self.file().distance(other.file());
        let ranks = self.rank().distance(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Returns the next square in a direction, or `None` at the edge of the board.
    #[doc(alias("offset", "try_offset"))]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let to = self.index() as i8 + direction.offset();
        if to < 0 || to > 63 {
            return None;
        }
        let to = Self::wrapping(to as usize);
        // A step that wraps around the a- or h-file changes the file by seven.
        if self.distance(to) == 1 { Some(to) } else { None }
    }

    /// Adds `offset` to the index, modulo 64. The result must be on the board.
    #[inline(always)]
    pub(crate) const fn offset(self, offset: i8) -> Self {
        Self::wrapping((self as u8).wrapping_add_signed(offset) as usize)
    }
}

/// The error for text that is not the name of a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a square as a file a-h and a rank 1-8, like e4, found {text:?}")]
#[non_exhaustive]
pub struct ParseSquareError {
    /// The text, as [`truncated`] shortens it.
    pub text: String,
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Self::wrapping((rank - b'1') as usize * 8 + (file - b'a') as usize))
            }
            _ => Err(ParseSquareError { text: truncated(text) }),
        }
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip_and_a1_is_0() {
        assert_eq!(Square::A1.index(), 0);
        assert_eq!(Square::H8.index(), 63);
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for bad in ["", "e", "e9", "i1", "E4", "e44", "é4", "♔"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn steps_end_at_the_edges() {
        assert_eq!(Square::H4.step(Direction::East), None);
        assert_eq!(Square::H4.step(Direction::NorthEast), None);
        assert_eq!(Square::A4.step(Direction::SouthWest), None);
        assert_eq!(Square::E8.step(Direction::North), None);
        assert_eq!(Square::E1.step(Direction::South), None);
        assert_eq!(Square::E4.step(Direction::NorthWest), Some(Square::D5));
    }
}
