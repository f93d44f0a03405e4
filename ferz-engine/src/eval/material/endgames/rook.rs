//! A rook against a pawn or a minor piece.

use super::{driven_to_edge, nearness};
use crate::eval::material::view::View;
use crate::value::Value;
use ferz::{PieceType, Rank, Square};

/// What winning the pawn is worth: less than the rook, as it must be done yet.
const PAWN_FALLS: Value = 500;

/// The rook wins if its king is before the pawn or the pawn is far from its own king; the pawn
/// draws if it is far on, its king beside it, and the other king too late.
pub(super) fn against_pawn(view: View) -> Value {
    let (king, other_king) = (view.king(), view.other_king());
    let (rook, pawn) = (view.own(PieceType::Rook), view.other(PieceType::Pawn));
    let tempo = usize::from(view.to_move());
    let target = Square::new(pawn.file(), Rank::First);
    let steps = pawn.rank().index();
    let before_pawn = king.file() == pawn.file() && king.rank() < pawn.rank();
    let supported = other_king.distance(pawn) <= 2 + tempo;
    if before_pawn || (!supported && other_king.distance(rook) > 2 - tempo) {
        return PAWN_FALLS - 10 * king.distance(pawn) as Value;
    }
    // The rook gives itself for the pawn where its king comes later than the pawn.
    let king_late = king.distance(target) > steps + tempo;
    if king_late && other_king.distance(pawn) <= 1 + tempo {
        return (60 - 10 * king.distance(pawn) as Value).max(0);
    }
    220 + 12 * (steps as Value) - 12 * king.distance(target) as Value
}

/// Mostly drawn: the king should be kept from the edge, above all from the bishop's corners.
pub(super) fn against_bishop(view: View) -> Value {
    20 + driven_to_edge(view.other_king()) / 2
}

/// Mostly drawn, but lost where the knight is cut off from its king.
pub(super) fn against_knight(view: View) -> Value {
    let knight = view.other(PieceType::Knight);
    let apart = view.other_king().distance(knight) as Value - 1;
    20 + driven_to_edge(view.other_king()) / 2 + 25 * apart + nearness(view.king(), knight) / 4
}
