//! The queue between the threads that read chunks and the one that consumes them.

use super::chunk::Chunk;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Returns chunks, which threads add in any order, in the order of their numbers.
pub(super) struct Queue<V> {
    finished: Mutex<FinishedChunk<V>>,
    changed: Condvar,
    threads: usize,
}

/// The chunks that have been read but not returned.
struct FinishedChunk<V> {
    chunks: BTreeMap<u64, Chunk<V>>,
    /// The number of the next chunk to return.
    next: u64,
    /// Threads that read.
    workers: usize,
    error: Option<io::Error>,
    /// No further chunk is returned, since a thread panicked or the consumer stopped.
    stopped: bool,
}

impl<V> Queue<V> {
    /// Creates an empty queue for a number of threads that read.
    pub(super) fn new(threads: usize) -> Self {
        let finished = FinishedChunk {
            chunks: BTreeMap::new(),
            next: 0,
            workers: threads,
            error: None,
            stopped: false,
        };
        Self { finished: Mutex::new(finished), changed: Condvar::new(), threads }
    }

    /// Returns true if no further chunk is consumed.
    pub(super) fn is_stopped(&self) -> bool {
        lock(&self.finished).stopped
    }

    /// Sets the error that ends the reading.
    pub(super) fn fail(&self, error: io::Error) {
        lock(&self.finished).error.get_or_insert(error);
    }

    /// Adds the chunk of a number. Waits while it is far from the next chunk to return, since a slow
    /// consumer bounds the number of chunks in memory.
    pub(super) fn add(&self, number: u64, chunk: Chunk<V>) {
        let mut finished = self.wait_while(|finished| {
            number > finished.next + 2 * self.threads as u64 && !finished.stopped
        });
        finished.chunks.insert(number, chunk);
        drop(finished);
        self.changed.notify_all();
    }

    /// Passes the chunks in order to a function until it returns a value to stop with, or all threads
    /// have ended.
    ///
    /// # Errors
    /// The first error of a thread.
    pub(super) fn consume<B>(
        &self,
        mut consume: impl FnMut(Chunk<V>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let (mut games_before, mut tail) = (0, Vec::new());
        loop {
            let mut finished = self.wait_while(|finished| {
                let has_next = finished.chunks.contains_key(&finished.next);
                finished.workers > 0 && !finished.stopped && !has_next
            });
            let next = finished.next;
            let Some(mut chunk) = finished.chunks.remove(&next) else {
                return finished.error.take().map_or(Ok(ControlFlow::Continue(())), Err);
            };
            finished.next += 1;
            drop(finished);
            self.changed.notify_all();
            chunk.games_before = games_before;
            games_before += chunk.games;
            chunk.texts.prepend(&tail);
            tail = chunk.texts.take_tail();
            if let ControlFlow::Break(value) = consume(chunk) {
                lock(&self.finished).stopped = true;
                self.changed.notify_all();
                return Ok(ControlFlow::Break(value));
            }
        }
    }

    fn wait_while(
        &self,
        condition: impl FnMut(&mut FinishedChunk<V>) -> bool,
    ) -> MutexGuard<'_, FinishedChunk<V>> {
        let finished = lock(&self.finished);
        self.changed.wait_while(finished, condition).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports the end of a thread. If it panics, the other threads stop.
pub(super) struct ThreadEnd<'a, V> {
    pub(super) queue: &'a Queue<V>,
    /// The threads that this one counts as among the readers.
    pub(super) workers: usize,
}

impl<V> Drop for ThreadEnd<'_, V> {
    fn drop(&mut self) {
        let mut finished = lock(&self.queue.finished);
        finished.workers -= self.workers;
        finished.stopped |= thread::panicking();
        drop(finished);
        self.queue.changed.notify_all();
    }
}

/// Locks a mutex, also after a thread panicked with it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
