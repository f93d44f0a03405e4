// [start:head]
//! What a position knows of checks: computed once, asked for each move.

use super::Bitboards;
use super::legality::Safety;
use crate::bitboard::Bitboard;
use crate::leapers::{knight_attacks, pawn_attacks};
use crate::sliders::Sliders;
use crate::sliders::rays::line_through;
use crate::types::*;
// [end:head]

// [start:after]
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
// [end:after]

// [start:info]
/// What decides about checks, to the own king and to the enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckInfo {
    /// What decides if a move leaves the own king safe.
    pub safety: Safety,
    /// The enemies that give check.
    pub checkers: Bitboard,
    /// The enemy sliders that pin a piece of the side to move.
    pub pinners: Bitboard,
    /// The king of the enemy.
    pub enemy_king: Square,
    /// For each type of piece, the squares from which it would give check.
    pub check_squares: [Bitboard; 6],
    /// The own pieces that give a discovered check if they leave their line with the enemy's king.
    pub discoverers: Bitboard,
}

impl<S: Sliders> Bitboards<S> {
    /// Returns what decides about checks in this position.
    pub fn check_info(&self) -> CheckInfo {
        let us = self.state.side_to_move;
        let safety = self.safety();
        let checkers = self.checkers(us);
        // Without the pinned pieces, the sliders that pin them see the king.
        let open = self.occupied() & !safety.pinned;
        let attackers = self.attackers_to(safety.king, open) & self.of_color(!us);
        let king = self.king(!us);
        let diagonal = S::bishop_attacks(king, self.occupied());
        let straight = S::rook_attacks(king, self.occupied());
        CheckInfo {
            safety,
            checkers,
            pinners: attackers & !checkers,
            enemy_king: king,
            // Each type looks back from the king. A king never gives a direct check.
            check_squares: [
                pawn_attacks(!us, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            discoverers: self.blockers(!us, us) & self.of_color(us),
        }
    }
}
// [end:info]

// [start:by_info]
impl CheckInfo {
    /// Returns true if a pseudo-legal move on `board` gives check: for nearly all moves by two
    /// lookups.
    pub fn gives_check<S: Sliders>(&self, board: &Bitboards<S>, mv: Move) -> bool {
        match mv.kind {
            MoveKind::Quiet | MoveKind::DoublePush | MoveKind::Capture => {
                let kind = board.piece_on(mv.from).expect("a piece moves").kind;
                let stays_on_line = || line_through(self.enemy_king, mv.from).contains(mv.to);
                self.check_squares[kind as usize].contains(mv.to)
                    || self.discoverers.contains(mv.from) && !stays_on_line()
            }
            // These empty or fill a second square, or change the type of the piece.
            _ => board.gives_check(mv),
        }
    }
}
// [end:by_info]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::random::Random;
    use crate::sliders::magic::Magic;

    fn squares(set: Bitboard) -> String {
        set.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_position_with_everything() {
        let fen = "4k3/8/8/b3B3/8/8/3P4/r1N1K2R w K - 0 1";
        let info = Bitboards::<Magic>::from_fen(fen).unwrap().check_info();
        assert_eq!(squares(info.pinners), "a1 a5");
        assert_eq!(squares(info.safety.pinned), "c1 d2");
        assert!(info.checkers.is_empty() && info.discoverers.is_empty());
        assert_eq!(squares(info.check_squares[PieceType::Pawn as usize]), "d7 f7");
        assert_eq!(squares(info.check_squares[PieceType::Knight as usize]), "d6 f6 c7 g7");
        // A slider that gives check pins nothing on its line.
        let fen = "4r1k1/8/8/8/1b6/8/3P4/4K3 w - - 0 1";
        let info = Bitboards::<Magic>::from_fen(fen).unwrap().check_info();
        assert_eq!((&*squares(info.pinners), &*squares(info.checkers)), ("b4", "e8"));
    }

    /// The judge makes each move and looks at the enemy's king.
    #[test]
    fn checks_are_right_in_random_games() {
        let mut random = Random(14);
        let mut checks = 0;
        for game in 0..150 {
            let fen = STARTS[game % STARTS.len()];
            let mut board = Bitboards::<Magic>::from_fen(fen).unwrap();
            for _ in 0..60 {
                let (info, moves) = (board.check_info(), board.legal_moves());
                for &mv in &moves {
                    let mut after = board.clone();
                    after.do_move(mv);
                    let is_check = after.in_check(after.side_to_move());
                    assert_eq!(board.gives_check(mv), is_check, "{mv}, {fen}");
                    assert_eq!(info.gives_check(&board, mv), is_check, "{mv}, {fen}");
                    checks += usize::from(is_check);
                }
                if moves.is_empty() {
                    break;
                }
                board.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
        assert!(checks > 1_000, "{checks}");
    }

    const STARTS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
        "4k3/4P3/8/2PpP3/4N3/8/4R3/R3K2R w KQ d6 0 1",
        // The pawn that is captured en passant shields its king.
        "8/8/4k3/2PpP3/8/1B6/8/6K1 w - d6 0 1",
        "1rnkrbbq/pp1p2pp/1n3p2/1Bp1p3/1P6/1N2P3/P1PP1PPP/1RNKR1BQ w EBeb - 0 9",
    ];
}
// [end:tests]
