use crate::attacks;
use crate::types::{Bitboard, File, Square};

/// The squares of one castling move, computed from those of king and rook. Standard chess and
/// Chess960 differ only in these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    /// Squares that must be empty: the paths of king and rook without the two pieces themselves.
    pub(crate) empty: Bitboard,
    /// Squares that may not be attacked: the king's origin, path and target.
    pub(crate) safe: Bitboard,
}

impl CastlingPath {
    /// Returns the squares of castling with king and rook on one rank: the king goes to the g-file
    /// with a rook on its right, else to the c-file.
    #[inline]
    pub(crate) fn of(king_from: Square, rook_from: Square) -> Self {
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
    pub(crate) fn is_safe(&self, attacked: Bitboard, pinned: Bitboard) -> bool {
        !self.safe.intersects(attacked) && !pinned.contains(self.rook_from)
    }
}
