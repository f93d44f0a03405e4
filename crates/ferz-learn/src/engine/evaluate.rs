// [start:head]
//! The value of a position without a search.

use crate::bitboards::Bitboards;
use crate::bitboards::see::VALUES;
use crate::board::Board;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:evaluate]
/// Returns the worth of a place for a piece, in hundredths of a pawn.
pub fn place_value(piece: Piece, square: Square) -> i32 {
    // 0 at the edge, 3 in the middle.
    let inner = |line: u8| i32::from(line.min(7 - line));
    let centre = inner(square.file()) + inner(square.rank());
    let advance = i32::from(square.rank().abs_diff(piece.color.first_rank()));
    match piece.kind {
        PieceType::Pawn => 2 * centre + advance * advance,
        PieceType::Knight => 8 * centre,
        PieceType::Bishop => 5 * centre,
        PieceType::Rook => 2 * inner(square.file()),
        PieceType::Queen => centre,
        // Behind its pawns a king is safe.
        PieceType::King => -6 * centre - 6 * advance,
    }
}

/// Returns the value of a position for the side to move, in hundredths of a pawn.
pub fn evaluate<S: Sliders>(board: &Bitboards<S>) -> i32 {
    let mut white = 0;
    for square in board.occupied() {
        let piece = board.piece_on(square).expect("an occupied square has a piece");
        let value = VALUES[piece.kind as usize] + place_value(piece, square);
        white += if piece.color == Color::White { value } else { -value };
    }
    if board.side_to_move() == Color::White { white } else { -white }
}
// [end:evaluate]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;
    use crate::sliders::magic::Magic;

    #[test]
    fn both_sides_have_the_same_at_the_start() {
        assert_eq!(evaluate(&Bitboards::<Magic>::from_fen(START).unwrap()), 0);
    }
}
// [end:tests]
