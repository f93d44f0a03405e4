//! En passant: the square is part of a position only if a capture there is legal.
//!
//! FIDE 9.2 compares positions by their possible moves, so a square on which no legal capture exists
//! belongs neither to the key nor to repetition. Only double pushes beside an enemy pawn pay for
//! the test.

use super::play::passed_square;
use super::{Board, zobrist};
use crate::attacks;
use crate::types::{Bitboard, Color, PieceType, Square};

impl Board {
    /// Returns the en passant square: the square passed by a double push, set only if a legal
    /// capture there exists.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the square passed by the last move if that was a double push, whether or not a pawn
    /// can capture there: the target square of the original FEN standard. Before the first move it
    /// is the square of the setup.
    #[inline(always)]
    pub fn en_passant_target(&self) -> Option<Square> {
        self.passed
    }

    /// Returns the key of Polyglot's book format. It differs from [`key`](Self::key) after a double
    /// push beside an enemy pawn that cannot capture legally, for example a pinned one.
    pub fn polyglot_key(&self) -> u64 {
        if self.en_passant.is_some() {
            return self.key;
        }
        let attacked = self.passed.filter(|&to| self.can_attack(self.side_to_move, to));
        self.key ^ zobrist::en_passant_square(attacked)
    }

    /// Returns the square passed by a double push to `to` of a pawn of `us` if the other side has a
    /// legal capture there. The pawn may still be on its origin.
    #[inline(always)]
    pub(super) fn capturable_behind(&self, to: Square, us: Color) -> Option<Square> {
        let passed = passed_square(to, us);
        (self.can_attack(!us, passed) && self.has_legal_en_passant(!us, passed)).then_some(passed)
    }

    /// Returns true if a pawn of `us` attacks a square.
    #[inline(always)]
    fn can_attack(&self, us: Color, square: Square) -> bool {
        attacks::pawn(!us, square).intersects(self.pieces(us, PieceType::Pawn))
    }

    /// Returns true if a pawn of `us` can capture en passant on `to` without leaving its king in
    /// check.
    #[inline(never)]
    pub(super) fn has_legal_en_passant(&self, us: Color, to: Square) -> bool {
        let capturers = attacks::pawn(!us, to) & self.pieces(us, PieceType::Pawn);
        capturers.squares().any(|from| self.en_passant_is_safe(us, from, to))
    }

    /// Returns true if the en passant capture by a pawn of `us` does not leave its king in check. Pins
    /// do not cover it, since it removes two pawns from a line at once.
    pub(crate) fn en_passant_is_safe(&self, us: Color, from: Square, to: Square) -> bool {
        // Target and origin of the captured pawn: one of them holds it, the other is empty.
        let captured = Bitboard::file(to.file()) & (attacks::king(to) - Bitboard::of(to));
        let occupied = (self.occupied() - captured).without(from).with(to);
        let Some(king) = self.pieces(us, PieceType::King).first() else { return true };
        let enemies = self.by_color(!us) - captured;
        (self.pieces.attackers_to(king, occupied) & enemies).is_empty()
    }
}
