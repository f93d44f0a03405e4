//! Work of several threads whose results are consumed in order, in the calling thread: [`work_in_order`] for jobs that
//! are given one by one, [`OrderedQueue`] for threads that find their jobs themselves.

#![forbid(unsafe_code)]

use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};

/// The number of results for each thread that can wait for an earlier one.
const RESULTS_PER_THREAD: usize = 16;

/// Passes jobs to threads, one for each worker, and their results in the order of the jobs to
/// `consume`, which runs in the calling thread, until it returns a value to stop with or all jobs are
/// done. A thread waits while its result is far ahead of those consumed.
///
/// ```
/// use ferz_threads::work_in_order;
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// let worked = work_in_order(vec![(); 3], 1 << 20, 0..100, |(), job| job * job, |square| {
///     squares.push(square);
///     if square < 2500 { ControlFlow::Continue(()) } else { ControlFlow::Break(square) }
/// })?;
/// assert_eq!((worked, squares.len()), (ControlFlow::Break(2500), 51));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the system refuses a thread, before any result has been consumed.
pub fn work_in_order<W: Send, J, R: Send, B>(
    workers: Vec<W>,
    stack_size: usize,
    jobs: impl IntoIterator<Item = J, IntoIter: Send>,
    work: impl Fn(&mut W, J) -> R + Sync,
    mut consume: impl FnMut(R) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let queue = OrderedQueue::new(workers.len(), RESULTS_PER_THREAD * workers.len());
    let jobs = Mutex::new((0..).zip(jobs));
    thread::scope(|scope| {
        let _ending = ThreadEnd { queue: &queue, workers: 0 };
        for mut worker in workers {
            let (queue, jobs, work) = (&queue, &jobs, &work);
            let run = move || {
                let _ending = ThreadEnd { queue, workers: 1 };
                let next_job = || {
                    let mut jobs = lock(jobs);
                    if queue.is_stopped() { None } else { jobs.next() }
                };
                while let Some((number, job)) = next_job() {
                    queue.add(number, work(&mut worker, job));
                }
            };
            if let Err(error) = Builder::new().stack_size(stack_size).spawn_scoped(scope, run) {
                queue.stop();
                return Err(error);
            }
        }
        Ok(queue.consume(&mut consume))
    })
}

/// A queue that returns results, which threads add in any order, in the order of their numbers.
pub struct OrderedQueue<T> {
    finished: Mutex<FinishedResults<T>>,
    changed: Condvar,
    /// The number of results that can wait for an earlier one.
    ahead: u64,
}

/// The results that have been added but not returned.
struct FinishedResults<T> {
    /// Those from the next one on, `None` for those that are not finished.
    results: VecDeque<Option<T>>,
    /// The number of the next result to return.
    next: u64,
    /// Threads that work.
    workers: usize,
    /// No further result is returned, since a thread panicked or the consumer stopped.
    stopped: bool,
}

impl<T> OrderedQueue<T> {
    /// Creates an empty queue for a number of threads, in which `ahead` results can wait for an earlier one.
    pub fn new(threads: usize, ahead: usize) -> Self {
        let finished =
            FinishedResults { results: VecDeque::new(), next: 0, workers: threads, stopped: false };
        Self { finished: Mutex::new(finished), changed: Condvar::new(), ahead: ahead as u64 }
    }

    /// Returns true if no further result is consumed.
    pub fn is_stopped(&self) -> bool {
        lock(&self.finished).stopped
    }

    /// Drops all further results.
    fn stop(&self) {
        lock(&self.finished).stopped = true;
        self.changed.notify_all();
    }

    /// Adds the result of a number. Waits while it is far from the next result to return, since a slow
    /// consumer bounds the number of results in memory.
    pub fn add(&self, number: u64, result: T) {
        let mut finished =
            self.wait_while(|finished| number > finished.next + self.ahead && !finished.stopped);
        let index = (number - finished.next) as usize;
        if finished.results.len() <= index {
            finished.results.resize_with(index + 1, || None);
        }
        finished.results[index] = Some(result);
        drop(finished);
        self.changed.notify_all();
    }

    /// Passes the results in order to a function until it returns a value to stop with, or all threads
    /// have ended.
    pub fn consume<B>(&self, mut consume: impl FnMut(T) -> ControlFlow<B>) -> ControlFlow<B> {
        loop {
            let mut finished = self.wait_while(|finished| {
                let has_next = matches!(finished.results.front(), Some(Some(_)));
                finished.workers > 0 && !finished.stopped && !has_next
            });
            let Some(result) = finished.results.front_mut().and_then(Option::take) else {
                return ControlFlow::Continue(());
            };
            finished.results.pop_front();
            finished.next += 1;
            drop(finished);
            self.changed.notify_all();
            if let ControlFlow::Break(value) = consume(result) {
                self.stop();
                return ControlFlow::Break(value);
            }
        }
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut FinishedResults<T>) -> bool,
    ) -> MutexGuard<'_, FinishedResults<T>> {
        let finished = lock(&self.finished);
        self.changed.wait_while(finished, condition).unwrap_or_else(PoisonError::into_inner)
    }
}

/// A value that each thread of an [`OrderedQueue`] keeps until it ends. If the thread panics, the others stop.
pub struct ThreadEnd<'a, T> {
    /// The queue.
    pub queue: &'a OrderedQueue<T>,
    /// The threads that this one counts as among the workers.
    pub workers: usize,
}

impl<T> Drop for ThreadEnd<'_, T> {
    fn drop(&mut self) {
        let mut finished = lock(&self.queue.finished);
        finished.workers -= self.workers;
        finished.stopped |= thread::panicking();
        drop(finished);
        self.queue.changed.notify_all();
    }
}

/// Locks a mutex, also after a thread panicked with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_are_in_order_and_bounded() -> io::Result<()> {
        let (mut found, begun) = (Vec::new(), Mutex::new(0));
        let work = |worker: &mut u64, job: u64| {
            // Later jobs are ready first.
            thread::sleep(Duration::from_micros(50 * (7 - job % 7)));
            (*worker, *lock(&begun)) = (*worker + 1, job);
            2 * job
        };
        let worked = work_in_order(vec![0, 0, 0], 1 << 20, 0..200, work, |result| {
            assert!(*lock(&begun) <= found.len() as u64 + 52);
            found.push(result);
            ControlFlow::<()>::Continue(())
        })?;
        assert!(worked.is_continue());
        assert_eq!(found, (0..200).map(|job| 2 * job).collect::<Vec<_>>());
        Ok(())
    }

    #[test]
    fn a_break_of_the_consumer_ends_the_work() -> io::Result<()> {
        let begun = Mutex::new(0);
        let work = |(): &mut (), job: u64| {
            *lock(&begun) += 1;
            job
        };
        let worked = work_in_order(vec![(), ()], 1 << 20, 0.., work, |job| {
            if job == 3 { ControlFlow::Break(job) } else { ControlFlow::Continue(()) }
        })?;
        assert_eq!(worked, ControlFlow::Break(3));
        assert!(*lock(&begun) < 3 + 2 * 16 + 5);
        Ok(())
    }

    #[test]
    fn a_panic_of_a_worker_ends_the_work() {
        let worked = std::panic::catch_unwind(|| {
            let work = |(): &mut (), job: u64| assert!(job < 5);
            work_in_order(vec![(), ()], 1 << 20, 0.., work, |()| ControlFlow::<()>::Continue(()))
        });
        assert!(worked.is_err());
    }
}
