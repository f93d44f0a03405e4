//! The frame of the program: [`run`] parses the arguments, runs the command and reports its error.
//!
//! A command that fails prints one line, `program: error`, on standard error. A message that cannot
//! be written is dropped. Exit statuses:
//!
//! | status | |
//! |---|---|
//! | 0 | success, help or version; the reader of standard output is gone |
//! | 1 | a check failed: counts differ, a file of the right kind is damaged |
//! | 2 | any other error, such as wrong arguments, a file of another kind, or a full device for the output |
//! | 130 | interrupted by Ctrl-C or a termination signal; partial results have been printed |

use super::error::{Error, with_help_hint};
use super::output::{self, print_message};
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};

/// Parses the arguments, of which the first is the program's name, runs the command with them and
/// returns the exit status of the process. Prints help to standard output and an error as one line
/// to standard error.
pub(crate) fn run<C: Parser>(
    arguments: Vec<OsString>,
    command: impl FnOnce(C) -> Result<(), Error>,
) -> u8 {
    match C::try_parse_from(&arguments) {
        Ok(cli) => exit_status(command(cli)),
        Err(error) => report_clap_error::<C>(arguments, &error),
    }
}

/// Returns the exit status of the process after a command. Prints an error as one line to standard
/// error.
pub(crate) fn exit_status(result: Result<(), Error>) -> u8 {
    result.map_or_else(|error| error.report(), |()| 0)
}

/// The exit statuses, for the help texts.
pub(crate) const EXIT_STATUS_HELP: &str = "Exit status: 0 after success, and if the reader of the output \
    is gone; 1 if a check failed; 2 after any other error; 130 after Ctrl-C.";

/// Prints help or an error of clap and returns the exit status.
fn report_clap_error<C: Parser>(arguments: Vec<OsString>, error: &clap::Error) -> u8 {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = write!(io::stderr(), "{}", error.render());
        return 2;
    }
    if error.use_stderr() {
        let text = argument_error::<C>(arguments.into_iter().skip(1), error);
        print_message(format_args!("ferz: {text}"));
        return 2;
    }
    let text = error.render();
    let printed = if io::stdout().is_terminal() {
        output::print_and_flush(text.ansi())
    } else {
        output::print_and_flush(&text)
    };
    exit_status(printed.map_err(Error::Output))
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
    let mut reason = lines.collect::<Vec<_>>().join("; ").replace(":; ", ": ");
    // The texts of the standard library do not say what is expected.
    for (text, expected) in [
        ("invalid digit found in string", "expected a whole number"),
        ("cannot parse integer from empty string", "expected a whole number"),
        ("invalid float literal", "expected a number"),
        ("cannot parse float from empty string", "expected a number"),
    ] {
        reason = reason.replace(text, expected);
    }
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

/// Returns a text with the exit statuses after it.
pub(crate) fn concat_help(text: &str) -> String {
    format!("{text}\n\n{EXIT_STATUS_HELP}")
}
