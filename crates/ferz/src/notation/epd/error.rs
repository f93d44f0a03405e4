use super::super::fen::FenTextError;
use super::super::san::ParseSanError;
use crate::position::IllegalMove;

/// Errors of the text of an EPD. Columns count the characters of the line from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// An error in one of the fields that EPD shares with FEN.
    #[error(transparent)]
    Fields(#[from] FenTextError),
    /// An operation does not begin with an opcode.
    #[error("EPD column {column}: expected an opcode, which begins with a letter, found {found:?}")]
    Opcode {
        /// Column of the character.
        column: usize,
        /// The character found.
        found: char,
    },
    /// A character that is not allowed in an opcode or in an operand without quotes.
    #[error("EPD column {column}: unexpected {found:?}")]
    Unexpected {
        /// Column of the character.
        column: usize,
        /// The character found.
        found: char,
    },
    /// A string without closing quote.
    #[error("EPD column {column}: the string that begins here has no closing quote")]
    UnclosedString {
        /// Column of the opening quote.
        column: usize,
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

/// Errors of the operands of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OperandError {
    /// Not one integer.
    #[error("expected one integer as operand")]
    NotAnInteger,
    /// Not one integer from 0 to 65535.
    #[error("expected one integer from 0 to 65535 as operand")]
    NotACounter,
    /// Not one string or word.
    #[error("expected one string or word as operand")]
    NotAText,
    /// Not a legal move.
    #[error("move {number}: {problem}")]
    Move {
        /// Number of the operand, counted from 1.
        number: usize,
        /// The error of the move.
        problem: ParseSanError,
    },
}

/// Errors of creating an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidOperation {
    /// The opcode is not a letter followed by letters, digits, `_` and `-`.
    #[error("expected an opcode: a letter followed by letters, digits, _ and -")]
    Opcode,
    /// The word is empty, or has white space, a quote or a semicolon.
    #[error("expected a non-empty word without white space, quotes and semicolons")]
    Word,
    /// The string has a quote or a line end, which EPD cannot represent.
    #[error("expected a string without quotes and line ends")]
    Text,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}
