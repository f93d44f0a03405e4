//! A UCI session on standard input and output.

use crate::error::Error;
use ferz_engine::NAME;
use ferz_engine::session::{Flow, Session};
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

/// Listens until `quit`, or the end of the input. Searches that have a limit then still end and
/// give their moves.
///
/// # Errors
/// If standard input cannot be read, or a terminal not be greeted.
pub(crate) fn run() -> Result<(), Error> {
    let mut input = stdin().lock();
    if input.is_terminal() {
        writeln!(stdout(), "{NAME}, a UCI chess engine: `help` lists commands, `quit` ends")?;
    }
    // Nobody to hear a reply is nobody to hear that it failed.
    let mut session = Session::new(|output| {
        let _ = writeln!(stdout(), "{output}");
    });
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes).map_err(Error::Input)? == 0 {
            session.finish();
            return Ok(());
        }
        // Text that is not UTF-8 is no command; the session says so and goes on.
        if session.line(&String::from_utf8_lossy(&bytes)) == Flow::Quit {
            return Ok(());
        }
    }
}
