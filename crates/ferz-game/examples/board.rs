//! Writes a drawing of a position to standard output: `cargo run --example board -- "FEN"`.

use ferz::{Position, Square};
use ferz_game::svg::BoardSvg;
use ferz_game::{Arrow, MarkColor, SquareMark};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => Position::from_fen(&fen)?,
        None => played(&["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "Ng5", "Bc5", "Bxf7+"])?,
    };
    let board = BoardSvg {
        arrows: vec![Arrow { from: Square::G5, to: Square::F7, color: MarkColor::Green }],
        squares: vec![SquareMark { square: Square::F2, color: MarkColor::Red }],
        ..BoardSvg::of_position(&position)
    };
    print!("{board}");
    Ok(())
}

/// Returns the position after moves in SAN from the initial position.
fn played(line: &[&str]) -> Result<Position, ferz::notation::ParseSanError> {
    let mut position = Position::startpos();
    for san in line {
        let mv = position.parse_san(san)?;
        position.do_move(mv);
    }
    Ok(position)
}
