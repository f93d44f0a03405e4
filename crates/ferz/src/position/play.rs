//! Making moves, and the parts of a board that a move changes by rules of their own: castling and en
//! passant.

use super::{Board, zobrist};
use crate::attacks;
use crate::types::{
    Bitboard, CastleSide, CastlingRights, Color, File, Move, Piece, PieceType, Rank, Square,
};

/// The error for a move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not legal in this position")]
pub struct IllegalMove(pub Move);

impl Board {
    /// Makes a legal move.
    ///
    /// A move that is not legal leads to a panic or to a corrupt board, without undefined behaviour;
    /// debug builds always panic. For a move of unknown origin use [`try_play`](Self::try_play).
    #[doc(alias("play_unchecked", "make_move"))]
    #[inline]
    pub fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`], with the board unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play(mv);
        Ok(())
    }

    /// Returns the board after a legal move: see [`play`](Self::play).
    #[doc(alias = "make_move_new")]
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = Self::EMPTY;
        self.after_into(mv, &mut next);
        next
    }

    /// Writes the board after a legal move over another board, whose content does not matter. The
    /// fastest form: [`after`](Self::after) and [`play`](Self::play) copy the board once more.
    #[inline]
    pub fn after_into(&self, mv: Move, next: &mut Self) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        self.write_after(mv, next, &mut ());
    }

    /// Returns the boards after each of some consecutive moves, up to the first that is not legal.
    ///
    /// ```
    /// use ferz::{Board, Position};
    ///
    /// let position = Position::startpos();
    /// let moves = [position.parse_uci("e2e4")?, position.parse_uci("d2d4")?];
    /// let boards: Vec<Board> = position.line(&moves).collect();
    /// // The second move is White's again, and not legal.
    /// assert_eq!(boards.len(), 1);
    /// # Ok::<(), ferz::notation::ParseUciMoveError>(())
    /// ```
    pub fn line(&self, moves: &[Move]) -> impl Iterator<Item = Self> {
        let mut board = *self;
        moves.iter().map_while(move |&mv| board.try_play(mv).ok().map(|()| board))
    }

    /// Passes the turn.
    ///
    /// # Panics
    /// If the side to move is in check: its king could be captured.
    #[doc(alias = "null_move")]
    pub fn pass(&mut self) {
        assert!(!self.in_check(), "a null move in check: {self:?}");
        self.pass_out_of_check();
    }

    /// Passes the turn of a side that is not in check.
    pub(super) fn pass_out_of_check(&mut self) {
        self.key ^= zobrist::WHITE_TO_MOVE ^ zobrist::en_passant_square(self.en_passant);
        self.en_passant = None;
        self.passed = None;
        self.rule50 += 1;
        self.ply += 1;
        self.side_to_move = !self.side_to_move;
    }

    /// Writes the board after a legal move to `next` and reports each change to `observer`. Returns
    /// the captured piece.
    ///
    /// All is read from this board: a read of what has just been copied to `next` would wait for the
    /// copy.
    #[inline(always)]
    pub(super) fn write_after(
        &self,
        mv: Move,
        next: &mut Self,
        observer: &mut impl Observer,
    ) -> Option<Piece> {
        let (us, from, to) = (self.side_to_move, mv.from(), mv.to());
        let piece = self.moving_piece(from);
        let taken = self.piece_on(to);
        // Field by field: without wide registers a copy of the board is a call of `memcpy`.
        next.pieces = self.pieces;
        next.squares = self.squares;
        next.castling = self.castling;
        next.chess960 = self.chess960;
        let mut key =
            self.key ^ zobrist::WHITE_TO_MOVE ^ zobrist::en_passant_square(self.en_passant);
        next.en_passant = None;
        next.passed = None;
        if self.castling.any() {
            let lost = self.castling & squares_of_lost_rights(us, piece, from, to);
            if lost.any() {
                key ^= self.key_of_lost_rights(lost);
                next.castling = self.castling - lost;
            }
        }
        let zeroing = mv.is_capture() || piece.piece_type() == PieceType::Pawn;
        next.rule50 = if zeroing { 0 } else { self.rule50 + 1 };
        next.ply = self.ply + 1;
        next.side_to_move = !us;
        if !mv.is_step() {
            let (change, captured) = self.write_special(mv, piece, next, observer);
            next.key = key ^ change;
            return captured;
        }
        let target = Bitboard::of(to);
        let steps = Bitboard::of(from) ^ target;
        next.pieces.set_by_type(piece.piece_type(), self.by_type(piece.piece_type()) ^ steps);
        next.pieces.set_by_color(us, self.by_color(us) ^ steps);
        next.squares[from] = None;
        next.squares[to] = Some(piece);
        key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        let mut captured = None;
        if mv.is_capture() {
            captured = taken;
            if let Some(captured) = captured {
                next.pieces.toggle(captured, target);
                key ^= zobrist::piece(captured, to);
                observer.remove(captured, to);
            }
        }
        observer.move_piece(piece, from, to);
        if mv.is_double_push() {
            next.passed = Some(passed_square(to, us));
            next.en_passant = self.capturable_behind(to, us);
            key ^= zobrist::en_passant_square(next.en_passant);
        }
        next.key = key;
        captured
    }

