//! Prints the tablebase results of a position and of its moves, the best move first.
//!
//! ```text
//! cargo run -p ferz-syzygy --example probe -- /path/to/syzygy "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"
//! ```

use ferz::Position;
use ferz_syzygy::{FiftyMoveRule, Tablebases};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(directory), Some(fen)) = (arguments.next(), arguments.next()) else {
        return Err("expected a directory of tables and a FEN".into());
    };
    let tables = Tablebases::open([directory])?;
    let position = Position::from_fen(&fen)?;
    println!("{}", position.diagram());
    println!("{}, {} plies to zeroing", tables.wdl(&position)?, tables.dtz(&position)?);
    let moves = position.legal_moves();
    for ranked in tables.rank_moves(&position, &moves, FiftyMoveRule::Applied)? {
        let distance = ranked.dtz.map_or("unknown".to_owned(), |dtz| dtz.to_string());
        println!("{:<8} {}, DTZ {distance}", position.san(ranked.mv).to_string(), ranked.wdl);
    }
    Ok(())
}
