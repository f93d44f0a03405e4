//! Threads that share the subtrees of a plan.

use super::plan::Plan;
use crate::failure::Failure;
use crate::interrupt;
use ferz::Position;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

/// How often a running count looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(50);

/// What all threads of a crew see.
struct Shared<W> {
    root: Position,
    plan: Plan,
    /// The subtrees that are to be counted, by index.
    todo: Vec<usize>,
    next: AtomicUsize,
    work: W,
}

/// Does the work on each subtree of `todo`, on so many threads, and hands in the results as they
/// come. The work gets the position on top of the subtree and how deep it is.
///
/// # Errors
/// [`Failure::Interrupted`] as soon as Ctrl-C is pressed: unfinished subtrees are left to the end
/// of the program. [`Failure::Refused`] if no thread can be had.
pub(super) fn share<T, W>(
    root: &Position,
    plan: Plan,
    todo: Vec<usize>,
    threads: usize,
    work: W,
    mut done: impl FnMut(usize, T) -> Result<(), Failure>,
) -> Result<(), Failure>
where
    T: Send + 'static,
    W: Fn(&mut Position, u32) -> T + Send + Sync + 'static,
{
    let (count, threads) = (todo.len(), threads.min(todo.len()));
    let shared =
        Arc::new(Shared { root: root.clone(), plan, todo, next: AtomicUsize::new(0), work });
    let (sender, results) = mpsc::channel();
    for started in 0..threads {
        let (shared, sender) = (Arc::clone(&shared), sender.clone());
        let spawned = std::thread::Builder::new().spawn(move || take_turns(&shared, &sender));
        match spawned {
            Ok(_) => {}
            Err(error) if started == 0 => {
                return Err(Failure::Refused(format!("no thread can be started: {error}")));
            }
            // The threads that there are do all the work.
            Err(_) => break,
        }
    }
    drop(sender);
    let mut finished = 0;
    while finished < count {
        match results.recv_timeout(GLANCE) {
            Ok((index, result)) => {
                finished += 1;
                done(index, result)?;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Failure::Refused("a thread died while counting".into()));
            }
        }
        if finished < count && interrupt::asked() {
            return Err(Failure::Interrupted);
        }
    }
    Ok(())
}

/// Takes one subtree after another until there is none left, or nobody listens any more.
fn take_turns<T, W: Fn(&mut Position, u32) -> T>(shared: &Shared<W>, results: &Sender<(usize, T)>) {
    let mut position = shared.root.clone();
    while let Some(&index) = shared.todo.get(shared.next.fetch_add(1, Relaxed)) {
        let line = &shared.plan.subtrees[index].line;
        line.iter().for_each(|&mv| position.do_move(mv));
        let result = (shared.work)(&mut position, shared.plan.depth);
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
    use ferz::perft;

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let root = Position::startpos();
        for threads in [1, 2, 3, 1000] {
            let plan = Plan::new(&root, 5);
            let todo = (0..plan.subtrees.len()).collect();
            let mut sum = 0;
            share(&root, plan, todo, threads, perft::list, |_, nodes| {
                sum += nodes;
                Ok(())
            })
            .unwrap();
            assert_eq!(sum, 4_865_609);
        }
    }
}