    /// Returns the change of the key by the loss of castling rights.
    #[cold]
    #[inline(never)]
    fn key_of_lost_rights(&self, lost: Bitboard) -> u64 {
        lost.squares().fold(0, |key, rook| {
            let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
            let side = CastleSide::of(self.king(color), rook);
            key ^ zobrist::castling(CastlingRights::of(color, side))
        })
    }

    /// Writes the pieces after castling, a promotion or an en passant capture to `next`. Returns the
    /// change of the key and the captured piece.
    #[inline(never)]
    fn write_special(
        &self,
        mv: Move,
        piece: Piece,
        next: &mut Self,
        observer: &mut impl Observer,
    ) -> (u64, Option<Piece>) {
        let (us, from, to) = (self.side_to_move, mv.from(), mv.to());
        if mv.is_castling() {
            return (self.write_castling(from, to, next, observer), None);
        }
        let (mut key, mut captured) = (0, None);
        if mv.is_capture() {
            let square = capture_square(mv, us);
            captured = self.piece_on(square);
            if let Some(captured) = captured {
                key ^= zobrist::piece(captured, square);
                next.remove(captured, square);
                observer.remove(captured, square);
            }
        }
        let reached = mv.promotion().map_or(piece, |promoted| Piece::new(us, promoted));
        key ^= zobrist::piece(piece, from) ^ zobrist::piece(reached, to);
        next.remove(piece, from);
        next.put(reached, to);
        if reached == piece {
            observer.move_piece(piece, from, to);
        } else {
            observer.remove(piece, from);
            observer.put(reached, to);
        }
        (key, captured)
    }

    /// Writes the pieces after castling. Removes both pieces before it puts either: in Chess960 the
    /// target of one may be the origin of the other.
    fn write_castling(
        &self,
        king: Square,
        rook: Square,
        next: &mut Self,
        observer: &mut impl Observer,
    ) -> u64 {
        let us = self.side_to_move;
        let own_rook = Some(Piece::new(us, PieceType::Rook));
        assert!(self.piece_on(rook) == own_rook, "no castling with the rook on {rook}");
        let steps = castling_steps(us, king, rook);
        for (piece, from, _) in steps {
            next.remove(piece, from);
            observer.remove(piece, from);
        }
        for (piece, _, to) in steps {
            next.put(piece, to);
            observer.put(piece, to);
        }
        steps.into_iter().fold(0, |key, (piece, from, to)| {
            key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to)
        })
    }

    /// Returns the [`key`](Self::key) of the board after a pseudo-legal move without making it.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.moving_piece(from);
        let mut key =
            self.key ^ zobrist::WHITE_TO_MOVE ^ zobrist::en_passant_square(self.en_passant);
        let lost = self.castling & squares_of_lost_rights(us, piece, from, to);
        if lost.any() {
            key ^= self.key_of_lost_rights(lost);
        }
        if mv.is_castling() {
            return castling_steps(us, from, to).into_iter().fold(key, |key, (piece, from, to)| {
                key ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to)
            });
        }
        if mv.is_capture() {
            let square = capture_square(mv, us);
            key ^= self.piece_on(square).map_or(0, |captured| zobrist::piece(captured, square));
        }
        if mv.is_double_push() {
            key ^= zobrist::en_passant_square(self.capturable_behind(to, us));
        }
        let reached = mv.promotion().map_or(piece, |promoted| Piece::new(us, promoted));
        key ^ zobrist::piece(piece, from) ^ zobrist::piece(reached, to)
    }

    /// Returns the piece that a pseudo-legal move captures, the pawn of an en passant capture
    /// included. Returns `None` for other moves and for castling.
    ///
    /// ```
    /// use ferz::{Piece, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let en_passant = position.parse_uci("e5d6").expect("a legal move");
    /// assert_eq!(position.captured_by(en_passant), Some(Piece::BlackPawn));
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<Piece> {
        let square = mv.is_capture().then(|| capture_square(mv, self.side_to_move))?;
        self.piece_on(square)
    }

    #[inline(always)]
    pub(super) fn moving_piece(&self, square: Square) -> Piece {
        match self.piece_on(square) {
            Some(piece) => piece,
            None => no_piece(square),
        }
    }
}

