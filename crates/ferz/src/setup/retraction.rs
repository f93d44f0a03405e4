//! Taking back the last move: which checks can arise at all.
//!
//! A check is possible only if some last move of the opponent explains it: taken back, it must
//! leave a position in which the king was not attacked, for it was then the opponent's turn. So
//! each move that may have led here is taken back in turn (retrograde analysis of one ply).

use super::placement::Placement;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};

/// Whether at most one piece checks the king of `us`, or the opponent's last move explains why two
/// do. With no king or several there is nothing to explain. Castling explains none: what the king
/// and the rook uncover lies on the rank that they stay on.
///
/// A single checker is taken as it is: positions that everyone tests with have one that could not
/// have come (`r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -`).
pub(super) fn double_check_is_reachable(placement: &Placement, us: Color) -> bool {
    let Some(king) = placement.king(us) else { return true };
    if !placement.attackers(!us, king).more_than_one() {
        return true;
    }
    let past = Past { now: placement, us, king };
    placement.by_color(!us).squares().any(|to| past.reachable_by_move_to(to))
}

/// Whether the king of `us`, if it has one, was safe before the opponent's pawn went from
/// `origin` to `pushed`.
pub(super) fn double_push_is_reachable(
    placement: &Placement,
    us: Color,
    origin: Square,
    pushed: Square,
) -> bool {
    let Some(king) = placement.king(us) else { return true };
    Past { now: placement, us, king }.was_safe_before(LastMove::of_pawn(origin, pushed))
}

/// The board as it stands, and whose king is to have been safe before the opponent's last move.
struct Past<'a> {
    now: &'a Placement,
    us: Color,
    king: Square,
}

/// A move that the opponent may have made last.
#[derive(Clone, Copy)]
struct LastMove {
    from: Square,
    to: Square,
    /// What moved, and what it was before: a pawn, if it promoted.
    is: PieceType,
    was: PieceType,
    /// What it captured, and where that stood.
    captured: Option<(PieceType, Square)>,
}

impl LastMove {
    const fn of_pawn(from: Square, to: Square) -> Self {
        Self { from, to, is: PieceType::Pawn, was: PieceType::Pawn, captured: None }
    }

    /// The same move as a capture on its target. Which piece does not matter: it only stands in
    /// the way of others.
    const fn capturing(self) -> Self {
        Self { captured: Some((PieceType::Knight, self.to)), ..self }
    }
}

impl Past<'_> {
    /// Whether the king was not attacked before this move. A capture needs a piece that was lost.
    fn was_safe_before(&self, last: LastMove) -> bool {
        let them = !self.us;
        let mut before = self.now.clone();
        before.remove(Piece::new(them, last.is), last.to);
        before.put(Piece::new(them, last.was), last.from);
        if let Some((piece_type, square)) = last.captured {
            before.put(Piece::new(self.us, piece_type), square);
        }
        let was_lost = last.captured.is_none() || before.by_color(self.us).len() <= 16;
        was_lost && before.attackers(them, self.king).is_empty()
    }

    /// Whether some move to `to` explains the checkers.
    fn reachable_by_move_to(&self, to: Square) -> bool {
        let is_on = |piece_type: &PieceType| self.now.pieces(!self.us, *piece_type).contains(to);
        match PieceType::ALL.into_iter().find(is_on) {
            None => false,
            Some(PieceType::Pawn) => {
                self.reachable_by_pawn(to, PieceType::Pawn) || self.reachable_by_en_passant(to)
            }
            Some(piece_type) => {
                let promotes = piece_type != PieceType::King
                    && to.rank() == self.us.relative_rank(Rank::First);
                self.reachable_by_piece(to, piece_type)
                    || (promotes && self.reachable_by_pawn(to, piece_type))
            }
        }
    }

    fn reachable_by_piece(&self, to: Square, piece_type: PieceType) -> bool {
        let occupied = self.now.occupied();
        let origins = attacks::of(piece_type, to, occupied) - occupied;
        origins.squares().any(|from| {
            let quiet = LastMove { from, to, is: piece_type, was: piece_type, captured: None };
            self.was_safe_before(quiet) || self.was_safe_before(quiet.capturing())
        })
    }

    /// Whether a pawn's push or capture to `to`, where it is now an `is`, explains the checkers.
    fn reachable_by_pawn(&self, to: Square, is: PieceType) -> bool {
        let them = !self.us;
        let back = self.us.forward();
        let first_rank = Bitboard::relative_rank(them, Rank::First);
        let may_stand = |from: &Square| !(self.now.occupied() | first_rank).contains(*from);
        let push = to.step(back).filter(may_stand);
        let double = push
            .filter(|_| to.rank() == them.relative_rank(Rank::Fourth))
            .and_then(|passed| passed.step(back))
            .filter(may_stand);
        let step = |from| LastMove { is, ..LastMove::of_pawn(from, to) };
        let mut captures = attacks::pawn(self.us, to).squares().filter(may_stand);
        push.into_iter().chain(double).any(|from| self.was_safe_before(step(from)))
            || captures.any(|from| self.was_safe_before(step(from).capturing()))
    }

    fn reachable_by_en_passant(&self, to: Square) -> bool {
        let them = !self.us;
        let (Some(passed), Some(origin)) = (to.step(self.us.forward()), to.step(them.forward()))
        else {
            return false;
        };
        let occupied = self.now.occupied();
        let origins = attacks::pawn(self.us, to) - occupied;
        to.rank() == them.relative_rank(Rank::Sixth)
            && !occupied.intersects(Bitboard::of(passed).with(origin))
            && origins.squares().any(|from| {
                let captured = Some((PieceType::Pawn, passed));
                self.was_safe_before(LastMove { captured, ..LastMove::of_pawn(from, to) })
            })
    }
}
