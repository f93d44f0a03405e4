//! A game of the engine against itself, with a fixed number of nodes for each move.
//!
//! `cargo run --release -p ferz-engine --example selfplay [NODES]`

use ferz::Position;
use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions, Skill};
use std::error::Error;

/// The number of moves after which the game ends without a result.
const MAX_MOVES: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    // The stronger side is White. Equal seeds give equal games.
    let skills = [Skill::FULL, Skill::from_level(10)];
    let mut searchers = [1, 2].map(|seed| {
        Searcher::new(SearcherOptions {
            hash_mib: 8,
            seed: Some(seed),
            ..SearcherOptions::default()
        })
    });
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    while position.outcome().is_none()
        && !position.is_repetition(3)
        && !position.is_fifty_move_draw()
        && moves.len() < MAX_MOVES
    {
        let side = position.side_to_move() as usize;
        let searcher = searchers[side].as_mut().map_err(|error| *error)?;
        let settings = SearchSettings { skill: skills[side], ..SearchSettings::default() };
        let (limits, control) = (Limits::nodes(nodes), Control::default());
        let result = searcher.search(&position, &limits, &settings, &control, None)?;
        let Some(best) = result.best else { break };
        position.do_move(best);
        moves.push(best);
    }
    println!("{}", Position::startpos().numbered_san_line(&moves)?);
    match position.outcome() {
        Some(outcome) => println!("{outcome:?}"),
        None => println!("no outcome after {} moves", moves.len()),
    }
    Ok(())
}
