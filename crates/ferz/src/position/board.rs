use super::Observer;
use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

/// The placement of the pieces: one bitboard for each type, one for each colour, and a mailbox.
///
/// [`put`](Self::put), [`remove`](Self::remove) and [`move_piece`](Self::move_piece) are the only
/// functions that change it. They update all three and report to an [`Observer`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    by_type: [Bitboard; PieceType::COUNT],
    by_color: [Bitboard; Color::COUNT],
    squares: [Option<Piece>; Square::COUNT],
}

/// The origin and the target of the king or the rook in a castling move.
#[derive(Clone, Copy)]
pub(crate) struct PieceStep {
    pub(crate) piece: Piece,
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl PieceStep {
    /// Exchanges origin and target, to undo castling.
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

    /// Removes the piece from its square.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        let bit = Bitboard::of(square);
        self.by_type[piece.piece_type()] ^= bit;
        self.by_color[piece.color()] ^= bit;
        self.squares[square] = None;
        observer.remove(piece, square);
    }

    /// Moves the piece to an empty square.
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

    /// Undoes a move of a piece from `from` to `to` that captured at most a piece on `to`.
    ///
    /// # Panics
    /// If there is no piece on `to`.
    #[inline(always)]
    pub(crate) fn undo_step(&mut self, from: Square, to: Square, captured: Option<Piece>) {
        let piece = self.moving_piece(to);
        let target = Bitboard::of(to);
        let bits = Bitboard::of(from) ^ target;
        self.by_type[piece.piece_type()] ^= bits;
        self.by_color[piece.color()] ^= bits;
        self.squares[from] = Some(piece);
        self.squares[to] = captured;
        if let Some(captured) = captured {
            self.by_type[captured.piece_type()] ^= target;
            self.by_color[captured.color()] ^= target;
        }
    }

    /// Castles or undoes castling. Removes both pieces before it puts either: in Chess960 the
    /// target of one may be the origin of the other.
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

    /// Returns the bishops and queens of both colours.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Bishop] | self.by_type[PieceType::Queen]
    }

    /// Returns the rooks and queens of both colours.
    #[inline(always)]
    pub(crate) fn straight_sliders(&self) -> Bitboard {
        self.by_type[PieceType::Rook] | self.by_type[PieceType::Queen]
    }

    /// Returns the pieces of both colours that attack a square, with `occupied` as the occupancy for
    /// sliders. Pieces outside `occupied` are included.
    #[inline]
    pub(crate) fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = attacks::pawn(Color::Black, square) & self.by_color[Color::White]
            | attacks::pawn(Color::White, square) & self.by_color[Color::Black];
        pawns & self.by_type[PieceType::Pawn]
            | attacks::knight(square) & self.by_type[PieceType::Knight]
            | attacks::king(square) & self.by_type[PieceType::King]
            | self.sliders_to(square, occupied)
    }

    /// Returns the bishops, rooks and queens of both colours that attack a square if `occupied` is
    /// occupied.
    #[inline(always)]
    pub(crate) fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// Returns the bishops, rooks and queens of both colours that would attack a square on an empty
    /// board.
    #[inline(always)]
    pub(crate) fn snipers_of(&self, square: Square) -> Bitboard {
        attacks::bishop_rays(square) & self.diagonal_sliders()
            | attacks::rook_rays(square) & self.straight_sliders()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::position::Inconsistency;

    #[test]
    fn each_corrupted_array_is_inconsistent() {
        for square in Square::ALL {
            let changed = |corrupt: &dyn Fn(&mut Board)| {
                let mut position = Position::startpos();
                corrupt(&mut position.board);
                position.check_consistency()
            };
            let bit = Bitboard::of(square);
            for piece_type in PieceType::ALL {
                let found = changed(&|board| board.by_type[piece_type] ^= bit);
                assert_eq!(found, Err(Inconsistency::Board), "{piece_type} on {square}");
            }
            for color in Color::ALL {
                let found = changed(&|board| board.by_color[color] ^= bit);
                assert_eq!(found, Err(Inconsistency::Board), "{color} on {square}");
            }
            let other = match Position::startpos().piece_on(square) {
                None => Some(Piece::WhiteQueen),
                Some(_) => None,
            };
            let found = changed(&|board| board.squares[square] = other);
            assert_eq!(found, Err(Inconsistency::Board), "mailbox on {square}");
        }
    }
}
