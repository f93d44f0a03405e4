//! Threads whose results are received on the calling thread.

use ferz_engine::Searcher;
use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, scope};

/// Runs `work` with each worker on a thread of its own, and `receive` on this thread, which gets the
/// results that the workers send. Returns what `work` returns for each worker. If the system refuses
/// threads after the first, fewer workers do all the work.
///
/// # Errors
/// If the operating system starts no thread.
pub(crate) fn run<W: Send, T: Send, R: Send>(
    workers: Vec<W>,
    work: impl Fn(W, &Sender<T>) -> R + Sync,
    receive: impl FnOnce(Receiver<T>),
) -> io::Result<Vec<R>> {
    scope(|scope| {
        let (sender, results) = channel();
        let mut threads = Vec::new();
        for worker in workers {
            let (sender, work) = (sender.clone(), &work);
            let builder = Builder::new().stack_size(Searcher::STACK_SIZE);
            match builder.spawn_scoped(scope, move || work(worker, &sender)) {
                Ok(thread) => threads.push(thread),
                Err(error) if threads.is_empty() => return Err(error),
                Err(_) => break,
            }
        }
        drop(sender);
        receive(results);
        let joined = threads.into_iter().map(|thread| thread.join());
        Ok(joined.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic))).collect())
    })
}