/// Returns the squares whose rooks lose their castling right by a move: origin, target, and the back
/// rank for a move of the king.
#[inline(always)]
fn squares_of_lost_rights(us: Color, piece: Piece, from: Square, to: Square) -> Bitboard {
    let king_moves = u64::from(piece.piece_type() == PieceType::King).wrapping_neg();
    let back_rank = Bitboard::relative_rank(us, Rank::First) & Bitboard(king_moves);
    Bitboard::of(from) | Bitboard::of(to) | back_rank
}

/// Returns piece, origin and target of the king and of the rook.
fn castling_steps(us: Color, king: Square, rook: Square) -> [(Piece, Square, Square); 2] {
    let path = CastlingPath::of(king, rook);
    [
        (Piece::new(us, PieceType::King), path.king_from, path.king_to),
        (Piece::new(us, PieceType::Rook), path.rook_from, path.rook_to),
    ]
}

/// Panics. Takes the square by value, so that callers can keep it in a register.
#[cold]
#[inline(never)]
fn no_piece(square: Square) -> ! {
    panic!("no piece on {square} to move: the move is not legal here")
}

/// Returns the square of the captured piece: the target, except for en passant.
#[inline(always)]
pub(super) fn capture_square(mv: Move, us: Color) -> Square {
    if mv.is_en_passant() { mv.to().offset(-us.forward().offset()) } else { mv.to() }
}

/// Returns the square that a pawn of `us` has passed by a double push to `to`.
#[inline(always)]
pub(super) fn passed_square(to: Square, us: Color) -> Square {
    to.offset(-us.forward().offset())
}

/// Receives every change of the board while a move is made, for incrementally updated state such as
/// hash keys, a piece-square score or a network's accumulator.
///
/// Passed to [`Position::do_move_with`](crate::Position::do_move_with), which is generic over it;
/// `()` ignores everything at no cost. Each reported target square is empty at that moment, so a
/// mailbox can follow. Undoing a move is not reported: keep one copy per ply instead.
pub trait Observer {
    /// Adds a piece to an empty square: a promoted piece, or king and rook after castling.
    fn put(&mut self, piece: Piece, square: Square);
    /// Removes a piece: a captured piece, a promoting pawn, or king and rook before castling.
    /// Castling removes both pieces before it puts either.
    fn remove(&mut self, piece: Piece, square: Square);
    /// Moves a piece to an empty square.
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square);
}

impl Observer for () {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn move_piece(&mut self, _: Piece, _: Square, _: Square) {}
}

/// Reports to two observers in turn.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.0.put(piece, square);
        self.1.put(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.0.remove(piece, square);
        self.1.remove(piece, square);
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.0.move_piece(piece, from, to);
        self.1.move_piece(piece, from, to);
    }
}

/// The squares of one castling move, computed from those of king and rook. Standard chess and
/// Chess960 differ only in these.
///
/// ```
/// use ferz::{CastlingPath, Square};
///
/// let short = CastlingPath::of(Square::E1, Square::H1);
/// assert_eq!((short.king_to, short.rook_to), (Square::G1, Square::F1));
/// assert_eq!(short.empty.len(), 2);
/// // The king that stays on g1 crosses nothing.
/// assert_eq!(CastlingPath::of(Square::G1, Square::H1).safe.len(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingPath {
    /// Origin of the king.
    pub king_from: Square,
    /// Target of the king.
    pub king_to: Square,
    /// Origin of the rook.
    pub rook_from: Square,
    /// Target of the rook.
    pub rook_to: Square,
    /// Squares that must be empty: the paths of king and rook without the two pieces themselves.
    pub empty: Bitboard,
    /// Squares that may not be attacked: the king's origin, path and target.
    pub safe: Bitboard,
}

