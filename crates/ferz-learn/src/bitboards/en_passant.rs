// [start:head]
//! En passant: a capture of a pawn that is not on the target.

use super::Bitboards;
use crate::leapers::pawn_attacks;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:moves]
impl<S: Sliders> Bitboards<S> {
    /// Adds the captures of the pawn that has just passed a square.
    pub fn en_passant_moves(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let Some(to) = self.state.en_passant else { return };
        // Pawns that attack the square stand where an enemy pawn on it would attack.
        let takers = self.pieces(us, PieceType::Pawn) & pawn_attacks(!us, to);
        moves.extend(takers.map(|from| Move::new(from, to, MoveKind::EnPassant)));
    }
}
// [end:moves]

// [start:legal]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if the king is safe after en passant: two pawns leave their squares at once, so
    /// the lines are looked at as they will be.
    pub fn en_passant_is_legal(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let captured = mv.captures_on().expect("en passant captures");
        let occupied = self.occupied().without(mv.from).without(captured).with(mv.to);
        let enemies = self.of_color(!us).without(captured);
        (self.attackers_to(self.king(us), occupied) & enemies).is_empty()
    }
}
// [end:legal]
