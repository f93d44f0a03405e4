//! Checkmate, stalemate and draws: insufficient material, move counters and repetition.

use super::{Board, Position, cuckoo, zobrist};
use crate::attacks;
use crate::types::{Bitboard, Color, Move, PieceType};

impl Position {
    /// Returns true if a draw can be claimed by the fifty-move rule: the last fifty moves by each
    /// side were no captures or pawn moves, and the last of them did not checkmate.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.rule50() >= 100 && !self.is_checkmate()
    }

    /// Returns true if the side to move can claim a draw by threefold repetition or by the
    /// fifty-move rule without a move. A game that has ended by checkmate or stalemate allows no
    /// claim. [`can_claim_draw_with`](Self::can_claim_draw_with) covers claims with a stated move.
    pub fn can_claim_draw(&self) -> bool {
        (self.rule50() >= 100 || self.is_repetition(3)) && self.has_legal_move()
    }

    /// Returns true if the side to move can claim a draw by stating this legal move: after it the
    /// position has occurred three times, or fifty moves by each side were no captures or pawn
    /// moves. Returns false for a move that is not legal, checkmates or stalemates.
    pub fn can_claim_draw_with(&self, mv: Move) -> bool {
        if !self.is_legal(mv) {
            return false;
        }
        let mut after = self.clone();
        after.do_move(mv);
        after.can_claim_draw()
    }

    /// Returns true if the game is drawn by the seventy-five-move rule.
    pub fn is_seventy_five_move_draw(&self) -> bool {
        self.rule50() >= 150 && !self.is_checkmate()
    }

    /// Returns the number of earlier states that may equal the current one: those since the last
    /// capture, pawn move or null move.
    fn reversible_plies(&self) -> usize {
        (self.rule50.min(self.history.current().plies_from_null) as usize).min(self.history.plies())
    }

    /// Returns the distance in plies to the last occurrence of the position, if there is one.
    fn last_occurrence(&self, before: usize) -> Option<usize> {
        (before + 4..=self.reversible_plies())
            .step_by(2)
            .find(|&back| self.history.back(back).board.key == self.key())
    }

    /// Counts the occurrences of the position in the game, the current one included: 3 allows a
    /// claim of threefold repetition, 5 ends the game.
    pub fn repetition_count(&self) -> usize {
        let earlier = (4..=self.reversible_plies())
            .step_by(2)
            .filter(|&back| self.history.back(back).board.key == self.key());
        1 + earlier.count()
    }

    /// Returns true if the position has occurred at least `count` times, the current occurrence
    /// included: `is_repetition(3)` is threefold repetition.
    pub fn is_repetition(&self, count: usize) -> bool {
        self.repetition_count() >= count
    }

    /// Returns true if a search `ply` plies from its root should score the position as a draw: it
    /// occurred once before within the search, or twice before in the game.
    pub fn is_search_repetition(&self, ply: usize) -> bool {
        match self.last_occurrence(0) {
            None => false,
            Some(back) => back < ply || self.is_repetition(3),
        }
    }

    /// Returns true if a legal move leads to a position that occurred within the search (`ply`
    /// plies from its root) or twice before in the game.
    pub fn upcoming_repetition(&self, ply: usize) -> bool {
        let reversible = self.reversible_plies();
        if reversible < 3 {
            return false;
        }
        let key = |back| self.history.back(back).board.key;
        // One move of ours can only restore an earlier position if the opponent's moves since then
        // cancel out, which their effect on the key shows without a look at the table of moves.
        let opponent_move = |back| key(back) ^ key(back - 1) ^ zobrist::WHITE_TO_MOVE;
        let mut opponent_moves = opponent_move(1);
        (3..=reversible).step_by(2).any(|back| {
            opponent_moves ^= opponent_move(back);
            opponent_moves == 0
                && self.repeats_by_one_move(self.key() ^ key(back))
                && (back < ply || self.occurred_before(back, key(back)))
        })
    }

    /// Returns true if the side to move has a reversible move with this key difference.
    fn repeats_by_one_move(&self, change: u64) -> bool {
        let Some((a, b)) = cuckoo::reversible_move(change) else { return false };
        let ours = self.by_color(self.side_to_move());
        !attacks::between(a, b).intersects(self.occupied())
            && (ours.contains(a) || ours.contains(b))
    }

    /// Returns true if the position `plies` plies ago, with this key, also occurred before.
    fn occurred_before(&self, plies: usize, key: u64) -> bool {
        let slot = self.history.back(plies);
        let reversible = slot.board.rule50.min(slot.plies_from_null) as usize;
        let reversible = reversible.min(self.history.plies() - plies);
        (4..=reversible).step_by(2).any(|back| self.history.back(plies + back).board.key == key)
    }
}

impl Board {
    /// Returns true if neither side can checkmate: bare kings, a single minor piece, or only
    /// bishops on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| self.has_insufficient_material(color))
    }

    /// Returns true if this side cannot checkmate by any sequence of legal moves, by material
    /// alone. It then does not win when the other side runs out of time.
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        let own = self.by_color(color);
        let other = self.by_color(!color);
        let of = |piece_type| self.by_type(piece_type);
        let heavy = of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen);
        if own.intersects(heavy) {
            return false;
        }
        if own.intersects(of(PieceType::Knight)) {
            // A single knight checkmates only if an enemy piece other than a queen takes a square
            // from the enemy king.
            let bare = !own.without(self.king(color)).more_than_one();
            return bare && (other - of(PieceType::King) - of(PieceType::Queen)).is_empty();
        }
        if own.intersects(of(PieceType::Bishop)) {
            // Bishops on one square colour attack no square of the other, so the enemy king has an
            // escape unless a pawn, a knight or a bishop of the other colour takes it.
            let bishops = of(PieceType::Bishop);
            let one_color =
                !bishops.intersects(Bitboard::DARK) || !bishops.intersects(Bitboard::LIGHT);
            return one_color && (of(PieceType::Pawn) | of(PieceType::Knight)).is_empty();
        }
        true
    }
}
