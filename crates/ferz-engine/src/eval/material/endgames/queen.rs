//! A queen against a pawn or a piece.

use super::{TECHNIQUE, driven_to_edge, nearness};
use crate::eval::material::view::StrongSideView;
use crate::value::Value;
use ferz::position::PIECE_VALUE;
use ferz::{File, PieceType, Rank, Square};

/// The queen wins, unless the pawn is about to queen with its king beside it and stalemate to help:
/// on a rook's or a bishop's file, with the other king far off.
pub(super) fn against_pawn(view: StrongSideView) -> Value {
    let (king, other_king) = (view.king(), view.other_king());
    let pawn = view.other(PieceType::Pawn);
    let near = nearness(king, pawn);
    let stalemate_file = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    let at_home = pawn.rank() == Rank::Second && other_king.distance(pawn) == 1;
    let target = Square::new(pawn.file(), Rank::First);
    if at_home && stalemate_file && king.distance(target) > 3 {
        return near;
    }
    advantage(PieceType::Pawn) + near
}

/// The queen wins: the king is driven to the edge, where the piece must leave it.
pub(super) fn against_piece(view: StrongSideView) -> Value {
    let (king, other_king) = (view.king(), view.other_king());
    let piece = [PieceType::Rook, PieceType::Bishop, PieceType::Knight]
        .into_iter()
        .find(|&kind| view.pos.pieces(!view.strong, kind).any())
        .unwrap_or(PieceType::Rook);
    // A piece apart from its king falls to a double attack.
    let apart = other_king.distance(view.other(piece)) as Value;
    let come = driven_to_edge(other_king) + nearness(king, other_king) + 2 * apart;
    advantage(piece) + 2 * TECHNIQUE * come
}

/// A queen less the other side's piece.
fn advantage(piece: PieceType) -> Value {
    PIECE_VALUE[PieceType::Queen].endgame() - PIECE_VALUE[piece].endgame()
}
