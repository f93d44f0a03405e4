//! Work of several threads with results in order.

use crate::common::error::Error;
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Scope;

/// The number of items for each thread that can wait for an earlier one.
const ITEMS_PER_THREAD: u64 = 16;

/// Items that several threads work on. The results are consumed in the order of the items, by the
/// thread that adds them.
pub(crate) struct OrderedWorkers<T, R> {
    items: Sender<(u64, T)>,
    results: Receiver<(u64, R)>,
    /// Results that wait for an earlier one.
    waiting: BTreeMap<u64, R>,
    added: u64,
    consumed: u64,
    /// The maximum number of items that have not been consumed.
    capacity: u64,
}

impl<T: Send, R: Send> OrderedWorkers<T, R> {
    /// Starts a thread for each worker.
    ///
    /// # Errors
    /// An error if the system refuses a thread.
    pub(crate) fn start<'scope, 'env, W: Send + 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        workers: Vec<W>,
        work: impl Fn(&mut W, T) -> R + Sync + Send + Clone + 'scope,
    ) -> Result<Self, Error>
    where
        T: 'scope,
        R: 'scope,
    {
        let capacity = workers.len() as u64 * ITEMS_PER_THREAD;
        let (items, shared) = channel::<(u64, T)>();
        let shared = Arc::new(Mutex::new(shared));
        let (sender, results) = channel();
        for mut worker in workers {
            let (shared, sender, work) = (Arc::clone(&shared), sender.clone(), work.clone());
            let run = move || {
                loop {
                    let item = shared.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    // The channel is closed after the last item.
                    let Ok((number, item)) = item else { return };
                    if sender.send((number, work(&mut worker, item))).is_err() {
                        return;
                    }
                }
            };
            let spawned = std::thread::Builder::new().spawn_scoped(scope, run);
            spawned.map_err(|error| Error::new(format!("thread: {error}")))?;
        }
        Ok(Self { items, results, waiting: BTreeMap::new(), added: 0, consumed: 0, capacity })
    }

    /// Adds an item. Consumes results as long as too many items have no result.
    ///
    /// # Errors
    /// The first error of `consume`.
    pub(crate) fn add(
        &mut self,
        item: T,
        consume: &mut impl FnMut(R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // The threads keep the other end until the channel is closed.
        let _ = self.items.send((self.added, item));
        self.added += 1;
        self.consume_until(self.capacity, consume)
    }

    /// Adds a result that needs no work.
    ///
    /// # Errors
    /// The first error of `consume`.
    pub(crate) fn add_result(
        &mut self,
        result: R,
        consume: &mut impl FnMut(R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.waiting.insert(self.added, result);
        self.added += 1;
        self.consume_until(self.capacity, consume)
    }

    /// Consumes all results.
    ///
    /// # Errors
    /// The first error of `consume`.
    pub(crate) fn finish(
        mut self,
        consume: &mut impl FnMut(R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.consume_until(0, consume)
    }

    /// Consumes the results that are next in order, and waits for more until at most `limit` items
    /// have not been consumed.
    fn consume_until(
        &mut self,
        limit: u64,
        consume: &mut impl FnMut(R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        loop {
            self.waiting.extend(self.results.try_iter());
            while let Some(result) = self.waiting.remove(&self.consumed) {
                self.consumed += 1;
                consume(result)?;
            }
            if self.added - self.consumed <= limit {
                return Ok(());
            }
            match self.results.recv() {
                Ok((number, result)) => drop(self.waiting.insert(number, result)),
                // A thread has panicked, which the scope reports.
                Err(_) => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_are_in_order() {
        let mut found = Vec::new();
        std::thread::scope(|scope| {
            let work = |worker: &mut u64, item: u64| {
                // Later items are ready first.
                std::thread::sleep(Duration::from_micros(50 * (7 - item % 7)));
                *worker += 1;
                2 * item
            };
            let mut queue = OrderedWorkers::start(scope, vec![0, 0, 0], work).unwrap();
            let mut consume = |result| {
                found.push(result);
                Ok(())
            };
            for item in 0..200 {
                if item % 5 == 0 {
                    queue.add_result(2 * item, &mut consume).unwrap();
                } else {
                    queue.add(item, &mut consume).unwrap();
                }
                assert!(queue.added - queue.consumed <= 48);
            }
            queue.finish(&mut consume).unwrap();
        });
        assert_eq!(found, (0..200).map(|item| 2 * item).collect::<Vec<_>>());
    }

    #[test]
    fn errors_of_the_consumer_end_the_work() {
        let error = std::thread::scope(|scope| {
            let mut queue = OrderedWorkers::start(scope, vec![()], |(), item: u32| item).unwrap();
            let mut consume = |result| if result == 3 { Err(Error::CheckFailed) } else { Ok(()) };
            for item in 0..10 {
                queue.add(item, &mut consume)?;
            }
            queue.finish(&mut consume)
        });
        assert!(matches!(error, Err(Error::CheckFailed)));
    }
}
