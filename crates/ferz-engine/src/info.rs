//! Reports of a search to its caller.

use crate::eval::wdl;
use crate::value::Value;
use ferz::{Bound, Move, Score};
use std::time::Duration;

/// A report of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A principal variation with its value.
    Line(PvLine),
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
pub struct PvLine {
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

impl PvLine {
    /// Returns the score in centipawns or moves to mate.
    pub fn score(&self) -> Score {
        wdl::score(self.value)
    }
}

/// Principal variation of a [`SearchResult`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ResultLine {
    /// Depth of the iteration that found the line, in plies.
    pub depth: u32,
    /// Selective depth, in plies.
    pub seldepth: u32,
    /// Value for the side to move at the root.
    pub value: Value,
    /// Set if the value follows from the rules or from tablebases.
    pub proven: bool,
    /// Bound of the value.
    pub bound: Bound,
    /// Legal moves from the root on; empty only if the root has no move.
    pub pv: Vec<Move>,
}

impl ResultLine {
    /// Returns the score in centipawns or moves to mate.
    pub fn score(&self) -> Score {
        wdl::score(self.value)
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
    /// Principal variations of the last reported set, best first: as many as
    /// [`SearchSettings::multipv`](crate::SearchSettings::multipv), or fewer if the root has fewer moves
    /// or the search was stopped early; at least one. The first begins with `best`, except below full
    /// strength, where the choice of the move does not change the lines.
    pub lines: Vec<ResultLine>,
}

impl SearchResult {
    /// Returns the score of the best move in centipawns or moves to mate.
    pub fn score(&self) -> Score {
        wdl::score(self.value)
    }
}
