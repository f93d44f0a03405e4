use super::super::fen::FenTextError;
use super::super::san::ParseSanError;
use crate::position::IllegalMove;
use alloc::string::String;

/// Errors of the text of an EPD. Columns count the characters of the line from 1; texts are shortened
/// by [`truncated`](crate::notation::truncated).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdError {
    /// An error in one of the fields that EPD shares with FEN.
    #[error(transparent)]
    Fields(#[from] FenTextError),
    /// An operation does not begin with an opcode.
    #[error("EPD column {column}: expected an opcode, which begins with a letter, found {text:?}")]
    Opcode {
        /// Column of the first character.
        column: usize,
        /// The text up to white space or a semicolon.
        text: String,
    },
    /// A character that is not allowed in an opcode or in an operand without quotes.
    #[error("EPD column {column}: unexpected {found:?} after {text:?}")]
    Unexpected {
        /// Column of the character.
        column: usize,
        /// The character found.
        found: char,
        /// The opcode or the operand before it.
        text: String,
    },
    /// A string without closing quote.
    #[error("EPD column {column}: the string {text:?} has no closing quote")]
    UnclosedString {
        /// Column of the opening quote.
        column: usize,
        /// The text after the opening quote.
        text: String,
    },
    /// An operation with an invalid operand.
    #[error("EPD column {column}: {problem}")]
    Operand {
        /// Column of the opcode.
        column: usize,
        /// The error of the operand.
        problem: OperandError,
    },
}

/// Errors of the operands of an operation. Each holds the operation as text, shortened by
/// [`truncated`](crate::notation::truncated).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OperandError {
    /// Not one integer.
    #[error("{0:?}: expected one integer as operand")]
    NotAnInteger(String),
    /// Not one integer from 0 to 65535.
    #[error("{0:?}: expected one integer from 0 to 65535 as operand")]
    NotACounter(String),
    /// Not one string or word.
    #[error("{0:?}: expected one string or word as operand")]
    NotAText(String),
    /// Not a legal move.
    #[error("move {number}: {problem}")]
    Move {
        /// Number of the operand, counted from 1.
        number: usize,
        /// The error of the move, with its text.
        problem: ParseSanError,
    },
}

/// Errors of creating an operation. Texts are shortened by [`truncated`](crate::notation::truncated).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidOperation {
    /// The opcode is not a letter followed by letters, digits, `_` and `-`.
    #[error("expected an opcode, a letter followed by letters, digits, _ and -, found {0:?}")]
    Opcode(String),
    /// The word is empty, or has white space, a quote or a semicolon.
    #[error("expected a non-empty word without white space, quotes and semicolons, found {0:?}")]
    Word(String),
    /// The string has a quote or a line end, which EPD cannot represent.
    #[error("expected a string without quotes and line ends, found {0:?}")]
    Text(String),
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}
