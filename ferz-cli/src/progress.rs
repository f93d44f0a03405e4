//! A progress bar on standard error, where a person watches and the work is long.

use crate::text::{grouped, per_second, scaled};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Work that ends sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far some work has come.
pub(crate) struct Progress {
    steps: u64,
    done: u64,
    leaves: u128,
    started: Instant,
    watched: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For work of so many steps that begins now.
    pub(crate) fn new(steps: usize) -> Self {
        Self {
            steps: steps as u64,
            done: 0,
            leaves: 0,
            started: Instant::now(),
            watched: std::io::stderr().is_terminal(),
            bar: None,
        }
    }

    /// Another step is done, which counted so many leaves.
    pub(crate) fn step(&mut self, leaves: u128) {
        self.done += 1;
        self.leaves += leaves;
        let elapsed = self.started.elapsed();
        if !self.watched || elapsed < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| new_bar(self.steps, elapsed));
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

fn new_bar(steps: u64, elapsed: Duration) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(steps), target).with_elapsed(elapsed);
    match ProgressStyle::with_template("[{bar:30}] {percent}%  {msg}  {eta} left") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
