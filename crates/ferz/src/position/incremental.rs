use super::{Keys, Observer, psqt, zobrist};
use crate::types::{CastlingRights, Color, Piece, PieceType, Score, Square};

/// Keys and sums over the pieces, updated with every change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Incremental {
    pub(super) sums: Sums,
    pub(super) material: Material,
}

/// The part that every move changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sums {
    /// The Polyglot key.
    pub(super) key: u64,
    /// The part of the key for pawns.
    pub(super) pawn_key: u64,
    /// The piece-square score, from White's point of view.
    pub(super) psq: Score,
}

/// The part that only captures and promotions change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Material {
    /// Piece counts, five bits each: see [`Position::material_key`](crate::Position::material_key).
    pub(super) key: u64,
    /// The middlegame value of knights, bishops, rooks and queens, 32 bits for each colour.
    pub(super) non_pawn: u64,
}

/// The contribution of a piece on a square.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    psq: Score,
}

static ENTRIES: [[Entry; Square::COUNT]; Piece::COUNT] = {
    let mut entries = [[Entry { key: 0, psq: Score::ZERO }; Square::COUNT]; Piece::COUNT];
    let mut i = 0;
    while i < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[i / Square::COUNT], Square::wrapping(i));
        entries[piece.index()][square.index()] =
            Entry { key: zobrist::piece(piece, square), psq: psqt::value(piece, square) };
        i += 1;
    }
    entries
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
pub(super) const fn material_unit(piece: Piece) -> u64 {
    1 << (5 * piece.index())
}

impl Incremental {
    /// The empty board with Black to move and no castling rights.
    pub(super) const EMPTY: Self = Self {
        sums: Sums { key: 0, pawn_key: 0, psq: Score::ZERO },
        material: Material { key: 0, non_pawn: 0 },
    };

    /// Returns the keys for an observer.
    #[inline(always)]
    pub(super) fn keys(&self) -> Keys {
        Keys { position: self.sums.key, pawns: self.sums.pawn_key, material: self.material.key }
    }

    /// Returns the middlegame value of a side's knights, bishops, rooks and queens.
    #[inline(always)]
    pub(super) fn non_pawn_material(&self, color: Color) -> i32 {
        (self.material.non_pawn >> (32 * color.index())) as i32
    }

    /// Adds castling rights, en passant file and side to move to the key of the pieces.
    pub(super) fn complete_key(
        &mut self,
        rights: CastlingRights,
        en_passant: Option<Square>,
        side_to_move: Color,
    ) {
        self.sums.key ^= zobrist::castling(rights);
        self.sums.key ^= en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        if side_to_move == Color::White {
            self.sums.key ^= zobrist::WHITE_TO_MOVE;
        }
    }
}

impl Sums {
    /// Updates the keys. Branchless, since a branch on the piece type would be mispredicted.
    #[inline(always)]
    fn change_keys(&mut self, piece: Piece, change: u64) {
        let only_pawns = u64::from(piece.piece_type() == PieceType::Pawn).wrapping_neg();
        self.key ^= change;
        self.pawn_key ^= change & only_pawns;
    }
}

impl Observer for Sums {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let entry = &ENTRIES[piece][square];
        self.change_keys(piece, entry.key);
        self.psq += entry.psq;
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        let entry = &ENTRIES[piece][square];
        self.change_keys(piece, entry.key);
        self.psq -= entry.psq;
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        let (left, reached) = (&ENTRIES[piece][from], &ENTRIES[piece][to]);
        self.change_keys(piece, left.key ^ reached.key);
        self.psq += reached.psq - left.psq;
    }
}

impl Observer for Material {
    #[inline(always)]
    fn put(&mut self, piece: Piece, _: Square) {
        self.key = self.key.wrapping_add(material_unit(piece));
        self.non_pawn = self.non_pawn.wrapping_add(NON_PAWN_UNIT[piece]);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, _: Square) {
        self.key = self.key.wrapping_sub(material_unit(piece));
        self.non_pawn = self.non_pawn.wrapping_sub(NON_PAWN_UNIT[piece]);
    }

    #[inline(always)]
    fn move_piece(&mut self, _: Piece, _: Square, _: Square) {}
}

impl Observer for Incremental {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        (&mut self.sums, &mut self.material).put(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        (&mut self.sums, &mut self.material).remove(piece, square);
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        (&mut self.sums, &mut self.material).move_piece(piece, from, to);
    }
}
