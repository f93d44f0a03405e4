use crate::setup::InvalidSetup;
use crate::types::Rank;
use core::fmt;

/// Where the text of a FEN broke, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN field {field} ({}), column {column}: {problem}", field_name(*field))]
pub struct FenTextError {
    /// The field, counted from 1; 7 for text after the sixth.
    pub field: usize,
    /// The character, counted from 1 over the whole text; one past the end if the text ended.
    pub column: usize,
    /// What was found there and what was expected.
    pub problem: FenTextProblem,
}

/// What is wrong with the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenTextProblem {
    /// The text ended before a field that may not be left out.
    MissingField,
    /// A character that cannot stand there, or the end of the field where it must go on.
    Unexpected {
        /// The character; `None` at the end of the field.
        found: Option<char>,
        /// What could have stood there.
        expected: &'static str,
    },
    /// A rank of the board that does not describe eight squares.
    RankWidth {
        /// Which rank.
        rank: Rank,
        /// How many squares it describes, as far as it was read.
        squares: usize,
    },
    /// A letter for a right to castle that an earlier letter gave already.
    RepeatedRight {
        /// The later letter.
        found: char,
    },
    /// A counter above 65535.
    NumberTooLarge,
    /// Text after the last field.
    TrailingText,
}

/// Why a text gives no position: it is no FEN, or the rules refuse what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text is no FEN.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// The text is a FEN, but the rules refuse the setup.
    #[error("illegal position: {0}")]
    Setup(#[from] InvalidSetup),
}

/// What the field with this number holds.
fn field_name(number: usize) -> &'static str {
    match number {
        1 => "piece placement",
        2 => "side to move",
        3 => "castling rights",
        4 => "en passant square",
        5 => "halfmove clock",
        6 => "full move number",
        _ => "after the last field",
    }
}

impl fmt::Display for FenTextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingField => f.write_str("the text ends before this field"),
            Self::Unexpected { found: Some(found), expected } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            Self::Unexpected { found: None, expected } => {
                write!(f, "expected {expected}, but the field ends")
            }
            Self::RankWidth { rank, squares } if squares > 8 => {
                write!(f, "rank {rank} goes on after 8 squares")
            }
            Self::RankWidth { rank, squares } => {
                write!(f, "rank {rank} describes {squares} squares instead of 8")
            }
            Self::RepeatedRight { found } => {
                write!(f, "{found:?} repeats a right that was given already")
            }
            Self::NumberTooLarge => f.write_str("the number is above 65535"),
            Self::TrailingText => f.write_str("nothing may follow the sixth field"),
        }
    }
}
