//! Counts below each first move, as far as the subtrees are finished.

use super::split::{Split, Subtree};
use ferz::{Move, Position};

/// Counts below each first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// First moves in the alphabetical order of their UCI notation; empty at depth 0.
    pub rows: Vec<Row>,
    /// Number of leaves in all finished subtrees.
    pub leaves: u128,
    /// Number of leaves counted by this run, without those read from a checkpoint file.
    pub counted_now: u128,
    /// Number of unfinished subtrees: 0 unless the count was cancelled.
    pub unfinished: usize,
    /// Number of subtrees.
    pub subtrees: usize,
}

/// Count below one first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// First move.
    pub mv: Move,
    /// First move in UCI notation.
    pub uci: String,
    /// Number of leaves in the finished subtrees below the move.
    pub leaves: u128,
    /// Number of unfinished subtrees below the move.
    pub unfinished: usize,
}

impl Row {
    /// Returns true if everything below the move is counted.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

impl Counts {
    /// Returns counts without any finished subtree.
    pub(crate) fn new(root: &Position, split: &Split) -> Self {
        let row = |&mv: &Move| {
            let below = |subtree: &&Subtree| subtree.line.first() == Some(&mv);
            let unfinished = split.subtrees.iter().filter(below).count();
            Row { mv, uci: root.uci(mv).to_string(), leaves: 0, unfinished }
        };
        // A tree of one leaf has no first move.
        let is_leaf = split.subtrees.iter().any(|subtree| subtree.line.is_empty());
        let mut rows: Vec<_> =
            if is_leaf { Vec::new() } else { root.legal_moves().iter().map(row).collect() };
        rows.sort_by(|a, b| a.uci.cmp(&b.uci));
        let subtrees = split.subtrees.len();
        Self { rows, leaves: 0, counted_now: 0, unfinished: subtrees, subtrees }
    }

    /// Adds a finished subtree below this first move.
    pub(crate) fn add(&mut self, first: Option<Move>, leaves: u128) {
        self.leaves += leaves;
        self.unfinished -= 1;
        if let Some(row) = self.rows.iter_mut().find(|row| Some(row.mv) == first) {
            row.leaves += leaves;
            row.unfinished -= 1;
        }
    }

    /// Returns true if the whole tree is counted.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}
