use crate::attacks;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, File, Rank, Square};

/// Where king and rook stand, pass and end, for each castling right; Chess960 is only other data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPaths {
    paths: [Option<CastlingPath>; 4],
    /// The rights that a move from or to a square leaves.
    kept: [CastlingRights; Square::COUNT],
}

/// One way to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CastlingPath {
    pub(crate) king_from: Square,
    pub(crate) king_to: Square,
    pub(crate) rook_from: Square,
    pub(crate) rook_to: Square,
    /// Squares that must be empty, but for the king and the rook themselves.
    pub(crate) empty: Bitboard,
    /// Squares the king stands on, passes and reaches: none may be attacked.
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
    pub(crate) const NONE: Self =
        Self { paths: [None; 4], kept: [CastlingRights::ALL; Square::COUNT] };

    const fn slot(color: Color, side: CastleSide) -> usize {
        color.index() * 2 + side.index()
    }

    /// Adds a right; king and rook stand on their side's back rank.
    pub(crate) fn add(&mut self, color: Color, side: CastleSide, king: Square, rook: Square) {
        self.paths[Self::slot(color, side)] = Some(CastlingPath::new(color, side, king, rook));
        let right = CastlingRights::of(color, side);
        for square in [king, rook] {
            self.kept[square] = self.kept[square] - right;
        }
    }

    /// How this side castles to this side, if it ever could in this game.
    #[inline(always)]
    pub(crate) fn path(&self, color: Color, side: CastleSide) -> Option<&CastlingPath> {
        self.paths[Self::slot(color, side)].as_ref()
    }

    /// How the king castles with the rook on this square.
    pub(crate) fn path_to_rook(&self, color: Color, rook: Square) -> Option<&CastlingPath> {
        CastleSide::ALL
            .into_iter()
            .filter_map(|w| self.path(color, w))
            .find(|p| p.rook_from == rook)
    }

    /// The rights that stay when a piece leaves `from` or arrives on `to`.
    #[inline(always)]
    pub(crate) fn kept(&self, from: Square, to: Square) -> CastlingRights {
        self.kept[from] & self.kept[to]
    }

    /// Whether every path starts where standard chess has king and rook.
    pub(crate) fn is_standard(&self) -> bool {
        self.paths.iter().flatten().all(|path| {
            path.king_from.file() == File::E && matches!(path.rook_from.file(), File::A | File::H)
        })
    }
}
