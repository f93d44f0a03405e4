//! How commands fail: with one line and an exit status.

use ferz_train::format::{OpenError, ReadError, WriteError};
use ferz_train::selfplay::CrewError;
use ferz_train::tune::{GamesError, SourceError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    /// A line of a file of openings is wrong.
    #[error("{}, line {line}: {reason}", path.display())]
    Line { path: PathBuf, line: usize, reason: String },
    /// A file of games cannot be added to.
    #[error("{0}")]
    Open(#[from] OpenError),
    /// A game cannot be written.
    #[error("{}: {error}", path.display())]
    Write { path: PathBuf, error: WriteError },
    /// A file of games is damaged or none at all.
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: ReadError },
    /// A game is not one by the rules.
    #[error("{}, game {number}: {reason}", path.display())]
    Game { path: PathBuf, number: usize, reason: String },
    /// The players cannot go on.
    #[error("{0}")]
    Crew(#[from] CrewError),
    /// Games cannot be read for tuning.
    #[error("{0}")]
    Games(#[from] GamesError),
    /// No position of the games passes the filter.
    #[error("no position of the games passes the filter")]
    NoSamples,
    /// The loss chart cannot be drawn.
    #[error("{0}")]
    Chart(String),
    /// The weights cannot be written.
    #[error("{0}")]
    Sources(#[from] SourceError),
    /// Stopped by the person who watches before it was done.
    #[error("interrupted")]
    Interrupted,
    /// Standard output cannot be written to.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Trouble with a file.
    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.to_owned(), error }
    }

    /// Whether nobody reads standard output any more, which is no error: `head` has seen enough.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The status to exit with: 1 for a damaged file, 130 as shells have it for a program that was
    /// interrupted, 2 for everything else.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            _ if self.is_broken_pipe() => ExitCode::SUCCESS,
            Self::Read { .. } | Self::Game { .. } => ExitCode::from(1),
            Self::Interrupted => ExitCode::from(130),
            _ => ExitCode::from(2),
        }
    }

    /// The line for standard error, if there is something to say.
    pub(crate) fn message(&self) -> Option<String> {
        let silent = matches!(self, Self::Interrupted) || self.is_broken_pipe();
        (!silent).then(|| self.to_string())
    }
}
