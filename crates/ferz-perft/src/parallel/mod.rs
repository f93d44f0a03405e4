//! Counts on several threads: the tree is split into subtrees, which the threads share.

pub(crate) mod checkpoint;
mod counts;
pub(crate) mod split;
pub(crate) mod workers;

pub use checkpoint::{CheckpointError, CheckpointProblem};
pub use counts::{Counts, Row};

use crate::error::Error;
use crate::method::CountOptions;
use crate::progress::{Event, report};
use checkpoint::Checkpoint;
use ferz::{Move, Position};
use split::Split;
use std::ops::ControlFlow;
use std::path::Path;

/// Counts the leaves `depth` plies below a position, separately for each first move.
///
/// A cancelled count is no error: the result then has [unfinished](Counts::is_finished) subtrees.
/// This function returns at once after a cancellation; the worker threads end after the subtree
/// that each of them is counting.
///
/// # Errors
/// If no thread can be started, a worker thread panics, or the number of leaves exceeds 128 bits.
pub fn divide(
    root: &Position,
    depth: u32,
    options: &CountOptions,
    progress: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<Counts, Error> {
    run(root, depth, options, None, progress)
}

/// Counts as [`divide`] does, with a checkpoint file: the subtrees that the file lists are not
/// counted again, and each finished subtree is appended. The file is created if it does not exist.
///
/// ```text
/// ferz perft 9 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// a2a3 a7a6 a3a4 28397452
/// a2a3 a7a6 b2b3 32190041
/// ```
///
/// The first line holds the depth and the position. Each further line is a subtree: the moves that
/// lead to it, in UCI notation, and its number of leaves. An incomplete last line, as left by a
/// power failure, is removed.
///
/// # Errors
/// As [`divide`]; also if the file cannot be read or written, is much larger than a checkpoint of the
/// tree, belongs to another tree, or has an invalid line: unknown moves, or a count that is
/// impossible for its subtree. A file that is refused is not changed.
pub fn divide_with_checkpoint(
    root: &Position,
    depth: u32,
    options: &CountOptions,
    file: &Path,
    progress: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<Counts, Error> {
    run(root, depth, options, Some(file), progress)
}

fn run(
    root: &Position,
    depth: u32,
    options: &CountOptions,
    file: Option<&Path>,
    mut progress: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<Counts, Error> {
    let split = Split::new(root, depth);
    let firsts: Vec<Option<Move>> =
        split.subtrees.iter().map(|s| s.line.first().copied()).collect();
    let mut counts = Counts::<u128>::new(root, &split);
    let mut todo: Vec<usize> = (0..split.subtrees.len()).collect();
    let mut checkpoint = None;
    if let Some(path) = file {
        let (opened, finished) = Checkpoint::open(path, root, depth, &split)?;
        finished.iter().for_each(|(&index, &leaves)| counts.add(firsts[index], leaves));
        todo.retain(|index| !finished.contains_key(index));
        checkpoint = Some(opened);
    }
    let method = options.method.clone();
    let work = move |position: &mut Position, depth| method.leaves(position, depth);
    let result = report(&mut progress, Event::Started { subtrees: todo.len() }).and_then(|()| {
        workers::share(root, split, todo, options.threads, work, |finished| {
            let Some((index, leaves)) = finished else {
                return report(&mut progress, Event::Waiting);
            };
            // A method that cannot represent its result returns the largest number.
            if counts.leaves.checked_add(leaves).is_none_or(|sum| sum == u128::MAX) {
                return Err(Error::Overflow);
            }
            counts.add(firsts[index], leaves);
            counts.counted_now += leaves;
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.append(index, leaves)?;
            }
            report(&mut progress, Event::Finished { leaves })
        })
    });
    match result {
        Ok(()) | Err(Error::Cancelled) => Ok(counts),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::Method;
    use std::sync::Arc;

    #[test]
    fn a_cancelled_count_has_unfinished_subtrees() {
        let root = Position::startpos();
        let options = CountOptions { threads: 2, ..CountOptions::default() };
        let mut finished = 0;
        let counts = divide(&root, 5, &options, |event| {
            finished += usize::from(matches!(event, Event::Finished { .. }));
            if finished < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        assert_eq!((finished, counts.subtrees, counts.unfinished), (3, 20, 17));
        assert!(!counts.is_finished() && counts.leaves < 4_865_609);
        let sum: u128 = counts.rows.iter().map(|row| row.leaves).sum();
        assert_eq!(sum, counts.leaves);

        let counts = divide(&root, 5, &options, |_| ControlFlow::Break(())).unwrap();
        assert_eq!((counts.unfinished, counts.leaves), (20, 0));
    }

    #[test]
    fn a_count_of_more_than_128_bits_is_an_error() {
        let root: Position = "8/8/8/8/8/2k5/8/K7 w - - 0 1".parse().unwrap();
        let table = Arc::new(crate::Table::new(16).unwrap());
        let options = CountOptions { method: Method::CountHashed(table), threads: 1 };
        let count = |depth| divide(&root, depth, &options, |_| ControlFlow::Continue(()));
        assert!(matches!(count(64), Err(Error::Overflow)));
        assert!(count(40).unwrap().leaves > u128::from(u64::MAX));
    }

    #[test]
    fn depth_zero_is_one_leaf_without_rows() {
        let options = CountOptions::default();
        let counts =
            divide(&Position::startpos(), 0, &options, |_| ControlFlow::Continue(())).unwrap();
        assert!(counts.is_finished() && counts.rows.is_empty());
        assert_eq!((counts.leaves, counts.subtrees), (1, 1));
    }
}
