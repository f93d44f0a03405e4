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
use super::interrupt;
use super::output::{self, print_message};
use super::terminal::has_colors;
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

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
    interrupt::wait_for_exit();
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
    let printed = if has_colors() {
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
    let mut parts = vec![reason(error)];
    parts.extend(suggestions(error).map(|suggestion| format!("tip: {suggestion}")));
    with_help_hint(parts.join("; "), &requested_command::<C>(arguments))
}

/// Returns the reason of an error of clap.
fn reason(error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("a value is required for '{argument}' but none was supplied")
        }
        ErrorKind::InvalidValue => {
            let values = context(ContextKind::ValidValue);
            format!("invalid value '{value}' for '{argument}'; [possible values: {values}]")
        }
        ErrorKind::ValueValidation => {
            let source = error.source().map(|source| format!(": {}", expectation(source)));
            format!("invalid value '{value}' for '{argument}'{}", source.unwrap_or_default())
        }
        ErrorKind::UnknownArgument => format!("unexpected argument '{argument}' found"),
        ErrorKind::InvalidSubcommand => {
            format!("unrecognized subcommand '{}'", context(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("the following required arguments were not provided: {argument}")
        }
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            prior if prior == argument => {
                format!("the argument '{argument}' cannot be used multiple times")
            }
            prior => format!("the argument '{argument}' cannot be used with '{prior}'"),
        },
        ErrorKind::TooFewValues => {
            format!("'{argument}' requires {} values or more", context(ContextKind::MinValues))
        }
        kind if argument.is_empty() => kind.to_string(),
        kind => format!("{kind}: '{argument}'"),
    }
}

/// Returns the text of the error of a value. Those of the standard library do not name the expected
/// value.
fn expectation(error: &(dyn std::error::Error + 'static)) -> String {
    let integer = error.downcast_ref::<ParseIntError>().map(ParseIntError::kind);
    match integer {
        Some(IntErrorKind::InvalidDigit | IntErrorKind::Empty) => "expected a whole number".into(),
        _ if error.is::<ParseFloatError>() => "expected a number".into(),
        _ => error.to_string(),
    }
}

/// Returns the corrections that clap suggests.
fn suggestions(error: &clap::Error) -> impl Iterator<Item = String> + '_ {
    let similar = [
        (ContextKind::SuggestedSubcommand, "subcommand"),
        (ContextKind::SuggestedArg, "argument"),
        (ContextKind::SuggestedValue, "value"),
    ];
    let similar = similar.into_iter().filter_map(|(kind, name)| {
        let mut names = match error.get(kind)? {
            ContextValue::Strings(names) => names.clone(),
            name => vec![name.to_string()],
        };
        if kind == ContextKind::SuggestedArg {
            let given = error.get(ContextKind::InvalidArg).map(ToString::to_string);
            names.retain(|name| given.as_ref().is_none_or(|given| is_similar(given, name)));
        }
        let quoted: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
        Some(match quoted.as_slice() {
            [] => return None,
            [only] => format!("a similar {name} exists: {only}"),
            several => format!("some similar {name}s exist: {}", several.join(", ")),
        })
    });
    let others = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(texts)) => texts.as_slice(),
        _ => &[],
    };
    // An unknown option is hardly ever a value that begins with hyphens.
    let is_value = |text: &String| text.contains("as a value, use '-- ");
    similar.chain(others.iter().map(ToString::to_string).filter(move |text| !is_value(text)))
}

/// Returns true if one name of an option can be meant by another one: it begins with it, or at most a third of its
/// letters differ. The measure of clap also finds `--pattern` for `--date`.
fn is_similar(given: &str, name: &str) -> bool {
    let [given, name] = [given, name].map(|text| text.trim_start_matches('-').as_bytes());
    // The edit distances of the beginnings of `name` to the whole of `given` so far (Levenshtein).
    let mut distances: Vec<usize> = (0..=name.len()).collect();
    for (row, letter) in given.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut distances[0], row + 1);
        for (column, other) in name.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = distances[column + 1];
            distances[column + 1] = replaced.min(diagonal + 1).min(distances[column] + 1);
        }
    }
    let is_beginning = given.len() >= 3 && name.starts_with(given);
    is_beginning || 3 * distances[name.len()] <= given.len().max(name.len())
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

/// Returns the text of a file of the folder `help` for `after_help`: lines of a paragraph are joined, as clap wraps them by
/// the terminal, and those that begin with a space are kept.
pub(crate) fn help_text(file: &str) -> String {
    let (mut text, mut last) = (String::with_capacity(file.len()), "");
    for line in file.lines() {
        let is_own = |line: &str| line.is_empty() || line.starts_with(' ');
        if !text.is_empty() {
            text.push(if is_own(line) || is_own(last) { '\n' } else { ' ' });
        }
        text.push_str(line);
        last = line;
    }
    text
}

/// Returns the [`help_text`] of a command, by the name of its file.
macro_rules! help {
    ($name:literal) => {
        crate::common::program::help_text(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/help/",
            $name,
            ".txt"
        )))
    };
}
pub(crate) use help;

/// Returns a text with the exit statuses after it.
pub(crate) fn concat_help(text: &str) -> String {
    format!("{text}\n\n{EXIT_STATUS_HELP}")
}
