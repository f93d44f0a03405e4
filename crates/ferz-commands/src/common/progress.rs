//! The progress bar of a perft count.

use super::program::progress_bar;
use super::text::{grouped, per_second, scaled};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// Counts that end sooner show no bar.
const DELAY: Duration = Duration::from_secs(1);

/// The unit of a bar's length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Steps,
    Leaves,
}

/// The progress of a count: steps, which are subtrees, and leaves.
pub(crate) struct CountProgress {
    unit: Unit,
    total: u64,
    done: u64,
    leaves: u128,
    started: Instant,
    /// The bar, once the count has run for [`DELAY`].
    bar: Option<ProgressBar>,
}

impl CountProgress {
    fn new(unit: Unit, total: u64) -> Self {
        Self { unit, total, done: 0, leaves: 0, started: Instant::now(), bar: None }
    }

    /// Creates a bar in units of steps. [`Self::expect_steps`] sets the total.
    pub(crate) fn by_steps() -> Self {
        Self::new(Unit::Steps, 0)
    }

    /// Creates a bar in units of leaves, with their total.
    pub(crate) fn by_leaves(total: u128) -> Self {
        Self::new(Unit::Leaves, total.try_into().unwrap_or(u64::MAX))
    }

    /// Adds to the total number of steps.
    pub(crate) fn expect_steps(&mut self, steps: usize) {
        if self.unit == Unit::Steps {
            self.total += steps as u64;
        }
    }

    /// Advances by one step that counted so many leaves.
    pub(crate) fn step(&mut self, leaves: u128) {
        self.leaves += leaves;
        self.done = match self.unit {
            Unit::Steps => self.done + 1,
            Unit::Leaves => self.leaves.try_into().unwrap_or(u64::MAX),
        };
        let elapsed = self.started.elapsed();
        if elapsed < DELAY {
            return;
        }
        let new_bar = || progress_bar(Some(self.total)).with_elapsed(elapsed);
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_position(self.done);
        let speed = scaled(per_second(self.leaves, elapsed));
        bar.set_message(format!("{} leaves, {speed}/s", grouped(self.leaves)));
    }

    /// Calls `print` with the bar removed from the terminal, and redraws the bar.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}
