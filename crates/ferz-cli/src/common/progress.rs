//! Progress bars, and the errors printed beside them.

use super::formats::{counted, grouped, per_second, scaled};
use super::output::print_message;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::cell::Cell;
use std::fmt;
use std::time::{Duration, Instant};

/// Counts that end sooner show no bar.
const DELAY: Duration = Duration::from_secs(1);

/// The progress of a count: steps, which are subtrees, and leaves.
pub(crate) struct CountProgress {
    /// The total number of leaves, the unit of the bar. If it is unknown, the unit is steps.
    expected_leaves: Option<u64>,
    expected_steps: u64,
    leaves: u128,
    steps: u64,
    started: Instant,
    /// The bar, once the count has run for [`DELAY`].
    bar: Option<ProgressBar>,
}

impl CountProgress {
    /// Creates the progress of a count, with the total number of leaves if it is known.
    pub(crate) fn new(expected_leaves: Option<u128>) -> Self {
        Self {
            expected_leaves: expected_leaves.map(|leaves| leaves.try_into().unwrap_or(u64::MAX)),
            expected_steps: 0,
            leaves: 0,
            steps: 0,
            started: Instant::now(),
            bar: None,
        }
    }

    /// Adds to the total number of steps.
    pub(crate) fn expect_steps(&mut self, steps: usize) {
        self.expected_steps += steps as u64;
    }

    /// Advances by one step that counted so many leaves.
    pub(crate) fn step(&mut self, leaves: u128) {
        self.leaves += leaves;
        self.steps += 1;
        let elapsed = self.started.elapsed();
        if elapsed < DELAY {
            return;
        }
        let (done, total) = match self.expected_leaves {
            Some(total) => (self.leaves.try_into().unwrap_or(u64::MAX), total),
            None => (self.steps, self.expected_steps),
        };
        let new_bar = || progress_bar(Some(total)).with_elapsed(elapsed);
        let bar = self.bar.get_or_insert_with(new_bar);
        bar.set_position(done);
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

/// Returns a progress bar on standard error, which is drawn only on a terminal and removed when it
/// is dropped. Without a total it shows the message and the time elapsed.
pub(crate) fn progress_bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr_with_hz(5));
    let template = match total {
        Some(_) => "[{bar:16}] {percent:>3}%  {left}{wide_msg}",
        None => "{elapsed}  {wide_msg}",
    };
    bar.with_style(progress_style(template).progress_chars("=> "))
}

/// Returns a style for a progress bar, with the key `left`: the time left at the mean speed since the
/// start, such as `12 seconds left` and two
/// spaces. It is the default style if the template is invalid.
pub(crate) fn progress_style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        let total = state.len().unwrap_or(0);
        // Errors of the terminal are those of the bar.
        let _ = match time_left(state.elapsed(), state.pos(), total) {
            Some(left) => write!(text, "{} left  ", HumanDuration(left)),
            None => Ok(()),
        };
    };
    let style = ProgressStyle::with_template(template);
    style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("left", left)
}

/// The time before which the first part of the work says little about the rest.
const EARLY: Duration = Duration::from_secs(30);

/// Returns the time left at the mean speed so far; `None` after the last step, before the first, and
/// in the first seconds before a twentieth is done.
fn time_left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    let is_early = elapsed < EARLY && done < total.div_ceil(20);
    if done == 0 || done >= total || is_early {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * (total - done) as f64 / done as f64;
    Some(Duration::from_secs(seconds.min(1e9) as u64))
}

/// Prints the first errors of a command and counts the others.
pub(crate) struct ErrorLog {
    limit: u64,
    errors: Cell<u64>,
}

impl ErrorLog {
    /// Creates a log that prints at most `limit` errors.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, errors: Cell::new(0) }
    }

    /// Prints an error as one line beside a progress bar, unless enough have been printed.
    pub(crate) fn print(&self, bar: &ProgressBar, error: impl fmt::Display) {
        self.errors.set(self.errors.get() + 1);
        if self.errors.get() <= self.limit {
            bar.suspend(|| print_message(format_args!("ferz: {error}")));
        }
    }

    /// Prints the number of the errors that were not printed, if there are any.
    pub(crate) fn finish(&self) {
        let more = self.errors.take().saturating_sub(self.limit);
        if more > 0 {
            let more = counted(more, "more error");
            print_message(format_args!("ferz: {more}, not printed (--max-errors)"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_is_that_of_the_mean_speed() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 1, 4), Some(minute * 3));
        assert_eq!(time_left(minute, 3, 4), Some(minute / 3));
        assert_eq!(time_left(minute, 1, 1000), Some(minute * 999));
        let second = Duration::from_secs(1);
        assert_eq!(time_left(second, 49, 1000), None);
        assert_eq!(time_left(second, 50, 1000), Some(second * 19));
        assert_eq!(time_left(minute, 0, 4), None);
        assert_eq!(time_left(minute, 4, 4), None);
        assert_eq!(time_left(minute, 1, u64::MAX), Some(Duration::from_secs(1_000_000_000)));
    }
}
