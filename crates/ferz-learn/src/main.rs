// [start:head]
//! The engine of the course, for any user interface that knows UCI.

use std::io::{self, stdin, stdout};

fn main() -> io::Result<()> {
    ferz_learn::engine::uci::run(stdin().lock(), stdout())
}
// [end:head]
