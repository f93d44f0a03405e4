//! The command-line parts that the binaries `ferz` and `ferz-train` share: [`run`] parses the
//! arguments and reports errors, [`interrupt`] handles Ctrl-C, and [`progress_bar`] draws progress.
//!
//! A command that fails prints one line, `program: error`, on standard error. Exit statuses:
//!
//! | status | |
//! |---|---|
//! | 0 | success, help or version; standard output was closed by its reader |
//! | 1 | a check failed: counts differ, a file is damaged |
//! | 2 | any other error, such as wrong arguments or an unreadable file |
//! | 130 | interrupted |

#![forbid(unsafe_code)]

pub mod interrupt;

use clap::Parser;
use clap::error::ErrorKind;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// An error that ends a command.
pub trait CommandError: std::error::Error {
    /// Returns the exit status, and whether the error is printed.
    fn exit(&self) -> Exit;
}

/// Exit status of a failed command, with or without a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Print the error and exit with this status.
    Message(u8),
    /// Print nothing and exit with this status.
    Silent(u8),
}

impl Exit {
    /// An interrupted command: silent, with the status that shells use for SIGINT.
    pub const INTERRUPTED: Self = Self::Silent(130);

    /// Returns the exit after a failed write to standard output. A closed pipe is not an error: its
    /// reader, such as `head`, has read as much as it needs.
    pub fn output_error(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Silent(0),
            _ => Self::Message(2),
        }
    }
}

/// Parses the arguments of the process, runs the command with them and returns the exit code of the
/// process. Prints help to standard output and an error as one line to standard error.
pub fn run<C: Parser, E: CommandError>(command: impl FnOnce(C) -> Result<(), E>) -> ExitCode {
    let cli = match C::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_clap_error::<C>(&error),
    };
    let Err(error) = command(cli) else { return ExitCode::SUCCESS };
    match error.exit() {
        Exit::Silent(status) => ExitCode::from(status),
        Exit::Message(status) => {
            eprintln!("{}: {error}", C::command().get_name());
            ExitCode::from(status)
        }
    }
}

/// Prints help or an error of clap and returns the exit code.
fn report_clap_error<C: Parser>(error: &clap::Error) -> ExitCode {
    let is_help = !error.use_stderr();
    if is_help || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A closed pipe is ignored, as for any other output.
        let _ = error.print();
    } else {
        let text = argument_error::<C>(std::env::args_os().skip(1), error);
        eprintln!("{}: {text}", C::command().get_name());
    }
    ExitCode::from(if is_help { 0 } else { 2 })
}

/// Returns an error of clap, which has several lines, as one line that ends with a
/// [hint](with_help_hint) to run the command's `--help`. `arguments` are those without the program's
/// name.
pub fn argument_error<C: Parser>(
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

/// Returns the program's name with the subcommand that the arguments contain, if any.
fn requested_command<C: Parser>(arguments: impl IntoIterator<Item = OsString>) -> String {
    let cli = C::command();
    let mut words = arguments.into_iter().filter_map(|word| word.into_string().ok());
    match words.find(|word| cli.find_subcommand(word).is_some()) {
        Some(word) => format!("{} {word}", cli.get_name()),
        None => cli.get_name().to_owned(),
    }
}

/// Returns the text of an argument error with a hint to run the command's `--help`.
pub fn with_help_hint(reason: &str, command: &str) -> String {
    format!("{reason} (try '{command} --help')")
}

/// Returns a progress bar on standard error, which is drawn only on a terminal and removed when it
/// is dropped. Without a total it shows the message and the time elapsed.
pub fn progress_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    let template = match total {
        Some(_) => "[{bar:30}] {percent}%  {msg}  {eta} left",
        None => "{msg}  {elapsed}",
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
