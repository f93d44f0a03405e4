//! Retrograde analysis of one ply: checks that no last move can have given.
//!
//! A position with checkers is reachable only if some last move of the opponent, taken back, leaves
//! a position in which the king was not attacked, since it was the opponent's turn. Each candidate
//! for the last move is taken back in turn.

use super::placement::Placement;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Rank, Square};

/// Returns true if at most one piece gives check, or if some last move of the opponent leads to the
/// double check. Also returns true if `us` does not have exactly one king. Castling is no
/// candidate: all lines it opens are on the rank of the castled pieces.
///
/// A single checker is always accepted: widely used test positions have one that no move can have
/// given (`r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -`).
pub(super) fn double_check_is_reachable(placement: &Placement, us: Color) -> bool {
    let Some(king) = placement.king(us) else { return true };
    if !placement.attackers(!us, king).more_than_one() {
        return true;
    }
    let retraction = Retraction { now: placement, us, king };
    placement.by_color(!us).squares().any(|to| retraction.reachable_by_move_to(to))
}

/// Returns true if the king of `us` was not attacked before the opponent's pawn moved from `origin`
/// to `pushed`. Also returns true if `us` does not have exactly one king.
pub(super) fn double_push_is_reachable(
    placement: &Placement,
    us: Color,
    origin: Square,
    pushed: Square,
) -> bool {
    let Some(king) = placement.king(us) else { return true };
    Retraction { now: placement, us, king }.was_safe_before(LastMove::of_pawn(origin, pushed))
}

/// The current board and the king that may not have been attacked before the last move.
struct Retraction<'a> {
    now: &'a Placement,
    us: Color,
    king: Square,
}

/// A candidate for the opponent's last move.
#[derive(Clone, Copy)]
struct LastMove {
    from: Square,
    to: Square,
    /// The type after the move.
    type_after: PieceType,
    /// The type before the move: a pawn for a promotion.
    type_before: PieceType,
    /// The captured piece and its square.
    captured: Option<(PieceType, Square)>,
}

impl LastMove {
    const fn of_pawn(from: Square, to: Square) -> Self {
        Self { from, to, type_after: PieceType::Pawn, type_before: PieceType::Pawn, captured: None }
    }

    /// Returns the same move as a capture on its target. The type of the captured piece is
    /// arbitrary: only its square matters.
    const fn capturing(self) -> Self {
        Self { captured: Some((PieceType::Knight, self.to)), ..self }
    }
}

impl Retraction<'_> {
    /// Returns true if the king was not attacked before the move. A capture also requires that `us`
    /// lacks a piece.
    fn was_safe_before(&self, last: LastMove) -> bool {
        let them = !self.us;
        let mut before = self.now.clone();
        before.remove(Piece::new(them, last.type_after), last.to);
        before.put(Piece::new(them, last.type_before), last.from);
        if let Some((piece_type, square)) = last.captured {
            before.put(Piece::new(self.us, piece_type), square);
        }
        let is_missing = last.captured.is_none() || before.by_color(self.us).len() <= 16;
        is_missing && before.attackers(them, self.king).is_empty()
    }

    /// Returns true if some last move to `to` is possible.
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
            let quiet = LastMove {
                from,
                to,
                type_after: piece_type,
                type_before: piece_type,
                captured: None,
            };
            self.was_safe_before(quiet) || self.was_safe_before(quiet.capturing())
        })
    }

    /// Returns true if a pawn's push or capture to `to` is possible, after which its type is
    /// `type_after`.
    fn reachable_by_pawn(&self, to: Square, type_after: PieceType) -> bool {
        let them = !self.us;
        let back = self.us.forward();
        let first_rank = Bitboard::relative_rank(them, Rank::First);
        let may_stand = |from: &Square| !(self.now.occupied() | first_rank).contains(*from);
        let push = to.step(back).filter(may_stand);
        let double = push
            .filter(|_| to.rank() == them.relative_rank(Rank::Fourth))
            .and_then(|passed| passed.step(back))
            .filter(may_stand);
        let step = |from| LastMove { type_after, ..LastMove::of_pawn(from, to) };
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
