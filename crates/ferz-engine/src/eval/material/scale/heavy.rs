//! Rooks and queens that are held.

use super::{DRAWISH, DRAWN};
use crate::eval::material::view::StrongSideView;
use ferz::{Color, PieceType, Rank, Square, attacks};

/// Rook and pawn against rook, by where the defending king is.
pub(super) fn rook_and_pawn(view: StrongSideView) -> Option<i32> {
    let (king, other_king) = (view.king(), view.other_king());
    let (rook, other_rook) = (view.own(PieceType::Rook), view.other(PieceType::Rook));
    let pawn = view.own(PieceType::Pawn);
    let target = Square::new(pawn.file(), Rank::Eighth);
    let before_pawn = other_king.distance(target) <= 1;
    // Philidor: the rook keeps the king off the sixth rank until the pawn steps there, and then
    // checks from behind, where the king has no shelter.
    let held = before_pawn && pawn.rank() <= Rank::Fifth && king.rank() <= Rank::Fifth;
    if held && other_rook.rank() == Rank::Sixth {
        return Some(DRAWISH);
    }
    let from_behind = before_pawn && pawn.rank() == Rank::Sixth && king.rank() <= Rank::Sixth;
    if from_behind && other_rook.rank() <= Rank::Second && !view.to_move() {
        return Some(DRAWISH);
    }
    // A rook before its own pawn on the seventh cannot leave; the king waits where no check frees
    // the rook.
    let stuck = pawn.rank() == Rank::Seventh && rook == target;
    let waiting = other_king.rank() == Rank::Seventh && other_king.file().distance(pawn.file()) > 4;
    if stuck && waiting && other_rook.file() == pawn.file() && king.distance(pawn) > 1 {
        return Some(DRAWISH);
    }
    // A king before the pawn is half a draw.
    let ahead = other_king.rank() > pawn.rank() && other_king.file().distance(pawn.file()) <= 1;
    (ahead && pawn.rank() <= Rank::Fifth).then_some(24)
}

/// Queen against rook and pawns: the rook stands on its third rank, defended by a pawn on the
/// second beside its king, and keeps the other king out.
pub(super) fn queen_against_fortress(view: StrongSideView) -> Option<i32> {
    let (king, rook) = (view.other_king(), view.other(PieceType::Rook));
    if rook.rank() != Rank::Sixth || view.king().rank() >= Rank::Sixth {
        return None;
    }
    let pawns = view.pos.pieces(!view.strong, PieceType::Pawn);
    let holds = pawns
        .squares()
        .map(|pawn| pawn.relative_to(view.strong))
        .any(|pawn| attacks::pawn(Color::Black, pawn).contains(rook) && pawn.distance(king) <= 1);
    holds.then_some(DRAWN)
}
