//! Errors of counts on several threads.

use crate::parallel::checkpoint::CheckpointError;

/// Failure of a count on several threads.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The progress callback cancelled the count.
    #[error("the count was cancelled")]
    Cancelled,
    /// The system refused to start the first worker thread. Later refusals are no errors: the
    /// count runs with fewer threads.
    #[error("no thread can be started: {0}")]
    Spawn(std::io::Error),
    /// A worker thread panicked.
    #[error("a worker thread panicked")]
    WorkerPanicked,
    /// The number of leaves is `u128::MAX` or more.
    #[error("the number of leaves exceeds the largest number of 128 bits")]
    Overflow,
    /// The checkpoint file cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}
