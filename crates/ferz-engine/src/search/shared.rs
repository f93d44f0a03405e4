//! The state that all threads of a search share.

use super::histories::Histories;
use super::parallel::searching::SearchingTable;
use super::parallel::shared_pv::SharedPv;
use crate::control::Control;
use crate::limits::Limits;
use crate::tablebase::Probe;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Shared state of a search.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// One set for each [`THREADS_PER_HISTORY`](super::histories::THREADS_PER_HISTORY) threads.
    pub(crate) histories: &'a [Histories],
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) time: TimeManager,
    /// Number of lines to search.
    pub(crate) multipv: usize,
    /// Number of lines to report, at most `multipv`.
    pub(crate) lines_reported: usize,
    /// Set if the move loop prunes moves.
    pub(crate) move_pruning: bool,
    /// Tablebase access inside the tree.
    pub(crate) probe: Option<Probe<'a>>,
    pub(crate) totals: Totals,
    /// Moves being searched, with several threads.
    pub(crate) searching: Option<SearchingTable>,
    /// Completed nodes of the principal variation, with several threads.
    pub(crate) shared_pv: Option<SharedPv>,
    /// Set by the thread that reaches a limit, to stop the others.
    pub(crate) stop_all: AtomicBool,
}

/// Node and tablebase counts of all threads. Each thread publishes its own from time to time, so
/// sums lag behind.
pub(crate) struct Totals {
    counters: Vec<Counters>,
    /// Nodes of all threads when the search was last seen to ponder.
    pondered: AtomicU64,
    /// Root positions found in tablebases.
    root_tb_hits: u64,
}

/// Published counts of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl Totals {
    pub(crate) fn new(threads: usize, root_tb_hits: u64) -> Self {
        let counters = (0..threads).map(|_| Counters::default()).collect();
        Self { counters, pondered: AtomicU64::new(0), root_tb_hits }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Publishes the counts of a thread.
    pub(super) fn publish(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counters = &self.counters[thread];
        counters.nodes.store(nodes, Relaxed);
        counters.tb_hits.store(tb_hits, Relaxed);
    }

    /// Returns the nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// Marks all nodes up to now as nodes of pondering.
    pub(super) fn set_pondered(&self) {
        self.pondered.store(self.nodes(), Relaxed);
    }

    /// Returns the nodes of all threads since the search last pondered.
    pub(crate) fn nodes_since_ponderhit(&self) -> u64 {
        // Another thread may raise `pondered` between the two loads.
        self.nodes().saturating_sub(self.pondered.load(Relaxed))
    }

    /// Returns the tablebase hits of all threads.
    pub(crate) fn tb_hits(&self) -> u64 {
        let hits = self.counters.iter().map(|counters| counters.tb_hits.load(Relaxed));
        self.root_tb_hits + hits.sum::<u64>()
    }
}

#[cfg(test)]
impl<'a> Shared<'a> {
    /// Creates the shared state of a search by two threads, of which a test may run only one.
    pub(crate) fn for_two_threads(
        tt: &'a TranspositionTable,
        histories: &'a [Histories],
        control: &'a Control,
        limits: &'a Limits,
    ) -> Self {
        let overhead = std::time::Duration::from_millis(10);
        let source = crate::time::TimeSource::Clock { overhead };
        Self {
            tt,
            histories,
            control,
            limits,
            time: TimeManager::new(limits, ferz::Color::White, source),
            multipv: 1,
            lines_reported: 1,
            move_pruning: true,
            probe: None,
            totals: Totals::new(2, 0),
            searching: Some(SearchingTable::new()),
            shared_pv: Some(SharedPv::new()),
            stop_all: AtomicBool::new(false),
        }
    }
}
