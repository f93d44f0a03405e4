use super::Observer;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// What stands where: one set a piece type, one a colour, and the piece on each square.
///
/// The three views change together in [`put`](Self::put), [`remove`](Self::remove) and
/// [`shift`](Self::shift), and nowhere else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    by_type: [Bitboard; PieceType::COUNT],
    by_color: [Bitboard; Color::COUNT],
    squares: [Option<Piece>; Square::COUNT],
}

/// A piece with its origin and target, one of the two of a castling move.
#[derive(Clone, Copy)]
pub(crate) struct PieceStep {
    pub(crate) piece: Piece,
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl PieceStep {
    /// Returns the step from the target back to the origin.
    pub(crate) fn reversed(self) -> Self {
        Self { from: self.to, to: self.from, ..self }
    }
}

impl Board {
    pub(crate) const EMPTY: Self = Self {
        by_type: [Bitboard::EMPTY; PieceType::COUNT],
        by_color: [Bitboard::EMPTY; Color::COUNT],
        squares: [None; Square::COUNT],
    };

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type()] ^= bit;
        self.by_color[piece.color()] ^= bit;
        self.squares[square] = Some(piece);
        observer.put(piece, square);
    }

    /// Takes the piece off its square.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type()] ^= bit;
        self.by_color[piece.color()] ^= bit;
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
        self.by_type[piece.piece_type()] ^= bits;
        self.by_color[piece.color()] ^= bits;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        observer.move_piece(piece, from, to);
    }

    /// Makes both steps of castling: removes king and rook, then puts both on their target squares,
    /// since in Chess960 each may end on the other's origin.
    pub(crate) fn castle(&mut self, steps: [PieceStep; 2], observer: &mut impl Observer) {
        for step in steps {
            self.remove(step.piece, step.from, observer);
        }
        for step in steps {
            self.put(step.piece, step.to, observer);
        }
    }

    #[inline(always)]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    #[inline(always)]
    pub(crate) fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    #[inline(always)]
    pub(crate) fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type]
    }

    #[inline(always)]
    pub(crate) fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_color[color] & self.by_type[piece_type]
    }

    #[inline(always)]
    pub(crate) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// The pieces of both colours that move along diagonals.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Bishop] | self.by_type[PieceType::Queen]
    }

    /// The pieces of both colours that move along ranks and files.
    #[inline(always)]
    pub(crate) fn straight_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Rook] | self.by_type[PieceType::Queen]
    }

    /// The pieces of both colours that attack a square when `occupied` blocks the sliders.
    #[inline]
    pub(crate) fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Color::Black, square) & self.by_color[Color::White]
            | attacks::pawn(Color::White, square) & self.by_color[Color::Black];
        pawns & self.by_type[PieceType::Pawn]
            | attacks::knight(square) & self.by_type[PieceType::Knight]
            | attacks::king(square) & self.by_type[PieceType::King]
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
