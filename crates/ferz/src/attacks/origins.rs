//! The squares from which a piece can move to a square on an empty board.

use super::leapers::{KING, KNIGHT, PAWN};
use super::lines::{BISHOP_RAYS, ROOK_RAYS};
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

/// Targets by colour and piece type of the moving piece.
static ORIGINS: [[[Bitboard; Square::COUNT]; PieceType::COUNT]; Color::COUNT] = {
    let mut table = [[[Bitboard::EMPTY; Square::COUNT]; PieceType::COUNT]; Color::COUNT];
    let mut i = 0;
    while i < Color::COUNT * Square::COUNT {
        let (color, to) = (Color::ALL[i / Square::COUNT], i % Square::COUNT);
        let by_type = &mut table[i / Square::COUNT];
        by_type[PieceType::Pawn.index()][to] = pawn_origins(color, Square::wrapping(to));
        by_type[PieceType::Knight.index()][to] = KNIGHT[to];
        by_type[PieceType::Bishop.index()][to] = BISHOP_RAYS[to];
        by_type[PieceType::Rook.index()][to] = ROOK_RAYS[to];
        by_type[PieceType::Queen.index()][to] = Bitboard(BISHOP_RAYS[to].0 | ROOK_RAYS[to].0);
        by_type[PieceType::King.index()][to] = KING[to];
        i += 1;
    }
    table
};

/// Returns the origins of pushes and captures. No pawn reaches the first two ranks of its colour.
const fn pawn_origins(color: Color, to: Square) -> Bitboard {
    let rank = to.relative_to(color).rank() as usize;
    if rank < Rank::Third as usize {
        return Bitboard::EMPTY;
    }
    let (back, enemy) = match color {
        Color::White => (Direction::South, Color::Black),
        Color::Black => (Direction::North, Color::White),
    };
    let single = Bitboard::of(to).shift(back);
    let double = if rank == Rank::Fourth as usize { single.shift(back).0 } else { 0 };
    Bitboard(single.0 | double | PAWN[enemy.index()][to.index()].0)
}

/// Returns the squares from which a piece can move to `to` on an empty board; for pawns the origins
/// of pushes and captures.
#[inline(always)]
pub(crate) fn origins(color: Color, piece_type: PieceType, to: Square) -> Bitboard {
    ORIGINS[color][piece_type][to]
}
