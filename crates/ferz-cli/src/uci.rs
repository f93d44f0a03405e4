//! `ferz uci`: a UCI session on standard input and output.

use crate::common::files::read_line;
use crate::common::output;
use crate::common::prelude::*;
use ferz_engine::NAME;
use ferz_session::{Flow, Session};
use ferz_uci::{Command, CommandError};
use std::ffi::OsString;
use std::io::stdin;

/// Runs a session until `quit` or the end of the input. At the end of the input, searches with a
/// limit are completed first. An output that cannot be written ends the process at once.
///
/// # Errors
/// If standard input cannot be read or has a line without end, the greeting cannot be written to a terminal, or the memory or
/// the thread for searches is not available.
pub(crate) fn run() -> Result<(), Error> {
    let mut input = stdin().lock();
    if input.is_terminal() {
        writeln!(stdout(), "{NAME}, a UCI chess engine: `help` lists commands, `quit` exits")?;
    }
    let mut session = open_session()?;
    let mut bytes = Vec::new();
    loop {
        if !read_line(&mut input, &mut bytes).map_err(Error::input)? {
            session.finish();
            return Ok(());
        }
        // The session reports a line with invalid UTF-8 as an unknown command.
        if session.line(&String::from_utf8_lossy(&bytes)) == Flow::Quit {
            return Ok(());
        }
    }
}

/// Creates a session that prints its replies. Its searches end with the process as soon as the reader
/// of standard output is gone.
///
/// # Errors
/// If the memory or the thread for searches is not available.
pub(crate) fn open_session() -> Result<Session, Error> {
    output::exit_when_closed();
    let session = Session::new(|output| {
        // The main thread cannot exit: it waits for input, which may remain open.
        writeln!(stdout(), "{output}")
            .map_err(|error| std::process::exit(Error::Output(error).report().into()))
    });
    session.map_err(Error::new)
}

/// Returns the arguments after the program's name if they are lines: the first one has several words
/// and begins with a UCI command.
pub(crate) fn lines_in_arguments(arguments: &[OsString]) -> Option<Vec<String>> {
    let lines: Option<Vec<String>> =
        arguments.iter().skip(1).map(|argument| argument.to_str().map(str::to_owned)).collect();
    lines.filter(|lines| lines.first().is_some_and(|line| is_line(line)))
}

fn is_line(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let (Some(first), Some(_)) = (words.next(), words.next()) else { return false };
    !matches!(first.parse::<Command>(), Err(CommandError::UnknownCommand(_)))
}

/// Executes the lines in one session. Searches with a limit are completed.
///
/// # Errors
/// If the memory or the thread for searches is not available.
pub(crate) fn run_lines(lines: &[String]) -> Result<(), Error> {
    let mut session = open_session()?;
    for line in lines {
        if line.split_ascii_whitespace().eq(["quit"]) {
            break;
        }
        if session.line(line) == Flow::Quit {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_several_words_and_begin_with_a_command() {
        for line in ["setoption name Hash value 64", "go depth 3", "position startpos moves e2e4"] {
            assert!(is_line(line), "{line}");
        }
        for text in ["", "bench", "perft", "uci", "hello there", "4k3/8/8/8/8/8/8/4K3 w"] {
            assert!(!is_line(text), "{text}");
        }
    }
}
