//! The outcome of a game.

use super::Position;
use crate::types::Color;
use core::fmt;

/// The outcome of a game. `Display` writes the result: `1-0`, `0-1` or `1/2-1/2`;
/// [`reason`](Self::reason) returns the rule that ended the game.
///
/// ```
/// use ferz::Position;
///
/// let mut position = Position::startpos();
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     assert_eq!(position.outcome(), None);
///     position.do_move(position.parse_san(san)?);
/// }
/// let outcome = position.outcome().expect("the game is over");
/// assert_eq!(format!("{outcome} ({})", outcome.reason()), "0-1 (checkmate)");
/// # Ok::<(), ferz::notation::ParseSanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that gave checkmate.
        winner: Color,
    },
    /// The game is drawn.
    Draw(DrawReason),
}

/// The reason of a draw that no player has to claim. `Display` writes it in words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can checkmate by any sequence of legal moves.
    InsufficientMaterial,
    /// Seventy-five moves by each side without a capture or pawn move.
    SeventyFiveMoves,
    /// The fifth occurrence of the position.
    FivefoldRepetition,
}

impl Outcome {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Draw(_) => None,
        }
    }

    /// Returns the result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self {
            Self::Checkmate { winner: Color::White } => "1-0",
            Self::Checkmate { winner: Color::Black } => "0-1",
            Self::Draw(_) => "1/2-1/2",
        }
    }

    /// Returns the rule that ended the game in words: `checkmate`, or the [`DrawReason`].
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Draw(reason) => reason.text(),
        }
    }
}

impl DrawReason {
    /// Returns the reason in words, such as `stalemate`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five-move rule",
            Self::FivefoldRepetition => "fivefold repetition",
        }
    }
}

/// Writes the result: see [`Outcome::result`].
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.result())
    }
}

/// Writes the reason in words: see [`DrawReason::text`].
impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl Position {
    /// Returns the outcome if the game is over. Draws that a player must claim (threefold
    /// repetition, fifty-move rule) do not end it.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome::Checkmate { winner: !self.side_to_move() }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        let reason = if self.is_insufficient_material() {
            DrawReason::InsufficientMaterial
        } else if self.rule50() >= 150 {
            DrawReason::SeventyFiveMoves
        } else if self.is_repetition(5) {
            DrawReason::FivefoldRepetition
        } else {
            return None;
        };
        Some(Outcome::Draw(reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn outcomes_have_result_and_reason() {
        for (fen, result, reason, winner) in [
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "1-0", "checkmate", Some(Color::White)),
            ("4k3/8/8/8/8/8/PPP5/1K5r w - - 0 1", "0-1", "checkmate", Some(Color::Black)),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate", None),
            ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "insufficient material", None),
            ("7k/8/6K1/8/8/8/8/R7 b - - 150 90", "1/2-1/2", "seventy-five-move rule", None),
        ] {
            let outcome = Position::from_fen(fen).unwrap().outcome().unwrap();
            assert_eq!((outcome.to_string().as_str(), outcome.reason()), (result, reason), "{fen}");
            assert_eq!(outcome.winner(), winner);
            if let Outcome::Draw(draw) = outcome {
                assert_eq!(draw.to_string(), reason);
            }
        }
        let mut shuffle = Position::from_fen("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for mv in ["a1b1", "h8g8", "b1a1", "g8h8"].into_iter().cycle().take(16) {
            assert_eq!(shuffle.outcome(), None);
            shuffle.do_move(shuffle.parse_uci(mv).unwrap());
        }
        let outcome = shuffle.outcome().unwrap();
        assert_eq!((outcome.result(), outcome.reason()), ("1/2-1/2", "fivefold repetition"));
        assert_eq!(alloc::format!("{outcome:>9}"), "  1/2-1/2");
    }
}
