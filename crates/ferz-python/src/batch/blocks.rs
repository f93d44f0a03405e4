//! Work on blocks of elements by several threads, with errors that name the element.

use ferz_engine::Searcher;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two looks at the signals of the process.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(100);

/// The results of the finished blocks with their numbers, and the first error.
struct BlockResults<T> {
    results: Vec<(usize, T)>,
    error: Option<ElementError>,
}

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
) -> Result<Vec<T>, Stop> {
    let count = blocks.len();
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = if threads == 0 { cores() } else { threads }.min(count).max(1);
    let blocks = Mutex::new(blocks.enumerate());
    let finished = Mutex::new(BlockResults { results: Vec::with_capacity(count), error: None });
    let stopped = AtomicBool::new(false);
    let run_blocks = || {
        while !stopped.load(Ordering::Relaxed) {
            let Some((number, block)) = lock(&blocks).next() else { return };
            match work(block) {
                Ok(result) => lock(&finished).results.push((number, result)),
                Err(error) => {
                    stopped.store(true, Ordering::Relaxed);
                    let mut finished = lock(&finished);
                    if finished.error.as_ref().is_none_or(|first| error.index < first.index) {
                        finished.error = Some(error);
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
    })
    .map_err(Stop::Signal)?;
    let BlockResults { mut results, error } =
        finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(Stop::Element(error));
    }
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Calls `work` on each thread. The calling thread waits and lets Python handle signals, and sets
/// `stopped` if a handler raises an exception.
fn share(threads: usize, work: &(impl Fn() + Sync), stopped: &AtomicBool) -> PyResult<()> {
    let running = AtomicUsize::new(0);
    let (ended, changed) = (Mutex::new(()), Condvar::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            running.fetch_add(1, Ordering::Relaxed);
            let spawned =
                thread::Builder::new().stack_size(Searcher::STACK_SIZE).spawn_scoped(scope, || {
                    // Also counts a thread that panics, so that the wait below ends.
                    let _running =
                        RunningThread { running: &running, ended: &ended, changed: &changed };
                    work();
                });
            if spawned.is_err() {
                // Ignores spawn failures: fewer threads do all blocks, this one if there is none.
                running.fetch_sub(1, Ordering::Relaxed);
                if running.load(Ordering::Relaxed) == 0 {
                    work();
                }
                break;
            }
        }
        let mut guard = lock(&ended);
        while running.load(Ordering::Acquire) > 0 {
            let (next, wait) = changed
                .wait_timeout(guard, SIGNAL_INTERVAL)
                .unwrap_or_else(PoisonError::into_inner);
            guard = next;
            if wait.timed_out() {
                drop(guard);
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stopped.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                guard = lock(&ended);
            }
        }
        Ok(())
    })
}

/// A thread that counts as running until it ends.
struct RunningThread<'a> {
    running: &'a AtomicUsize,
    ended: &'a Mutex<()>,
    changed: &'a Condvar,
}

impl Drop for RunningThread<'_> {
    fn drop(&mut self) {
        let _guard = lock(self.ended);
        self.running.fetch_sub(1, Ordering::Release);
        self.changed.notify_all();
    }
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
}

/// The end of a computation without a result.
#[derive(Debug)]
pub(super) enum Stop {
    /// An element is invalid.
    Element(ElementError),
    /// A signal handler raised an exception, such as `KeyboardInterrupt`.
    Signal(PyErr),
}

impl From<Stop> for PyErr {
    fn from(stop: Stop) -> Self {
        let ElementError { index, fault } = match stop {
            Stop::Signal(error) => return error,
            Stop::Element(error) => error,
        };
        let error = PositionError::new_err(format!("position {index}: {fault}"));
        Python::attach(|py| {
            let value = error.value(py);
            let set = value.setattr("index", index).and_then(|()| value.setattr("text", &fault));
            match set {
                Ok(()) => error,
                Err(other) => other,
            }
        })
    }
}
