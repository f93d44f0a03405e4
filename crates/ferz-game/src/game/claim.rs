//! Claims of a draw.

use super::{EndReason, Ending, Game};
use ferz::{IllegalMove, Move, Position};

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
