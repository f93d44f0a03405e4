//! Sums over the pieces that evaluation needs, and the general-purpose piece-square table with a
//! middlegame and an endgame value for each entry.
//!
//! The values are fixed. They are part of the crate's contract, like the keys: no tool rewrites them,
//! and an engine that tunes its own table keeps it in its own crate.

use super::{Board, Observer, zobrist};
use crate::types::{Color, PhaseScore, Piece, PieceType, Square};

/// Sums over the pieces that evaluation and its tables need, kept up to date by observing moves: the
/// pawn key, the material key, the piece-square score and the material without pawns.
///
/// A board does not keep them, so that programs that do not evaluate do not pay for them. An engine
/// copies the sums of the ply before and passes them to
/// [`Position::do_move_with`](crate::Position::do_move_with):
///
/// ```
/// use ferz::{PieceSums, Position};
///
/// let mut position = Position::startpos();
/// let mut sums = vec![PieceSums::of(&position)];
/// for san in ["e4", "d5", "exd5"] {
///     let mv = position.parse_san(san)?;
///     let mut next = sums[sums.len() - 1];
///     position.do_move_with(mv, None, &mut next);
///     sums.push(next);
/// }
/// assert_eq!(sums[3], PieceSums::of(&position));
/// // Undoing a move drops its sums.
/// position.undo_move();
/// sums.pop();
/// assert_eq!(sums[2], PieceSums::of(&position));
/// # Ok::<(), ferz::notation::ParseSanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceSums {
    pawn_key: u64,
    material_key: u64,
    /// The middlegame value of knights, bishops, rooks and queens, 32 bits for each colour.
    non_pawn: u64,
    psq: PhaseScore,
}

/// The piece-square values, from White's point of view.
static PSQ: [[PhaseScore; Square::COUNT]; Piece::COUNT] = {
    let mut values = [[PhaseScore::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::wrapping(i));
        values[piece.index()][square.index()] = value(piece, square);
        i += 1;
    }
    values
};

/// The contribution of each piece to the material without pawns.
static NON_PAWN_UNIT: [u64; Piece::COUNT] = {
    let mut units = [0; Piece::COUNT];
    let mut i = Piece::WhiteKnight.index();
    while i <= Piece::BlackQueen.index() {
        let piece = Piece::ALL[i];
        let value = PIECE_VALUE[piece.piece_type().index()].middlegame();
        units[i] = (value as u64) << (32 * piece.color().index());
        i += 1;
    }
    units
};

/// Returns the value of one piece in a material key.
const fn material_unit(piece: Piece) -> u64 {
    1 << (5 * piece.index())
}

/// Returns the change of the pawn key by a change of the key. Branchless, since a branch on the piece
/// type would be mispredicted.
#[inline(always)]
fn of_pawns(piece: Piece, key: u64) -> u64 {
    key & u64::from(piece.piece_type() == PieceType::Pawn).wrapping_neg()
}

impl PieceSums {
    /// Computes the sums of a board.
    pub fn of(board: &Board) -> Self {
        let mut sums = Self { pawn_key: 0, material_key: 0, non_pawn: 0, psq: PhaseScore::ZERO };
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                sums.put(piece, square);
            }
        }
        sums
    }

    /// Returns the part of the [key](Board::key) for the pawns of both sides, 0 without pawns.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Returns the [`Board::material_key`].
    #[inline(always)]
    pub fn material_key(&self) -> u64 {
        self.material_key
    }

    /// Returns the middlegame value of a side's knights, bishops, rooks and queens in centipawns.
    #[inline(always)]
    pub fn non_pawn_material(&self, color: Color) -> i32 {
        (self.non_pawn >> (32 * color.index())) as i32
    }

    /// Returns the piece-square score (material and square bonuses) in centipawns, from White's
    /// point of view.
    #[inline(always)]
    pub fn psq(&self) -> PhaseScore {
        self.psq
    }
}

impl Observer for PieceSums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.pawn_key ^= of_pawns(piece, zobrist::piece(piece, square));
        self.psq += PSQ[piece][square];
        self.material_key = self.material_key.wrapping_add(material_unit(piece));
        self.non_pawn = self.non_pawn.wrapping_add(NON_PAWN_UNIT[piece]);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.pawn_key ^= of_pawns(piece, zobrist::piece(piece, square));
        self.psq -= PSQ[piece][square];
        self.material_key = self.material_key.wrapping_sub(material_unit(piece));
        self.non_pawn = self.non_pawn.wrapping_sub(NON_PAWN_UNIT[piece]);
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        let change = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        self.pawn_key ^= of_pawns(piece, change);
        self.psq += PSQ[piece][to] - PSQ[piece][from];
    }
}

/// Piece values by type in centipawns, without the bonus of the square. The values are fixed.
pub const PIECE_VALUE: [PhaseScore; PieceType::COUNT] = [
    PhaseScore::new(82, 131),
    PhaseScore::new(382, 381),
    PhaseScore::new(405, 404),
    PhaseScore::new(586, 661),
    PhaseScore::new(1179, 1229),
    PhaseScore::new(0, 0),
];

/// Bonus of each square in centipawns, by piece type, relative rank and file (a to d; the files e to h
/// are mirrored). [`bonus_index`] returns the indices of a square. The values are fixed.
pub const SQUARE_BONUS: [[[PhaseScore; 4]; 8]; PieceType::COUNT] =
    [bonus(PAWN), bonus(KNIGHT), bonus(BISHOP), bonus(ROOK), bonus(QUEEN), bonus(KING)];

/// Pairs of middlegame and endgame bonus by relative rank, and by file from the edge to the centre.
type HalfBoard = [[(i16, i16); 4]; 8];

#[rustfmt::skip]
const PAWN: HalfBoard = [
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
const KNIGHT: HalfBoard = [
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
const BISHOP: HalfBoard = [
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
const ROOK: HalfBoard = [
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
const QUEEN: HalfBoard = [
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
const KING: HalfBoard = [
    [(30, -37), (34, -18), (14, -16), (-7, -19)],
    [(15, -11), (21, 0), (4, 12), (-19, 10)],
    [(-8, -1), (18, 16), (-7, 26), (-31, 26)],
    [(-34, 7), (-25, 27), (-49, 38), (-65, 40)],
    [(-46, 9), (-42, 33), (-60, 42), (-69, 47)],
    [(-28, 17), (-28, 40), (-49, 53), (-58, 44)],
    [(-19, 5), (-11, 24), (-41, 41), (-49, 36)],
    [(-18, -50), (-12, 7), (-36, 13), (-49, 29)],
];

const fn bonus(table: HalfBoard) -> [[PhaseScore; 4]; 8] {
    let mut bonus = [[PhaseScore::ZERO; 4]; 8];
    let mut i = 0;
    while i < 32 {
        let (middlegame, endgame) = table[i / 4][i % 4];
        bonus[i / 4][i % 4] = PhaseScore::new(middlegame, endgame);
        i += 1;
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
const fn value(piece: Piece, square: Square) -> PhaseScore {
    let piece_type = piece.piece_type().index();
    let (rank, file) = bonus_index(piece.color(), square);
    let score = PIECE_VALUE[piece_type].plus(SQUARE_BONUS[piece_type][rank][file]);
    match piece.color() {
        Color::White => score,
        Color::Black => score.negated(),
    }
}
