//! Bishops that cannot reach what matters.

use super::{DRAWISH, DRAWN, FULL};
use crate::eval::colored_as;
use crate::eval::material::view::StrongSideView;
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, Color, File, PieceType, Rank, Square};

/// Bishops on squares of different colours: each side is strong where the other is not. The more
/// passed pawns or other men are left, the more there is to play for.
pub(super) fn opposite(view: StrongSideView, passed: Bitboard) -> Option<i32> {
    let pos = view.pos;
    let bishops = pos.by_type(PieceType::Bishop);
    if bishops.len() != 2 || (bishops & Bitboard::DARK).len() != 1 {
        return None;
    }
    let bishop = PIECE_VALUE[PieceType::Bishop].middlegame();
    let only_bishops = Color::ALL.into_iter().all(|color| pos.non_pawn_material(color) == bishop);
    let own = pos.by_color(view.strong);
    let factor =
        if only_bishops { 18 + 4 * (passed & own).len() as i32 } else { 28 + 3 * own.len() as i32 };
    Some(factor.min(FULL))
}

/// Pawns on a rook's file do not win if the other king holds the corner before them and the bishops
/// do not attack it.
pub(super) fn wrong_corner(view: StrongSideView) -> Option<i32> {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn);
    let file =
        [File::A, File::H].into_iter().find(|&file| pawns.is_subset(Bitboard::file(file)))?;
    let corner = Square::new(file, Rank::Eighth);
    let bishops = view.pos.pieces(view.strong, PieceType::Bishop);
    let of_corner = colored_as(corner.relative_to(view.strong));
    (!bishops.intersects(of_corner) && view.other_king().distance(corner) <= 1).then_some(DRAWN)
}

/// Bishop and pawn against a minor piece are drawn if the king stands before the pawn where the
/// bishop does not attack it, and nearly so while it stands there low enough.
pub(super) fn blockade(view: StrongSideView) -> Option<i32> {
    let (king, pawn) = (view.other_king(), view.own(PieceType::Pawn));
    if king.file() != pawn.file() || king.rank() <= pawn.rank() {
        return None;
    }
    if !colored_as(view.own(PieceType::Bishop)).contains(king) {
        return Some(DRAWN);
    }
    (king.rank() <= Rank::Sixth).then_some(DRAWISH)
}
