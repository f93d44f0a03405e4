//! Flight squares of a king: where a move might mate it, whatever the evaluation says.

use ferz::{Color, Move, Piece, PieceType, Position, attacks};

/// Returns true if the king of a side has no flight square: the enemy attacks each square around it
/// that its own pieces do not take; if they take all, it attacks one of those. The king is not in check:
/// it would shield the squares behind it.
pub(super) fn lacks_flight_square(pos: &Position, side: Color) -> bool {
    let around = attacks::king(pos.king(side));
    let flights = around - pos.by_color(side);
    let is_attacked = |square| pos.is_attacked_by(!side, square, pos.occupied());
    flights.into_iter().all(is_attacked) && (flights.any() || around.into_iter().any(is_attacked))
}

/// Returns true if the piece that moves would attack a square next to a side's king.
pub(super) fn attacks_next_to_king(pos: &Position, mv: Move, side: Color) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let attacked = match pos.piece_on(from).map(Piece::piece_type) {
        None => return false,
        Some(PieceType::Pawn) => attacks::pawn(!side, to),
        Some(piece_type) => attacks::of(piece_type, to, pos.occupied().without(from)),
    };
    attacked.intersects(attacks::king(pos.king(side)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{MoveFlag, Square};

    #[test]
    fn king_without_flight_square_is_recognised() {
        for (fen, expected) in [
            // The knight and the king's own pawns take all squares; with a pawn moved one is free.
            ("6k1/5ppp/6N1/8/8/8/8/6K1 b - - 0 1", true),
            ("6k1/5pp1/6Np/8/8/8/8/6K1 b - - 0 1", false),
            // The enemy attacks every square next to a king in the corner, then all but one.
            ("k7/8/1Q6/8/8/8/8/6K1 b - - 0 1", true),
            ("k7/8/8/1Q6/8/8/8/6K1 b - - 0 1", false),
            // Its own men take all squares: one of them attacked, then none.
            ("kb6/pp6/1P6/8/8/8/8/6K1 w - - 0 1", true),
            ("kb6/pp6/8/8/8/8/8/6K1 w - - 0 1", false),
        ] {
            let pos = Position::from_fen(fen).unwrap();
            assert_eq!(lacks_flight_square(&pos, Color::Black), expected, "{fen}");
        }
    }

    #[test]
    fn attack_next_to_the_king_is_recognised() {
        let pos = Position::from_fen("k7/8/8/8/8/8/P7/QR4K1 w - - 0 1").unwrap();
        for (from, to, expected) in [
            (Square::B1, Square::B2, true),
            (Square::B1, Square::C1, false),
            (Square::A1, Square::G7, true),
            (Square::A1, Square::C3, false),
            (Square::A2, Square::A4, false),
        ] {
            let mv = Move::new(from, to, MoveFlag::Quiet);
            assert_eq!(attacks_next_to_king(&pos, mv, Color::Black), expected, "{mv:?}");
        }
    }
}
