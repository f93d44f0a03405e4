use super::relabeler::{RelabelError, Relabeler};
use super::settings::LabelSettings;
use crate::format::Game;
use crate::score_search::STACK_SIZE;
use ferz_engine::{AllocationError, Control};
use ferz_nnue::Network;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of games for each thread in a chunk, so that the wait for the last game of a chunk is
/// short beside the chunk.
const GAMES_PER_THREAD: usize = 32;

/// Relabels games on several threads, each a whole game at a time.
pub struct ParallelRelabeler<'a> {
    pool: ThreadPool,
    /// One for each thread.
    relabelers: Vec<Mutex<Relabeler<'a>>>,
}

/// An error that prevents the start of relabelling.
#[derive(Debug, thiserror::Error)]
pub enum ParallelRelabelerError {
    /// The memory for a transposition table cannot be allocated.
    #[error("{0}")]
    Memory(#[from] AllocationError),
    /// The operating system starts no thread.
    #[error("{0}")]
    Threads(#[from] ThreadPoolBuildError),
}

impl<'a> ParallelRelabeler<'a> {
    /// Starts threads, at least one, that `control` can stop. The settings are expected to be those of
    /// the network.
    ///
    /// # Errors
    /// If a thread cannot be started, or the memory of its table cannot be allocated.
    pub fn new(
        threads: usize,
        settings: &LabelSettings,
        network: &Arc<Network>,
        control: &'a Control,
    ) -> Result<Self, ParallelRelabelerError> {
        let threads = threads.max(1);
        let relabelers = (0..threads)
            .map(|_| Relabeler::new(settings, Arc::clone(network), control).map(Mutex::new))
            .collect::<Result<_, _>>()?;
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE).build()?;
        Ok(Self { pool, relabelers })
    }

    /// Returns the number of games in a chunk that keeps all threads busy most of the time.
    pub fn chunk_size(&self) -> usize {
        self.relabelers.len() * GAMES_PER_THREAD
    }

    /// Relabels games. The results have the order of the games and do not depend on the number of
    /// threads.
    pub fn relabel(&self, games: &[&Game]) -> Vec<Result<Game, RelabelError>> {
        let relabel = |game: &&Game| {
            let thread = rayon::current_thread_index().unwrap_or_default();
            let mut relabeler =
                self.relabelers[thread].lock().unwrap_or_else(PoisonError::into_inner);
            relabeler.relabel(game)
        };
        self.pool.install(|| games.par_iter().with_max_len(1).map(relabel).collect())
    }
}
