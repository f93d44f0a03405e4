//! What a piece is worth, and where: the packed piece-square score.

use crate::types::{Color, Piece, PieceType, Score, Square};

/// The worth of a piece in centipawns, middlegame and endgame, without regard to its square.
pub const PIECE_VALUE: [Score; PieceType::COUNT] = values(NOMINAL);

/// The same as pairs.
#[rustfmt::skip]
const NOMINAL: [(i16, i16); PieceType::COUNT] = [
    (100, 130),
    (390, 370),
    (410, 395),
    (590, 660),
    (1180, 1240),
    (0, 0),
];

/// What a square adds to the worth of a piece, by type: the square as the piece's own side sees it,
/// on the files a to d; the others are their mirror images.
pub const SQUARE_BONUS: [[[Score; 4]; 8]; PieceType::COUNT] =
    [bonus(PAWN), bonus(KNIGHT), bonus(BISHOP), bonus(ROOK), bonus(QUEEN), bonus(KING)];

/// Middlegame and endgame by rank from the own side's first, and by file from the edge inwards.
type Table = [[(i16, i16); 4]; 8];

/// A pawn gains by advancing, and most in the centre before the endgame.
#[rustfmt::skip]
const PAWN: Table = [
    [(-10, 6), (-2, 2), (0, -2), (12, -6)],
    [(-16, 0), (-8, -4), (-6, -8), (6, -12)],
    [(-12, 2), (-4, -2), (-2, -6), (10, -10)],
    [(-6, 6), (2, 2), (4, -2), (16, -6)],
    [(0, 18), (8, 14), (10, 10), (22, 6)],
    [(14, 46), (22, 42), (24, 38), (36, 34)],
    [(40, 91), (48, 87), (50, 83), (62, 79)],
    [(-10, 6), (-2, 2), (0, -2), (12, -6)],
];

/// A knight on the rim is dim.
#[rustfmt::skip]
const KNIGHT: Table = [
    [(-50, -38), (-32, -26), (-20, -16), (-14, -10)],
    [(-36, -28), (-18, -16), (-6, -6), (0, 0)],
    [(-24, -18), (-6, -6), (6, 4), (12, 10)],
    [(-16, -10), (2, 2), (14, 12), (20, 18)],
    [(-8, -4), (10, 8), (22, 18), (28, 24)],
    [(-6, -10), (12, 2), (24, 12), (30, 18)],
    [(-18, -22), (0, -10), (12, 0), (18, 6)],
    [(-48, -36), (-30, -24), (-18, -14), (-12, -8)],
];

/// A bishop wants to leave home and look over the centre.
#[rustfmt::skip]
const BISHOP: Table = [
    [(-20, -14), (-10, -8), (-10, -6), (-8, -4)],
    [(-4, -8), (6, -2), (6, 0), (8, 2)],
    [(0, -4), (10, 2), (10, 4), (12, 6)],
    [(-2, 0), (8, 6), (8, 8), (10, 10)],
    [(-2, 0), (8, 6), (8, 8), (10, 10)],
    [(0, -2), (10, 4), (10, 6), (12, 8)],
    [(-8, -6), (2, 0), (2, 2), (4, 4)],
    [(-16, -10), (-6, -4), (-6, -2), (-4, 0)],
];

/// A rook likes the seventh rank and the central files.
#[rustfmt::skip]
const ROOK: Table = [
    [(-12, -4), (-6, -4), (0, -4), (4, -6)],
    [(-18, -6), (-12, -6), (-6, -6), (-2, -8)],
    [(-16, -4), (-10, -4), (-4, -4), (0, -6)],
    [(-14, 2), (-8, 2), (-2, 2), (2, 0)],
    [(-8, 6), (-2, 6), (4, 6), (8, 4)],
    [(-2, 8), (4, 8), (10, 8), (14, 6)],
    [(8, 12), (14, 12), (20, 12), (24, 10)],
    [(2, 8), (8, 8), (14, 8), (18, 6)],
];

/// A queen that comes out early is chased.
#[rustfmt::skip]
const QUEEN: Table = [
    [(-2, -34), (2, -24), (4, -18), (4, -14)],
    [(0, -22), (4, -12), (6, -6), (6, -2)],
    [(-2, -10), (2, 0), (4, 6), (4, 10)],
    [(-4, 2), (0, 12), (2, 18), (2, 22)],
    [(-6, 10), (-2, 20), (0, 26), (0, 30)],
    [(0, 10), (4, 20), (6, 26), (6, 30)],
    [(-2, 6), (2, 16), (4, 22), (4, 26)],
    [(0, -2), (4, 8), (6, 14), (6, 18)],
];

/// A king hides in a corner until few pieces are left, then walks to the centre.
#[rustfmt::skip]
const KING: Table = [
    [(42, -54), (46, -36), (20, -26), (10, -22)],
    [(24, -32), (28, -14), (2, -4), (-8, 0)],
    [(-6, -18), (-2, 0), (-28, 10), (-38, 14)],
    [(-30, -8), (-26, 10), (-52, 20), (-62, 24)],
    [(-38, 0), (-34, 18), (-60, 28), (-70, 32)],
    [(-26, 2), (-22, 20), (-48, 30), (-58, 34)],
    [(-16, -10), (-12, 8), (-38, 18), (-48, 22)],
    [(-16, -34), (-12, -16), (-38, -6), (-48, -2)],
];

const fn values<const N: usize>(pairs: [(i16, i16); N]) -> [Score; N] {
    let mut values = [Score::ZERO; N];
    let mut i = 0;
    while i < N {
        values[i] = Score::new(pairs[i].0, pairs[i].1);
        i += 1;
    }
    values
}

const fn bonus(table: Table) -> [[Score; 4]; 8] {
    let mut bonus = [[Score::ZERO; 4]; 8];
    let mut rank = 0;
    while rank < 8 {
        bonus[rank] = values(table[rank]);
        rank += 1;
    }
    bonus
}

/// The rank and the file, counted from the edge inwards, under which [`SQUARE_BONUS`] has a
/// piece's square.
pub const fn bonus_place(color: Color, square: Square) -> (usize, usize) {
    let file = square.file().index();
    (square.relative_to(color).rank().index(), if file < 4 { file } else { 7 - file })
}

/// The worth of a piece on a square in White's view: positive for white pieces.
pub(super) const fn value(piece: Piece, square: Square) -> Score {
    let kind = piece.kind().index();
    let (rank, file) = bonus_place(piece.color(), square);
    let score = PIECE_VALUE[kind].plus(SQUARE_BONUS[kind][rank][file]);
    match piece.color() {
        Color::White => score,
        Color::Black => score.negated(),
    }
}
