//! Occurrences: what happens anywhere in a game.

use ferz::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// Something that happens anywhere in a game, whether or not the game ends by it as of a
/// [`Termination`](super::Termination).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurrence {
    /// A position for the third time.
    Repetition,
    /// A position for the fifth time.
    FivefoldRepetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
    /// Seventy-five such moves.
    SeventyFiveMoves,
    /// A promotion.
    Promotion,
    /// A promotion to a rook, a bishop or a knight.
    Underpromotion,
    /// A capture en passant.
    EnPassant,
}

impl Occurrence {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Repetition,
        Self::FivefoldRepetition,
        Self::FiftyMoves,
        Self::SeventyFiveMoves,
        Self::Promotion,
        Self::Underpromotion,
        Self::EnPassant,
    ];

    /// Returns the name for arguments, such as `fifty-moves`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Repetition => "repetition",
            Self::FivefoldRepetition => "fivefold-repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::Promotion => "promotion",
            Self::Underpromotion => "underpromotion",
            Self::EnPassant => "en-passant",
        }
    }

    /// Returns the meaning in one line.
    pub fn description(self) -> &'static str {
        match self {
            Self::Repetition => "A position occurs three times",
            Self::FivefoldRepetition => "A position occurs five times",
            Self::FiftyMoves => "Fifty moves of each side without capture or pawn move",
            Self::SeventyFiveMoves => {
                "Seventy-five moves of each side without capture or pawn move"
            }
            Self::Promotion => "A pawn promotes",
            Self::Underpromotion => "A pawn promotes to a rook, bishop or knight",
            Self::EnPassant => "A pawn captures en passant",
        }
    }

    /// Returns true if it happens by a move, `None` after the last one, or in the position before it.
    pub fn happens(self, position: &Position, mv: Option<Move>) -> bool {
        match self {
            Self::Repetition => position.is_repetition(3),
            Self::FivefoldRepetition => position.is_repetition(5),
            Self::FiftyMoves => position.rule50() >= 100,
            Self::SeventyFiveMoves => position.rule50() >= 150,
            Self::Promotion => mv.is_some_and(|mv| mv.promotion().is_some()),
            Self::Underpromotion => {
                let promoted = mv.and_then(Move::promotion);
                promoted.is_some_and(|piece| piece != ferz::PieceType::Queen)
            }
            Self::EnPassant => mv.is_some_and(Move::is_en_passant),
        }
    }
}

/// The error for text that is no name of an occurrence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected an occurrence, like repetition or underpromotion")]
pub struct ParseOccurrenceError;

/// Parses a [name](Occurrence::name).
impl FromStr for Occurrence {
    type Err = ParseOccurrenceError;

    fn from_str(name: &str) -> Result<Self, ParseOccurrenceError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParseOccurrenceError)
    }
}

/// Writes the name.
impl fmt::Display for Occurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
