use super::{Keys, Observer, psqt, zobrist};
use crate::types::{CastlingRights, Color, Piece, PieceType, Score, Square};

/// Keys and sums over the pieces, updated with every change of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Incremental {
    /// The Polyglot key.
    pub(super) key: u64,
    /// The part of the key for pawns.
    pub(super) pawn_key: u64,
    /// Piece counts, five bits each: see [`Position::material_key`](crate::Position::material_key).
    pub(super) material_key: u64,
    /// The piece-square score, from White's point of view.
    pub(super) psq: Score,
    /// The middlegame value of knights, bishops, rooks and queens by colour.
    pub(super) non_pawn_material: [i32; Color::COUNT],
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

const NON_PAWN_VALUE: [i32; PieceType::COUNT] = {
    let mut values = [0; PieceType::COUNT];
    let mut i = PieceType::Knight.index();
    while i <= PieceType::Queen.index() {
        values[i] = psqt::PIECE_VALUE[i].middlegame();
        i += 1;
    }
    values
};

/// Returns the value of one piece in a material key.
pub(super) const fn material_unit(piece: Piece) -> u64 {
    1 << (5 * piece.index())
}

impl Incremental {
    /// The empty board with Black to move and no castling rights.
    pub(super) const EMPTY: Self = Self {
        key: 0,
        pawn_key: 0,
        material_key: 0,
        psq: Score::ZERO,
        non_pawn_material: [0; Color::COUNT],
    };

    /// Returns the keys for an observer.
    #[inline(always)]
    pub(super) fn keys(&self) -> Keys {
        Keys { position: self.key, pawns: self.pawn_key, material: self.material_key }
    }

    /// Adds castling rights, en passant file and side to move to the key of the pieces.
    pub(super) fn complete_key(
        &mut self,
        rights: CastlingRights,
        en_passant: Option<Square>,
        side_to_move: Color,
    ) {
        self.key ^= zobrist::castling(rights);
        self.key ^= en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        if side_to_move == Color::White {
            self.key ^= zobrist::WHITE_TO_MOVE;
        }
    }

    /// Updates the keys. Branchless, since a branch on the piece type would be mispredicted.
    #[inline(always)]
    fn change_keys(&mut self, piece: Piece, change: u64) {
        let only_pawns = u64::from(piece.piece_type() == PieceType::Pawn).wrapping_neg();
        self.key ^= change;
        self.pawn_key ^= change & only_pawns;
    }
}

impl Observer for Incremental {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let entry = &ENTRIES[piece][square];
        self.change_keys(piece, entry.key);
        self.psq += entry.psq;
        self.material_key = self.material_key.wrapping_add(material_unit(piece));
        self.non_pawn_material[piece.color()] += NON_PAWN_VALUE[piece.piece_type()];
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        let entry = &ENTRIES[piece][square];
        self.change_keys(piece, entry.key);
        self.psq -= entry.psq;
        self.material_key = self.material_key.wrapping_sub(material_unit(piece));
        self.non_pawn_material[piece.color()] -= NON_PAWN_VALUE[piece.piece_type()];
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        let (left, reached) = (&ENTRIES[piece][from], &ENTRIES[piece][to]);
        self.change_keys(piece, left.key ^ reached.key);
        self.psq += reached.psq - left.psq;
    }
}
