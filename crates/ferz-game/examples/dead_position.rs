//! Prints for each FEN of standard input if White and Black can checkmate by any series of legal
//! moves: `cargo run --example dead_position -- [NODES] < positions.txt`.

use ferz::{Color, Position};
use ferz_game::game::winnability;
use std::io::BufRead;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let max_nodes = std::env::args().nth(1).map_or(Ok(100_000), |text| text.parse())?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let position = Position::from_fen(&line)?;
        let [white, black] = Color::ALL.map(|side| winnability(&position, side, max_nodes));
        println!("{line}: White {white:?}, Black {black:?}");
    }
    Ok(())
}
