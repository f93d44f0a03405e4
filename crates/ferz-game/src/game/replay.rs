//! A cursor through the moves of a game.

use ferz::{Move, Position};

/// A position of a game that moves by one ply in the time of one move.
///
/// ```
/// use ferz_game::game::Game;
/// let mut game = Game::new();
/// for san in ["e4", "e5", "Nf3"] {
///     game.play_san(san)?;
/// }
/// let mut replay = game.replay();
/// let mut fens = vec![replay.position().fen()];
/// while replay.forward().is_some() {
///     fens.push(replay.position().fen());
/// }
/// assert_eq!((fens.len(), replay.ply()), (4, 3));
/// assert!(replay.seek(1) && replay.position().fen() == fens[1]);
/// # Ok::<(), ferz_game::game::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    position: Position,
    moves: &'a [Move],
    ply: usize,
}

impl<'a> Replay<'a> {
    pub(super) fn new(start: &Position, moves: &'a [Move]) -> Self {
        Self { position: start.clone(), moves, ply: 0 }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the number of moves made.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Makes the next move and returns it, or `None` at the end of the game.
    pub fn forward(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.ply)?;
        self.position.do_move(mv);
        self.ply += 1;
        Some(mv)
    }

    /// Undoes the last move and returns it, or `None` at the start of the game.
    pub fn back(&mut self) -> Option<Move> {
        let mv = self.position.undo_move()?;
        self.ply -= 1;
        Some(mv)
    }

    /// Moves to the position after `ply` moves. Returns false, without a change, if the game has
    /// fewer moves.
    pub fn seek(&mut self, ply: usize) -> bool {
        if ply > self.moves.len() {
            return false;
        }
        while self.ply < ply && self.forward().is_some() {}
        while self.ply > ply && self.back().is_some() {}
        true
    }
}
