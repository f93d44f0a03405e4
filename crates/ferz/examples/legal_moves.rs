//! Lists the legal moves of a position in SAN and in UCI notation, captures first: `cargo run -p
//! ferz --example legal_moves -- [FEN]`.

use ferz::{MoveList, Position};
use std::error::Error;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns the legal moves, captures of valuable pieces first.
fn ordered_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    let value = |piece: ferz::Piece| piece.piece_type().index() as i32 + 1;
    moves.sort_by_key(|&mv| -position.captured_by(mv).map_or(0, value));
    moves
}

/// Returns a line for each move: SAN, UCI notation, and the piece captured.
fn lines(position: &Position) -> Vec<String> {
    let line = |mv| {
        let (san, uci) = (position.san(mv), position.uci(mv));
        match position.captured_by(mv) {
            None => format!("{san} ({uci})"),
            Some(piece) => format!("{san} ({uci}) takes a {}", piece.piece_type()),
        }
    };
    ordered_moves(position).into_iter().map(line).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let position = Position::from_fen(fen.as_deref().unwrap_or(KIWIPETE))?;
    let lines = lines(&position);
    println!("{}\n{} legal moves:", position.diagram(), lines.len());
    lines.iter().for_each(|line| println!("  {line}"));

    if fen.is_none() {
        assert_eq!(lines.len(), 48);
        assert_eq!(lines[0], "Bxa6 (e2a6) takes a bishop");
        assert!(lines.contains(&"Qxf6 (f3f6) takes a knight".to_string()));
        assert!(lines.contains(&"O-O-O (e1c1)".to_string()));
        assert_eq!(lines.iter().filter(|line| line.contains("takes")).count(), 8);
    }
    Ok(())
}
