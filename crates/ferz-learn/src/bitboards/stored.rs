// [start:head]
//! Moves that come from a table, a file or a user.

use super::Bitboards;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:pseudo_legal]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if the generator lists a move in this position. Any move will do.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let Some(piece) = self.piece_on(mv.from).filter(|piece| piece.color == us) else {
            return false;
        };
        let (captures, promotes) = match mv.kind {
            // These two are rare: the generator itself is the test.
            MoveKind::Castle | MoveKind::EnPassant => {
                let mut moves = Vec::new();
                self.castling_moves(&mut moves);
                self.en_passant_moves(&mut moves);
                return moves.contains(&mv);
            }
            MoveKind::Quiet | MoveKind::DoublePush => (false, false),
            MoveKind::Capture => (true, false),
            // To a king or a pawn: no code of 16 bits is such a move, but the type allows it.
            MoveKind::Promotion(to) | MoveKind::CapturePromotion(to)
                if !PieceType::PROMOTIONS.contains(&to) =>
            {
                return false;
            }
            MoveKind::Promotion(_) => (false, true),
            MoveKind::CapturePromotion(_) => (true, true),
        };
        // The target has an enemy exactly if the kind says so, and never an own piece.
        let captured = self.piece_on(mv.to).map(|piece| piece.color);
        if captured != captures.then_some(!us) {
            return false;
        }
        let is_attacked = self.attacks(piece, mv.from, self.occupied()).contains(mv.to);
        if piece.kind != PieceType::Pawn {
            return is_attacked && matches!(mv.kind, MoveKind::Quiet | MoveKind::Capture);
        }
        if promotes != matches!(mv.to.rank(), 0 | 7) {
            return false;
        }
        if captures {
            return is_attacked;
        }
        let one = mv.from.offset((0, us.forward()));
        let is_free = one.is_some_and(|one| self.piece_on(one).is_none());
        if mv.kind == MoveKind::DoublePush {
            let two = mv.from.offset((0, 2 * us.forward()));
            return is_free && mv.from.rank() == us.pawn_rank() && two == Some(mv.to);
        }
        is_free && one == Some(mv.to)
    }
}
// [end:pseudo_legal]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::packed::PackedMove;
    use crate::sliders::magic::Magic;

    #[test]
    fn all_16_bits_agree_with_the_generator() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        ] {
            let board = Bitboards::<Magic>::from_fen(fen).unwrap();
            let mut listed = Vec::new();
            board.pseudo_legal_moves(&mut listed);
            for mv in (0..=u16::MAX).filter_map(|bits| PackedMove::from_bits(bits).unpack()) {
                assert_eq!(board.is_pseudo_legal(mv), listed.contains(&mv), "{mv:?} in {fen}");
                for kind in [PieceType::Pawn, PieceType::King] {
                    let kinds = [MoveKind::Promotion(kind), MoveKind::CapturePromotion(kind)];
                    assert!(!kinds.iter().any(|&kind| board.is_pseudo_legal(Move { kind, ..mv })));
                }
            }
        }
    }
}
// [end:tests]
