//! What a search tells its caller.

use crate::value::{Bound, Value};
use ferz::Move;
use std::time::Duration;

/// News of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Report {
    /// A line of play and what it is worth.
    Line(Line),
    /// The root move that is being searched now, told once a search has run for some seconds.
    CurrentMove {
        /// The depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number among the root's moves, from 1.
        number: usize,
    },
    /// The search is over, and this is its result: the last report. With several threads it comes
    /// before the others have come to rest, which only then ends the call.
    Done(SearchResult),
}

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// The rank of the line among those asked for, from 1.
    pub multipv: usize,
    /// What the line is worth to the side to move at the root.
    pub value: Value,
    /// Whether the rules or tablebases say so, and not judgement.
    pub proven: bool,
    /// Whether that is its exact value.
    pub bound: Bound,
    /// The nodes searched so far, by all threads.
    pub nodes: u64,
    /// The positions found in tablebases so far, by all threads.
    pub tb_hits: u64,
    /// The time since the command.
    pub elapsed: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// The line: legal moves from the root on, never empty unless the root has no move.
    pub pv: Vec<Move>,
}

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best move; none in a mated or stalemated position.
    pub best: Option<Move>,
    /// The answer expected, to ponder on.
    pub ponder: Option<Move>,
    /// What the best move is worth.
    pub value: Value,
    /// The last depth that was completed.
    pub depth: u32,
    /// The nodes searched, by all threads.
    pub nodes: u64,
}
