//! A minimal UCI front end: `cargo run --release -p ferz-engine --example uci`.

use ferz_engine::session::{Flow, Session};
use std::io::Write;

fn main() {
    // Write errors are ignored: the GUI is gone.
    let mut session = Session::new(|output| {
        let _ = writeln!(std::io::stdout(), "{output}");
    });
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if session.line(&line) == Flow::Quit {
            return;
        }
    }
    session.finish();
}
