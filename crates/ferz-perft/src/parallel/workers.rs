//! Worker threads that share the subtrees of a split.

use super::split::Split;
use crate::error::Error;
use ferz::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// Longest time between two calls of the callback.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// State shared by the workers.
struct Shared<W> {
    root: Position,
    split: Split,
    /// Indices of the subtrees to process.
    todo: Vec<usize>,
    /// Position in `todo` of the next free subtree.
    next: AtomicUsize,
    work: W,
}

/// Runs `work` for each subtree of `todo` on up to `threads` threads. `work` receives the position
/// above the subtree and the depth of the subtree.
///
/// The calling thread passes each result to `callback` with the index of its subtree, in the order
/// of completion, and `None` if there is no result for about 50 ms. An error of the callback ends
/// the call at once; the threads are not joined, and each ends after its current subtree.
///
/// # Errors
/// The error of the callback, or a failure of the threads.
pub(crate) fn share<T, W>(
    root: &Position,
    split: Split,
    todo: Vec<usize>,
    threads: usize,
    work: W,
    mut callback: impl FnMut(Option<(usize, T)>) -> Result<(), Error>,
) -> Result<(), Error>
where
    T: Send + 'static,
    W: Fn(&mut Position, u32) -> T + Send + Sync + 'static,
{
    let (count, threads) = (todo.len(), threads.max(1).min(todo.len()));
    let shared =
        Arc::new(Shared { root: root.clone(), split, todo, next: AtomicUsize::new(0), work });
    let (sender, results) = mpsc::channel();
    for started in 0..threads {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let spawned = std::thread::Builder::new().spawn(move || process(&shared, &sender));
        match spawned {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(Error::Spawn(error)),
            // The threads that were started process all subtrees.
            Err(_) => break,
        }
    }
    drop(sender);
    let mut finished = 0;
    while finished < count {
        match results.recv_timeout(POLL_INTERVAL) {
            Ok(result) => {
                finished += 1;
                callback(Some(result))?;
            }
            Err(RecvTimeoutError::Timeout) => callback(None)?,
            Err(RecvTimeoutError::Disconnected) => return Err(Error::WorkerPanicked),
        }
    }
    Ok(())
}

/// Processes subtrees until none is left or the receiver is gone.
fn process<T, W: Fn(&mut Position, u32) -> T>(shared: &Shared<W>, results: &Sender<(usize, T)>) {
    let mut position = shared.root.clone();
    while let Some(&index) = shared.todo.get(shared.next.fetch_add(1, Relaxed)) {
        let line = &shared.split.subtrees[index].line;
        line.iter().for_each(|&mv| position.do_move(mv));
        let result = (shared.work)(&mut position, shared.split.depth);
        for _ in line {
            position.undo_move();
        }
        if results.send((index, result)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::bulk;

    #[test]
    fn every_number_of_threads_gives_the_same_count() {
        let root = Position::startpos();
        for threads in [0, 1, 2, 3, 1000] {
            let split = Split::new(&root, 5);
            let todo = (0..split.subtrees.len()).collect();
            let mut sum = 0;
            share(&root, split, todo, threads, bulk, |finished| {
                sum += finished.map_or(0, |(_, leaves)| leaves);
                Ok(())
            })
            .unwrap();
            assert_eq!(sum, 4_865_609);
        }
    }
}
