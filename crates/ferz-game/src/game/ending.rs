//! The end of a game.

use crate::GameResult;
use ferz::{Color, DrawReason, Outcome};
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

    /// Creates the end by a decision.
    pub(super) const fn adjudicated(result: GameResult) -> Self {
        Self { result, reason: EndReason::Adjudication }
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
