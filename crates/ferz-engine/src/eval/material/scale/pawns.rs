//! Pawns that do not become queens.

use super::{DRAWISH, DRAWN};
use crate::eval::material::endgames::kpk;
use crate::eval::material::view::StrongSideView;
use ferz::{Bitboard, File, PieceType, Rank, Square};

/// A knight that defends a rook's pawn one step from the corner cannot let it go on, and its king
/// cannot drive the other one out without stalemate.
pub(super) fn knight_and_rook_pawn(view: StrongSideView) -> Option<i32> {
    let pawn = view.own(PieceType::Pawn);
    let corner = Square::new(pawn.file(), Rank::Eighth);
    let too_far = pawn.rank() == Rank::Seventh && matches!(pawn.file(), File::A | File::H);
    (too_far && view.other_king().distance(corner) <= 1).then_some(DRAWN)
}

/// However many pawns there are on a rook's file, a king before them all holds them.
pub(super) fn on_a_rook_file(view: StrongSideView) -> Option<i32> {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn);
    let file =
        [File::A, File::H].into_iter().find(|&file| pawns.is_subset(Bitboard::file(file)))?;
    let king = view.other_king();
    let before = pawns.squares().all(|pawn| pawn.relative_to(view.strong).rank() < king.rank());
    (before && king.file().distance(file) <= 1).then_some(DRAWN)
}

/// If the pawn would not win against the bare king, it does not win against one with a pawn, unless
/// it is so far on that the other pawn only stands in its king's way.
pub(super) fn against_pawn(view: StrongSideView) -> Option<i32> {
    let pawn = view.own(PieceType::Pawn);
    let far = pawn.rank() >= Rank::Fifth && !matches!(pawn.file(), File::A | File::H);
    let won = || kpk::is_won(view.king(), pawn, view.other_king(), view.to_move());
    (!far && !won()).then_some(DRAWISH)
}
