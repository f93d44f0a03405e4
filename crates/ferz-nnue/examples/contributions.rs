//! Shows the value of a position and the contribution of each piece.
//!
//!     cargo run -p ferz-nnue --example contributions -- [FILE [FEN]]
//!
//! Without a file, a network of random weights is shown.

use ferz::{File, Piece, Position, Rank, Square};
use ferz_nnue::{Network, Shape};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let network = match args.next() {
        Some(path) => Network::load(path)?,
        None => Network::random(1, Shape::new(64, 1)?),
    };
    let position = match args.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    println!("{network:?}\n{}\n", network.provenance());
    let contributions = network.contributions(&position);
    for rank in Rank::ALL.into_iter().rev() {
        let cell = |file| {
            let square = Square::new(file, rank);
            let piece = position.piece_on(square).map_or('.', Piece::letter);
            let value = contributions[square].map(|value| format!("{value:+}")).unwrap_or_default();
            format!("{piece} {value:<7}")
        };
        println!("{rank}  {}", File::ALL.map(cell).concat().trim_end());
    }
    println!("   {}\n", File::ALL.map(|file| format!("{:<9}", file.letter())).concat().trim_end());
    let side = position.side_to_move();
    println!("{} centipawns for {side}", network.evaluate(&position));
    Ok(())
}
