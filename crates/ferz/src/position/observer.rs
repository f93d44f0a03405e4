use crate::types::{Piece, Square};

/// Watches every change of a piece on the board while a move is made.
///
/// [`Position::do_move_observed`](crate::Position::do_move_observed) is generic over its observer:
/// the hash keys, the piece-square score and the material are kept by one, a network's accumulator
/// can be another, and `()` sees nothing and costs nothing. Undoing a move is not reported: who
/// keeps something per ply keeps a stack.
pub trait Observer {
    /// A piece appears on a square that was empty (a promoted piece).
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece leaves the board (captured, or a pawn that promotes).
    fn remove(&mut self, piece: Piece, square: Square);
    /// A piece goes from one square to another, empty one. Castling reports the king, then the
    /// rook; in Chess960 a piece may be reported as moved from a square to itself.
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square);
    /// The move is done and its keys are final: the earliest moment to prefetch what a hash table,
    /// a pawn table or a material table holds for the new position. Does nothing unless overridden.
    #[inline(always)]
    fn keys(&mut self, _keys: Keys) {}
}

/// The keys of a position: see [`Position::key`](crate::Position::key) and its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys {
    /// The Polyglot key of the position.
    pub position: u64,
    /// Its part for the pawns.
    pub pawns: u64,
    /// The exact material.
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

/// Two observers, told in turn.
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
