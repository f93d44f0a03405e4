use crate::setup::InvalidSetup;
use crate::types::Rank;
use alloc::string::String;
use core::fmt;

/// The error for text that is not a FEN, with its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN field {field} ({}{}), column {column}: {problem}", field_name(*field), Quoted(text))]
#[non_exhaustive]
pub struct FenTextError {
    /// The number of the field from 1; 7 for text after the sixth.
    pub field: usize,
    /// The column of the character, counted from 1 over the whole text; one past the end if the
    /// text ended.
    pub column: usize,
    /// The text of the field, as [`truncated`](crate::notation::truncated) shortens it; empty if the
    /// field is missing.
    pub text: String,
    /// The kind of error.
    pub problem: FenTextProblem,
}

/// The kinds of errors in the text of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenTextProblem {
    /// The text ends before a required field.
    MissingField,
    /// An invalid character, or the end of an incomplete field.
    Unexpected {
        /// The character found; `None` at the end of the field.
        found: Option<char>,
        /// The expected characters.
        expected: &'static str,
    },
    /// A rank that does not have eight squares.
    RankWidth {
        /// The rank.
        rank: Rank,
        /// The number of squares read.
        squares: usize,
    },
    /// A castling right that occurs twice.
    RepeatedRight {
        /// The letter of the second occurrence.
        found: char,
    },
    /// A counter above 65535.
    NumberTooLarge,
    /// Text after the sixth field.
    TrailingText,
}

/// The errors of reading a position from a FEN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is not a FEN.
    #[error(transparent)]
    Text(#[from] FenTextError),
    /// The setup is not legal.
    #[error("illegal position: {0}")]
    Setup(#[from] InvalidSetup),
}

/// The text of a field after its name, or nothing without text.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " {:?}", self.0) }
    }
}

/// Returns the name of a field.
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
                write!(f, "rank {rank} has more than 8 squares")
            }
            Self::RankWidth { rank, squares } => {
                write!(f, "rank {rank} has {squares} squares, expected 8")
            }
            Self::RepeatedRight { found } => {
                write!(f, "{found:?} repeats a castling right")
            }
            Self::NumberTooLarge => f.write_str("the number is above 65535"),
            Self::TrailingText => f.write_str("expected the end of the text after six fields"),
        }
    }
}
