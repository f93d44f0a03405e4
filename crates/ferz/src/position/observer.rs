use crate::types::{Piece, Square};

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
