//! UCI commands as arguments, each a line: `ferz "setoption name Hash value 64" bench quit`. OpenBench
//! starts engines like this.

use crate::common::error::Error;
use crate::{genfens, uci};
use ferz_session::Flow;
use ferz_uci::{Command, CommandError};
use std::ffi::OsString;

/// Returns the arguments after the program's name if they are lines: the first one has several words
/// and begins with a UCI command or `genfens`.
pub(crate) fn in_arguments(arguments: &[OsString]) -> Option<Vec<String>> {
    let lines: Option<Vec<String>> =
        arguments.iter().skip(1).map(|argument| argument.to_str().map(str::to_owned)).collect();
    lines.filter(|lines| lines.first().is_some_and(|line| is_line(line)))
}

fn is_line(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let (Some(first), Some(_)) = (words.next(), words.next()) else { return false };
    first == genfens::KEYWORD
        || !matches!(first.parse::<Command>(), Err(CommandError::UnknownCommand(_)))
}

/// Executes the lines in one session. Searches with a limit are completed.
///
/// # Errors
/// If a `genfens` fails, or the memory or the thread for searches is not available.
pub(crate) fn run(lines: &[String]) -> Result<(), Error> {
    let mut session = uci::open_session()?;
    for line in lines {
        if line.split_ascii_whitespace().next() == Some(genfens::KEYWORD) {
            genfens::run(line)?;
        } else if line.split_ascii_whitespace().eq(["quit"]) {
            break;
        } else if session.line(line) == Flow::Quit {
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
        for line in [
            "genfens 8 seed 1 book None",
            "setoption name Hash value 64",
            "go depth 3",
            "position startpos moves e2e4",
        ] {
            assert!(is_line(line), "{line}");
        }
        for text in ["", "bench", "perft", "genfens", "uci", "hello there", "4k3/8/8/8/8/8/8/4K3 w"]
        {
            assert!(!is_line(text), "{text}");
        }
    }
}
