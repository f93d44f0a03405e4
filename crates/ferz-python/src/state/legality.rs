//! Single moves, which need not be possible: predicates, and making them. Undoing one is copying back the
//! earlier state.

use super::State;
use super::generate::{Masks, behind, castling_files};
use crate::chess_move::Move;
use ferz::{Bitboard, Color, Direction, Piece, PieceType, Rank, Square, attacks};

impl State {
    /// Returns true if a pseudo-legal move, an evasion in check, does not leave the king in check.
    #[inline]
    pub(super) fn keeps_king_safe(&self, mv: Move, king: Square, pinned: Bitboard) -> bool {
        if mv.from == king {
            // Castling is generated only if it is legal.
            return self.is_castling(mv)
                || self.attackers(!self.turn, mv.to, self.occupied).is_empty();
        }
        if self.ep_square == Some(mv.to) && self.is_en_passant(mv) {
            return self.pin(self.turn, mv.from).contains(mv.to) && !self.is_skewered(mv, king);
        }
        !pinned.contains(mv.from) || attacks::aligned(mv.from, mv.to, king)
    }

    /// Returns true if en passant opens a line to the king by removing both pawns.
    fn is_skewered(&self, mv: Move, king: Square) -> bool {
        let captured = behind(mv.to, self.turn).map_or(Bitboard::EMPTY, Bitboard::of);
        let occupied = (self.occupied - captured).without(mv.from).with(mv.to);
        let sets = self.sets();
        let rank = attacks::rook(king, occupied) & Bitboard::rank(king.rank());
        let attackers = rank & sets.straight_sliders()
            | attacks::bishop(king, occupied) & sets.diagonal_sliders();
        attackers.intersects(self.by_color[!self.turn])
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
        if mv.promotion.is_some() && !(pawn && last_rank) {
            return false;
        }
        let far = self.castling_rights.contains(mv.to) || mv.from.file().distance(mv.to.file()) > 1;
        if piece_type == PieceType::King && far {
            let written = self.king_squares(mv, self.chess960);
            if self.castling_moves(Masks::ALL).contains(&written) {
                return true;
            }
        }
        if self.by_color[us].contains(mv.to) {
            return false;
        }
        if !pawn {
            return self.attacks_from(mv.from).contains(mv.to);
        }
        self.generates(mv)
    }

    /// Returns true if a move leaves its own king in check.
    pub fn is_into_check(&self, mv: Move) -> bool {
        let Some(king) = self.king(self.turn) else { return false };
        let checkers = self.attackers(!self.turn, king, self.occupied);
        if checkers.any() && !self.evades(mv, king, checkers) {
            return true;
        }
        let on_line = attacks::line(king, mv.from).any();
        let pinned = if on_line { self.pinned(king) } else { Bitboard::EMPTY };
        !self.keeps_king_safe(mv, king, pinned)
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
            && matches!(mv.from.index().abs_diff(mv.to.index()), 7 | 9)
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
                rights.intersects(Self::back_rank(color))
                    && touched.intersects(kings & self.by_color[color])
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
}

impl State {
    /// Makes a move, which need not be legal: any piece on the target is captured. A move from an
    /// empty square only passes the turn.
    pub fn make(&mut self, mv: Move) {
        let us = self.turn;
        let mv = self.king_takes_rook(mv);
        let en_passant = self.is_en_passant(mv);
        self.ep_square = None;
        self.castling_rights = self.clean_castling_rights();
        self.after_move = true;
        let zeroing = mv.drop.is_none() && self.is_zeroing(mv);
        self.halfmove_clock = if zeroing { 0 } else { self.halfmove_clock.saturating_add(1) };
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !us;
        if mv.is_null() {
            return;
        }
        if let Some(piece_type) = mv.drop {
            return self.put(mv.to, Piece::new(us, piece_type), false);
        }
        let promoted = self.promoted.contains(mv.from);
        let Some(moved) = self.remove(mv.from) else { return };
        self.lose_castling_rights(mv, moved, promoted, us);
        if moved.piece_type() == PieceType::Pawn {
            self.pawn_side_effects(mv, en_passant, us);
        }
        let piece_type = mv.promotion.unwrap_or(moved.piece_type());
        if piece_type == PieceType::King && self.by_color[us].contains(mv.to) {
            return self.castle(mv.from, mv.to, us);
        }
        self.put(mv.to, Piece::new(us, piece_type), promoted || mv.promotion.is_some());
    }

    /// Removes the rights of a king or rook that moves or is captured.
    fn lose_castling_rights(&mut self, mv: Move, moved: Piece, promoted: bool, us: Color) {
        let king = |piece_type| piece_type == Some(PieceType::King);
        self.castling_rights -= Bitboard::of(mv.from).with(mv.to);
        if king(Some(moved.piece_type())) && !promoted {
            self.castling_rights -= Self::back_rank(us);
        } else if king(self.type_at(mv.to)) && !self.promoted.contains(mv.to) {
            let rank = Self::back_rank(!us);
            if rank.contains(mv.to) {
                self.castling_rights -= rank;
            }
        }
    }

    /// Sets the en passant square after a double push, or removes the pawn captured en passant.
    fn pawn_side_effects(&mut self, mv: Move, en_passant: bool, us: Color) {
        let steps = mv.to.index() as i32 - mv.from.index() as i32;
        match (steps, mv.from.rank()) {
            (16, Rank::Second) => self.ep_square = mv.from.step(Direction::North),
            (-16, Rank::Seventh) => self.ep_square = mv.from.step(Direction::South),
            _ if en_passant => {
                behind(mv.to, us).and_then(|pawn| self.remove(pawn));
            }
            _ => {}
        }
    }

    /// Puts king and rook on their squares.
    fn castle(&mut self, king: Square, rook: Square, us: Color) {
        self.remove(king);
        self.remove(rook);
        let rank = us.relative_rank(Rank::First);
        let [king_to, rook_to] = castling_files(king, rook).map(|file| Square::new(file, rank));
        self.put(king_to, Piece::new(us, PieceType::King), false);
        self.put(rook_to, Piece::new(us, PieceType::Rook), false);
    }
}
