//! A progress bar on standard error, where a person watches and the work is long.

use crate::text::{grouped, per_second, scaled};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the length of the bar means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unit {
    Steps,
    Leaves,
}

/// How far some counting has come.
pub(crate) struct Progress {
    unit: Unit,
    total: u64,
    done: u64,
    leaves: u128,
    started: Instant,
    watched: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(unit: Unit, total: u64) -> Self {
        let watched = std::io::stderr().is_terminal();
        let (started, bar) = (Instant::now(), None);
        Self { unit, total, done: 0, leaves: 0, started, watched, bar }
    }

    /// Measured in steps of work, whose number is told [later](Self::expect_steps).
    pub(crate) fn by_steps() -> Self {
        Self::new(Unit::Steps, 0)
    }

    /// Measured in leaves, whose number is known.
    pub(crate) fn by_leaves(total: u128) -> Self {
        Self::new(Unit::Leaves, total.try_into().unwrap_or(u64::MAX))
    }

    /// So many more steps will come.
    pub(crate) fn expect_steps(&mut self, steps: usize) {
        if self.unit == Unit::Steps {
            self.total += steps as u64;
        }
    }

    /// Another step is done, which counted so many leaves.
    pub(crate) fn step(&mut self, leaves: u128) {
        self.leaves += leaves;
        self.done = match self.unit {
            Unit::Steps => self.done + 1,
            Unit::Leaves => self.leaves.try_into().unwrap_or(u64::MAX),
        };
        let elapsed = self.started.elapsed();
        if !self.watched || elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(self.total, elapsed));
        bar.set_position(self.done);
        let speed = scaled(per_second(self.leaves, elapsed));
        bar.set_message(format!("{} leaves, {speed}/s", grouped(self.leaves)));
    }

    /// Prints something while the bar is out of the way.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

/// Leaves the terminal as it was.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: u64, elapsed: Duration) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(total), target).with_elapsed(elapsed);
    match ProgressStyle::with_template("[{bar:30}] {percent}%  {msg}  {eta} left") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
