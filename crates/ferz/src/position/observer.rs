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
    /// Receives the final keys of the new position: the earliest moment to prefetch entries of a
    /// transposition, pawn or material table. Does nothing by default.
    #[inline(always)]
    fn keys(&mut self, _keys: Keys) {}
}

/// The keys of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// The Polyglot key: see [`Position::key`](crate::Position::key).
    pub position: u64,
    /// The part of the key for pawns: see [`Position::pawn_key`](crate::Position::pawn_key).
    pub pawns: u64,
    /// The piece counts: see [`Position::material_key`](crate::Position::material_key).
    pub material: u64,
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

    #[inline(always)]
    fn keys(&mut self, keys: Keys) {
        self.0.keys(keys);
        self.1.keys(keys);
    }
}
