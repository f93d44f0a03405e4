// [start:head]
//! The interface of the four boards, and perft.

use crate::fen::{FenError, Setup};
use crate::types::*;
// [end:head]

// [start:board]
/// A board that makes and takes back moves.
pub trait Board: Sized {
    /// What a move destroys and `undo_move` needs. A board that is copied keeps all of itself.
    type Undo;

    /// Returns a board with this position.
    fn from_setup(setup: &Setup) -> Self;

    /// Returns the side that moves next.
    fn side_to_move(&self) -> Color;

    /// Adds the pseudo-legal moves: those that obey the movement of the pieces, and may leave the
    /// own king in check.
    fn pseudo_legal_moves(&self, moves: &mut Vec<Move>);

    /// Makes a pseudo-legal move.
    fn do_move(&mut self, mv: Move) -> Self::Undo;

    /// Takes the last move back.
    fn undo_move(&mut self, mv: Move, undo: Self::Undo);

    /// Returns true if the king of a side is attacked.
    fn in_check(&self, color: Color) -> bool;

    /// Returns a board with the position of a FEN.
    ///
    /// # Errors
    /// If the text is not a position, or the side that has just moved is in check.
    fn from_fen(fen: &str) -> Result<Self, FenError> {
        let board = Self::from_setup(&Setup::from_fen(fen)?);
        if board.in_check(!board.side_to_move()) {
            return Err(FenError::Check);
        }
        Ok(board)
    }

    /// Returns the legal moves: makes each pseudo-legal move and looks at the king.
    fn legal_moves(&mut self) -> Vec<Move> {
        let us = self.side_to_move();
        let mut moves = Vec::with_capacity(64);
        self.pseudo_legal_moves(&mut moves);
        moves.retain(|&mv| {
            let undo = self.do_move(mv);
            let is_safe = !self.in_check(us);
            self.undo_move(mv, undo);
            is_safe
        });
        moves
    }

    /// Counts the sequences of `depth` legal moves.
    fn perft(&mut self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        if depth == 1 {
            // Each legal move is one sequence: there is no need to make it.
            return moves.len() as u64;
        }
        let mut count = 0;
        for mv in moves {
            let undo = self.do_move(mv);
            count += self.perft(depth - 1);
            self.undo_move(mv, undo);
        }
        count
    }
}
// [end:board]
