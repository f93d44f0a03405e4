//! Follows a game with an observer that receives every added, removed and moved piece: `cargo run -p
//! ferz --example observer`. An engine updates the input of its network in the same way.

use ferz::{Bitboard, Observer, Piece, Position, Square};
use std::error::Error;

/// A board of bitboards, one for each piece, and the number of changes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Mirror {
    squares: [Bitboard; Piece::COUNT],
    changes: usize,
}

impl Mirror {
    fn of(position: &Position) -> Self {
        let squares = Piece::ALL.map(|piece| position.pieces(piece.color(), piece.piece_type()));
        Self { squares, changes: 0 }
    }
}

impl Observer for Mirror {
    fn put(&mut self, piece: Piece, square: Square) {
        self.squares[piece] ^= Bitboard::of(square);
        self.changes += 1;
    }

    fn remove(&mut self, piece: Piece, square: Square) {
        self.squares[piece] ^= Bitboard::of(square);
        self.changes += 1;
    }

    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.squares[piece] ^= Bitboard::of(from) | Bitboard::of(to);
        self.changes += 1;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Moves with the changes that each reports: a capture removes and moves, castling removes and
    // puts two pieces, a promotion with capture removes two and puts one.
    let game = [
        ("e4", 1),
        ("d5", 1),
        ("exd5", 2),
        ("e5", 1),
        // En passant.
        ("dxe6", 2),
        ("Nc6", 1),
        ("exf7+", 2),
        ("Ke7", 1),
        ("fxg8=N+", 3),
        ("Rxg8", 2),
        ("Nf3", 1),
        ("Nd4", 1),
        ("Be2", 1),
        ("h6", 1),
        ("O-O", 4),
    ];
    let mut position = Position::startpos();
    let mut mirror = Mirror::of(&position);
    for (san, expected) in game {
        let mv = position.parse_san(san)?;
        let before = mirror.changes;
        position.do_move_with(mv, None, &mut mirror);
        let changes = mirror.changes - before;
        println!("{san}: {changes} changes");
        assert_eq!(changes, expected, "{san}");
        assert_eq!(mirror.squares, Mirror::of(&position).squares, "{san}");
    }
    println!("{}", position.diagram());
    Ok(())
}
