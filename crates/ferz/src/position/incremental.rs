use super::{Board, Observer, psqt, zobrist};
use crate::types::{Color, Piece, PieceType, Score, Square};

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
    psq: Score,
}

/// The piece-square values, from White's point of view.
static PSQ: [[Score; Square::COUNT]; Piece::COUNT] = {
    let mut values = [[Score::ZERO; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::wrapping(i));
        values[piece.index()][square.index()] = psqt::value(piece, square);
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
        let value = psqt::PIECE_VALUE[piece.piece_type().index()].middlegame();
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
        let mut sums = Self { pawn_key: 0, material_key: 0, non_pawn: 0, psq: Score::ZERO };
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
    pub fn psq(&self) -> Score {
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
