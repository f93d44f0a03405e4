//! Insufficient material and the comparison of positions for repetition.

use super::State;
use ferz::Color;

impl State {
    /// Returns true if a side cannot checkmate by any sequence of legal moves, by material alone.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        self.sets().has_insufficient_material(color)
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
