//! Errors of games on standard error, up to a number.

use super::output::print_message;
use super::text::counted;
use indicatif::ProgressBar;
use std::cell::Cell;
use std::fmt;

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
            let more = counted(more as usize, "more error");
            print_message(format_args!("ferz: {more}, not printed (--max-errors)"));
        }
    }
}
