//! The statistics of the search that several threads share.

use super::correction::CorrectionHistory;
use super::history::History;

/// Threads that share one set of histories. Two threads play better with shared histories than with
/// one set each; a limit bounds the cache traffic of their writes.
pub(crate) const THREADS_PER_HISTORY: usize = 4;

/// Move histories and correction histories, kept from search to search.
pub(crate) struct Histories {
    pub(crate) history: History,
    pub(crate) corrections: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self { history: History::new(), corrections: CorrectionHistory::new() }
    }

    /// Resets all entries, for a new game.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}
