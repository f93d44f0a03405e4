use ferz::InvalidSetup;
use ferz::notation::EpdError;
use std::io;
use std::path::{Path, PathBuf};

/// An error in a Polyglot book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be opened.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A directory, a pipe or a device: only a file can be searched.
    #[error("{}: {found}, expected a file", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// The kind of file found.
        found: &'static str,
    },
    /// The length is not a multiple of 16 bytes.
    #[error("{}found {bytes} bytes, expected a multiple of 16: not a Polyglot book, or cut off",
        prefix(path.as_deref()))]
    Length {
        /// The file; `None` for a book in memory.
        path: Option<PathBuf>,
        /// The length in bytes.
        bytes: u64,
    },
}

/// Returns a path as the beginning of a message.
fn prefix(path: Option<&Path>) -> String {
    path.map_or(String::new(), |path| format!("{}: ", path.display()))
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
