use crate::attacks;
use crate::setup::Setup;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, File, Rank, Square};

/// Castling data of a game, computed from the squares of kings and rooks. Standard chess and
/// Chess960 differ only in these squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPaths {
    paths: [Option<CastlingPath>; 4],
    /// The rights that are left after a move from or to a square.
    kept: [CastlingRights; Square::COUNT],
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
}

impl CastlingPaths {
    const NONE: Self = Self { paths: [None; 4], kept: [CastlingRights::ALL; Square::COUNT] };

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
            self.kept[square] = self.kept[square] - right;
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

    /// Returns the rights that are left after a move from `from` to `to`.
    #[inline(always)]
    pub(crate) fn kept(&self, from: Square, to: Square) -> CastlingRights {
        self.kept[from] & self.kept[to]
    }

    /// Returns true if all kings and rooks with rights are on their squares of standard chess.
    pub(crate) fn is_standard(&self) -> bool {
        self.paths.iter().flatten().all(|path| {
            path.king_from.file() == File::E && matches!(path.rook_from.file(), File::A | File::H)
        })
    }
}
