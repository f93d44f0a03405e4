//! Games with clocks and the rules of their end.

mod clock;
mod dead_position;
mod ending;
#[cfg(test)]
mod tests;

pub use clock::{Clock, ParseTimeControlError, Period, TimeControl};
pub use dead_position::{Deadness, Winnability, deadness, winnability};
pub use ending::{ClaimError, DrawClaim, EndError, EndReason, Ending};

use crate::GameResult;
use ferz::notation::ParseSanError;
use ferz::{IllegalMove, Move, Position, SetupFaults};
use std::time::Duration;

/// A game: a start position, moves, optional clocks, and its end by the rules of FIDE (2023).
///
/// The game ends by itself with checkmate, stalemate, a dead position, the fifth occurrence of a
/// position, and seventy-five moves without capture or pawn move. The players end it with
/// [`claim_draw`](Self::claim_draw), [`resign`](Self::resign), [`agree_draw`](Self::agree_draw),
/// and the functions beside them. After its end no move is accepted until [`undo`](Self::undo).
///
/// ```
/// use ferz_game::GameResult;
/// use ferz_game::game::{EndReason, Game};
/// let mut game = Game::new();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play_san(san)?;
/// }
/// let ending = game.ending().unwrap();
/// assert_eq!((ending.result(), ending.reason()), (GameResult::BlackWins, EndReason::Checkmate));
/// assert_eq!(ending.to_string(), "0-1 (checkmate)");
/// # Ok::<(), ferz_game::game::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    clock: Option<Clock>,
    /// The clocks before each move.
    earlier_clocks: Vec<Clock>,
    ending: Option<Ending>,
    dead_position_nodes: usize,
}

/// Errors of moves in a [`Game`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Ending),
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The text is not a legal move.
    #[error(transparent)]
    San(#[from] ParseSanError),
}

impl Game {
    /// The default of [`set_dead_position_nodes`](Self::set_dead_position_nodes).
    pub const DEAD_POSITION_NODES: usize = 200;

    /// Creates a game from the initial position without clocks.
    pub fn new() -> Self {
        Self::from_position(&Position::startpos())
    }

    /// Creates a game from a position without clocks. The history of the position is dropped. The
    /// game is over at once if the position ends it.
    pub fn from_position(position: &Position) -> Self {
        let start = without_history(position);
        let mut game = Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            clock: None,
            earlier_clocks: Vec::new(),
            ending: None,
            dead_position_nodes: Self::DEAD_POSITION_NODES,
        };
        game.ending = game.automatic_ending();
        game
    }

    /// Starts the clocks, which [`play_timed`](Self::play_timed) runs.
    pub fn set_time_control(&mut self, control: &TimeControl) {
        self.clock = Some(Clock::new(control.clone()));
        self.earlier_clocks = vec![Clock::new(control.clone()); self.moves.len()];
    }

    /// Sets the number of positions that the search for dead positions visits after each move, for
    /// each side. 0 leaves only the tests of material and of blocked positions.
    pub fn set_dead_position_nodes(&mut self, nodes: usize) {
        self.dead_position_nodes = nodes;
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the current position with the history of the game.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the clocks, if the game has a time control.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the clocks before each move, or an empty slice without a time control.
    pub fn earlier_clocks(&self) -> &[Clock] {
        &self.earlier_clocks
    }

    /// Returns the end of the game, or `None` as long as it continues.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// Returns the result, which is unknown as long as the game continues.
    pub fn result(&self) -> GameResult {
        self.ending.map_or(GameResult::Unknown, Ending::result)
    }

    /// Makes a move without use of the clocks. Returns the end of the game if the move ends it.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<Option<Ending>, PlayError> {
        self.play_with(mv, None)
    }

    /// Makes a move written in SAN, like [`play`](Self::play).
    ///
    /// # Errors
    /// If the game is over or the text is not a legal move.
    pub fn play_san(&mut self, san: &str) -> Result<Option<Ending>, PlayError> {
        self.expect_running()?;
        let mv = self.position.parse_san(san)?;
        self.play(mv)
    }

    /// Makes a move that took this time. Returns the end of the game if the move ends it. If the
    /// clock of the player runs out, the game ends without the move. Without a time control, the
    /// time is ignored.
    ///
    /// # Errors
    /// If the game is over or the move is not legal.
    pub fn play_timed(&mut self, mv: Move, time: Duration) -> Result<Option<Ending>, PlayError> {
        self.play_with(mv, Some(time))
    }

    fn play_with(&mut self, mv: Move, time: Option<Duration>) -> Result<Option<Ending>, PlayError> {
        self.expect_running()?;
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv).into());
        }
        let us = self.position.side_to_move();
        if let Some(clock) = &mut self.clock {
            let before = clock.clone();
            if let Some(time) = time {
                if !clock.spend(us, time) {
                    return Ok(Some(self.end_by_flag(us)));
                }
                clock.press(us);
            }
            self.earlier_clocks.push(before);
        }
        self.position.do_move(mv);
        self.moves.push(mv);
        self.ending = self.automatic_ending();
        Ok(self.ending)
    }

    /// Undoes the last move and returns it, with the clocks of before. A game that is over
    /// continues; one that ended without a move, as by resignation, loses its last move too.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.undo_move();
        if let Some(clock) = self.earlier_clocks.pop() {
            self.clock = Some(clock);
        }
        self.ending = None;
        Some(mv)
    }

    /// Returns a cursor at the start position that moves through the game.
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(&self.start, &self.moves)
    }

    /// Returns the error for a game that is over.
    fn expect_running(&self) -> Result<(), PlayError> {
        self.ending.map_or(Ok(()), |ending| Err(PlayError::GameOver(ending)))
    }

    /// Returns the end that no player has to claim.
    fn automatic_ending(&self) -> Option<Ending> {
        let position = &self.position;
        if let Some(outcome) = position.outcome() {
            return Some(outcome.into());
        }
        dead_position::is_proven_dead(position, self.dead_position_nodes)
            .then_some(Ending::draw(EndReason::DeadPosition))
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

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
    fn new(start: &Position, moves: &'a [Move]) -> Self {
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

/// Returns the position without the moves that led to it.
pub(crate) fn without_history(position: &Position) -> Position {
    let setup = position.setup();
    let mut start = Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
        .expect("the setup of a position is a position");
    start.set_chess960(position.is_chess960());
    start
}
