//! Piece counts and the terms that depend on them alone: game phase and imbalance.

use super::weights::{
    BISHOP_PAIR, BISHOP_PAIR_PAWN, KNIGHT_PAIR, KNIGHT_PAWN, QUEEN_FOR_MINOR, QUEEN_FOR_ROOK,
    QUEEN_ROOK, ROOK_PAIR, ROOK_PAWN,
};
use ferz::{Board, Color, PhaseScore, Piece, PieceType, Square};

/// The numbers of one side's pawns, knights, bishops, rooks and queens.
pub(super) type SideCounts = [u8; 5];

/// The piece counts of both sides, without the kings.
pub(super) type MaterialCounts = [SideCounts; Color::COUNT];

/// Counts the pieces of a position.
pub(super) fn material_counts(pos: &Board) -> MaterialCounts {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    Color::ALL.map(|color| {
        let number = |piece_type| pos.count(Piece::new(color, piece_type)) as u8;
        [Pawn, Knight, Bishop, Rook, Queen].map(number)
    })
}

/// The game phase of the full board; 0 is an endgame of kings and pawns.
pub const PHASE_MAX: i32 = 128;

/// Returns the game phase, from 0 (endgame) to [`PHASE_MAX`] (middlegame).
pub(super) fn phase(counts: &MaterialCounts) -> i32 {
    /// The contributions of a knight, bishop, rook and queen.
    const SHARE: [i32; 4] = [6, 6, 9, 18];
    /// The phase is 0 with two minor pieces or less, and full with all pieces but one minor.
    const ENDGAME: i32 = 14;
    const MIDDLEGAME: i32 = 112;
    let share = |color: Color| -> i32 {
        counts[color][1..].iter().zip(SHARE).map(|(&n, share)| i32::from(n) * share).sum()
    };
    let pieces = (share(Color::White) + share(Color::Black)).clamp(ENDGAME, MIDDLEGAME);
    (pieces - ENDGAME) * PHASE_MAX / (MIDDLEGAME - ENDGAME)
}

/// Evaluates the material imbalance of one side: pairs of pieces, and pieces by the number of own
/// pawns and of the opponent's pieces.
pub(super) fn imbalance(counts: &MaterialCounts, us: Color) -> PhaseScore {
    let [pawns, knights, bishops, rooks, queens] = counts[us].map(i32::from);
    let [_, their_knights, their_bishops, their_rooks, their_queens] = counts[!us].map(i32::from);
    let pawns_above = pawns - 5;
    let bishop_pair = i32::from(bishops >= 2);
    let queen_more = i32::from(queens > their_queens);
    let minors_less = (their_knights + their_bishops - knights - bishops).max(0);
    let mut score = PhaseScore::ZERO;
    score += BISHOP_PAIR * bishop_pair;
    score += BISHOP_PAIR_PAWN * (bishop_pair * pawns_above);
    score += KNIGHT_PAIR * i32::from(knights >= 2);
    score += KNIGHT_PAWN * (knights * pawns_above);
    score += ROOK_PAWN * (rooks * pawns_above);
    score += ROOK_PAIR * i32::from(rooks >= 2);
    score += QUEEN_ROOK * (rooks * i32::from(queens > 0));
    score += QUEEN_FOR_MINOR * (queen_more * minors_less);
    score += QUEEN_FOR_ROOK * (queen_more * (their_rooks - rooks).max(0));
    score
}

/// A position from the point of view of its stronger side: squares are flipped as if that side
/// were White, so that an endgame rule is written once for both colours.
#[derive(Clone, Copy)]
pub(super) struct StrongSideView<'a> {
    /// The position, not flipped.
    pub(super) pos: &'a Board,
    /// The stronger side.
    pub(super) strong: Color,
}

impl StrongSideView<'_> {
    /// Returns the square of the stronger side's king.
    pub(super) fn king(self) -> Square {
        self.pos.king(self.strong).relative_to(self.strong)
    }

    /// Returns the square of the weaker side's king.
    pub(super) fn weak_king(self) -> Square {
        self.pos.king(!self.strong).relative_to(self.strong)
    }

    /// Returns the square of the stronger side's only piece of a type, or of its king if it has
    /// none.
    pub(super) fn own(self, piece_type: PieceType) -> Square {
        self.only(self.strong, piece_type)
    }

    /// Returns the square of the weaker side's only piece of a type, or of its king if it has
    /// none.
    pub(super) fn other(self, piece_type: PieceType) -> Square {
        self.only(!self.strong, piece_type)
    }

    fn only(self, color: Color, piece_type: PieceType) -> Square {
        let square = self.pos.pieces(color, piece_type).first().unwrap_or(self.pos.king(color));
        square.relative_to(self.strong)
    }

    /// Returns true if the stronger side is to move.
    pub(super) fn to_move(self) -> bool {
        self.pos.side_to_move() == self.strong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    fn difference(fen: &str) -> PhaseScore {
        let counts = material_counts(&Position::from_fen(fen).unwrap());
        imbalance(&counts, Color::White) - imbalance(&counts, Color::Black)
    }

    #[test]
    fn imbalance_of_equal_material_is_zero() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(difference(start), PhaseScore::ZERO);
    }

    #[test]
    fn imbalance_counts_each_feature() {
        const WEIGHTS: [PhaseScore; 9] = [
            BISHOP_PAIR,
            BISHOP_PAIR_PAWN,
            KNIGHT_PAIR,
            KNIGHT_PAWN,
            ROOK_PAWN,
            ROOK_PAIR,
            QUEEN_ROOK,
            QUEEN_FOR_MINOR,
            QUEEN_FOR_ROOK,
        ];
        for (fen, expected) in [
            // Two bishops and a knight with six pawns.
            ("4k3/8/8/8/8/8/PPPPPP2/1NB1KB2 w - - 0 1", [1, 1, 0, 1, 0, 0, 0, 0, 0]),
            // Queen and rook against three minor pieces.
            ("rnb1k3/8/8/8/8/8/P7/R2QK3 w - - 0 1", [0, 0, 0, 0, -4, 0, 1, 2, 0]),
            // Queen against two rooks.
            ("r3k2r/8/8/8/8/8/5P2/3QK3 w - - 0 1", [0, 0, 0, 0, 0, 0, 0, 0, 2]),
            // Two knights and two rooks without pawns.
            ("4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", [0, 0, 1, -10, -10, 1, 0, 0, 0]),
        ] {
            let counts = material_counts(&Position::from_fen(fen).unwrap());
            let expected = WEIGHTS.into_iter().zip(expected).map(|(weight, times)| weight * times);
            assert_eq!(imbalance(&counts, Color::White), expected.sum(), "{fen}");
        }
    }

    #[test]
    fn bishop_pair_is_worth_more_than_bishop_and_knight() {
        let few = difference("4kbn1/pp6/8/8/8/8/PP6/2B1KB2 w - - 0 1");
        let many = difference("4kbn1/pppppppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1");
        assert!(few.endgame() > 0 && many.endgame() > 0);
        assert_ne!(few, many);
    }
}
