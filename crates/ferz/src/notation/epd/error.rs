use super::super::fen::FenTextError;
use super::super::san::ParseSanError;
use crate::position::IllegalMove;

/// Where the text of an EPD broke. Columns count characters from 1 over the whole text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// In the fields that EPD shares with FEN.
    #[error(transparent)]
    Fields(#[from] FenTextError),
    /// Something else than an opcode where an operation should begin.
    #[error("EPD column {column}: expected an opcode, which begins with a letter, found {found:?}")]
    Opcode {
        /// Where.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A character that cannot stand in an opcode or in an operand without quotes.
    #[error("EPD column {column}: unexpected {found:?}")]
    Unexpected {
        /// Where.
        column: usize,
        /// What stands there.
        found: char,
    },
    /// A string that is not closed.
    #[error("EPD column {column}: the string that begins here has no closing quote")]
    UnclosedString {
        /// Where its opening quote stands.
        column: usize,
    },
    /// The operation that begins here has an operand that it cannot have.
    #[error("EPD column {column}: {problem}")]
    Operand {
        /// Where its opcode begins.
        column: usize,
        /// What is wrong.
        problem: OperandError,
    },
}

/// Why the operands of an operation are not what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OperandError {
    /// Not one whole number.
    #[error("the operand is not one whole number")]
    NotAnInteger,
    /// Not one number that fits a counter.
    #[error("the operand is not one number from 0 to 65535")]
    NotACounter,
    /// Not one string or word.
    #[error("the operand is not one string")]
    NotAText,
    /// Not a legal move where it is to be made.
    #[error("move {number}: {problem}")]
    Move {
        /// Which operand, counted from 1.
        number: usize,
        /// What is wrong with it.
        problem: ParseSanError,
    },
}

/// Why there can be no such operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InvalidOperation {
    /// An opcode is a letter, then letters, digits, `_` and `-`.
    #[error("an opcode is a letter followed by letters, digits, _ and -")]
    Opcode,
    /// A word holds at least one character, and no white space, quote or semicolon.
    #[error("a word may not be empty or hold white space, quotes or semicolons")]
    Word,
    /// EPD has no way to write a quote or the end of a line inside a string.
    #[error("a string may not hold quotes or ends of lines")]
    Text,
    /// A move to be written in algebraic notation is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}
