//! Analysis in process: searches a position in one thread, prints its lines, and stops the search from
//! another thread.
//!
//! `cargo run --release -p ferz-engine --example analysis [FEN]`

use ferz::Position;
use ferz_engine::{Control, Limits, Report, SearchSettings, Searcher, SearcherOptions};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let position = if fen.is_empty() { Position::startpos() } else { Position::from_fen(&fen)? };
    let mut searcher =
        Searcher::new(SearcherOptions { threads: 2, hash_mib: 64, ..SearcherOptions::default() })?;
    let settings = SearchSettings { multipv: 3, ..SearchSettings::default() };
    let control = Control::default();

    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(2));
            control.stop();
        });
        searcher.search(
            &position,
            &Limits::none(),
            &settings,
            &control,
            Some(&mut |report| {
                if let Report::Line(line) = report {
                    let moves = position.numbered_san_line(&line.pv).unwrap_or_default();
                    let score = line.score();
                    println!("{:>3} {}. {score:>7}  {moves}", line.depth, line.multipv);
                }
            }),
        )
    })?;

    match result.best {
        Some(best) => println!("best move: {} ({})", position.san(best), result.score()),
        None => println!("the game is over"),
    }
    Ok(())
}
