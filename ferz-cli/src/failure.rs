//! How commands fail: with one clear line and an exit status.

use ferz::notation::{FenError, FenTextError};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    #[error("{0} (try 'ferz --help')")]
    CommandLine(String),
    /// A position that cannot be read, or that the rules refuse.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// The rules refuse a position, but could be talked into it.
    #[error("{0} (harmless: --lenient takes it)")]
    HarmlessFen(FenError),
    /// A line of a suite or of a file of finished subtrees is wrong.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// Another engine does not answer as it should.
    #[error("engine {engine}: {reason}")]
    Engine {
        /// How it was called.
        engine: String,
        /// What went wrong.
        reason: String,
    },
    /// The engine here refuses what was asked, as a table larger than the memory.
    #[error("{0}")]
    Refused(String),
    /// Counts differ. What differs has been printed already.
    #[error("the counts differ")]
    Mismatch,
    /// Stopped by the person who watches. What is known has been printed already.
    #[error("interrupted")]
    Interrupted,
    /// Standard output cannot be written to.
    #[error("standard output: {0}")]
    Output(std::io::Error),
}

impl Failure {
    /// A wrong line of a file.
    pub(crate) fn line(path: &Path, line: usize, reason: impl ToString) -> Self {
        Self::Line { path: path.to_owned(), line, reason: reason.to_string() }
    }

    /// Trouble with a file.
    pub(crate) fn file(path: &Path, error: std::io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// The status to exit with: 1 for wrong counts, 2 for wrong input, 130 as shells have it for
    /// a program that was interrupted.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Mismatch => ExitCode::from(1),
            Self::Interrupted => ExitCode::from(130),
            // A reader that has seen enough, like `head`, is no error.
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                ExitCode::SUCCESS
            }
            _ => ExitCode::from(2),
        }
    }

    /// The line for standard error, if there is still something to say.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::Mismatch | Self::Interrupted => None,
            Self::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => None,
            _ => Some(format!("ferz: {self}")),
        }
    }
}

impl From<FenTextError> for Failure {
    fn from(error: FenTextError) -> Self {
        Self::Fen(error.into())
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// What clap says over several lines, in one.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let words = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .map(|line| line.trim().trim_start_matches("error: "))
        .filter(|line| !line.is_empty());
    words.collect::<Vec<_>>().join("; ").replace(":; ", ": ")
}
