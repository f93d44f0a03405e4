//! Progress of a running count.

use crate::error::Error;
use std::ops::ControlFlow;

/// Progress of a running count, passed to the progress callback. The callback runs on the calling
/// thread; it returns [`ControlFlow::Break`] to cancel the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The tree was split; this many subtrees will be counted.
    Started {
        /// Number of subtrees, without those read from a checkpoint file.
        subtrees: usize,
    },
    /// A subtree was counted.
    Finished {
        /// Its number of leaves.
        leaves: u128,
    },
    /// No subtree was finished for about 50 ms.
    Waiting,
}

/// Reports an event and turns a cancellation into an error.
pub(crate) fn report(
    progress: &mut impl FnMut(Event) -> ControlFlow<()>,
    event: Event,
) -> Result<(), Error> {
    match progress(event) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::Cancelled),
    }
}
