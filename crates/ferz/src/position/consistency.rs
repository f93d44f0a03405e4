//! Consistency check: incremental state and cached check information against recomputation.

use super::Position;
use super::board::Board;
use super::history::{History, State};
use super::incremental::Incremental;
use super::lazy::Lazy;
use crate::attacks;
use crate::types::{Bitboard, CastleSide, CastlingRights, Color, Piece, PieceType, Square};

/// An inconsistency between the parts of a position. It can arise only from an illegal move made in
/// a release build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Inconsistency {
    /// Bitboards and mailbox differ.
    #[error("the bitboards and the mailbox differ")]
    Board,
    /// A side does not have exactly one king.
    #[error("{0} does not have exactly one king")]
    Kings(Color),
    /// A key, the material or the piece-square score differs from its recomputation.
    #[error("an incremental key, score or material count differs from its recomputation")]
    Incremental,
    /// A castling right without king or rook on its square.
    #[error("a castling right without its king or rook in place")]
    Castling,
    /// An en passant square without a pawn that can capture there.
    #[error("an en passant square that no pawn can capture on")]
    EnPassant,
    /// The side not to move is in check.
    #[error("the side that is not to move is in check")]
    OpponentInCheck,
    /// Cached checkers, blockers, pinners or check squares differ from their recomputation.
    #[error("cached checkers, pins or check squares differ from the board")]
    CheckInfo,
}

impl Position {
    /// Compares all incremental and cached state with its recomputation from the board. Debug
    /// builds do so after each move made or undone.
    ///
    /// # Errors
    /// The first inconsistency.
    pub fn check_consistency(&self) -> Result<(), Inconsistency> {
        self.check_board()?;
        self.check_incremental()?;
        self.check_castling()?;
        self.check_en_passant()?;
        self.check_check_info()
    }

    #[inline(always)]
    pub(super) fn debug_check(&self) {
        #[cfg(debug_assertions)]
        if let Err(inconsistency) = self.check_consistency() {
            panic!("{inconsistency} after {:?} in {self:?}", self.last_move());
        }
    }

    fn check_board(&self) -> Result<(), Inconsistency> {
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some(piece) = self.piece_on(square) {
                board.put(piece, square, &mut ());
            }
        }
        if board != self.board {
            return Err(Inconsistency::Board);
        }
        let wrong_count = |color: &Color| self.count(Piece::new(*color, PieceType::King)) != 1;
        Color::ALL
            .into_iter()
            .find(wrong_count)
            .map_or(Ok(()), |color| Err(Inconsistency::Kings(color)))
    }

    fn check_incremental(&self) -> Result<(), Inconsistency> {
        let mut incremental = Incremental::EMPTY;
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                board.put(piece, square, &mut incremental);
            }
        }
        let (rights, en_passant) = (self.castling_rights(), self.en_passant());
        incremental.complete_key(rights, en_passant, self.side_to_move);
        if incremental == self.state().incremental {
            Ok(())
        } else {
            Err(Inconsistency::Incremental)
        }
    }

    fn check_castling(&self) -> Result<(), Inconsistency> {
        for (color, side) in CastleSide::BY_COLOR {
            if !self.castling_rights().contains(CastlingRights::of(color, side)) {
                continue;
            }
            let rook = Piece::new(color, PieceType::Rook);
            let in_place = self.castling_path(color, side).is_some_and(|path| {
                self.king(color) == path.king_from && self.piece_on(path.rook_from) == Some(rook)
            });
            if !in_place {
                return Err(Inconsistency::Castling);
            }
        }
        Ok(())
    }

    fn check_en_passant(&self) -> Result<(), Inconsistency> {
        let Some(to) = self.en_passant() else { return Ok(()) };
        let us = self.side_to_move;
        let pushed = to.offset(-us.forward().offset());
        let takers = attacks::pawn(!us, to) & self.pieces(us, PieceType::Pawn);
        let in_place = self.piece_on(pushed) == Some(Piece::new(!us, PieceType::Pawn));
        if takers.any() && in_place && self.piece_on(to).is_none() {
            Ok(())
        } else {
            Err(Inconsistency::EnPassant)
        }
    }

    fn check_check_info(&self) -> Result<(), Inconsistency> {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let attackers = |king| self.attackers_to(self.king(king)) & self.by_color(!king);
        if attackers(them).any() {
            return Err(Inconsistency::OpponentInCheck);
        }
        // Cached check information against a fresh computation.
        let uncomputed = State {
            no_check: false,
            king_info: Lazy::new(),
            check_info: Lazy::new(),
            ..self.state().clone()
        };
        let fresh = Self {
            board: self.board.clone(),
            castling_paths: self.castling_paths.clone(),
            history: History::new(uncomputed),
            ..*self
        };
        let check_data = |p: &Self| {
            let check_squares = PieceType::ALL.map(|piece_type| p.check_squares(piece_type));
            let sides = Color::ALL.map(|color| (p.blockers(color), p.pinners(color)));
            (p.checkers(), check_squares, sides)
        };
        let expected = self.pinned_by_definition(us);
        if self.checkers() == attackers(us)
            && check_data(self) == check_data(&fresh)
            && self.pinned(us) == expected
        {
            Ok(())
        } else {
            Err(Inconsistency::CheckInfo)
        }
    }

    /// Returns the pinned pieces by definition: those without which a further slider attacks the
    /// king.
    fn pinned_by_definition(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        let sliders = |occupied| self.board.sliders_to(king, occupied) & self.by_color(!color);
        let now = sliders(self.occupied());
        let own = self.by_color(color).without(king);
        own.squares().filter(|&s| (sliders(self.occupied().without(s)) - now).any()).collect()
    }
}
