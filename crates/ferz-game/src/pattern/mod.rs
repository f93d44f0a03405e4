//! Patterns of pieces, to search positions.

mod parser;

use ferz::{Bitboard, Board, Color, Piece};
use std::str::FromStr;

/// A pattern of pieces that a position contains or does not contain.
///
/// The text is a list of conditions, separated by commas or spaces, all of which must hold. A
/// condition consists of pieces and squares, and holds if one of the pieces is on one of the squares:
///
/// | text | condition |
/// |---|---|
/// | `Nf5` | a white knight on f5 |
/// | `pd6` | a black pawn on d6 |
/// | `_h7` | h7 is empty |
/// | `Ag1`, `ag1` | any white piece, any black piece on g1 |
/// | `[NB]f5` | a white knight or a white bishop on f5 |
/// | `Ra-h7`, `Pe4-6` | on one of the squares a7 to h7, or e4 to e6 |
/// | `Ka-c1-2` | on one of the six squares from a1 to c2 |
/// | `k[g8,h8]` | on g8 or h8 |
/// | `q` | a black queen on any square |
/// | `!q`, `!pa-h7` | no black queen, no black pawn on the seventh rank |
///
/// A text with `/` is a board instead: eight ranks as in FEN, where `?` is a square with any content
/// and `*` the rest of a rank with any content. Digits are empty squares, and `A`, `a` and `[NB]` have
/// the meaning that they have in a list.
///
/// ```
/// use ferz::Position;
/// use ferz_game::pattern::PositionPattern;
///
/// let position = Position::from_fen("r4rk1/5ppp/8/3pN3/3P4/8/5PPP/R4RK1 w - - 0 20")?;
/// let outpost: PositionPattern = "Ne5, Pd4, pd5, !p[d6,f6]".parse()?;
/// assert!(outpost.matches(&position));
/// assert!(!outpost.flip_colors().matches(&position));
///
/// let castled: PositionPattern = "*/*/*/*/*/*/?????PPP/????1RK1".parse()?;
/// assert!(castled.matches(&position) && castled.flip_colors().matches(&position));
///
/// let error = "Ne9".parse::<PositionPattern>().unwrap_err();
/// assert_eq!(error.to_string(), "column 3: found `9`, expected a rank from 1 to 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionPattern {
    conditions: Vec<Condition>,
}

impl PositionPattern {
    /// The maximum length of a text in bytes.
    pub const MAX_LENGTH: usize = 1024;

    /// Returns true if all conditions hold. The side to move, castling rights and counters have no
    /// meaning.
    pub fn matches(&self, position: &Board) -> bool {
        self.conditions.iter().all(|condition| condition.holds(position))
    }

    /// Returns the pattern with the colours exchanged and the board flipped: the pattern from the
    /// other side.
    pub fn flip_colors(&self) -> Self {
        Self { conditions: self.conditions.iter().map(Condition::flip_colors).collect() }
    }
}

impl FromStr for PositionPattern {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<Self, ParsePatternError> {
        parser::parse(text).map(|conditions| Self { conditions })
    }
}

/// An error in the text of a [`PositionPattern`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePatternError {
    /// A character that has no meaning in its place.
    #[error("column {column}: found {}, expected {expected}", shown(*found))]
    Unexpected {
        /// The column in characters, from 1.
        column: usize,
        /// The character, or `None` at the end of the text.
        found: Option<char>,
        /// The text expected.
        expected: &'static str,
    },
    /// More bytes than [`PositionPattern::MAX_LENGTH`].
    #[error("found {length} bytes, expected at most {}", PositionPattern::MAX_LENGTH)]
    TooLong {
        /// The number of bytes.
        length: usize,
    },
}

fn shown(found: Option<char>) -> String {
    found.map_or("the end".to_owned(), |found| format!("`{}`", found.escape_debug()))
}

/// A condition: one of the pieces is on one of the squares, or none is.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    pieces: PatternPieces,
    squares: Bitboard,
    is_negated: bool,
}

impl Condition {
    fn holds(&self, position: &Board) -> bool {
        self.squares.intersects(self.pieces.squares(position)) != self.is_negated
    }

    fn flip_colors(&self) -> Self {
        Self { pieces: self.pieces.flip_colors(), squares: self.squares.flip_ranks(), ..*self }
    }
}

/// A set of pieces and the empty square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PatternPieces {
    /// A bit for each piece, by its index.
    pieces: u16,
    has_empty: bool,
}

impl PatternPieces {
    /// The bits of the white pieces, whose indices are even.
    const WHITE: u16 = 0b0101_0101_0101;

    const NONE: Self = Self { pieces: 0, has_empty: false };
    const EMPTY: Self = Self { pieces: 0, has_empty: true };

    fn of(piece: Piece) -> Self {
        Self { pieces: 1 << piece.index(), has_empty: false }
    }

    fn of_color(color: Color) -> Self {
        let pieces = match color {
            Color::White => Self::WHITE,
            Color::Black => Self::WHITE << 1,
        };
        Self { pieces, has_empty: false }
    }

    fn union(self, other: Self) -> Self {
        Self { pieces: self.pieces | other.pieces, has_empty: self.has_empty || other.has_empty }
    }

    fn flip_colors(self) -> Self {
        let pieces = (self.pieces & Self::WHITE) << 1 | self.pieces >> 1 & Self::WHITE;
        Self { pieces, ..self }
    }

    /// Returns the squares of the pieces in a position.
    fn squares(self, position: &Board) -> Bitboard {
        let mut squares = if self.has_empty { !position.occupied() } else { Bitboard::EMPTY };
        let mut rest = self.pieces;
        while let Some(piece) = Piece::from_index(rest.trailing_zeros() as usize) {
            squares |= position.pieces(piece.color(), piece.piece_type());
            rest &= rest - 1;
        }
        squares
    }
}

#[cfg(test)]
mod tests;
