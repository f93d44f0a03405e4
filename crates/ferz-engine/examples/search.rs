//! A search without UCI: `cargo run --release -p ferz-engine --example search [FEN]`.

use ferz::Position;
use ferz_engine::{Control, Limits, Report, SearchSettings, Searcher, SearcherOptions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let position = fen.map_or(Ok(Position::startpos()), |fen| Position::from_fen(&fen))?;
    let mut searcher = Searcher::new(SearcherOptions::default())?;
    let (limits, settings) = (Limits::depth(12), SearchSettings::default());
    let mut print = |report| {
        if let Report::Line(line) = report {
            let moves = position.numbered_san_line(&line.pv).unwrap_or_default();
            println!("{:>2} {:>7}  {moves}", line.depth, line.score());
        }
    };
    let result =
        searcher.search(&position, &limits, &settings, &Control::default(), Some(&mut print))?;
    match result.best {
        Some(best) => println!("best move: {}", position.san(best)),
        None => println!("the game is over"),
    }
    Ok(())
}
