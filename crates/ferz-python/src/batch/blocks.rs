//! Work on blocks of elements by several threads, with errors that name the element.

use ferz_engine::Searcher;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::convert::Infallible;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two looks at the signals of the process.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(100);

/// Calls `work` for each block on several threads, without the interpreter lock, and returns the
/// results in the order of the blocks. 0 threads means one for each core. At an error no further
/// block is begun; since blocks are begun in order, the error with the lowest index is the first one
/// of all elements.
///
/// # Errors
/// The first error of `work`, or the exception of a signal handler.
pub(super) fn run<B: Send, T: Send>(
    py: Python<'_>,
    blocks: impl ExactSizeIterator<Item = B> + Send,
    threads: usize,
    work: impl Fn(B) -> Result<T, ElementError> + Sync,
) -> PyResult<Vec<T>> {
    let count = blocks.len();
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = if threads == 0 { cores() } else { threads }.min(count).max(1);
    let blocks = Mutex::new(blocks.enumerate());
    // The results of the finished blocks with their numbers.
    let results = Mutex::new(Vec::with_capacity(count));
    let first_error = Mutex::new(None::<ElementError>);
    let stopped = AtomicBool::new(false);
    let run_blocks = || {
        while !stopped.load(Ordering::Relaxed) {
            let Some((number, block)) = lock(&blocks).next() else { return };
            match work(block) {
                Ok(result) => lock(&results).push((number, result)),
                Err(error) => {
                    stopped.store(true, Ordering::Relaxed);
                    let mut first_error = lock(&first_error);
                    if first_error.as_ref().is_none_or(|first| error.index < first.index) {
                        *first_error = Some(error);
                    }
                }
            }
        }
    };
    py.detach(|| {
        if count <= 1 {
            run_blocks();
            return Ok(());
        }
        share(threads, &run_blocks, &stopped)
    })?;
    if let Some(error) = lock(&first_error).take() {
        return Err(error.into_exception(py)?);
    }
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Calls `work` on each thread. The calling thread waits and lets Python handle signals, and sets
/// `stopped` if a handler raises an exception.
fn share(threads: usize, work: &(impl Fn() + Sync), stopped: &AtomicBool) -> PyResult<()> {
    // Nothing is sent: the channel is disconnected once each thread has ended, also by a panic.
    let (running, ended) = channel::<Infallible>();
    thread::scope(|scope| {
        for number in 0..threads {
            let running = running.clone();
            let spawned = thread::Builder::new().stack_size(Searcher::STACK_SIZE).spawn_scoped(
                scope,
                move || {
                    let _running = running;
                    work();
                },
            );
            if spawned.is_err() {
                // Ignores spawn failures: fewer threads do all blocks, this one if there is none.
                if number == 0 {
                    work();
                }
                break;
            }
        }
        drop(running);
        while ended.recv_timeout(SIGNAL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

create_exception!(
    ferz.batch,
    PositionError,
    PyValueError,
    "An element of an array or a list is invalid. `index` is its index, `text` the element or its \
     fault in words."
);

/// The fault of one element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ElementError {
    /// The index of the element.
    pub index: usize,
    /// The fault in words.
    pub fault: String,
}

impl ElementError {
    pub fn new(index: usize, fault: impl Display) -> Self {
        Self { index, fault: fault.to_string() }
    }

    fn into_exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let Self { index, fault } = self;
        let error = PositionError::new_err(format!("position {index}: {fault}"));
        let value = error.value(py);
        value.setattr("index", index)?;
        value.setattr("text", fault)?;
        Ok(error)
    }
}
