use super::{Direction, Rank, Square, index_enum, wrapping_index};
use crate::text::truncated;
use alloc::string::String;
use core::fmt;
use core::ops::Not;
use core::str::FromStr;

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

impl Square {
    /// Returns the square from the point of view of `color`: unchanged for White, mirrored top to
    /// bottom for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        Self::wrapping(self.index() ^ (color.index() * 56))
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

index_enum! {
    /// The type of a piece, by ascending value.
    #[doc(alias = "Role")]
    pub enum PieceType { Pawn, Knight, Bishop, Rook, Queen, King }
}

index_enum! {
    /// A piece with its colour. The index is `2 * piece_type + color`.
    pub enum Piece {
        WhitePawn, BlackPawn, WhiteKnight, BlackKnight, WhiteBishop, BlackBishop,
        WhiteRook, BlackRook, WhiteQueen, BlackQueen, WhiteKing, BlackKing,
    }
}

impl PieceType {
    /// The promotion pieces, the most valuable first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the lower-case letter of FEN and UCI: `p`, `n`, `b`, `r`, `q` or `k`.
    pub const fn letter(self) -> char {
        b"pnbrqk"[self as usize] as char
    }

    /// Returns the type of a FEN letter in either case, or `None` for another character.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Self::Pawn),
            'n' => Some(Self::Knight),
            'b' => Some(Self::Bishop),
            'r' => Some(Self::Rook),
            'q' => Some(Self::Queen),
            'k' => Some(Self::King),
            _ => None,
        }
    }
}

impl Piece {
    /// Creates the piece of a colour and a type.
    #[inline(always)]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        match Self::from_index(piece_type.index() << 1 | color.index()) {
            Some(piece) => piece,
            None => unreachable!(),
        }
    }

    /// Returns the colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::wrapping(self as usize)
    }

    /// Returns the type.
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        match PieceType::from_index(self as usize >> 1) {
            Some(piece_type) => piece_type,
            None => unreachable!(),
        }
    }

    /// Returns the FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.piece_type().letter().to_ascii_uppercase(),
            Color::Black => self.piece_type().letter(),
        }
    }

    /// Returns the piece of a FEN letter, or `None` for another character.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_letter(letter) {
            Some(piece_type) => Some(Self::new(color, piece_type)),
            None => None,
        }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["pawn", "knight", "bishop", "rook", "queen", "king"][*self as usize])
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// The error for text that is not one letter of a colour or of a piece.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {text:?}")]
#[non_exhaustive]
pub struct ParseLetterError {
    /// The expected letters.
    pub expected: &'static str,
    /// The text, as [`truncated`](crate::notation::truncated) shortens it.
    pub text: String,
}

/// Returns the value of a text of one letter.
fn parse_letter<T>(
    text: &str,
    expected: &'static str,
    read: impl Fn(char) -> Option<T>,
) -> Result<T, ParseLetterError> {
    let mut letters = text.chars();
    let value = letters.next().and_then(read).filter(|_| letters.next().is_none());
    value.ok_or_else(|| ParseLetterError { expected, text: truncated(text) })
}

/// Reads the FEN letter `w` or `b`.
impl FromStr for Color {
    type Err = ParseLetterError;

    fn from_str(text: &str) -> Result<Self, ParseLetterError> {
        parse_letter(text, "w or b", |letter| {
            Self::ALL.into_iter().find(|color| color.letter() == letter)
        })
    }
}

/// Reads the FEN letter, upper case for White.
impl FromStr for Piece {
    type Err = ParseLetterError;

    fn from_str(text: &str) -> Result<Self, ParseLetterError> {
        parse_letter(text, "one of PNBRQKpnbrqk", Self::from_letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn letters_round_trip_and_other_text_is_refused() {
        for piece in Piece::ALL {
            assert_eq!(piece.to_string().parse(), Ok(piece));
        }
        for color in Color::ALL {
            assert_eq!(color.letter().to_string().parse(), Ok(color));
        }
        for text in ["", "x", "ww", "W", "PP", "é", "White"] {
            assert!(text.parse::<Color>().is_err() && text.parse::<Piece>().is_err(), "{text}");
        }
        let error = "kk".parse::<Piece>().unwrap_err();
        assert_eq!(error.to_string(), "expected one of PNBRQKpnbrqk, found \"kk\"");
    }
}
