//! Making a move. Undoing it is copying back the earlier state.

use super::State;
use super::generate::{behind, castling_files};
use crate::chess_move::Move;
use ferz::{Bitboard, Color, Direction, Piece, PieceType, Rank, Square};

impl State {
    /// Makes a move, which need not be legal: any piece on the target is captured. A move from an
    /// empty square only passes the turn.
    pub fn make(&mut self, mv: Move) {
        let us = self.turn;
        let mv = self.king_takes_rook(mv);
        let ep_square = self.ep_square.take();
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
            self.pawn_side_effects(mv, ep_square, us);
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
    fn pawn_side_effects(&mut self, mv: Move, ep_square: Option<Square>, us: Color) {
        let steps = mv.to.index() as i32 - mv.from.index() as i32;
        match (steps, mv.from.rank()) {
            (16, Rank::Second) => self.ep_square = mv.from.step(Direction::North),
            (-16, Rank::Seventh) => self.ep_square = mv.from.step(Direction::South),
            _ if ep_square == Some(mv.to)
                && matches!(steps.abs(), 7 | 9)
                && !self.occupied.contains(mv.to) =>
            {
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
