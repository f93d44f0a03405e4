//! The errors that end a command.

use super::options::OpeningsError;
use super::program::{CommonError, Exit, with_help_hint};
use ferz::notation::{FenError, FenTextError};
use ferz::{InvalidSetup, SetupFaults};
use ferz_game::book::BookError;
use ferz_output::OutputError;
use std::path::{Path, PathBuf};

/// An error that ends a command of `ferz`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The arguments contradict each other.
    #[error("{}", with_help_hint(reason, command))]
    CommandLine {
        /// The contradiction.
        reason: String,
        /// The command whose help describes the arguments.
        command: String,
    },
    /// A text is not a FEN, or the position is invalid.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A position that only `--lenient` accepts.
    #[error("{0} (harmless: --lenient accepts it)")]
    HarmlessFen(FenError),
    /// A line of a text file is invalid.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The fault of the line.
        reason: String,
    },
    /// A suite has no counts, or none of at most the maximum depth.
    #[error("{}: expected {}, found none", path.display(), expected_counts(*max_depth))]
    EmptySuite {
        /// The file.
        path: PathBuf,
        /// The maximum depth of the arguments.
        max_depth: Option<u32>,
    },
    /// The start positions cannot be read.
    #[error("{0}")]
    Openings(#[from] OpeningsError),
    /// A book cannot be opened.
    #[error("{0}")]
    Book(#[from] BookError),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// An input file cannot be opened, or an output file cannot be written.
    #[error("{0}")]
    Files(#[from] OutputError),
    /// An external engine failed or sent an unexpected reply.
    #[error("engine {engine}: {reason}")]
    Engine {
        /// The engine's command line.
        engine: String,
        /// The fault.
        reason: String,
    },
    /// A resource is not available, such as the memory for a table.
    #[error("{0}")]
    Unavailable(String),
    /// Counts differ. The difference has been printed.
    #[error("the counts differ")]
    Mismatch,
    /// Files are damaged. They have been printed.
    #[error("damaged files")]
    Damaged,
    /// A book has no move for a position, or none with a weight above 0.
    #[error("the book has no move for this position")]
    NoBookMove,
    /// An engine solved too few positions of a suite. The totals have been printed.
    #[error("fewer positions solved than required")]
    Unsolved,
    /// A command of `ferz train` failed.
    #[cfg(feature = "train")]
    #[error("{0}")]
    Train(#[from] crate::train::TrainError),
    /// Ctrl-C was pressed. A partial result has been printed.
    #[error("interrupted")]
    Interrupted,
    /// Standard input cannot be read.
    #[error("standard input: {0}")]
    Input(std::io::Error),
    /// Standard output cannot be written to.
    #[error("standard output: {0}")]
    Output(#[from] std::io::Error),
}

/// Returns the counts that a suite must contain, for [`Error::EmptySuite`].
fn expected_counts(max_depth: Option<u32>) -> String {
    match max_depth {
        None => "counts".to_owned(),
        Some(depth) => format!("a count of depth {depth} or less"),
    }
}

impl Error {
    /// Creates the error of an invalid line, counted from 1.
    pub(crate) fn line(path: &Path, line: usize, reason: impl ToString) -> Self {
        Self::Line { path: path.to_owned(), line, reason: reason.to_string() }
    }

    /// Creates the error of an external engine, named by its command line.
    pub(crate) fn engine(command: &str, reason: impl ToString) -> Self {
        Self::Engine { engine: command.to_owned(), reason: reason.to_string() }
    }

    /// Creates the error of a file that cannot be read or written.
    pub(crate) fn file(path: &Path, error: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }
}

impl From<InvalidSetup> for Error {
    fn from(invalid: InvalidSetup) -> Self {
        let harmless = SetupFaults::IGNORABLE.contains(invalid.0);
        let error = FenError::Setup(invalid);
        if harmless { Self::HarmlessFen(error) } else { Self::Fen(error) }
    }
}

impl From<FenTextError> for Error {
    fn from(error: FenTextError) -> Self {
        Self::Fen(error.into())
    }
}

impl CommonError for Error {
    fn exit(&self) -> Exit {
        match self {
            Self::Mismatch | Self::Damaged | Self::Unsolved => Exit::Silent(1),
            Self::NoBookMove => Exit::Message(1),
            #[cfg(feature = "train")]
            Self::Train(error) => error.exit(),
            Self::Interrupted => Exit::INTERRUPTED,
            Self::Output(error) => Exit::output_error(error),
            _ => Exit::Message(2),
        }
    }
}
