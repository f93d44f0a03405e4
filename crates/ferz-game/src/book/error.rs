use ferz::InvalidSetup;
use ferz::notation::EpdError;
use std::io;

/// An error in a Polyglot book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The length is not a multiple of 16 bytes.
    #[error("found {bytes} bytes, expected a multiple of 16: not a Polyglot book, or cut off")]
    Length {
        /// The length in bytes.
        bytes: u64,
    },
}

/// An error in a list of positions.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionBookError {
    /// A line is not an EPD.
    #[error("line {line}: {problem}")]
    Epd {
        /// The line, from 1.
        line: usize,
        /// The fault of the text.
        problem: EpdError,
    },
    /// The position of a line is invalid.
    #[error("line {line}: {problem}")]
    Setup {
        /// The line, from 1.
        line: usize,
        /// The faults of the position.
        problem: InvalidSetup,
    },
    /// The list is empty.
    #[error("expected at least one position, found none")]
    Empty,
}
