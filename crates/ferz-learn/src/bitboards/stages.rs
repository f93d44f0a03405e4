// [start:head]
//! Moves by stages: a search tries captures first and often needs no others.

use super::Bitboards;
use super::legality::Safety;
use crate::bitboard::Bitboard;
use crate::sliders::Sliders;
use crate::sliders::rays::line_through;
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
            Stage::QuietChecks => self.quiet_checks(moves),
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

// [start:quiet_checks]
impl<S: Sliders> Bitboards<S> {
    /// Adds the quiet moves that give check: those to check squares, and those that open a line.
    fn quiet_checks(&self, moves: &mut Vec<Move>) {
        let us = self.state.side_to_move;
        let info = self.check_info();
        let (occupied, empty) = (self.occupied(), !self.occupied());
        for &kind in &PieceType::ALL[1..] {
            for from in self.pieces(us, kind) {
                let mut checks = info.check_squares[kind as usize];
                if info.discoverers.contains(from) {
                    checks |= !line_through(info.enemy_king, from);
                }
                let attacks = self.attacks(Piece { color: us, kind }, from, occupied);
                let targets = attacks & empty & checks;
                moves.extend(targets.map(|to| Move::new(from, to, MoveKind::Quiet)));
            }
        }
        // A pawn that steps forward leaves every line but its file.
        let file = Bitboard(Bitboard::FILE_A.0 << info.enemy_king.file());
        let leaving = self.pieces(us, PieceType::Pawn) & info.discoverers & !file;
        let one = leaving.shift((0, us.forward())) & empty;
        let pushes =
            info.check_squares[PieceType::Pawn as usize] | one | one.shift((0, us.forward()));
        self.pawn_moves(Bitboard::EMPTY, pushes & !Bitboard::LAST_RANKS, moves);
        let mut castling = Vec::new();
        self.castling_moves(&mut castling);
        moves.extend(castling.into_iter().filter(|&mv| self.gives_check(mv)));
    }
}
// [end:quiet_checks]

// [start:legal]
impl<S: Sliders> Bitboards<S> {
    /// Returns the legal moves by stages. Only moves of the king, of pinned pieces and en passant
    /// are tested; all others are legal as they are generated.
    pub fn legal_by_stages(&self) -> Vec<Move> {
        let us = self.state.side_to_move;
        let safety = self.safety();
        let mut moves = Vec::with_capacity(64);
        if self.checkers(us).is_empty() {
            self.stage_moves(Stage::Captures, &safety, &mut moves);
            self.stage_moves(Stage::Quiets, &safety, &mut moves);
        } else {
            self.stage_moves(Stage::Evasions, &safety, &mut moves);
        }
        moves.retain(|&mv| {
            let can_fail = mv.from == safety.king
                || safety.pinned.contains(mv.from)
                || mv.kind == MoveKind::EnPassant;
            !can_fail || self.is_legal(mv, &safety)
        });
        moves
    }
}
// [end:legal]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::packed::PackedMove;
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

    /// The judges: all legal moves of the board, made one by one.
    #[test]
    fn each_stage_is_right_in_random_games() {
        let mut random = Random(15);
        let (mut evasions, mut checks) = (0, 0);
        for game in 0..150 {
            let fen = STARTS[game % STARTS.len()];
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            for _ in 0..60 {
                let moves = board.legal_moves();
                let sorted = |mut moves: Vec<Move>| {
                    moves.sort_by_key(|&mv| PackedMove::from(mv).bits());
                    moves
                };
                assert_eq!(sorted(board.legal_by_stages()), sorted(moves.clone()), "{fen}");
                if board.in_check(board.side_to_move()) {
                    let listed = legal_moves(&board, Stage::Evasions);
                    assert_eq!(sorted(listed), sorted(moves.clone()), "{fen}");
                    evasions += moves.len();
                }
                let mut wanted = moves.clone();
                wanted.retain(|&mv| {
                    let mut after = board.clone();
                    after.do_move(mv);
                    let is_quiet = mv.captures_on().is_none() && mv.promotion().is_none();
                    is_quiet && after.in_check(after.side_to_move())
                });
                checks += wanted.len();
                let listed = legal_moves(&board, Stage::QuietChecks);
                assert_eq!(sorted(listed), sorted(wanted), "{fen}");
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
        assert!(evasions > 1_000 && checks > 1_000, "{evasions} {checks}");
    }

    const STARTS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        // Pawns that uncover a check, by one step and by two.
        "4k3/8/8/8/8/8/PP1PP1PP/B2QR1K1 w - - 0 1",
        "8/8/k7/4P3/8/1p6/1P2P3/3K1B1B w - - 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];
}
// [end:tests]
