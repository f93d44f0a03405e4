//! The error that ends a command.

use super::output::print_message;
use ferz::notation::FenError;
use ferz::{InvalidSetup, SetupFaults};
use std::fmt::Display;
use std::io;
use std::path::Path;

/// An error that ends a command of `ferz`, by its exit status.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The work cannot be done, or a check failed whose result is this text.
    #[error("{text}")]
    Message {
        /// The exit status: 1 if a check failed, else 2.
        status: u8,
        /// The text of the message.
        text: String,
    },
    /// A check failed. Its result has been printed.
    #[error("a check failed")]
    CheckFailed,
    /// Ctrl-C was pressed. A partial result has been printed.
    #[error("interrupted")]
    Interrupted,
    /// Standard output cannot be written to.
    #[error("standard output: {}", without_os_number(&.0.to_string()))]
    Output(#[from] io::Error),
}

impl Error {
    /// Creates an error with a message.
    pub(crate) fn new(reason: impl Display) -> Self {
        Self::Message { status: 2, text: without_os_number(&reason.to_string()) }
    }

    /// Creates the error of a check that failed, such as one of a damaged file.
    pub(crate) fn failed_check(reason: impl Display) -> Self {
        Self::Message { status: 1, text: without_os_number(&reason.to_string()) }
    }

    /// Creates the error of arguments that contradict each other, with a hint to run the `--help` of the
    /// command.
    pub(crate) fn usage(reason: impl Display, command: &str) -> Self {
        Self::new(with_help_hint(reason, command))
    }

    /// Creates the error of an invalid line, counted from 1.
    pub(crate) fn line(path: &Path, line: usize, reason: impl Display) -> Self {
        Self::new(format_args!("{}, line {line}: {reason}", path.display()))
    }

    /// Creates the error of an external engine, named by its command line.
    pub(crate) fn engine(command: &str, reason: impl Display) -> Self {
        Self::new(format_args!("engine {command}: {reason}"))
    }

    /// Creates the error of a file.
    pub(crate) fn file(path: &Path, reason: impl Display) -> Self {
        Self::new(format_args!("{}: {reason}", path.display()))
    }

    /// Creates the error of standard input.
    pub(crate) fn input(error: io::Error) -> Self {
        Self::new(format_args!("standard input: {error}"))
    }

    /// Prints the error as one line on standard error, unless its result has been printed, and returns the
    /// exit status. A closed pipe is not an error: its reader, such as `head`, has read as much as it
    /// needs.
    pub(crate) fn report(&self) -> u8 {
        let status = match self {
            Self::Message { status, .. } => *status,
            Self::CheckFailed => return 1,
            Self::Interrupted => return 130,
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Output(_) => 2,
        };
        print_message(format_args!("ferz: {self}"));
        status
    }
}

/// Returns a message without the number that the standard library adds to the errors of the operating
/// system: `No such file or directory (os error 2)`.
fn without_os_number(text: &str) -> String {
    const MARK: &str = " (os error ";
    let Some(at) = text.find(MARK) else { return text.to_owned() };
    let rest = &text[at + MARK.len()..];
    match rest.split_once(')') {
        Some((number, rest)) if number.parse::<i32>().is_ok() => {
            format!("{}{}", &text[..at], without_os_number(rest))
        }
        _ => text.to_owned(),
    }
}

/// Returns the text of an argument error with a hint to run the command's `--help`.
pub(crate) fn with_help_hint(reason: impl Display, command: &str) -> String {
    format!("{reason} (try '{command} --help')")
}

impl From<InvalidSetup> for Error {
    fn from(invalid: InvalidSetup) -> Self {
        let harmless = SetupFaults::IGNORABLE.contains(invalid.0);
        let hint = if harmless { " (harmless: --lenient accepts it)" } else { "" };
        Self::new(format_args!("{}{hint}", FenError::Setup(invalid)))
    }
}

impl From<FenError> for Error {
    fn from(error: FenError) -> Self {
        match error {
            FenError::Setup(invalid) => invalid.into(),
            error => Self::new(error),
        }
    }
}

/// Makes the texts of errors the messages of [`Error`].
macro_rules! messages {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::new(error)
            }
        })+
    };
}

messages!(ferz_engine::AllocationError, ferz_game::book::BookError, ferz_output::OutputError);

#[cfg(feature = "train")]
messages!(
    ferz_nnue::LoadError,
    ferz_nnue::QuantizeError,
    ferz_train::format::OpenError,
    ferz_train::nnue::TrainSettingsError,
    ferz_train::selfplay::RunnerError,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_numbers_of_the_operating_system() {
        let missing = io::Error::from_raw_os_error(2).to_string();
        let (text, _) = missing.split_once(" (os error").unwrap();
        let error = Error::file(Path::new("a.pgn"), &missing);
        assert_eq!(error.to_string(), format!("a.pgn: {text}"));
        assert_eq!(
            Error::new(format_args!("{missing}; {missing}!")).to_string(),
            format!("{text}; {text}!")
        );
        let output = Error::Output(io::Error::from_raw_os_error(2));
        assert_eq!(output.to_string(), format!("standard output: {text}"));
        assert_eq!(Error::new("a (os error x) b").to_string(), "a (os error x) b");
    }
}
