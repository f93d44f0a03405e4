//! The same position seen from the other side of the board.

use ferz::{CastleSide, Color, Piece, Position, Setup, SetupFaults, Square};

/// Mirrors a position top to bottom and swaps its colours, the side to move included. Its history
/// is left behind.
///
/// `None` only if the rules refuse the mirrored position, which they do not where they accept the
/// position itself; its counters and checkers are not asked about.
pub fn color_flipped(pos: &Position) -> Option<Position> {
    let setup = pos.setup();
    let mut flipped = Setup::empty();
    for square in Square::ALL {
        flipped.pieces[square.flip_rank()] =
            setup.pieces[square].map(|piece| Piece::new(!piece.color(), piece.piece_type()));
    }
    flipped.side_to_move = !setup.side_to_move;
    for color in Color::ALL {
        for side in CastleSide::ALL {
            let rook = setup.castling_rook(color, side).map(Square::flip_rank);
            flipped.set_castling_rook(!color, side, rook);
        }
    }
    flipped.en_passant = setup.en_passant.map(Square::flip_rank);
    flipped.halfmove_clock = setup.halfmove_clock;
    flipped.fullmove_number = setup.fullmove_number;
    let mut flipped = Position::from_setup_forgiving(&flipped, SetupFaults::FORGIVABLE).ok()?;
    flipped.set_chess960(pos.is_chess960());
    Some(flipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flipping_twice_gives_the_position_back() {
        for fen in crate::bench::POSITIONS {
            let pos = Position::from_fen(fen).unwrap();
            let flipped = color_flipped(&pos).unwrap();
            assert_ne!(flipped.fen(), pos.fen());
            assert_eq!(color_flipped(&flipped).unwrap().fen(), pos.fen());
        }
    }
}
