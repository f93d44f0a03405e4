use super::Observer;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// What stands where: one set a piece type, one a colour, and the piece on each square.
///
/// The three views change together in [`put`](Self::put), [`remove`](Self::remove) and
/// [`shift`](Self::shift), and nowhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    kinds: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; Color::COUNT],
    squares: [Option<Piece>; Square::COUNT],
}

impl Board {
    pub(crate) const EMPTY: Self = Self {
        kinds: [Bitboard::EMPTY; PieceType::COUNT],
        colors: [Bitboard::EMPTY; Color::COUNT],
        squares: [None; Square::COUNT],
    };

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.kinds[piece.piece_type()] ^= bit;
        self.colors[piece.color()] ^= bit;
        self.squares[square] = Some(piece);
        observer.put(piece, square);
    }

    /// Takes the piece off its square.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.kinds[piece.piece_type()] ^= bit;
        self.colors[piece.color()] ^= bit;
        self.squares[square] = None;
        observer.remove(piece, square);
    }

    /// Takes the piece from its square to another, empty one.
    #[inline(always)]
    pub(crate) fn move_piece(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        observer: &mut impl Observer,
    ) {
        let bits = Bitboard::of(from) ^ Bitboard::of(to);
        self.kinds[piece.piece_type()] ^= bits;
        self.colors[piece.color()] ^= bits;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        observer.move_piece(piece, from, to);
    }

    /// Castles: removes king and rook, then puts both on their target squares, since in Chess960
    /// each may end where the other stood.
    pub(crate) fn castle(
        &mut self,
        king: (Piece, Square, Square),
        rook: (Piece, Square, Square),
        observer: &mut impl Observer,
    ) {
        for (piece, from, _) in [king, rook] {
            self.remove(piece, from, observer);
        }
        for (piece, _, to) in [king, rook] {
            self.put(piece, to, observer);
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    #[inline(always)]
    pub(crate) fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    #[inline(always)]
    pub(crate) fn by_type(&self, kind: PieceType) -> Bitboard {
        self.kinds[kind]
    }

    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.colors[color] & self.kinds[kind]
    }

    #[inline(always)]
    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// The pieces of both colours that move along diagonals.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self) -> Bitboard {
        self.kinds[PieceType::Bishop] | self.kinds[PieceType::Queen]
    }

    /// The pieces of both colours that move along ranks and files.
    #[inline(always)]
    pub(crate) fn straight_sliders(&self) -> Bitboard {
        self.kinds[PieceType::Rook] | self.kinds[PieceType::Queen]
    }

    /// The pieces of both colours that attack a square when `occupied` blocks the sliders.
    #[inline]
    pub(crate) fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Color::Black, square) & self.colors[Color::White]
            | attacks::pawn(Color::White, square) & self.colors[Color::Black];
        pawns & self.kinds[PieceType::Pawn]
            | attacks::knight(square) & self.kinds[PieceType::Knight]
            | attacks::king(square) & self.kinds[PieceType::King]
            | self.sliders_to(square, occupied)
    }

    /// The bishops, rooks and queens of both colours that attack a square.
    #[inline(always)]
    pub(crate) fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// The bishops, rooks and queens that would attack a square on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn snipers_of(&self, square: Square) -> Bitboard {
        attacks::bishop_rays(square) & self.diagonal_sliders()
            | attacks::rook_rays(square) & self.straight_sliders()
    }
}
