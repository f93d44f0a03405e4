// [start:head]
//! Moves by stages: a search tries captures first and often needs no others.

use super::Bitboards;
use super::legality::Safety;
use crate::bitboard::Bitboard;
use crate::sliders::Sliders;
use crate::types::*;
// [end:head]

// [start:stage]
/// A part of the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Captures and promotions.
    Captures,
    /// All other moves.
    Quiets,
    /// Quiet moves that give check.
    QuietChecks,
    /// All moves out of check: those of the king, and those of others to the squares that end it.
    Evasions,
}
// [end:stage]

// [start:generate]
impl<S: Sliders> Bitboards<S> {
    /// Adds the pseudo-legal moves of a stage. Captures and quiet moves together are all moves;
    /// evasions are meant for a position in check, quiet checks for one without.
    pub fn stage_moves(&self, stage: Stage, safety: &Safety, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let (enemies, empty) = (self.of_color(!us), !self.occupied());
        let last = Bitboard::LAST_RANKS;
        match stage {
            Stage::Captures => {
                self.pawn_moves(enemies, empty & last, moves);
                for &kind in &PieceType::ALL[1..] {
                    self.piece_moves(kind, enemies, moves);
                }
                self.en_passant_moves(moves);
            }
            Stage::Quiets => {
                self.pawn_moves(Bitboard::EMPTY, empty & !last, moves);
                for &kind in &PieceType::ALL[1..] {
                    self.piece_moves(kind, empty, moves);
                }
                self.castling_moves(moves);
            }
            Stage::QuietChecks => {
                self.stage_moves(Stage::Quiets, safety, moves);
                moves.retain(|&mv| self.gives_check(mv));
            }
            Stage::Evasions => {
                self.piece_moves(PieceType::King, !self.of_color(us), moves);
                self.pawn_moves(safety.targets, safety.targets, moves);
                for &kind in &PieceType::ALL[1..5] {
                    self.piece_moves(kind, safety.targets, moves);
                }
                self.en_passant_moves(moves);
            }
        }
    }
}
// [end:generate]

// [start:gives_check]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if a pseudo-legal move attacks the enemy's king: from its target, or by opening
    /// a line.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.state.side_to_move;
        let king = self.king(!us);
        let kind = self.piece_on(mv.from).expect("a piece moves").kind;
        let (piece, to) = match mv.kind {
            MoveKind::Castle => (PieceType::Rook, mv.castling_targets().1),
            _ => (mv.promotion().unwrap_or(kind), mv.to),
        };
        let mut occupied = self.occupied().without(mv.from);
        if mv.kind == MoveKind::Castle {
            occupied = occupied.without(mv.to).with(mv.castling_targets().0);
        } else if let Some(captured) = mv.captures_on() {
            occupied = occupied.without(captured);
        }
        occupied = occupied.with(to);
        let is_direct = self.attacks(Piece { color: us, kind: piece }, to, occupied).contains(king);
        // What left its square is no attacker any more, wherever it went.
        let stayed = self.of_color(us).without(mv.from).without(mv.to);
        is_direct || !(self.attackers_to(king, occupied) & stayed).is_empty()
    }
}
// [end:gives_check]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::random::Random;
    use crate::sliders::magic::Magic;

    #[test]
    fn captures_and_quiet_moves_are_all_moves() {
        let fen = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1";
        let board = Bitboards::<Magic>::from_fen(fen).unwrap();
        let (mut stages, mut all) = (Vec::new(), Vec::new());
        board.stage_moves(Stage::Captures, &board.safety(), &mut stages);
        board.stage_moves(Stage::Quiets, &board.safety(), &mut stages);
        board.pseudo_legal_moves(&mut all);
        stages.sort_by_key(Move::to_string);
        all.sort_by_key(Move::to_string);
        assert_eq!(stages, all);
    }

    fn legal_moves(board: &Bitboards, stage: Stage) -> Vec<Move> {
        let (safety, mut moves) = (board.safety(), Vec::new());
        board.stage_moves(stage, &safety, &mut moves);
        moves.retain(|&mv| board.is_legal(mv, &safety));
        moves
    }

    /// The judge makes each move and looks at the enemy's king.
    #[test]
    fn checks_and_evasions_are_right_in_random_games() {
        let mut random = Random(13);
        let mut evasions = 0;
        for game in 0..150 {
            let fen = STARTS[game % STARTS.len()];
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            for _ in 0..60 {
                let moves = board.legal_moves();
                if board.in_check(board.side_to_move()) {
                    let listed = legal_moves(&board, Stage::Evasions);
                    assert!(moves.iter().all(|mv| listed.contains(mv)), "{fen}");
                    evasions += moves.len();
                }
                let quiet_checks = legal_moves(&board, Stage::QuietChecks);
                for &mv in &moves {
                    let mut after = board.clone();
                    after.do_move(mv);
                    let checks = after.in_check(after.side_to_move());
                    assert_eq!(board.gives_check(mv), checks, "{mv}, {fen}");
                    let is_quiet = mv.captures_on().is_none() && mv.promotion().is_none();
                    assert_eq!(quiet_checks.contains(&mv), checks && is_quiet, "{mv}, {fen}");
                }
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
        assert!(evasions > 1_000, "{evasions}");
    }

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];
}
// [end:tests]
