//! A score as people and programs read it.

use ferz_engine::Line;
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::value::{Bound, moves_to_mate};
use serde::Serialize;
use std::fmt;

/// What a line is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Score {
    /// Hundredths of a pawn, of which 100 are an even chance to win.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    /// Moves to mate, negative for the side that is mated; 0 if it is mated already.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    /// How far it can be trusted.
    bound: Trust,
}

/// How a score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Trust {
    Exact,
    Lower,
    Upper,
}

impl Score {
    /// The score of a line.
    pub(super) fn of(line: &Line) -> Self {
        let mate = moves_to_mate(line.value);
        let cp = mate.is_none().then(|| centipawns(line.value));
        let bound = match line.bound {
            Bound::Exact => Trust::Exact,
            Bound::Lower => Trust::Lower,
            Bound::Upper => Trust::Upper,
        };
        Self { cp, mate, bound }
    }
}

/// `+0.31` in pawns, `#3` and `-#3` for mates.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.mate, self.cp.unwrap_or(0)) {
            (Some(moves @ 1..), _) => format!("#{moves}"),
            (Some(moves), _) => format!("-#{}", -moves),
            (None, 0) => "0.00".to_owned(),
            (None, cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_in_pawns_and_moves_to_mate() {
        let score = |cp, mate| Score { cp, mate, bound: Trust::Exact }.to_string();
        assert_eq!(score(Some(31), None), "+0.31");
        assert_eq!(score(Some(-1_205), None), "-12.05");
        assert_eq!(score(Some(0), None), "0.00");
        assert_eq!(score(None, Some(3)), "#3");
        assert_eq!(score(None, Some(-3)), "-#3");
        assert_eq!(score(None, Some(0)), "-#0");
    }
}
