// [start:head]
//! Attackers, checks, pins, and the moves that leave the king safe.

use super::Bitboards;
use crate::bitboard::Bitboard;
use crate::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::sliders::Sliders;
use crate::sliders::rays::{between, line_through};
use crate::types::*;
// [end:head]

// [start:attackers]
impl<S: Sliders> Bitboards<S> {
    /// Returns the pieces of both sides that attack a square, as if these squares were occupied.
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let kind = |kind: PieceType| self.kinds[kind as usize];
        let queens = kind(PieceType::Queen);
        // If a white pawn on this square attacked a black one, that one attacks this square.
        let white_pawns = self.pieces(Color::White, PieceType::Pawn);
        let black_pawns = self.pieces(Color::Black, PieceType::Pawn);
        pawn_attacks(Color::Black, square) & white_pawns
            | pawn_attacks(Color::White, square) & black_pawns
            | knight_attacks(square) & kind(PieceType::Knight)
            | king_attacks(square) & kind(PieceType::King)
            | S::bishop_attacks(square, occupied) & (kind(PieceType::Bishop) | queens)
            | S::rook_attacks(square, occupied) & (kind(PieceType::Rook) | queens)
    }

    /// Returns the pieces that give check to a side.
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.attackers_to(self.king(color), self.occupied()) & self.of_color(!color)
    }
}
// [end:attackers]

// [start:blockers]
impl<S: Sliders> Bitboards<S> {
    /// Returns the pieces of both colours that stand alone between the king of `king` and a slider
    /// of `sliders`. Own ones are pinned; enemies of the king give a discovered check when they
    /// leave.
    pub fn blockers(&self, king: Color, sliders: Color) -> Bitboard {
        let square = self.king(king);
        let [bishops, rooks, queens] = [PieceType::Bishop, PieceType::Rook, PieceType::Queen]
            .map(|kind| self.pieces(sliders, kind));
        // On an empty board these would attack the king.
        let aligned = S::bishop_attacks(square, Bitboard::EMPTY) & (bishops | queens)
            | S::rook_attacks(square, Bitboard::EMPTY) & (rooks | queens);
        let mut blockers = Bitboard::EMPTY;
        for slider in aligned {
            let in_between = between(square, slider) & self.occupied();
            if !in_between.more_than_one() {
                blockers |= in_between;
            }
        }
        blockers
    }
}
// [end:blockers]

// [start:safety]
/// What decides if a move leaves the king safe, computed once for all moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Safety {
    /// The own king.
    pub king: Square,
    /// The own pieces that may only move along a line with the king.
    pub pinned: Bitboard,
    /// The squares that another piece than the king may enter: all of them without a check, the
    /// checker and the squares before it in check, none in double check.
    pub targets: Bitboard,
}

impl<S: Sliders> Bitboards<S> {
    /// Returns what decides if a move leaves the king safe.
    pub fn safety(&self) -> Safety {
        let us = self.state.side_to_move;
        let king = self.king(us);
        let checkers = self.checkers(us);
        let targets = match checkers.first() {
            None => !Bitboard::EMPTY,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => between(king, checker).with(checker),
        };
        Safety { king, pinned: self.blockers(us, !us) & self.of_color(us), targets }
    }
}
// [end:safety]

// [start:ordinary]
impl<S: Sliders> Bitboards<S> {
    /// Returns true if a pseudo-legal move other than castling and en passant leaves the king safe.
    pub fn keeps_king_safe(&self, mv: Move, safety: &Safety) -> bool {
        if mv.from == safety.king {
            // Without the king on its square a slider reaches the squares behind it.
            let occupied = self.occupied().without(mv.from);
            let enemies = self.of_color(!self.state.side_to_move);
            return (self.attackers_to(mv.to, occupied) & enemies).is_empty();
        }
        let stays_on_line = || line_through(safety.king, mv.from).contains(mv.to);
        safety.targets.contains(mv.to) && (!safety.pinned.contains(mv.from) || stays_on_line())
    }
}
// [end:ordinary]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::Setup;
    use crate::sliders::magic::Magic;

    fn safe_moves(fen: &str) -> Vec<String> {
        let board = Bitboards::<Magic>::new(&Setup::from_fen(fen).unwrap());
        let safety = board.safety();
        let mut moves = Vec::new();
        board.ordinary_moves(!Bitboard::EMPTY, &mut moves);
        moves.retain(|&mv| board.keeps_king_safe(mv, &safety));
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn a_pinned_rook_stays_on_the_file() {
        let moves = safe_moves("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
        let rook: Vec<_> = moves.iter().filter(|text| text.starts_with("e2")).collect();
        assert_eq!(rook, ["e2e8", "e2e3", "e2e4", "e2e5", "e2e6", "e2e7"]);
    }

    #[test]
    fn a_king_in_check_does_not_go_back_on_the_line() {
        let moves = safe_moves("4r2k/8/8/8/8/4K3/8/8 w - - 0 1");
        assert_eq!(moves, ["e3d2", "e3f2", "e3d3", "e3f3", "e3d4", "e3f4"]);
    }

    #[test]
    fn in_double_check_only_the_king_moves() {
        let moves = safe_moves("4r2k/8/8/8/8/3n4/3R4/4K2R w - - 0 1");
        assert!(!moves.is_empty() && moves.iter().all(|text| text.starts_with("e1")), "{moves:?}");
    }
}
// [end:tests]
