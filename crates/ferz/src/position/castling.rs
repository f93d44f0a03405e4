use crate::attacks;
use crate::setup::Setup;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, File, Rank, Square};

/// Castling data of a game, computed from the squares of kings and rooks. Standard chess and
/// Chess960 differ only in these squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPaths {
    paths: [Option<CastlingPath>; 4],
    /// The rights that a move from or to a square loses.
    lost: [CastlingRights; Square::COUNT],
}

/// The squares of one castling move.
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
    fn new(color: Color, side: CastleSide, king_from: Square, rook_from: Square) -> Self {
        let rank = color.relative_rank(Rank::First);
        let (king_file, rook_file) = match side {
            CastleSide::KingSide => (File::G, File::F),
            CastleSide::QueenSide => (File::C, File::D),
        };
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

impl CastlingPaths {
    const NONE: Self = Self { paths: [None; 4], lost: [CastlingRights::NONE; Square::COUNT] };

    /// Returns the paths and the rights of a setup that has been validated.
    pub(crate) fn of(setup: &Setup) -> (Self, CastlingRights) {
        let (mut paths, mut rights) = (Self::NONE, CastlingRights::NONE);
        for (color, side) in CastleSide::BY_COLOR {
            if let (Some(king), Some(rook)) = (setup.king(color), setup.castling_rook(color, side))
            {
                paths.add(color, side, king, rook);
                rights = rights | CastlingRights::of(color, side);
            }
        }
        (paths, rights)
    }

    /// Adds a right. King and rook are on the back rank.
    fn add(&mut self, color: Color, side: CastleSide, king: Square, rook: Square) {
        self.paths[CastlingRights::index(color, side)] =
            Some(CastlingPath::new(color, side, king, rook));
        let right = CastlingRights::of(color, side);
        for square in [king, rook] {
            self.lost[square] = self.lost[square] | right;
        }
    }

    /// Returns the squares of a castling move, whether or not the right is left.
    #[inline(always)]
    pub(crate) fn path(&self, color: Color, side: CastleSide) -> Option<&CastlingPath> {
        self.paths[CastlingRights::index(color, side)].as_ref()
    }

    /// Returns the squares of castling with the rook on this square.
    pub(crate) fn path_to_rook(&self, color: Color, rook: Square) -> Option<&CastlingPath> {
        CastleSide::ALL
            .into_iter()
            .filter_map(|w| self.path(color, w))
            .find(|p| p.rook_from == rook)
    }

    /// Returns the rights that a move from `from` to `to` loses, present or not.
    #[inline(always)]
    pub(crate) fn lost(&self, from: Square, to: Square) -> CastlingRights {
        self.lost[from] | self.lost[to]
    }

    /// Returns true if paths and lost rights are those computed from the squares of the kings and
    /// rooks.
    pub(crate) fn is_consistent(&self) -> bool {
        let mut expected = Self::NONE;
        for (color, side) in CastleSide::BY_COLOR {
            if let Some(path) = self.path(color, side) {
                expected.add(color, side, path.king_from, path.rook_from);
            }
        }
        *self == expected
    }

    /// Returns true if all kings and rooks with rights are on their squares of standard chess.
    pub(crate) fn is_standard(&self) -> bool {
        self.paths.iter().flatten().all(|path| {
            path.king_from.file() == File::E && matches!(path.rook_from.file(), File::A | File::H)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::position::Inconsistency;

    #[test]
    fn each_corrupted_castling_field_is_inconsistent() {
        let corruptions: [fn(&mut CastlingPaths); 8] = [
            |paths| paths.lost[Square::E1] = CastlingRights::NONE,
            |paths| paths.lost[Square::H8] = CastlingRights::ALL,
            |paths| paths.lost[Square::D4] = CastlingRights::WHITE_KING,
            |paths| first(paths).king_to = Square::F1,
            |paths| first(paths).rook_to = Square::G1,
            |paths| first(paths).empty = Bitboard::EMPTY,
            |paths| first(paths).safe = Bitboard::EMPTY,
            |paths| paths.paths.swap(0, 1),
        ];
        for (number, corrupt) in corruptions.into_iter().enumerate() {
            let mut position = Position::startpos();
            assert_eq!(position.check_consistency(), Ok(()));
            corrupt(&mut position.castling_paths);
            let found = position.check_consistency();
            assert_eq!(found, Err(Inconsistency::CastlingPaths), "corruption {number}");
        }
        let mut position = Position::startpos();
        first(&mut position.castling_paths).rook_from = Square::G1;
        assert!(position.check_consistency().is_err());
        let mut position = Position::startpos();
        position.castling_paths = CastlingPaths::NONE;
        assert_eq!(position.check_consistency(), Err(Inconsistency::Castling));
    }

    fn first(paths: &mut CastlingPaths) -> &mut CastlingPath {
        paths.paths[0].as_mut().unwrap()
    }
}
