//! Prints the counts below each first move and the total.
//!
//! ```text
//! cargo run --release -p ferz-perft --example perft -- 5 "FEN"
//! ```

use ferz::Position;
use ferz_perft::{CountOptions, parallel};
use std::error::Error;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth = arguments.next().map_or(Ok(5), |depth| depth.parse())?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let options = CountOptions { threads, ..CountOptions::default() };
    let started = Instant::now();
    let counts = parallel::divide(&position, depth, &options, |_| ControlFlow::Continue(()))?;
    for row in &counts.rows {
        println!("{}: {}", row.uci, row.leaves);
    }
    println!("\n{} leaves in {:.3} s", counts.leaves, started.elapsed().as_secs_f64());
    Ok(())
}
