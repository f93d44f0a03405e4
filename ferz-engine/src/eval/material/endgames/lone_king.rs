//! Against a bare king: mates, and the pawn that may become a queen.

use super::{SURE_WIN, driven_to_edge, kpk, nearness};
use crate::eval::material::view::View;
use crate::value::{DRAW, Value};
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, PieceType};

/// Enough material: the king is driven to the edge, with the help of the other one.
pub(super) fn mate(view: View) -> Value {
    let bishops = view.pos.pieces(view.strong, PieceType::Bishop);
    let only_bishops = bishops.len() + 2 == view.pos.occupied().len();
    let one_color = bishops.is_subset(Bitboard::DARK) || bishops.is_subset(Bitboard::LIGHT);
    if is_stalemate(view) || (only_bishops && one_color) {
        return DRAW;
    }
    SURE_WIN + material(view) + approach(view) + driven_to_edge(view.other_king())
}

/// Bishop and knight mate only in a corner of the bishop's colour.
pub(super) fn bishop_and_knight(view: View) -> Value {
    if is_stalemate(view) {
        return DRAW;
    }
    let king = view.other_king();
    let dark = Bitboard::DARK.contains(view.own(PieceType::Bishop));
    // The dark corners are those of the first file and rank, and of the last.
    let file = if dark { king.file().index() } else { 7 - king.file().index() };
    let towards_corner = (file as Value + king.rank().index() as Value - 7).abs();
    SURE_WIN + material(view) + approach(view) + driven_to_edge(king) / 2 + 30 * towards_corner
}

/// King and pawn: exact.
pub(super) fn pawn(view: View) -> Value {
    let pawn = view.own(PieceType::Pawn);
    if kpk::is_won(view.king(), pawn, view.other_king(), view.to_move()) {
        // Less than with the queen that it becomes.
        SURE_WIN + 20 * pawn.rank().index() as Value
    } else {
        DRAW
    }
}

/// Whether the bare king has no move, without being in check.
fn is_stalemate(view: View) -> bool {
    !view.to_move() && view.pos.is_stalemate()
}

fn approach(view: View) -> Value {
    nearness(view.king(), view.other_king())
}

fn material(view: View) -> Value {
    let pawns = view.pos.pieces(view.strong, PieceType::Pawn).len() as Value;
    let pawn = PIECE_VALUE[PieceType::Pawn].endgame();
    view.pos.non_pawn_material(view.strong) + pawn * pawns
}
