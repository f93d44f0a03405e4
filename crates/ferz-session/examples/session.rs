//! A minimal UCI engine: `cargo run --release -p ferz-session --example session`.

use ferz_session::{Flow, Session, SessionError};
use std::io::{Write, stdin, stdout};

fn main() -> Result<(), SessionError> {
    // An error of the output, such as a closed pipe, ends the searches and the session.
    let mut session = Session::new(|output| writeln!(stdout(), "{output}"))?;
    for line in stdin().lines().map_while(Result::ok) {
        if session.line(&line) == Flow::Quit {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
