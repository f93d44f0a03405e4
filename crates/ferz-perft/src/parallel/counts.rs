//! What is known of a tree: the counts below each first move, as far as they are finished.

use super::count::Counting;
use super::crew;
use super::ledger::Ledger;
use super::plan::{Plan, Subtree};
use crate::failure::Failure;
use crate::progress::Progress;
use ferz::{Move, Position};
use std::time::{Duration, Instant};

/// The counts below each first move.
#[derive(Debug)]
pub(super) struct Tally {
    /// The first moves as UCI writes them, in alphabetical order, and what is known of each.
    pub(super) rows: Vec<Row>,
    /// All leaves that were counted.
    pub(super) nodes: u128,
    /// The leaves that were counted in this run, and did not come from a file.
    pub(super) counted_now: u128,
    /// How many subtrees are not finished: none, unless the count was interrupted.
    pub(super) unfinished: usize,
    /// How many subtrees there are.
    pub(super) subtrees: usize,
    /// How long this run took.
    pub(super) elapsed: Duration,
}

/// What is known below a first move.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) first: Move,
    pub(super) name: String,
    pub(super) nodes: u128,
    /// Its subtrees that are not finished.
    unfinished: usize,
}

impl Row {
    /// Whether all below the move is counted.
    pub(super) fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

impl Tally {
    /// Nothing is counted yet.
    fn new(root: &Position, plan: &Plan) -> Self {
        let row = |&first: &Move| {
            let below = |subtree: &&Subtree| subtree.line.first() == Some(&first);
            let unfinished = plan.subtrees.iter().filter(below).count();
            Row { first, name: root.uci(first).to_string(), nodes: 0, unfinished }
        };
        // A tree of one leaf has no first move.
        let is_leaf = plan.subtrees.iter().any(|subtree| subtree.line.is_empty());
        let mut rows: Vec<_> =
            if is_leaf { Vec::new() } else { root.legal_moves().iter().map(row).collect() };
        rows.sort_by(|a, b| a.name.cmp(&b.name));
        let subtrees = plan.subtrees.len();
        let (nodes, elapsed) = (0, Duration::ZERO);
        Self { rows, nodes, counted_now: 0, unfinished: subtrees, subtrees, elapsed }
    }

    /// Another subtree is finished.
    fn add(&mut self, first: Option<Move>, nodes: u128) {
        self.nodes += nodes;
        self.unfinished -= 1;
        if let Some(row) = self.rows.iter_mut().find(|row| Some(row.first) == first) {
            row.nodes += nodes;
            row.unfinished -= 1;
        }
    }

    /// Whether everything is counted.
    pub(super) fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

/// Counts a tree, as far as the ledger does not know it already.
///
/// An interrupted count is no error: the tally then [has unfinished parts](Tally::is_finished).
///
/// # Errors
/// If the ledger cannot be written, or no thread can be had.
pub(super) fn count(
    root: &Position,
    depth: u32,
    counting: &Counting,
    mut ledger: Option<&mut Ledger>,
    progress: &mut Progress,
) -> Result<Tally, Failure> {
    let started = Instant::now();
    let plan = Plan::new(root, depth);
    let firsts: Vec<_> = plan.subtrees.iter().map(|s| s.line.first().copied()).collect();
    let mut tally = Tally::new(root, &plan);
    let mut todo: Vec<usize> = (0..plan.subtrees.len()).collect();
    if let Some(ledger) = &mut ledger {
        let known = ledger.open(root, depth, &plan)?;
        known.iter().for_each(|(&index, &nodes)| tally.add(firsts[index], nodes));
        todo.retain(|index| !known.contains_key(index));
    }
    progress.expect_steps(todo.len());
    let threads = counting.threads;
    let counting = counting.clone();
    let work = move |position: &mut Position, depth| counting.leaves(position, depth);
    let outcome = crew::share(root, plan, todo, threads, work, |index, nodes| {
        tally.add(firsts[index], nodes);
        tally.counted_now += nodes;
        progress.step(nodes);
        ledger.as_mut().map_or(Ok(()), |ledger| ledger.enter(index, nodes))
    });
    tally.elapsed = started.elapsed();
    match outcome {
        Ok(()) | Err(Failure::Interrupted) => Ok(tally),
        Err(failure) => Err(failure),
    }
}
