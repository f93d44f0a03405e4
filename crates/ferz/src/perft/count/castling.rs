//! The geometry of castling, worked out from the squares of king and rook: standard chess is a case
//! of Chess960.

use super::attacks;

/// What one castling move needs and does.
#[derive(Clone, Copy)]
pub(crate) struct Castling {
    /// The squares that must be empty, apart from the king and the rook themselves.
    pub(crate) path: u64,
    /// The squares that the king crosses or reaches and that must not be attacked.
    pub(crate) safe: u64,
    /// Where the king ends.
    pub(crate) king_to: usize,
    /// Where the rook ends.
    pub(crate) rook_to: usize,
}

impl Castling {
    /// A place without a castling move.
    pub(crate) const NONE: Self = Self { path: 0, safe: 0, king_to: 0, rook_to: 0 };

    /// The castling of the king with this rook, which stand on their home rank.
    #[inline]
    pub(crate) fn of(king: usize, rook: usize) -> Self {
        let rank = king & 56;
        let (king_to, rook_to) =
            if rook > king { (rank | 6, rank | 5) } else { (rank | 2, rank | 3) };
        let walk = attacks::between(king, king_to) | 1 << king_to;
        let slide = attacks::between(rook, rook_to) | 1 << rook_to;
        Self {
            path: (walk | slide) & !(1 << king | 1 << rook),
            safe: walk & !(1 << king),
            king_to,
            rook_to,
        }
    }
}