impl CastlingPath {
    /// Returns the squares of castling with king and rook on one rank: the king goes to the g-file
    /// with a rook on its right, else to the c-file.
    #[inline]
    pub fn of(king_from: Square, rook_from: Square) -> Self {
        let rank = king_from.rank();
        let (king_file, rook_file) =
            if rook_from > king_from { (File::G, File::F) } else { (File::C, File::D) };
        let (king_to, rook_to) = (Square::new(king_file, rank), Square::new(rook_file, rank));
        let path = |from, to| attacks::between(from, to).with(from).with(to);
        let safe = path(king_from, king_to);
        let pieces = Bitboard::of(king_from).with(rook_from);
        let empty = (safe | path(rook_from, rook_to)) - pieces;
        Self { king_from, king_to, rook_from, rook_to, empty, safe }
    }

    /// Returns true if no square on the king's path is attacked. A pinned castling rook blocks a
    /// slider that would attack the king after castling.
    #[inline(always)]
    pub fn is_safe(&self, attacked: Bitboard, pinned: Bitboard) -> bool {
        !self.safe.intersects(attacked) && !pinned.contains(self.rook_from)
    }
}

/// En passant: the square is part of a position only if a capture there is legal.
///
/// FIDE 9.2 compares positions by their possible moves, so a square on which no legal capture exists
/// belongs neither to the key nor to repetition. Only double pushes beside an enemy pawn pay for
/// the test.
impl Board {
    /// Returns the en passant square: the square passed by a double push, set only if a legal
    /// capture there exists.
    #[doc(alias = "ep_square")]
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the square passed by the last move if that was a double push, whether or not a pawn
    /// can capture there: the target square of the original FEN standard. Before the first move it
    /// is the square of the setup.
    #[inline(always)]
    pub fn en_passant_target(&self) -> Option<Square> {
        self.passed
    }

    /// Returns the key of Polyglot's book format. It differs from [`key`](Self::key) after a double
    /// push beside an enemy pawn that cannot capture legally, for example a pinned one.
    pub fn polyglot_key(&self) -> u64 {
        if self.en_passant.is_some() {
            return self.key;
        }
        let attacked = self.passed.filter(|&to| self.can_attack(self.side_to_move, to));
        self.key ^ zobrist::en_passant_square(attacked)
    }

    /// Returns the square passed by a double push to `to` of a pawn of `us` if the other side has a
    /// legal capture there. The pawn may still be on its origin.
    #[inline(always)]
    pub(super) fn capturable_behind(&self, to: Square, us: Color) -> Option<Square> {
        let passed = passed_square(to, us);
        (self.can_attack(!us, passed) && self.has_legal_en_passant(!us, passed)).then_some(passed)
    }

    /// Returns true if a pawn of `us` attacks a square.
    #[inline(always)]
    fn can_attack(&self, us: Color, square: Square) -> bool {
        attacks::pawn(!us, square).intersects(self.pieces(us, PieceType::Pawn))
    }

    /// Returns true if a pawn of `us` can capture en passant on `to` without leaving its king in
    /// check.
    #[inline(never)]
    pub(super) fn has_legal_en_passant(&self, us: Color, to: Square) -> bool {
        let capturers = attacks::pawn(!us, to) & self.pieces(us, PieceType::Pawn);
        capturers.squares().any(|from| self.en_passant_is_safe(us, from, to))
    }

    /// Returns true if the en passant capture by a pawn of `us` does not leave its king in check. Pins
    /// do not cover it, since it removes two pawns from a line at once.
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        // Target and origin of the captured pawn: one of them holds it, the other is empty.
        let captured = Bitboard::file(to.file()) & (attacks::king(to) - Bitboard::of(to));
        let occupied = (self.occupied() - captured).without(from).with(to);
        let Some(king) = self.pieces(us, PieceType::King).first() else { return true };
        let enemies = self.by_color(!us) - captured;
        (self.pieces.attackers_to(king, occupied) & enemies).is_empty()
    }
}
