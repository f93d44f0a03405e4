// [start:head]
//! All rules together: the interface of a board.

use super::Bitboards;
use super::legality::Safety;
use super::making::Undo;
use crate::board::Board;
use crate::fen::Setup;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:legal]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if a pseudo-legal move is legal.
    pub fn is_legal(&self, mv: Move, safety: &Safety) -> bool {
        match mv.kind {
            MoveKind::EnPassant => self.en_passant_is_legal(mv),
            MoveKind::Castle => self.castling_is_legal(mv),
            _ => self.keeps_king_safe(mv, safety),
        }
    }
}
// [end:legal]

// [start:board]
impl<S: Sliders> Board for Bitboards<S> {
    type Undo = Undo;

    fn from_setup(setup: &Setup) -> Bitboards<S> {
        Bitboards::new(setup)
    }

    fn side_to_move(&self) -> Color {
        self.state.side_to_move
    }

    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>) {
        self.ordinary_moves(!self.of_color(self.state.side_to_move), moves);
        self.castling_moves(moves);
        self.en_passant_moves(moves);
    }

    /// Returns the legal moves, without making any.
    fn legal_moves(&mut self) -> Vec<Move> {
        let safety = self.safety();
        let mut moves = Vec::with_capacity(64);
        self.pseudo_legal_moves(&mut moves);
        moves.retain(|&mv| self.is_legal(mv, &safety));
        moves
    }

    fn do_move(&mut self, mv: Move) -> Undo {
        self.make(mv)
    }

    fn undo_move(&mut self, mv: Move, undo: Undo) {
        self.unmake(mv, undo);
    }

    fn in_check(&self, color: Color) -> bool {
        !self.checkers(color).is_empty()
    }
}
// [end:board]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::START;
    use crate::sliders::magic::Magic;

    fn perft(fen: &str, depth: u32) -> u64 {
        Bitboards::<Magic>::from_fen(fen).unwrap().perft(depth)
    }

    #[test]
    fn counts_the_start() {
        assert_eq!(perft(START, 5), 4_865_609);
    }

    #[test]
    fn counts_kiwipete() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        assert_eq!(perft(fen, 4), 4_085_603);
    }

    #[test]
    fn counts_promotions() {
        assert_eq!(perft("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3), 9_483);
    }

    #[test]
    fn counts_en_passant_on_a_pinned_rank() {
        assert_eq!(perft("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4), 43_238);
    }

    #[test]
    fn counts_chess960() {
        let fen = "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9";
        assert_eq!(perft(fen, 3), 32_244);
    }
}
// [end:tests]
