use super::Setup;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The pieces of a setup as bitboards, with any number of kings, for validation and for taking back
/// moves.
#[derive(Clone)]
pub(super) struct Placement {
    by_piece: [Bitboard; Piece::COUNT],
    by_color: [Bitboard; Color::COUNT],
}

impl Placement {
    pub(super) fn of(setup: &Setup) -> Self {
        let mut placement =
            Self { by_piece: [Bitboard::EMPTY; 12], by_color: [Bitboard::EMPTY; 2] };
        for square in setup.occupied() {
            if let Some(piece) = setup.piece_on(square) {
                placement.put(piece, square);
            }
        }
        placement
    }

    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.by_piece[piece] |= Bitboard::of(square);
        self.by_color[piece.color()] |= Bitboard::of(square);
    }

    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.by_piece[piece] -= Bitboard::of(square);
        self.by_color[piece.color()] -= Bitboard::of(square);
    }

    pub(super) fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_piece[Piece::new(color, piece_type)]
    }

    pub(super) fn by_color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.by_color[Color::White] | self.by_color[Color::Black]
    }

    /// Returns the square of a king if its side has exactly one.
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceType::King);
        if kings.more_than_one() { None } else { kings.first() }
    }

    /// Returns the pieces of a side that attack a square.
    pub(super) fn attackers(&self, color: Color, square: Square) -> Bitboard {
        let occupied = self.occupied();
        let of = |piece_type| self.pieces(color, piece_type);
        let queens = of(PieceType::Queen);
        attacks::pawn(!color, square) & of(PieceType::Pawn)
            | attacks::knight(square) & of(PieceType::Knight)
            | attacks::king(square) & of(PieceType::King)
            | attacks::bishop(square, occupied) & (of(PieceType::Bishop) | queens)
            | attacks::rook(square, occupied) & (of(PieceType::Rook) | queens)
    }
}
