//! Counts below each first move, as far as the subtrees are finished.

use super::split::{Split, Subtree};
use ferz::{Move, Position};
use std::ops::AddAssign;

/// Counts below each first move: numbers of leaves, or
/// [`Statistics`](crate::Statistics) of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts<T = u128> {
    /// First moves in the alphabetical order of their UCI notation; empty at depth 0.
    pub rows: Vec<Row<T>>,
    /// Number of leaves in all finished subtrees.
    pub leaves: T,
    /// Number of leaves counted by this run, without those read from a checkpoint file.
    pub counted_now: T,
    /// Number of unfinished subtrees: 0 unless the count was cancelled.
    pub unfinished: usize,
    /// Number of subtrees.
    pub subtrees: usize,
}

/// Count below one first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<T = u128> {
    /// First move.
    pub mv: Move,
    /// First move in UCI notation.
    pub uci: String,
    /// Number of leaves in the finished subtrees below the move.
    pub leaves: T,
    /// Number of unfinished subtrees below the move.
    pub unfinished: usize,
}

impl<T> Row<T> {
    /// Returns true if everything below the move is counted.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

impl<T: Copy + Default + AddAssign> Counts<T> {
    /// Returns counts without any finished subtree.
    pub(crate) fn new(root: &Position, split: &Split) -> Self {
        let row = |&mv: &Move| {
            let below = |subtree: &&Subtree| subtree.line.first() == Some(&mv);
            let unfinished = split.subtrees.iter().filter(below).count();
            Row { mv, uci: root.uci(mv).to_string(), leaves: T::default(), unfinished }
        };
        // A tree of one leaf has no first move.
        let is_leaf = split.subtrees.iter().any(|subtree| subtree.line.is_empty());
        let mut rows: Vec<_> =
            if is_leaf { Vec::new() } else { root.legal_moves().iter().map(row).collect() };
        rows.sort_by(|a, b| a.uci.cmp(&b.uci));
        let subtrees = split.subtrees.len();
        let (leaves, counted_now) = (T::default(), T::default());
        Self { rows, leaves, counted_now, unfinished: subtrees, subtrees }
    }

    /// Adds a finished subtree below this first move.
    pub(crate) fn add(&mut self, first: Option<Move>, leaves: T) {
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
