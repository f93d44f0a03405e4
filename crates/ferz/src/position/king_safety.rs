//! Whether a square is safe for a king: the one question behind king moves, castling and en passant.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

impl Position {
    /// Whether a side attacks a square when `occupied` blocks its sliders.
    #[inline]
    pub fn is_attacked_by(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        (self.board.attackers_to(square, occupied) & self.by_color(by)).any()
    }

    /// The squares among `targets`, all next to the king of the side to move, where it would not
    /// stand in check. The king itself does not shelter the squares behind it.
    #[inline(always)]
    pub(crate) fn safe_king_targets(&self, mut targets: Bitboard) -> Bitboard {
        let us = self.side_to_move;
        let (king, enemies) = (self.king(us), self.by_color(!us));
        targets -= attacks::king(self.king(!us));
        targets -= self.pawn_attacks(!us);
        if targets.is_empty() {
            return targets;
        }
        let occupied = self.occupied().without(king);
        let knights = self.by_type(PieceType::Knight) & enemies;
        let diagonal = self.board.diagonal_sliders() & enemies;
        let straight = self.board.straight_sliders() & enemies;
        for to in targets {
            let attacked = attacks::knight(to) & knights
                | attacks::bishop(to, occupied) & diagonal
                | attacks::rook(to, occupied) & straight;
            if attacked.any() {
                targets = targets.without(to);
            }
        }
        targets
    }

    /// The squares a side's pawns attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        use crate::types::Direction::{NorthEast, NorthWest, SouthEast, SouthWest};
        let pawns = self.pieces(color, PieceType::Pawn);
        match color {
            Color::White => pawns.shift(NorthEast) | pawns.shift(NorthWest),
            Color::Black => pawns.shift(SouthEast) | pawns.shift(SouthWest),
        }
    }

    /// Whether the king of the side to move would be safe after a pawn on `from` takes en passant
    /// on `to`: two pawns leave the board's lines at once, which no pin foresees.
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.side_to_move;
        let captured = to.offset(-us.forward().offset());
        let occupied = self.occupied().without(from).without(captured).with(to);
        let enemies = self.by_color(!us).without(captured);
        (self.board.attackers_to(self.king(us), occupied) & enemies).is_empty()
    }
}
