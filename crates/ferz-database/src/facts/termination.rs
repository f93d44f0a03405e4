//! Terminations: the ways in which games end.

use ferz::{DrawReason, Outcome, Position};
use ferz_game::GameResult;
use std::fmt;
use std::str::FromStr;

/// The way in which a game ended, by its last position, its result and its tag `Termination`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Termination {
    /// The last position is checkmate
    Checkmate,
    /// The last position is stalemate
    Stalemate,
    /// No material to checkmate
    InsufficientMaterial,
    /// Draw, and the last position occurred three times
    Repetition,
    /// Draw after fifty moves of each side without capture or pawn move
    FiftyMoves,
    /// The tag Termination contains "time"
    Time,
    /// The tag Termination contains "abandoned"
    Abandoned,
    /// The tag Termination contains "adjudication"
    Adjudication,
    /// The tag Termination contains "infraction" or "illegal"
    Infraction,
    /// Any other win, such as by resignation
    OtherWin,
    /// Any other draw, such as by agreement
    OtherDraw,
    /// Unknown result
    Unfinished,
}

impl Termination {
    /// All kinds in the order of their precedence.
    pub const ALL: [Self; 12] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::Repetition,
        Self::FiftyMoves,
        Self::Time,
        Self::Abandoned,
        Self::Adjudication,
        Self::Infraction,
        Self::OtherWin,
        Self::OtherDraw,
        Self::Unfinished,
    ];

    /// Returns the name for arguments and JSON, such as `insufficient-material`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
            Self::Adjudication => "adjudication",
            Self::Infraction => "infraction",
            Self::OtherWin => "other-win",
            Self::OtherDraw => "other-draw",
            Self::Unfinished => "unfinished",
        }
    }

    /// Returns the condition on a game in one line.
    pub fn description(self) -> &'static str {
        match self {
            Self::Checkmate => "The last position is checkmate",
            Self::Stalemate => "The last position is stalemate",
            Self::InsufficientMaterial => "No material to checkmate",
            Self::Repetition => "Draw, and the last position occurred three times",
            Self::FiftyMoves => "Draw after fifty moves of each side without capture or pawn move",
            Self::Time => "The tag Termination contains \"time\"",
            Self::Abandoned => "The tag Termination contains \"abandoned\"",
            Self::Adjudication => "The tag Termination contains \"adjudication\"",
            Self::Infraction => "The tag Termination contains \"infraction\" or \"illegal\"",
            Self::OtherWin => "Any other win, such as by resignation",
            Self::OtherDraw => "Any other draw, such as by agreement",
            Self::Unfinished => "Unknown result",
        }
    }

    /// Returns the termination of a game. The last position comes first, then the tag `Termination`.
    pub fn of(last: &Position, result: GameResult, termination: &str) -> Self {
        match last.outcome() {
            Some(Outcome::Checkmate { .. }) => return Self::Checkmate,
            Some(Outcome::Draw(DrawReason::Stalemate)) => return Self::Stalemate,
            Some(Outcome::Draw(DrawReason::InsufficientMaterial)) => {
                return Self::InsufficientMaterial;
            }
            _ => {}
        }
        let text = termination.to_lowercase();
        let tagged = [
            ("time", Self::Time),
            ("abandoned", Self::Abandoned),
            ("adjudication", Self::Adjudication),
            ("infraction", Self::Infraction),
            ("illegal", Self::Infraction),
        ];
        if let Some((_, found)) = tagged.iter().find(|(word, _)| text.contains(word)) {
            return *found;
        }
        match result {
            GameResult::Draw if last.is_repetition(3) => Self::Repetition,
            GameResult::Draw if last.is_fifty_move_draw() => Self::FiftyMoves,
            GameResult::Draw => Self::OtherDraw,
            GameResult::Unknown => Self::Unfinished,
            GameResult::WhiteWins | GameResult::BlackWins => Self::OtherWin,
        }
    }
}

/// The error for text that is no name of a termination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a termination, like checkmate or other-win")]
pub struct ParseTerminationError;

/// Parses a [name](Termination::name).
impl FromStr for Termination {
    type Err = ParseTerminationError;

    fn from_str(name: &str) -> Result<Self, ParseTerminationError> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(ParseTerminationError)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::Repetition => "threefold repetition",
            Self::FiftyMoves => "fifty-move rule",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
            Self::Adjudication => "adjudication",
            Self::Infraction => "rules infraction",
            Self::OtherWin => "other win",
            Self::OtherDraw => "other draw",
            Self::Unfinished => "unfinished",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn termination(fen: &str, moves: &str, result: GameResult, termination: &str) -> Termination {
        let mut position = Position::from_fen(fen).unwrap();
        for san in moves.split_whitespace() {
            position.do_move(position.parse_san(san).unwrap());
        }
        Termination::of(&position, result, termination)
    }

    #[test]
    fn position_comes_before_tag_and_tag_before_result() {
        use GameResult::{Draw, Unknown, WhiteWins};
        let start = Position::startpos().fen();
        let mate = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7";
        assert_eq!(termination(&start, mate, Unknown, "Time forfeit"), Termination::Checkmate);
        assert_eq!(termination(&start, "e4", WhiteWins, "Time forfeit"), Termination::Time);
        assert_eq!(termination(&start, "e4", WhiteWins, "Normal"), Termination::OtherWin);
        assert_eq!(termination(&start, "e4", Draw, ""), Termination::OtherDraw);
        assert_eq!(termination(&start, "e4", Unknown, ""), Termination::Unfinished);
        let repetition = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        assert_eq!(termination(&start, repetition, Draw, "normal"), Termination::Repetition);
        assert_eq!(termination(&start, repetition, WhiteWins, ""), Termination::OtherWin);
        let quiet = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
        assert_eq!(termination(quiet, "Ra2", Draw, ""), Termination::FiftyMoves);
        let bare = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 80";
        assert_eq!(termination(bare, "Kxe2", Draw, ""), Termination::InsufficientMaterial);
    }
}
