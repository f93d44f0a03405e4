//! Endgames that are harder to win than their material says.

use super::pawns::Pawns;
use ferz::position::PIECE_VALUE;
use ferz::{Bitboard, Color, Piece, PieceType, Position};

/// Nothing is taken off.
pub(super) const FULL: i32 = 64;

/// How much of the endgame's value the better side can hope for, of [`FULL`].
pub(super) fn scale(pos: &Position, pawns: &Pawns, endgame: i32) -> i32 {
    let strong = if endgame >= 0 { Color::White } else { Color::Black };
    let ours = pos.non_pawn_material(strong);
    let theirs = pos.non_pawn_material(!strong);
    let count = pos.count(Piece::new(strong, PieceType::Pawn)) as i32;
    let rook = PIECE_VALUE[PieceType::Rook].middlegame();
    let bishop = PIECE_VALUE[PieceType::Bishop].middlegame();
    // Without pawns, a minor piece more does not win, and one alone never does.
    if count == 0 && ours - theirs <= bishop {
        return if ours < rook {
            0
        } else if theirs <= bishop {
            4
        } else {
            14
        };
    }
    if opposite_bishops(pos) {
        let only = ours == bishop && theirs == bishop;
        let passed = (pawns.passed & pos.color(strong)).len() as i32;
        return if only { 18 + 4 * passed } else { 28 + 3 * pos.color(strong).len() as i32 }
            .min(FULL);
    }
    // The more pawns, the better the chances of making one of them a queen.
    (40 + 6 * count).min(FULL)
}

/// Whether each side has one bishop, on squares of different colours.
fn opposite_bishops(pos: &Position) -> bool {
    let bishops = pos.kind(PieceType::Bishop);
    pos.count(Piece::WhiteBishop) == 1
        && pos.count(Piece::BlackBishop) == 1
        && (bishops & Bitboard::DARK).len() == 1
}
