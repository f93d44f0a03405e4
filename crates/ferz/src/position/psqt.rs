//! General-purpose piece-square table with a middlegame and an endgame value for each entry.
//!
//! The values are fixed. They are part of the crate's contract, like the keys: no tool rewrites them,
//! and an engine that tunes its own table keeps it in its own crate.

use crate::types::{Color, Piece, PieceType, Score, Square};

/// Piece values by type in centipawns, without the bonus of the square. The values are fixed.
pub const PIECE_VALUE: [Score; PieceType::COUNT] = values(VALUES);

/// Piece values as pairs of middlegame and endgame.
#[rustfmt::skip]
const VALUES: [(i16, i16); PieceType::COUNT] = [
    (82, 131),
    (382, 381),
    (405, 404),
    (586, 661),
    (1179, 1229),
    (0, 0),
];

/// Bonus of each square in centipawns, by piece type, relative rank and file (a to d; the files e to h
/// are mirrored). [`bonus_index`] returns the indices of a square. The values are fixed.
pub const SQUARE_BONUS: [[[Score; 4]; 8]; PieceType::COUNT] =
    [bonus(PAWN), bonus(KNIGHT), bonus(BISHOP), bonus(ROOK), bonus(QUEEN), bonus(KING)];

/// Pairs of middlegame and endgame bonus by relative rank, and by file from the edge to the centre.
type Table = [[(i16, i16); 4]; 8];

#[rustfmt::skip]
const PAWN: Table = [
    [(0, 0), (0, 0), (0, 0), (0, 0)],
    [(-13, 4), (-1, -1), (-7, -4), (2, -2)],
    [(-8, 2), (-6, -3), (-3, -7), (5, -7)],
    [(-9, 5), (-8, 0), (2, -8), (10, -7)],
    [(-1, 13), (6, 6), (4, 2), (15, -2)],
    [(20, 27), (16, 25), (25, 27), (37, 17)],
    [(74, 78), (64, 76), (56, 81), (85, 69)],
    [(0, 0), (0, 0), (0, 0), (0, 0)],
];

#[rustfmt::skip]
const KNIGHT: Table = [
    [(-30, -42), (-28, -32), (-29, -18), (-18, -6)],
    [(-25, -23), (-12, -12), (-14, -7), (-9, 4)],
    [(-20, -15), (-2, -8), (-2, -1), (4, 17)],
    [(1, 0), (4, 3), (23, 18), (20, 24)],
    [(10, -6), (16, 2), (21, 16), (30, 22)],
    [(-7, -17), (14, -7), (32, 10), (35, 13)],
    [(-12, -22), (0, -9), (18, -8), (30, 11)],
    [(-84, -55), (-28, -29), (-28, -21), (-6, -6)],
];

#[rustfmt::skip]
const BISHOP: Table = [
    [(-5, -10), (1, -11), (-17, -10), (-5, -2)],
    [(-11, -17), (5, -7), (2, -5), (-4, 3)],
    [(2, -8), (5, -1), (3, 13), (2, 8)],
    [(6, -11), (9, -6), (7, 7), (13, 12)],
    [(6, -13), (6, 4), (13, 10), (7, 13)],
    [(-4, -1), (9, 0), (13, 9), (24, 2)],
    [(-12, -6), (-12, 1), (-5, 5), (2, -4)],
    [(-11, -11), (-10, -2), (-12, -4), (-7, -1)],
];

#[rustfmt::skip]
const ROOK: Table = [
    [(-9, -9), (-4, -7), (1, -8), (8, -10)],
    [(-19, -6), (-3, -6), (-3, -1), (0, -3)],
    [(-20, 3), (-9, 8), (-10, 9), (-4, 6)],
    [(-14, 15), (-10, 17), (-4, 14), (-4, 10)],
    [(-2, 18), (3, 19), (8, 15), (4, 12)],
    [(3, 16), (15, 16), (12, 12), (26, 4)],
    [(14, 20), (8, 15), (30, 16), (32, 10)],
    [(6, 19), (12, 20), (18, 12), (12, 18)],
];

#[rustfmt::skip]
const QUEEN: Table = [
    [(-4, -27), (-3, -27), (-1, -33), (2, -43)],
    [(0, -25), (2, -19), (4, -17), (-1, -9)],
    [(-8, -2), (1, 9), (-1, 13), (-4, 15)],
    [(-8, 13), (-2, 36), (-5, 38), (-3, 49)],
    [(2, 31), (-3, 53), (4, 52), (2, 57)],
    [(4, 22), (9, 40), (12, 47), (11, 52)],
    [(-3, 33), (-1, 33), (11, 45), (18, 48)],
    [(-15, 16), (-4, 28), (20, 43), (12, 29)],
];

#[rustfmt::skip]
const KING: Table = [
    [(30, -37), (34, -18), (14, -16), (-7, -19)],
    [(15, -11), (21, 0), (4, 12), (-19, 10)],
    [(-8, -1), (18, 16), (-7, 26), (-31, 26)],
    [(-34, 7), (-25, 27), (-49, 38), (-65, 40)],
    [(-46, 9), (-42, 33), (-60, 42), (-69, 47)],
    [(-28, 17), (-28, 40), (-49, 53), (-58, 44)],
    [(-19, 5), (-11, 24), (-41, 41), (-49, 36)],
    [(-18, -50), (-12, 7), (-36, 13), (-49, 29)],
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

/// Returns the indices of a square in [`SQUARE_BONUS`]: the rank relative to `color`, and the file
/// from the edge to the centre, 0 to 3.
pub const fn bonus_index(color: Color, square: Square) -> (usize, usize) {
    let file = square.file().index();
    (square.relative_to(color).rank().index(), if file < 4 { file } else { 7 - file })
}

/// Returns the value of a piece on a square, from White's point of view.
pub(super) const fn value(piece: Piece, square: Square) -> Score {
    let piece_type = piece.piece_type().index();
    let (rank, file) = bonus_index(piece.color(), square);
    let score = PIECE_VALUE[piece_type].plus(SQUARE_BONUS[piece_type][rank][file]);
    match piece.color() {
        Color::White => score,
        Color::Black => score.negated(),
    }
}
