//! Reports of a search to its caller.

use crate::eval::wdl::centipawns;
use crate::value::{Bound, Value, moves_to_mate};
use ferz::Move;
use std::fmt;
use std::time::Duration;

/// A report of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A principal variation with its value.
    Line(Line),
    /// The root move being searched, once a search has run for some seconds.
    CurrentMove {
        /// Depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Number among the root moves, from 1.
        number: usize,
    },
    /// The result: the last report. Other threads may still be stopping; the call returns when they
    /// have stopped.
    Done(SearchResult),
}

/// A principal variation with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Selective depth, in plies.
    pub seldepth: u32,
    /// Rank among the lines of MultiPV, from 1.
    pub multipv: usize,
    /// Value for the side to move at the root.
    pub value: Value,
    /// Set if the value follows from the rules or from tablebases.
    pub proven: bool,
    /// Bound of the value.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Tablebase hits of all threads.
    pub tb_hits: u64,
    /// Time since the search command.
    pub elapsed: Duration,
    /// Permille of the transposition table used by this search.
    pub hashfull: usize,
    /// Legal moves from the root on; empty only if the root has no move.
    pub pv: Vec<Move>,
}

impl Line {
    /// Returns the score in centipawns or moves to mate.
    pub fn score(&self) -> SearchScore {
        self.value.into()
    }
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchResult {
    /// Best move; `None` in checkmate and stalemate.
    pub best: Option<Move>,
    /// Expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// Value of the best move.
    pub value: Value,
    /// Depth of the last completed iteration.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl SearchResult {
    /// Returns the score of the best move in centipawns or moves to mate.
    pub fn score(&self) -> SearchScore {
        self.value.into()
    }
}

/// A score from the view of the side to move at the root, in the units of reports.
///
/// `Display` writes pawns (`+0.31`) and moves to mate (`#3`, or `-#3` if the side to move is mated).
///
/// ```
/// use ferz_engine::SearchScore;
///
/// assert_eq!(SearchScore::Centipawns(-205).to_string(), "-2.05");
/// assert_eq!(SearchScore::Mate(3).to_string(), "#3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchScore {
    /// Normalised centipawns: at 100 half of the games are won. At most 15,000 for evaluations,
    /// about 20,000 for tablebase wins.
    Centipawns(i32),
    /// Mate in this many moves (not plies). Negative if the side to move is mated, 0 if it is
    /// checkmated now.
    Mate(i32),
}

/// Converts an internal value.
impl From<Value> for SearchScore {
    fn from(value: Value) -> Self {
        match moves_to_mate(value) {
            Some(moves) => Self::Mate(moves),
            None => Self::Centipawns(centipawns(value)),
        }
    }
}

impl fmt::Display for SearchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Mate(moves @ 1..) => format!("#{moves}"),
            Self::Mate(moves) => format!("-#{}", moves.unsigned_abs()),
            Self::Centipawns(0) => "0.00".to_owned(),
            Self::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{mate_in, mated_in};

    #[test]
    fn values_become_centipawns_or_moves_to_mate() {
        assert_eq!(SearchScore::from(0), SearchScore::Centipawns(0));
        assert_eq!(SearchScore::from(140), SearchScore::Centipawns(100));
        assert_eq!(SearchScore::from(mate_in(5)), SearchScore::Mate(3));
        assert_eq!(SearchScore::from(mated_in(4)), SearchScore::Mate(-2));
        assert_eq!(SearchScore::from(mated_in(0)), SearchScore::Mate(0));
    }

    #[test]
    fn scores_are_written_in_pawns_and_moves_to_mate() {
        for (score, text) in [
            (SearchScore::Centipawns(31), "+0.31"),
            (SearchScore::Centipawns(-1205), "-12.05"),
            (SearchScore::Centipawns(0), "0.00"),
            (SearchScore::Mate(3), "#3"),
            (SearchScore::Mate(-3), "-#3"),
            (SearchScore::Mate(0), "-#0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(format!("{:>7}", SearchScore::Mate(1)), "     #1");
    }
}
