//! A bare UCI front end: `cargo run --release -p ferz-engine --example uci`.

use ferz_engine::session::{Flow, Session};

fn main() {
    let mut session = Session::new(|output| println!("{output}"));
    for line in std::io::stdin().lines().map_while(Result::ok) {
        if session.line(&line) == Flow::Quit {
            return;
        }
    }
    session.finish();
}
