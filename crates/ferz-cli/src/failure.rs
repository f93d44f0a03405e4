//! How commands fail: with one clear line and an exit status.

use crate::args::Cli;
use clap::CommandFactory;
use ferz::notation::{FenError, FenTextError};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line makes no sense.
    #[error("{reason} (try '{command} --help')")]
    CommandLine {
        /// What is wrong.
        reason: String,
        /// The command whose help tells more.
        command: String,
    },
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
    /// Standard input cannot be read.
    #[error("standard input: {0}")]
    Input(std::io::Error),
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

impl Failure {
    /// What clap says of these arguments over several lines, in one.
    pub(crate) fn of_arguments(
        arguments: impl IntoIterator<Item = OsString>,
        error: &clap::Error,
    ) -> Self {
        let text = error.to_string();
        let (said, usage) = text.split_once("Usage:").unwrap_or((&text, ""));
        let words = said
            .lines()
            .take_while(|line| !line.starts_with("For more information"))
            .map(|line| line.trim().trim_start_matches("error: "))
            .filter(|line| !line.is_empty());
        let reason = words.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
        let command: Vec<_> = usage
            .split_whitespace()
            .take_while(|word| word.chars().all(|letter| letter.is_ascii_lowercase()))
            .collect();
        let command = if command.is_empty() { asked(arguments) } else { command.join(" ") };
        Self::CommandLine { reason, command }
    }
}

/// The command that the arguments ask for.
fn asked(arguments: impl IntoIterator<Item = OsString>) -> String {
    let cli = Cli::command();
    let mut words = arguments.into_iter().filter_map(|word| word.into_string().ok());
    match words.find(|word| cli.find_subcommand(word).is_some()) {
        Some(word) => format!("ferz {word}"),
        None => "ferz".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn a_wrong_command_line_gets_one_line() {
        for (arguments, expected) in [
            (
                "perft",
                "the following required arguments were not provided: <DEPTH> \
                 (try 'ferz perft --help')",
            ),
            (
                "pefrt 3",
                "unrecognized subcommand 'pefrt'; tip: a similar subcommand exists: 'perft' \
                 (try 'ferz --help')",
            ),
            (
                "perft 3 --threads 0",
                "invalid value '0' for '--threads <N>': 0 is not in 1..=1024 \
                 (try 'ferz perft --help')",
            ),
        ] {
            let words = ["ferz"].into_iter().chain(arguments.split(' '));
            let error = Cli::try_parse_from(words.clone()).unwrap_err();
            let failure = Failure::of_arguments(words.skip(1).map(OsString::from), &error);
            assert_eq!(failure.to_string(), expected);
        }
    }
}
