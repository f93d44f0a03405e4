//! Positions: a board with its history, for repetition and undo.

use crate::{Board, Move, Rules};
use alloc::vec::Vec;

/// A position with the moves that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    past: Vec<Ply>,
}

/// A position of the past, and the move made from it; `None` for a null move.
#[derive(Clone, Copy, Debug)]
struct Ply {
    board: Board,
    key: u64,
    mv: Option<Move>,
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        Self { board, past: Vec::new() }
    }
}

impl Position {
    /// Creates the initial position.
    pub fn start(rules: Rules) -> Self {
        Board::start(rules).into()
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of moves made.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Returns the last move, or `None` before the first and after a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.past.last()?.mv
    }

    /// Makes a move.
    ///
    /// # Panics
    /// As [`Board::play`].
    pub fn do_move(&mut self, mv: Move) {
        self.push(Some(mv));
        self.board.play(mv);
    }

    /// Passes the turn.
    pub fn do_null_move(&mut self) {
        self.push(None);
        self.board.pass();
    }

    fn push(&mut self, mv: Option<Move>) {
        self.past.push(Ply { board: self.board, key: self.board.key(), mv });
    }

    /// Takes back the last move, also a null move, and returns true if there was one.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(ply) => {
                self.board = ply.board;
                true
            }
            None => false,
        }
    }

    /// Counts the occurrences of the position in the game, the current one included. All earlier
    /// positions are compared, since in Crazyhouse neither captures nor pawn moves are irreversible.
    pub fn repetition_count(&self) -> usize {
        let key = self.board.key();
        1 + self.past.iter().filter(|ply| ply.key == key).count()
    }
}
