//! The builder of a searcher.

use super::Searcher;
use crate::eval::default_network;
use crate::tablebase::Tablebases;
use crate::tt::AllocationError;
use ferz_nnue::Network;
use std::sync::Arc;

/// The resources of a [`Searcher`], created by [`Searcher::builder`]. The defaults are one thread, a
/// transposition table of 16 MiB, the embedded network, no tablebases, and pruning of moves.
///
/// ```
/// use ferz_engine::Searcher;
///
/// let searcher = Searcher::builder().threads(2).hash_mib(64).build()?;
/// assert_eq!((searcher.threads(), searcher.table_mib()), (2, 64));
/// # Ok::<(), ferz_engine::AllocationError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct SearcherBuilder {
    pub(super) threads: usize,
    pub(super) hash_mib: usize,
    pub(super) network: Option<Arc<Network>>,
    pub(super) tablebases: Option<Arc<Tablebases>>,
    pub(super) seed: Option<u64>,
    pub(super) move_pruning: bool,
}

impl Default for SearcherBuilder {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 16,
            network: Some(default_network()),
            tablebases: None,
            seed: None,
            move_pruning: true,
        }
    }
}

impl SearcherBuilder {
    /// Sets the number of search threads; 0 counts as 1.
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets the size of the transposition table in MiB, at least 1.
    pub fn hash_mib(self, hash_mib: usize) -> Self {
        Self { hash_mib, ..self }
    }

    /// Evaluates by this network, or by the classical evaluation without one.
    pub fn network(self, network: Option<Arc<Network>>) -> Self {
        Self { network, ..self }
    }

    /// Sets the endgame tablebases.
    pub fn tablebases(self, tablebases: Arc<Tablebases>) -> Self {
        Self { tablebases: Some(tablebases), ..self }
    }

    /// Seeds the random choices below full strength. Without a seed they differ between processes.
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Sets if moves are pruned in the move loop: late move, futility, history and SEE pruning. With
    /// at most some hundred nodes a search without them gives scores closer to those of deep searches.
    pub fn move_pruning(self, move_pruning: bool) -> Self {
        Self { move_pruning, ..self }
    }

    /// Allocates the searcher.
    ///
    /// # Errors
    /// If the memory for the transposition table or the threads is not available.
    pub fn build(self) -> Result<Searcher, AllocationError> {
        Searcher::from_builder(self)
    }
}
