//! `ferz uci`: a UCI session on standard input and output.

use crate::error::Error;
use ferz_engine::NAME;
use ferz_engine::session::{Flow, Session};
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

/// Runs a session until `quit` or the end of the input. At the end of the input, searches with a
/// limit are completed first.
///
/// # Errors
/// If standard input cannot be read, or the greeting cannot be written to a terminal.
pub(crate) fn run() -> Result<(), Error> {
    let mut input = stdin().lock();
    if input.is_terminal() {
        writeln!(stdout(), "{NAME}, a UCI chess engine: `help` lists commands, `quit` exits")?;
    }
    // Write errors are ignored: the GUI is gone.
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
        // The session reports a line with invalid UTF-8 as an unknown command.
        if session.line(&String::from_utf8_lossy(&bytes)) == Flow::Quit {
            return Ok(());
        }
    }
}
