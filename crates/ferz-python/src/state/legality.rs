//! Predicates about a single move, which need not be possible.

use super::State;
use super::generate::{Masks, behind};
use crate::chess_move::Move;
use ferz::{Bitboard, PieceType, Rank, Square, attacks};
use std::ops::ControlFlow;

impl State {
    /// Returns true if a pseudo-legal move does not leave the king on `king` in check.
    pub(super) fn keeps_king_safe(&self, mv: Move, king: Square) -> bool {
        let us = self.turn;
        if mv.from == king && self.is_castling(mv) {
            // Castling is generated only if it is legal.
            return true;
        }
        let mut captured = Bitboard::of(mv.to);
        let mut occupied = self.occupied.without(mv.from).with(mv.to);
        if self.is_en_passant(mv)
            && let Some(pawn) = behind(mv.to, us)
        {
            captured = captured.with(pawn);
            occupied = occupied.without(pawn);
        }
        let king = if mv.from == king { mv.to } else { king };
        (self.attackers(!us, king, occupied) - captured).is_empty()
    }

    /// Returns true if a move is pseudo-legal. In standard chess castling is also accepted
    /// as king takes rook.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.turn;
        if mv.is_null() || mv.drop.is_some() || !self.by_color[us].contains(mv.from) {
            return false;
        }
        let Some(piece_type) = self.type_at(mv.from) else { return false };
        let pawn = piece_type == PieceType::Pawn;
        let last_rank = Bitboard::relative_rank(us, Rank::Eighth).contains(mv.to);
        let promotes = mv.promotion.is_some();
        if promotes != (pawn && last_rank)
            || matches!(mv.promotion, Some(PieceType::Pawn | PieceType::King))
        {
            return false;
        }
        if piece_type == PieceType::King {
            let castling = self.king_takes_rook(mv);
            let written = self.king_squares(mv, self.chess960);
            let matches = |found: Move| found == written;
            if self.finds(|mut visit| self.castling_moves(Masks::of(castling), &mut visit), matches)
            {
                return true;
            }
        }
        if self.by_color[us].contains(mv.to) {
            return false;
        }
        if !pawn {
            return self.attacks_from(mv.from).contains(mv.to);
        }
        self.finds(|mut visit| self.pseudo_legal(Masks::of(mv), &mut visit), |found| found == mv)
    }

    /// Returns true if a generator visits a move with a property.
    fn finds(
        &self,
        generate: impl FnOnce(&mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>,
        property: impl Fn(Move) -> bool,
    ) -> bool {
        generate(&mut |mv| {
            if property(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Returns true if a move leaves its own king in check.
    pub fn is_into_check(&self, mv: Move) -> bool {
        self.king(self.turn).is_some_and(|king| !self.keeps_king_safe(mv, king))
    }

    /// Returns true if a move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && !self.is_into_check(mv)
    }

    /// Returns true if the side not to move is in check, so that the last move was not legal.
    pub fn was_into_check(&self) -> bool {
        self.king(!self.turn)
            .is_some_and(|king| self.attackers(self.turn, king, self.occupied).any())
    }

    /// Returns true if a pawn moves diagonally to the empty en passant square.
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.ep_square == Some(mv.to)
            && self.by_type[PieceType::Pawn].contains(mv.from)
            && mv.from.file().distance(mv.to.file()) == 1
            && mv.from.rank().distance(mv.to.rank()) == 1
            && !self.occupied.contains(mv.to)
    }

    /// Returns true if a move captures a piece of the other side.
    pub fn is_capture(&self, mv: Move) -> bool {
        self.touches(mv).intersects(self.by_color[!self.turn]) || self.is_en_passant(mv)
    }

    /// Returns true if a move resets the halfmove clock: a capture, a pawn move or a pawn drop.
    pub fn is_zeroing(&self, mv: Move) -> bool {
        let changing = self.by_type[PieceType::Pawn] | self.by_color[!self.turn];
        self.touches(mv).intersects(changing) || mv.drop == Some(PieceType::Pawn)
    }

    /// Returns true if no sequence of moves can lead back to the position: a zeroing move, one that
    /// loses castling rights, or any move while en passant is possible.
    pub fn is_irreversible(&self, mv: Move) -> bool {
        self.is_zeroing(mv) || self.reduces_castling_rights(mv) || self.has_legal_en_passant()
    }

    fn reduces_castling_rights(&self, mv: Move) -> bool {
        let rights = self.clean_castling_rights();
        let touched = self.touches(mv);
        let kings = self.by_type[PieceType::King] - self.promoted;
        rights.intersects(touched)
            || ferz::Color::ALL.into_iter().any(|color| {
                let rank = Self::back_rank(color);
                rights.intersects(rank) && (touched & kings & self.by_color[color]).intersects(rank)
            })
    }

    /// Returns the origin and the target, or the empty set for the null move.
    fn touches(&self, mv: Move) -> Bitboard {
        Bitboard::of(mv.from) ^ Bitboard::of(mv.to)
    }

    /// Returns true if a move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let mut after = *self;
        after.make(mv);
        after.checkers().any()
    }

    /// Returns the pieces of the side to move of one type that attack a square.
    pub(super) fn origins_of(&self, piece_type: PieceType, to: Square) -> Bitboard {
        self.pieces(self.turn, piece_type) & attacks::of(piece_type, to, self.occupied)
    }
}
