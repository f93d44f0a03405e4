//! The frame of the program: [`run`] parses the arguments and reports errors, and [`progress_bar`]
//! draws progress.
//!
//! A command that fails prints one line, `program: error`, on standard error. A message that cannot
//! be written is dropped. Exit statuses:
//!
//! | status | |
//! |---|---|
//! | 0 | success, help or version; the reader of standard output is gone |
//! | 1 | a check failed: counts differ, a file is damaged |
//! | 2 | any other error, such as wrong arguments, an unreadable file or a full device for the output |
//! | 130 | interrupted by Ctrl-C or a termination signal; partial results have been printed |

use super::output;
use super::output::print_message;
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// An error that ends a command.
pub(crate) trait CommonError: std::error::Error {
    /// Returns the exit status, and whether the error is printed.
    fn exit(&self) -> Exit;
}

/// Exit status of a failed command, with or without a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Print the error and exit with this status.
    Message(u8),
    /// Print nothing and exit with this status.
    Silent(u8),
}

impl Exit {
    /// An interrupted command: silent, with the status that shells use for SIGINT.
    pub(crate) const INTERRUPTED: Self = Self::Silent(130);

    /// Returns the exit after a failed write to standard output. A closed pipe is not an error: its
    /// reader, such as `head`, has read as much as it needs.
    pub(crate) fn output_error(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Silent(0),
            _ => Self::Message(2),
        }
    }
}

/// Parses the arguments, of which the first is the program's name, runs the command with them and
/// returns the exit status of the process. Prints help to standard output and an error as one line
/// to standard error.
pub(crate) fn run<C: Parser, E: CommonError>(
    arguments: impl IntoIterator<Item = OsString>,
    command: impl FnOnce(C) -> Result<(), E>,
) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli = match C::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return report_clap_error::<C>(arguments, &error),
    };
    exit_status(C::command().get_name(), command(cli))
}

/// Returns the exit status of the process after a command of the program `name`. Prints an error as
/// one line to standard error.
pub(crate) fn exit_status<E: CommonError>(name: &str, result: Result<(), E>) -> u8 {
    let Err(error) = result else { return 0 };
    match error.exit() {
        Exit::Silent(status) => status,
        Exit::Message(status) => {
            print_message(format_args!("{name}: {error}"));
            status
        }
    }
}

/// The exit statuses, for the help texts of both binaries.
pub(crate) const EXIT_STATUS_HELP: &str = "Exit status: 0 after success, and if the reader of the output \
    is gone; 1 if a check failed; 2 after any other error; 130 after Ctrl-C.";

/// Prints help or an error of clap and returns the exit status.
fn report_clap_error<C: Parser>(arguments: Vec<OsString>, error: &clap::Error) -> u8 {
    let name = C::command().get_name().to_owned();
    if error.use_stderr() && error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let text = argument_error::<C>(arguments.into_iter().skip(1), error);
        print_message(format_args!("{name}: {text}"));
        return 2;
    }
    if error.use_stderr() {
        let _ = write!(io::stderr(), "{}", error.render());
        return 2;
    }
    let text = error.render();
    let printed = if io::stdout().is_terminal() {
        output::print_and_flush(text.ansi())
    } else {
        output::print_and_flush(&text)
    };
    let Err(error) = printed else { return 0 };
    match Exit::output_error(&error) {
        Exit::Silent(status) => status,
        Exit::Message(status) => {
            print_message(format_args!("{name}: standard output: {error}"));
            status
        }
    }
}

/// Returns an error of clap, which has several lines, as one line that ends with a
/// [hint](with_help_hint) to run the command's `--help`. `arguments` are those without the program's
/// name.
pub(crate) fn argument_error<C: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
    error: &clap::Error,
) -> String {
    let text = error.to_string();
    let (explanation, usage) = text.split_once("Usage:").unwrap_or((&text, ""));
    let lines = explanation
        .lines()
        .take_while(|line| !line.starts_with("For more information"))
        .map(|line| line.trim().trim_start_matches("error: "))
        .filter(|line| !line.is_empty());
    let reason = lines.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
    let is_name = |word: &&str| {
        !word.starts_with('-') && word.chars().all(|char| char.is_ascii_lowercase() || char == '-')
    };
    let names: Vec<_> = usage.split_whitespace().take_while(is_name).collect();
    let command =
        if names.is_empty() { requested_command::<C>(arguments) } else { names.join(" ") };
    with_help_hint(&reason, &command)
}

/// Returns the program's name with the subcommands that the arguments contain, if any.
fn requested_command<C: Parser>(arguments: impl IntoIterator<Item = OsString>) -> String {
    let program = C::command();
    let mut command = &program;
    let mut names = vec![program.get_name()];
    for word in arguments.into_iter().filter_map(|word| word.into_string().ok()) {
        if let Some(subcommand) = command.find_subcommand(word) {
            command = subcommand;
            names.push(command.get_name());
        }
    }
    names.join(" ")
}

/// Returns the text of an argument error with a hint to run the command's `--help`.
pub(crate) fn with_help_hint(reason: &str, command: &str) -> String {
    format!("{reason} (try '{command} --help')")
}

/// Returns a text with the exit statuses after it.
pub(crate) fn concat_help(text: &str) -> String {
    format!("{text}\n\n{EXIT_STATUS_HELP}")
}
