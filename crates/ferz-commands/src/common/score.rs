//! The score of a line, as reports print it.

use ferz::{Bound, Score};
use ferz_engine::PvLine;
use serde::Serialize;

/// The score of a line from the view of the side to move, with its bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "ScoreObject")]
pub(crate) struct LineScore {
    /// The score.
    pub(crate) score: Score,
    /// The bound of the score.
    pub(crate) bound: Bound,
}

/// The JSON object of a score.
#[derive(Serialize)]
struct ScoreObject {
    /// Centipawns: at 100, half of the games are won.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// The number of moves to mate; negative or 0 if the side to move is mated.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// `exact`, `lower` or `upper`.
    bound: &'static str,
}

impl From<LineScore> for ScoreObject {
    fn from(LineScore { score, bound }: LineScore) -> Self {
        let (cp, mate) = match score {
            Score::Cp(cp) => (Some(cp), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        let bound = match bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        Self { cp, mate, bound }
    }
}

impl LineScore {
    /// Returns the score of a line.
    pub(crate) fn new(line: &PvLine) -> Self {
        Self { score: line.score(), bound: line.bound }
    }

    /// Returns the number of moves in which the side to move gives mate.
    pub(crate) fn mates_in(self) -> Option<i32> {
        match self.score {
            Score::Mate(moves @ 1..) if self.bound != Bound::Upper => Some(moves),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_objects_with_centipawns_or_moves_to_mate() {
        let json = |score, bound| serde_json::to_string(&LineScore { score, bound }).unwrap();
        let cp = json(Score::Cp(-31), Bound::Exact);
        assert_eq!(cp, r#"{"cp":-31,"bound":"exact"}"#);
        let mate = json(Score::Mate(3), Bound::Lower);
        assert_eq!(mate, r#"{"mate":3,"bound":"lower"}"#);
    }

    #[test]
    fn mates_that_are_upper_bounds_are_not_proven() {
        let score = LineScore { score: Score::Mate(2), bound: Bound::Upper };
        assert_eq!(score.mates_in(), None);
        assert_eq!(LineScore { bound: Bound::Lower, ..score }.mates_in(), Some(2));
    }
}
