//! Against a bare king: mates, and the pawn that may become a queen.

use super::{SURE_WIN, TECHNIQUE, driven_to_edge, kpk, nearness};
use crate::eval::colored_as;
use crate::eval::material::view::StrongSideView;
use crate::value::{DRAW, Value};
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, File, PieceType, Rank, Square};

/// Enough material: the king is driven to the edge, with the help of the other one.
pub(super) fn mate(view: StrongSideView) -> Value {
    let bishops = view.pos.pieces(view.strong, PieceType::Bishop);
    let only_bishops = bishops.len() + 2 == view.pos.occupied().len();
    let one_color = bishops.is_subset(Bitboard::DARK) || bishops.is_subset(Bitboard::LIGHT);
    if is_stalemate(view) || (only_bishops && one_color) {
        return DRAW;
    }
    let come = approach(view) + driven_to_edge(view.other_king());
    SURE_WIN + material(view) + TECHNIQUE * come
}

/// Bishop and knight mate only in a corner of the bishop's colour.
pub(super) fn bishop_and_knight(view: StrongSideView) -> Value {
    if is_stalemate(view) {
        return DRAW;
    }
    let king = view.other_king();
    let dark = Bitboard::DARK.contains(view.own(PieceType::Bishop));
    // The dark corners are those of the first file and rank, and of the last.
    let file = if dark { king.file().index() } else { 7 - king.file().index() };
    let towards_corner = (file as Value + king.rank().index() as Value - 7).abs();
    let come = approach(view) + driven_to_edge(king) / 2 + 30 * towards_corner;
    SURE_WIN + material(view) + TECHNIQUE * come
}

/// King and pawn: exact.
pub(super) fn pawn(view: StrongSideView) -> Value {
    let pawn = view.own(PieceType::Pawn);
    if kpk::is_won(view.king(), pawn, view.other_king(), view.to_move()) {
        with_pawn(view, pawn)
    } else {
        DRAW
    }
}

/// Pawns with little besides win if one of them wins without the rest, or if a minor piece helps
/// one on that the king does not take.
pub(super) fn pawns(view: StrongSideView) -> Option<Value> {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn).squares();
    let winners = pawns.map(|pawn| pawn.relative_to(view.strong)).filter(|&pawn| {
        kpk::is_won(view.king(), pawn, view.other_king(), view.to_move()) || is_helped(view, pawn)
    });
    winners.map(|pawn| with_pawn(view, pawn)).max()
}

/// Whether a minor piece brings a pawn to its last rank: the other king must not take the pawn, nor
/// hold a corner that the bishop does not attack or the knight cannot leave its pawn for.
fn is_helped(view: StrongSideView, pawn: Square) -> bool {
    let own = |kind| view.pos.pieces(view.strong, kind);
    let (knights, bishops) = (own(PieceType::Knight), own(PieceType::Bishop));
    let target = Square::new(pawn.file(), Rank::Eighth).relative_to(view.strong);
    let reaches = match pawn.file() {
        File::A | File::H => {
            (knights.any() && pawn.rank() < Rank::Seventh) || bishops.intersects(colored_as(target))
        }
        _ => (knights | bishops).any(),
    };
    reaches && (view.other_king().distance(pawn) > 2 || view.king().distance(pawn) == 1)
}

/// A pawn on its way: less than with the queen that it becomes.
fn with_pawn(view: StrongSideView, pawn: Square) -> Value {
    SURE_WIN + material(view) + 20 * pawn.rank().index() as Value
}

/// Whether the bare king has no move, without being in check.
fn is_stalemate(view: StrongSideView) -> bool {
    !view.to_move() && view.pos.is_stalemate()
}

fn approach(view: StrongSideView) -> Value {
    nearness(view.king(), view.other_king())
}

fn material(view: StrongSideView) -> Value {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn).len() as Value;
    let pawn = PIECE_VALUE[PieceType::Pawn].endgame();
    view.pos.non_pawn_material(view.strong) + pawn * pawns
}
