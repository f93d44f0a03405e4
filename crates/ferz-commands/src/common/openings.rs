//! Start positions from a file in EPD.

use super::input::read_text;
use clap::{Args, ValueEnum};
use ferz::{Position, SetupFaults};
use ferz_game::book::{PositionBook, PositionBookError};
use std::path::PathBuf;
use std::{fmt, io};

/// The arguments that select start positions.
#[derive(Args, Clone, Debug)]
pub(crate) struct OpeningArgs {
    /// Start from the positions in a file, one FEN or EPD per line [default: the standard position]
    #[arg(long = "openings", id = "openings", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Order in which the positions of --openings are used
    #[arg(long, value_enum, default_value_t = OpeningOrder::Random, requires = "openings")]
    pub(crate) order: OpeningOrder,

    /// Number of the first position of --openings in sequential order, from 1; after the last
    /// position follows the first
    #[arg(long = "start", id = "start", value_name = "N", default_value = "1",
        requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) first: u64,
}

/// The order of start positions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpeningOrder {
    /// Draw a position for each game
    Random,
    /// Use the positions in the order of the file
    Sequential,
}

/// An error of a file of start positions.
#[derive(Debug)]
pub(crate) enum OpeningsError {
    /// The file cannot be read.
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The text is not a list of positions.
    Text {
        /// The file.
        path: PathBuf,
        /// The error of the text.
        error: PositionBookError,
    },
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Text { path, error: error @ PositionBookError::Empty } => {
                write!(f, "{}: {error}", path.display())
            }
            // The error begins with the line.
            Self::Text { path, error } => write!(f, "{}, {error}", path.display()),
        }
    }
}

impl std::error::Error for OpeningsError {}

impl OpeningArgs {
    /// Reads the start positions; none without a file. The faults in `ignored` are accepted, as by
    /// [`Position::from_setup_ignoring`].
    ///
    /// # Errors
    /// If the file cannot be read, or a line is invalid.
    pub(crate) fn positions(&self, ignored: SetupFaults) -> Result<Vec<Position>, OpeningsError> {
        let Some(path) = &self.file else { return Ok(Vec::new()) };
        let text =
            read_text(path).map_err(|error| OpeningsError::File { path: path.clone(), error })?;
        let book = PositionBook::parse_ignoring(&text, ignored)
            .map_err(|error| OpeningsError::Text { path: path.clone(), error })?;
        Ok(book.start_positions().collect())
    }

    /// Returns the index of the first position in sequential order, from 0; `None` in random order.
    pub(crate) fn first_index(&self) -> Option<u64> {
        (self.order == OpeningOrder::Sequential).then(|| self.first - 1)
    }
}
