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
pub(super) fn double_check_is_explained(placement: &Placement, us: Color) -> bool {
    let Some(king) = placement.king(us) else { return true };
    let checkers = placement.attackers(!us, king);
    if !checkers.more_than_one() {
        return true;
    }
    let past = Past { now: placement, us, king };
    placement.color(!us).squares().any(|to| past.explained_by_move_to(to))
}

/// Whether the king of `us`, if it has one, was safe before the opponent's pawn went from
/// `origin` to `pushed`.
pub(super) fn push_is_explained(
    placement: &Placement,
    us: Color,
    origin: Square,
    pushed: Square,
) -> bool {
    let Some(king) = placement.king(us) else { return true };
    let past = Past { now: placement, us, king };
    past.was_safe(|before| {
        past.carry_back(before, PieceType::Pawn, PieceType::Pawn, pushed, origin)
    })
}

/// The board as it stands, and whose king is to have been safe before the opponent's last move.
struct Past<'a> {
    now: &'a Placement,
    us: Color,
    king: Square,
}

impl Past<'_> {
    /// Whether the king is safe on the board that `take_back` leaves.
    fn was_safe(&self, take_back: impl FnOnce(&mut Placement)) -> bool {
        let mut before = self.now.clone();
        take_back(&mut before);
        before.attackers(!self.us, self.king).is_empty()
    }

    /// Carries the opponent's piece back from `to` to `from`, where it was a `was`.
    fn carry_back(
        &self,
        before: &mut Placement,
        is: PieceType,
        was: PieceType,
        to: Square,
        from: Square,
    ) {
        before.remove(Piece::new(!self.us, is), to);
        before.put(Piece::new(!self.us, was), from);
    }

    /// Whether a piece was lost, so that the last move may have been a capture.
    fn may_have_captured(&self) -> bool {
        self.now.color(self.us).len() < 16
    }

    /// Puts a captured piece back. Which one does not matter: it only stands in the way.
    fn uncapture(&self, before: &mut Placement, square: Square) {
        before.put(Piece::new(self.us, PieceType::Knight), square);
    }

    fn explained_by_move_to(&self, to: Square) -> bool {
        let is_on = |kind: &PieceType| self.now.pieces(!self.us, *kind).contains(to);
        let Some(kind) = PieceType::ALL.into_iter().find(is_on) else { return false };
        if kind == PieceType::Pawn {
            return self.explained_by_pawn(to, PieceType::Pawn) || self.explained_by_en_passant(to);
        }
        let promoted = kind != PieceType::King
            && to.rank() == self.us.relative_rank(Rank::First)
            && self.explained_by_pawn(to, kind);
        let occupied = self.now.occupied();
        let origins = attacks::of(kind, to, occupied) - occupied;
        promoted || origins.squares().any(|from| self.explained_by_step(kind, kind, from, to, None))
    }

    /// Whether a pawn's push or capture to `to`, where it is now an `is`, explains the check.
    fn explained_by_pawn(&self, to: Square, is: PieceType) -> bool {
        let them = !self.us;
        let may_stand = |from: &Square| {
            !self.now.occupied().contains(*from) && from.rank() != them.relative_rank(Rank::First)
        };
        let push = to.step(self.us.forward()).filter(may_stand);
        let double = push
            .filter(|_| to.rank() == them.relative_rank(Rank::Fourth))
            .and_then(|passed| passed.step(self.us.forward()))
            .filter(may_stand);
        let step = |from, captured| self.explained_by_step(is, PieceType::Pawn, from, to, captured);
        push.into_iter().chain(double).any(|from| step(from, Some(false)))
            || attacks::pawn(self.us, to)
                .squares()
                .filter(may_stand)
                .any(|from| step(from, Some(true)))
    }

    /// Whether a step from `from` to `to` explains the check; `captured` tells whether it was a
    /// capture where the piece's way of moving says so.
    fn explained_by_step(
        &self,
        is: PieceType,
        was: PieceType,
        from: Square,
        to: Square,
        captured: Option<bool>,
    ) -> bool {
        let quiet = captured != Some(true);
        let capture = captured != Some(false) && self.may_have_captured();
        (quiet && self.was_safe(|before| self.carry_back(before, is, was, to, from)))
            || (capture
                && self.was_safe(|before| {
                    self.carry_back(before, is, was, to, from);
                    self.uncapture(before, to);
                }))
    }

    fn explained_by_en_passant(&self, to: Square) -> bool {
        let them = !self.us;
        let (Some(passed), Some(origin)) = (to.step(self.us.forward()), to.step(them.forward()))
        else {
            return false;
        };
        let occupied = self.now.occupied();
        if to.rank() != them.relative_rank(Rank::Sixth)
            || occupied.intersects(Bitboard::of(passed).with(origin))
            || !self.may_have_captured()
        {
            return false;
        }
        let origins = attacks::pawn(self.us, to) - occupied;
        origins.squares().any(|from| {
            self.was_safe(|before| {
                self.carry_back(before, PieceType::Pawn, PieceType::Pawn, to, from);
                before.put(Piece::new(self.us, PieceType::Pawn), passed);
            })
        })
    }
}
