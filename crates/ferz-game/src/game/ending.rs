//! The ends of a game: by the rules, by a claim, by a player.

use super::{Game, Winnability, winnability};
use crate::GameResult;
use ferz::{Color, DrawReason, IllegalMove, Move, Outcome, Position};
use std::fmt;

/// The end of a game: its result and the reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    result: GameResult,
    reason: EndReason,
}

/// The reason for which a game ended, with its article in the rules of FIDE.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// Checkmate (5.1.1).
    Checkmate,
    /// A player resigned (5.1.2).
    Resignation,
    /// Stalemate (5.2.1).
    Stalemate,
    /// Neither player can checkmate by any series of legal moves (5.2.2).
    DeadPosition,
    /// The players agreed to a draw (5.2.3).
    Agreement,
    /// A player's time ran out (6.9).
    TimeForfeit,
    /// A player did not arrive (6.7).
    Absence,
    /// A player made a second illegal move (7.5.5).
    IllegalMove,
    /// A player claimed the third occurrence of a position (9.2).
    ThreefoldRepetition,
    /// A player claimed fifty moves by each side without capture or pawn move (9.3).
    FiftyMoves,
    /// The position occurred for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Seventy-five moves by each side without capture or pawn move (9.6.2).
    SeventyFiveMoves,
    /// The arbiter declared a player's game lost (12.9).
    Forfeit,
    /// The arbiter decided the result.
    Adjudication,
}

impl Ending {
    /// Creates the end by a win.
    pub(super) const fn win(winner: Color, reason: EndReason) -> Self {
        Self { result: GameResult::win(winner), reason }
    }

    /// Creates the end by a draw.
    pub(super) const fn draw(reason: EndReason) -> Self {
        Self { result: GameResult::Draw, reason }
    }

    /// Returns the result.
    pub const fn result(self) -> GameResult {
        self.result
    }

    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        self.result.winner()
    }

    /// Returns the reason.
    pub const fn reason(self) -> EndReason {
        self.reason
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { winner } => Self::win(winner, EndReason::Checkmate),
            Outcome::Draw(reason) => Self::draw(match reason {
                DrawReason::Stalemate => EndReason::Stalemate,
                DrawReason::InsufficientMaterial => EndReason::DeadPosition,
                DrawReason::SeventyFiveMoves => EndReason::SeventyFiveMoves,
                DrawReason::FivefoldRepetition => EndReason::FivefoldRepetition,
            }),
        }
    }
}

/// Writes the result and the reason, such as `1/2-1/2 (stalemate)`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result, self.reason)
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead position",
            Self::Agreement => "agreement",
            Self::TimeForfeit => "time forfeit",
            Self::Absence => "absence",
            Self::IllegalMove => "illegal move",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "seventy-five-move rule",
            Self::Forfeit => "forfeit",
            Self::Adjudication => "adjudication",
        })
    }
}

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
    /// ```
    /// use ferz_game::GameResult;
    /// use ferz_game::game::{EndReason, Game};
    ///
    /// let mut game = Game::default();
    /// game.adjudicate(GameResult::Draw)?;
    /// assert_eq!(game.ending().map(|ending| ending.reason()), Some(EndReason::Adjudication));
    /// # Ok::<(), ferz_game::game::EndError>(())
    /// ```
    ///
    /// # Errors
    /// [`EndError::GameOver`].
    pub fn adjudicate(&mut self, result: GameResult) -> Result<Ending, EndError> {
        self.end(|_| Ending { result, reason: EndReason::Adjudication })
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

/// The rule by which a draw can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawClaim {
    /// The third occurrence of a position (9.2).
    ThreefoldRepetition,
    /// Fifty moves by each side without capture or pawn move (9.3).
    FiftyMoves,
}

/// Errors of [`Game::claim_draw`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(Ending),
    /// The move that the player intends is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// Neither rule applies, so that the game continues.
    #[error("neither the third occurrence of a position nor fifty moves without progress")]
    NotJustified,
}

impl From<DrawClaim> for EndReason {
    fn from(claim: DrawClaim) -> Self {
        match claim {
            DrawClaim::ThreefoldRepetition => Self::ThreefoldRepetition,
            DrawClaim::FiftyMoves => Self::FiftyMoves,
        }
    }
}

impl Game {
    /// Returns the rule by which the side to move can claim a draw in the current position.
    pub fn claimable_draw(&self) -> Option<DrawClaim> {
        if self.ending.is_some() { None } else { claim_in(&self.position) }
    }

    /// Returns the rule by which the side to move can claim a draw with a legal move that it
    /// intends to make; `None` if there is none or the move is not legal.
    pub fn claimable_draw_with(&self, mv: Move) -> Option<DrawClaim> {
        if self.ending.is_some() || !self.position.is_legal(mv) {
            return None;
        }
        let mut after = self.position.clone();
        after.do_move(mv);
        claim_in(&after)
    }

    /// Ends the game by the claim of the side to move, for the current position or with a move that
    /// it intends to make. The move is not made.
    ///
    /// # Errors
    /// If the game is over, the move is not legal, or the claim is not justified. The game then
    /// continues.
    pub fn claim_draw(&mut self, intended: Option<Move>) -> Result<Ending, ClaimError> {
        if let Some(ending) = self.ending {
            return Err(ClaimError::GameOver(ending));
        }
        let claim = match intended {
            None => self.claimable_draw(),
            Some(mv) if !self.position.is_legal(mv) => return Err(IllegalMove(mv).into()),
            Some(mv) => self.claimable_draw_with(mv),
        };
        let ending = Ending::draw(claim.ok_or(ClaimError::NotJustified)?.into());
        self.ending = Some(ending);
        Ok(ending)
    }
}

/// Returns the rule by which a draw can be claimed in a position. A position without legal moves
/// has ended the game, so that it allows no claim.
fn claim_in(position: &Position) -> Option<DrawClaim> {
    if !position.has_legal_move() {
        None
    } else if position.is_repetition(3) {
        Some(DrawClaim::ThreefoldRepetition)
    } else {
        position.is_fifty_move_draw().then_some(DrawClaim::FiftyMoves)
    }
}
