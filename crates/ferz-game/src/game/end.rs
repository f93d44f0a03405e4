//! Ends of a game by the players and the arbiter.

use super::{EndReason, Ending, Game, Winnability, winnability};
use crate::GameResult;
use ferz::Color;

/// Errors of the functions that end a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EndError {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Ending),
    /// A draw by agreement before each player has made a move (5.2.3).
    #[error("the players can agree to a draw after each has made a move")]
    TooEarly,
}

impl Game {
    /// The positions that the search for a helpmate visits if a game ends by time, resignation or
    /// illegal moves.
    pub const WINNABILITY_NODES: usize = 100_000;

    /// Ends the game by resignation: a draw if the opponent cannot checkmate by any series of legal
    /// moves, else a win of the opponent.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn resign(&mut self, loser: Color) -> Result<Ending, EndError> {
        self.end(|game| game.loss(loser, EndReason::Resignation))
    }

    /// Ends the game because a player's time has run out: a draw if the opponent cannot checkmate
    /// by any series of legal moves, else a win of the opponent. A search of at most
    /// [`WINNABILITY_NODES`](Self::WINNABILITY_NODES) positions that proves neither is a win.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn flag_fall(&mut self, loser: Color) -> Result<Ending, EndError> {
        self.end(|game| game.loss(loser, EndReason::TimeForfeit))
    }

    /// Ends the game because of a player's second illegal move: a draw if the opponent cannot
    /// checkmate by any series of legal moves, else a win of the opponent.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn illegal_move(&mut self, loser: Color) -> Result<Ending, EndError> {
        self.end(|game| game.loss(loser, EndReason::IllegalMove))
    }

    /// Ends the game with a loss of a player by decision of the arbiter.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn forfeit(&mut self, loser: Color) -> Result<Ending, EndError> {
        self.end(|_| Ending::win(!loser, EndReason::Forfeit))
    }

    /// Ends the game with a loss of a player who did not arrive.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn absence(&mut self, loser: Color) -> Result<Ending, EndError> {
        self.end(|_| Ending::win(!loser, EndReason::Absence))
    }

    /// Ends the game with any result by decision of the arbiter.
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn adjudicate(&mut self, result: GameResult) -> Result<Ending, EndError> {
        self.end(|_| Ending::adjudicated(result))
    }

    /// Ends the game with a draw by agreement.
    ///
    /// # Errors
    /// [`EndError::TooEarly`] before each player has made a move, and [`EndError::GameOver`].
    pub fn agree_draw(&mut self) -> Result<Ending, EndError> {
        if self.moves.len() < 2 && self.ending.is_none() {
            return Err(EndError::TooEarly);
        }
        self.end(|_| Ending::draw(EndReason::Agreement))
    }

    /// Ends the game because the clock of the side to move has run out.
    pub(super) fn end_by_flag(&mut self, loser: Color) -> Ending {
        *self.ending.insert(self.loss(loser, EndReason::TimeForfeit))
    }

    fn end(&mut self, ending: impl FnOnce(&Self) -> Ending) -> Result<Ending, EndError> {
        if let Some(ending) = self.ending {
            return Err(EndError::GameOver(ending));
        }
        let ending = ending(self);
        self.ending = Some(ending);
        Ok(ending)
    }

    /// Returns the loss of a player, which is a draw if the opponent cannot checkmate.
    fn loss(&self, loser: Color, reason: EndReason) -> Ending {
        match winnability(&self.position, !loser, Self::WINNABILITY_NODES) {
            Winnability::Unwinnable => Ending::draw(reason),
            Winnability::Winnable | Winnability::Unknown => Ending::win(!loser, reason),
        }
    }
}
