//! What a piece is worth, and where: the packed piece-square score.
//!
//! The bonus of a square is that of its rank plus that of its file, counted from the piece's own
//! side and mirrored about the centre: few numbers, each with a meaning.

use crate::types::{Color, Piece, PieceType, Score, Square};

/// The worth of a piece in centipawns, middlegame and endgame, without regard to its square.
pub const PIECE_VALUE: [Score; PieceType::COUNT] = [
    Score::new(100, 130),
    Score::new(390, 370),
    Score::new(410, 395),
    Score::new(590, 660),
    Score::new(1180, 1240),
    Score::ZERO,
];

/// The bonuses of one piece type: by rank from its own back rank, by file from the edge inwards.
struct Bonus {
    rank: [(i16, i16); 8],
    file: [(i16, i16); 4],
}

#[rustfmt::skip]
const BONUS: [Bonus; PieceType::COUNT] = [
    Bonus { // A pawn gains by advancing, and most in the centre before the endgame.
        rank: [(0, 0), (-6, -6), (-2, -4), (4, 0), (10, 12), (24, 40), (50, 85), (0, 0)],
        file: [(-10, 6), (-2, 2), (0, -2), (12, -6)],
    },
    Bonus { // A knight on the rim is dim.
        rank: [(-26, -20), (-12, -10), (0, 0), (8, 8), (16, 14), (18, 8), (6, -4), (-24, -18)],
        file: [(-24, -18), (-6, -6), (6, 4), (12, 10)],
    },
    Bonus { // A bishop wants to leave home and look over the centre.
        rank: [(-12, -8), (4, -2), (8, 2), (6, 6), (6, 6), (8, 4), (0, 0), (-8, -4)],
        file: [(-8, -6), (2, 0), (2, 2), (4, 4)],
    },
    Bonus { // A rook likes the seventh rank and the central files.
        rank: [(-4, -4), (-10, -6), (-8, -4), (-6, 2), (0, 6), (6, 8), (16, 12), (10, 8)],
        file: [(-8, 0), (-2, 0), (4, 0), (8, -2)],
    },
    Bonus { // A queen that comes out early is chased.
        rank: [(2, -24), (4, -12), (2, 0), (0, 12), (-2, 20), (4, 20), (2, 16), (4, 8)],
        file: [(-4, -10), (0, 0), (2, 6), (2, 10)],
    },
    Bonus { // A king hides in a corner until few pieces are left, then walks to the centre.
        rank: [(28, -34), (10, -12), (-20, 2), (-44, 12), (-52, 20), (-40, 22), (-30, 10), (-30, -14)],
        file: [(14, -20), (18, -2), (-8, 8), (-18, 12)],
    },
];

/// The worth of a piece on a square in White's view: positive for white pieces.
pub(super) const fn value(piece: Piece, square: Square) -> Score {
    let bonus = &BONUS[piece.kind().index()];
    let rank = square.relative_to(piece.color()).rank().index();
    let file = square.file().index();
    let from_edge = if file < 4 { file } else { 7 - file };
    let (rank, file) = (bonus.rank[rank], bonus.file[from_edge]);
    let score =
        PIECE_VALUE[piece.kind().index()].plus(Score::new(rank.0 + file.0, rank.1 + file.1));
    match piece.color() {
        Color::White => score,
        Color::Black => score.negated(),
    }
}
