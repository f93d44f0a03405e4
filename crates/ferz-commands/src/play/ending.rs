//! The end of a game and its result.

use ferz::{Color, DrawReason, Outcome, Position};
use ferz_game::GameResult;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlayEnd {
    /// Checkmate by the winner.
    Checkmate(Color),
    /// A draw, by the rules, by a claim or by agreement.
    Draw(&'static str),
    /// The side resigned.
    Resigned(Color),
    /// The time of the side is over. The other side wins unless it cannot mate.
    TimeForfeit {
        /// The side without time.
        loser: Color,
        /// Set if the other side cannot mate.
        is_draw: bool,
    },
    /// The player ended the program, or the input ended.
    Quit,
    /// Ctrl-C was pressed.
    Interrupted,
}

impl PlayEnd {
    /// Returns the end by the rules, if the game is over.
    pub(super) fn by_rules(position: &Position) -> Option<Self> {
        Some(match position.outcome()? {
            Outcome::Checkmate { winner } => Self::Checkmate(winner),
            Outcome::Draw(reason) => Self::Draw(match reason {
                DrawReason::Stalemate => "stalemate",
                DrawReason::InsufficientMaterial => "insufficient material",
                DrawReason::SeventyFiveMoves => "seventy-five-move rule",
                DrawReason::FivefoldRepetition => "fivefold repetition",
            }),
        })
    }

    /// Returns the draw that the side to move can claim in a position.
    pub(super) fn by_claim(position: &Position) -> Option<Self> {
        if position.is_repetition(3) {
            Some(Self::Draw("threefold repetition"))
        } else if position.is_fifty_move_draw() {
            Some(Self::Draw("fifty-move rule"))
        } else {
            None
        }
    }

    /// Returns the loss of a side whose time is over.
    pub(super) fn by_time(position: &Position, loser: Color) -> Self {
        Self::TimeForfeit { loser, is_draw: position.has_insufficient_material(!loser) }
    }

    /// Returns the result.
    pub(super) fn result(self) -> GameResult {
        match self {
            Self::Checkmate(winner) => GameResult::win(winner),
            Self::Draw(_) | Self::TimeForfeit { is_draw: true, .. } => GameResult::Draw,
            Self::Resigned(loser) | Self::TimeForfeit { loser, .. } => GameResult::win(!loser),
            Self::Quit | Self::Interrupted => GameResult::Unknown,
        }
    }

    /// Returns the text that announces the end; `None` if the game has none.
    pub(super) fn text(self) -> Option<String> {
        Some(match self {
            Self::Checkmate(winner) => format!("Checkmate: {} wins.", name(winner)),
            Self::Draw(reason) => format!("Draw: {reason}."),
            Self::Resigned(loser) => {
                format!("{} resigns: {} wins.", name(loser), name(!loser))
            }
            Self::TimeForfeit { loser, is_draw: false } => {
                format!("{} loses on time: {} wins.", name(loser), name(!loser))
            }
            Self::TimeForfeit { loser, is_draw: true } => {
                format!(
                    "The time of {} is over, and {} cannot mate: draw.",
                    name(loser),
                    name(!loser)
                )
            }
            Self::Quit | Self::Interrupted => return None,
        })
    }
}

/// Returns the name of a side.
pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_follow_from_the_ending() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        for (ending, result) in [
            (PlayEnd::Checkmate(Color::White), GameResult::WhiteWins),
            (PlayEnd::Resigned(Color::White), GameResult::BlackWins),
            (PlayEnd::by_time(&position, Color::Black), GameResult::WhiteWins),
            // A bare king cannot mate.
            (PlayEnd::by_time(&position, Color::White), GameResult::Draw),
            (PlayEnd::Draw("stalemate"), GameResult::Draw),
            (PlayEnd::Quit, GameResult::Unknown),
        ] {
            assert_eq!(ending.result(), result, "{ending:?}");
        }
    }

    #[test]
    fn claims_need_a_repetition_or_fifty_moves() {
        let mut position = Position::startpos();
        assert_eq!(PlayEnd::by_claim(&position), None);
        for _ in 0..2 {
            for san in ["Nf3", "Nf6", "Ng1", "Ng8"] {
                position.do_move(position.parse_san(san).unwrap());
            }
        }
        assert_eq!(PlayEnd::by_claim(&position), Some(PlayEnd::Draw("threefold repetition")));
        let fifty = Position::from_fen("4k3/8/8/8/8/8/R7/4K3 w - - 100 80").unwrap();
        assert_eq!(PlayEnd::by_claim(&fifty), Some(PlayEnd::Draw("fifty-move rule")));
    }
}
