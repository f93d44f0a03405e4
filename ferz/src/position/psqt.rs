//! What a piece is worth, and where: the packed piece-square score.

use crate::types::{Color, Piece, PieceType, Score, Square};

/// The worth of a piece in centipawns, middlegame and endgame, without regard to its square.
pub const PIECE_VALUE: [Score; PieceType::COUNT] = values(NOMINAL);

/// The same as pairs.
#[rustfmt::skip]
const NOMINAL: [(i16, i16); PieceType::COUNT] = [
    (97, 131),
    (387, 375),
    (409, 400),
    (587, 656),
    (1181, 1237),
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
    [(0, 0), (0, 0), (0, 0), (0, 0)],
    [(-15, 9), (-3, -3), (-5, -6), (7, -6)],
    [(-8, 1), (-7, -7), (-4, -9), (6, -10)],
    [(-7, 3), (-7, -1), (3, -8), (11, -11)],
    [(1, 16), (6, 12), (7, 2), (20, 4)],
    [(20, 45), (10, 32), (27, 35), (36, 26)],
    [(49, 87), (50, 85), (53, 86), (61, 65)],
    [(0, 0), (0, 0), (0, 0), (0, 0)],
];

/// A knight on the rim is dim.
#[rustfmt::skip]
const KNIGHT: Table = [
    [(-45, -45), (-30, -21), (-28, -22), (-4, -10)],
    [(-27, -34), (-8, -17), (-16, -4), (-8, 3)],
    [(-23, -19), (-10, -8), (-3, -3), (8, 15)],
    [(1, -6), (1, -1), (26, 15), (19, 20)],
    [(7, -8), (18, 2), (29, 19), (32, 23)],
    [(-8, -16), (14, -5), (29, 9), (33, 14)],
    [(-13, -23), (3, -10), (17, -5), (21, 8)],
    [(-53, -46), (-28, -27), (-19, -20), (-7, -10)],
];

/// A bishop wants to leave home and look over the centre.
#[rustfmt::skip]
const BISHOP: Table = [
    [(-17, -13), (-5, -11), (-17, -5), (-1, -8)],
    [(-3, -18), (4, -2), (5, -9), (-4, 0)],
    [(2, -4), (9, 0), (0, 9), (5, 4)],
    [(2, -9), (6, -3), (8, 3), (12, 14)],
    [(6, -9), (6, 0), (9, 10), (11, 8)],
    [(-5, -7), (8, -1), (16, 2), (17, -2)],
    [(-12, -10), (-5, -6), (1, -2), (1, -2)],
    [(-12, -13), (-8, -9), (-7, -5), (-4, -4)],
];

/// A rook likes the seventh rank and the central files.
#[rustfmt::skip]
const ROOK: Table = [
    [(-9, -8), (-4, -4), (2, -6), (9, -7)],
    [(-21, -5), (-6, -6), (-6, 3), (6, -2)],
    [(-19, 1), (-10, 4), (-9, 2), (4, 5)],
    [(-17, 14), (-7, 9), (-1, 11), (3, 7)],
    [(-3, 12), (2, 14), (13, 14), (10, 12)],
    [(0, 11), (5, 13), (16, 13), (19, 6)],
    [(14, 18), (13, 17), (25, 16), (26, 11)],
    [(4, 12), (13, 12), (16, 8), (19, 9)],
];

/// A queen that comes out early is chased.
#[rustfmt::skip]
const QUEEN: Table = [
    [(-4, -31), (-1, -19), (-3, -22), (0, -28)],
    [(-2, -20), (-1, -10), (3, -9), (0, -1)],
    [(-6, -6), (1, 6), (1, 3), (-2, 13)],
    [(-8, 4), (-2, 17), (-1, 24), (3, 34)],
    [(-1, 16), (-1, 27), (5, 33), (0, 39)],
    [(2, 12), (1, 27), (11, 32), (11, 34)],
    [(-2, 12), (5, 25), (8, 30), (6, 31)],
    [(-3, 4), (0, 13), (10, 21), (7, 21)],
];

/// A king hides in a corner until few pieces are left, then walks to the centre.
#[rustfmt::skip]
const KING: Table = [
    [(29, -40), (39, -25), (14, -17), (-5, -19)],
    [(17, -9), (26, -3), (6, 11), (-15, 10)],
    [(-8, -3), (2, 17), (-20, 31), (-45, 28)],
    [(-35, 5), (-28, 23), (-55, 42), (-67, 48)],
    [(-43, 12), (-40, 35), (-65, 45), (-73, 51)],
    [(-30, 22), (-25, 42), (-53, 47), (-61, 50)],
    [(-20, 7), (-16, 35), (-41, 40), (-52, 35)],
    [(-20, -26), (-15, -2), (-41, 10), (-52, 16)],
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
