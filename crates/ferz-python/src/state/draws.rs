//! Insufficient material and the comparison of positions for repetition.

use super::State;
use ferz::{Bitboard, Color, PieceType};

impl State {
    /// Returns true if a side cannot checkmate by any sequence of legal moves, by material alone.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color[color];
        let other = self.by_color[!color];
        let of = |piece_type| self.by_type[piece_type];
        let heavy = of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen);
        if own.intersects(heavy) {
            return false;
        }
        if own.intersects(of(PieceType::Knight)) {
            // A single knight checkmates only with the help of a piece other than a queen, which
            // takes a square from the enemy king.
            return own.len() <= 2
                && (other - of(PieceType::King) - of(PieceType::Queen)).is_empty();
        }
        if own.intersects(of(PieceType::Bishop)) {
            // Bishops on one square colour need a piece that takes a square of the other colour.
            let bishops = of(PieceType::Bishop);
            let one_color =
                !bishops.intersects(Bitboard::DARK) || !bishops.intersects(Bitboard::LIGHT);
            return one_color && (of(PieceType::Pawn) | of(PieceType::Knight)).is_empty();
        }
        true
    }

    /// Returns true if the positions count as a repetition: equal pieces, side to move, possible
    /// castling rights and legal en passant captures.
    pub fn repeats(&self, other: &Self) -> bool {
        self.by_color == other.by_color
            && self.by_type == other.by_type
            && self.turn == other.turn
            && self.clean_castling_rights() == other.clean_castling_rights()
            && self.legal_ep_square() == other.legal_ep_square()
    }

    /// Returns the en passant square if a capture there is legal.
    pub fn legal_ep_square(&self) -> Option<ferz::Square> {
        self.ep_square.filter(|_| self.has_legal_en_passant())
    }
}
