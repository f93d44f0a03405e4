//! Making a move. Undoing it is copying back the earlier state.

use super::State;
use super::generate::{behind, castling_files};
use crate::chess_move::Move;
use ferz::{Bitboard, Color, Piece, PieceType, Rank, Square};

impl State {
    /// Makes a move, which need not be legal: any piece on the target is captured. A move from an
    /// empty square only passes the turn.
    pub fn make(&mut self, mv: Move) {
        let us = self.turn;
        let mv = self.king_takes_rook(mv);
        let ep_square = self.ep_square.take();
        self.castling_rights = self.clean_castling_rights();
        self.halfmove_clock =
            if self.is_zeroing(mv) { 0 } else { self.halfmove_clock.saturating_add(1) };
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
        let piece_type = moved.piece_type();
        if piece_type == PieceType::Pawn {
            self.pawn_side_effects(mv, ep_square, us);
        }
        if piece_type == PieceType::King && self.by_color[us].contains(mv.to) {
            return self.castle(mv.from, mv.to, us);
        }
        let piece = Piece::new(us, mv.promotion.unwrap_or(piece_type));
        self.put(mv.to, piece, promoted || mv.promotion.is_some());
    }

    /// Removes the rights of a king or rook that moves or is captured.
    fn lose_castling_rights(&mut self, mv: Move, moved: Piece, promoted: bool, us: Color) {
        self.castling_rights -= Bitboard::of(mv.from).with(mv.to);
        if moved.piece_type() == PieceType::King && !promoted {
            self.castling_rights -= Self::back_rank(us);
        } else if self.kings(!us).contains(mv.to) {
            self.castling_rights -= Self::back_rank(!us);
        }
    }

    /// Sets the en passant square after a double push, or removes the pawn captured en passant.
    fn pawn_side_effects(&mut self, mv: Move, ep_square: Option<Square>, us: Color) {
        let (from, to) = (mv.from, mv.to);
        let double = from.file() == to.file() && from.rank().distance(to.rank()) == 2;
        let home = matches!(from.rank(), Rank::Second | Rank::Seventh);
        let diagonal = from.file().distance(to.file()) == 1 && from.rank().distance(to.rank()) == 1;
        if double && home {
            let up = if from < to { Color::White } else { Color::Black };
            self.ep_square = behind(to, up);
        } else if ep_square == Some(to)
            && diagonal
            && !self.occupied.contains(to)
            && let Some(pawn) = behind(to, us)
        {
            self.remove(pawn);
        }
    }

    /// Puts king and rook on their squares; the king has been removed from the board.
    fn castle(&mut self, king: Square, rook: Square, us: Color) {
        self.remove(rook);
        let rank = us.relative_rank(Rank::First);
        let [king_to, rook_to] = castling_files(king, rook).map(|file| Square::new(file, rank));
        self.put(king_to, Piece::new(us, PieceType::King), false);
        self.put(rook_to, Piece::new(us, PieceType::Rook), false);
    }
}
