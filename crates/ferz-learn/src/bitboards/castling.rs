// [start:head]
//! Castling, in standard chess and in Chess960.

use super::Bitboards;
use crate::bitboard::Bitboard;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:moves]
impl<S: Sliders> Bitboards<S> {
    /// Adds castling if king and rook have free ways and the king is not attacked on its own.
    pub fn castling_moves(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let king = self.king(us);
        let set = |a, b| Square::span(a, b).fold(Bitboard::EMPTY, Bitboard::with);
        for rook in self.state.castling[us as usize].into_iter().flatten() {
            let mv = Move::new(king, rook, MoveKind::Castle);
            let (king_to, rook_to) = mv.castling_targets();
            let others = self.occupied().without(king).without(rook);
            let way = set(king, king_to) | set(rook, rook_to);
            let mut king_way = set(king, king_to);
            let is_attacked = |square| {
                !(self.attackers_to(square, self.occupied()) & self.of_color(!us)).is_empty()
            };
            if (way & others).is_empty() && !king_way.any(is_attacked) {
                moves.push(mv);
            }
        }
    }
}
// [end:moves]

// [start:legal]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if the king is safe after castling. Only in Chess960 it may not be: the rook
    /// can leave a line that it has closed.
    pub fn castling_is_legal(&self, mv: Move) -> bool {
        let (king_to, rook_to) = mv.castling_targets();
        let occupied = self.occupied().without(mv.from).without(mv.to).with(king_to).with(rook_to);
        let enemies = self.of_color(!self.state.side_to_move);
        (self.attackers_to(king_to, occupied) & enemies).is_empty()
    }
}
// [end:legal]
