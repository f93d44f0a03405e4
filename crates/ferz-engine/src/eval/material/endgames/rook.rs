//! A rook against a pawn or a minor piece.

use super::{driven_to_edge, nearness};
use crate::eval::material::view::StrongSideView;
use crate::value::Value;
use ferz::{PieceType, Rank, Square};

/// What a pawn that falls leaves: less than the rook, as it must be done yet.
const PAWN_FALLS: Value = 500;

/// The rook gives itself for the pawn unless its king comes in time: how many moves it is early or
/// late says nearly all.
pub(super) fn against_pawn(view: StrongSideView) -> Value {
    let (king, pawn) = (view.king(), view.other(PieceType::Pawn));
    if king.file() == pawn.file() && king.rank() < pawn.rank() {
        return PAWN_FALLS;
    }
    let target = Square::new(pawn.file(), Rank::First);
    // The pawn goes on with its king beside it, which may have to come first.
    let delay = view.other_king().distance(pawn) - 1 + usize::from(view.to_move());
    let early = (pawn.rank().index() + delay) as Value - king.distance(target) as Value;
    (60 * (early + 5)).clamp(10, PAWN_FALLS)
}

/// Mostly drawn: the king should be kept from the edge, above all from the bishop's corners.
pub(super) fn against_bishop(view: StrongSideView) -> Value {
    20 + driven_to_edge(view.other_king()) / 2
}

/// Mostly drawn, but lost where the knight is cut off from its king.
pub(super) fn against_knight(view: StrongSideView) -> Value {
    let knight = view.other(PieceType::Knight);
    let apart = view.other_king().distance(knight) as Value - 1;
    20 + driven_to_edge(view.other_king()) / 2 + 25 * apart + nearness(view.king(), knight) / 4
}
