//! Work on the items of an iterator by several threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A number of threads that share work. They live as long as one call, which costs some ten microseconds a
/// thread: little beside a minibatch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Workers {
    threads: NonZeroUsize,
}

impl Workers {
    /// The calling thread.
    #[cfg(test)]
    pub(crate) const ALONE: Self = Self { threads: NonZeroUsize::MIN };

    /// As many threads as there are cores.
    pub(crate) fn all() -> Self {
        Self { threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN) }
    }

    /// A number of threads, at least 1.
    #[cfg(test)]
    pub(crate) fn of(threads: usize) -> Self {
        Self { threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN) }
    }

    /// Passes each item to `work`, in any order. A thread takes the next item when it has finished one.
    pub(crate) fn for_each<I: Iterator<Item: Send> + Send>(
        self,
        items: I,
        work: impl Fn(I::Item) + Sync,
    ) {
        let most = items.size_hint().1.unwrap_or(usize::MAX);
        let items = Mutex::new(items);
        let work_all = || {
            loop {
                let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                match item {
                    Some(item) => work(item),
                    None => return,
                }
            }
        };
        thread::scope(|scope| {
            // The calling thread is one of them, and does the work of those that the system refuses.
            for _ in 1..self.threads.get().min(most) {
                let _ = thread::Builder::new().spawn_scoped(scope, work_all);
            }
            work_all();
        });
    }

    /// Returns the results of `work` for all items, in their order.
    pub(crate) fn map<I: Sync, T: Send>(
        self,
        items: &[I],
        work: impl Fn(&I) -> T + Sync,
    ) -> Vec<T> {
        // Several parts a thread, since some items take longer.
        let size = items.len().div_ceil(8 * self.threads.get()).max(1);
        let mut parts: Vec<Vec<T>> = Vec::new();
        parts.resize_with(items.len().div_ceil(size), Vec::new);
        self.for_each(parts.iter_mut().zip(items.chunks(size)), |(part, items)| {
            *part = items.iter().map(&work).collect();
        });
        parts.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_items() {
        for (threads, count) in [(1, 5), (2, 0), (3, 1), (3, 100), (5, 7)] {
            let items: Vec<usize> = (0..count).collect();
            let squares = Workers::of(threads).map(&items, |item| item * item);
            assert!(squares.into_iter().eq((0..count).map(|item| item * item)), "{threads}");
        }
    }

    #[test]
    fn each_item_is_worked_on_once() {
        let mut counts = [0; 50];
        Workers::of(4).for_each(counts.iter_mut(), |count| *count += 1);
        assert_eq!(counts, [1; 50]);
    }
}
