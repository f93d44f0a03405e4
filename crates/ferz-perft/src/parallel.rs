//! Counts on several threads: the tree is split into subtrees, which the threads share.

use crate::count::{count, count_hashed};
use crate::table::Table;
use crate::walk::{bulk, make};
use ferz::{MAX_MOVES, Move, Position};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::ops::{AddAssign, ControlFlow};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

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
    let firsts = split.first_moves();
    let mut counts = Counts::<u128>::new(root, &split);
    let mut todo: Vec<usize> = (0..split.lines.len()).collect();
    let mut checkpoint = None;
    if let Some(path) = file {
        let (opened, finished) = Checkpoint::open(path, root, depth, &split)?;
        finished.iter().for_each(|(&index, &leaves)| counts.add(firsts[index], leaves));
        todo.retain(|index| !finished.contains_key(index));
        checkpoint = Some(opened);
    }
    let method = options.method.clone();
    let work = move |position: &mut Position, depth| method.leaves(position, depth);
    let started = progress(Event::Started { subtrees: todo.len() });
    let result = unless_cancelled(started).and_then(|()| {
        share(root, split, todo, options.threads, work, |finished| {
            let Some((index, leaves)) = finished else {
                return unless_cancelled(progress(Event::Waiting));
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
            unless_cancelled(progress(Event::Finished { leaves }))
        })
    });
    counts.unless_failed(result)
}

/// Counting method.
#[derive(Clone, Debug, Default)]
pub enum Method {
    /// [`make`].
    Make,
    /// [`bulk`].
    Bulk,
    /// [`count`](fn@crate::count).
    #[default]
    Count,
    /// [`count_hashed`] with this table.
    CountHashed(Arc<Table>),
}

impl Method {
    /// Counts the leaves `depth` plies below a position, on this thread. The position is unchanged
    /// afterwards.
    pub fn leaves(&self, position: &mut Position, depth: u32) -> u128 {
        match self {
            Self::Make => make(position, depth).into(),
            Self::Bulk => bulk(position, depth).into(),
            Self::Count => count(position, depth),
            Self::CountHashed(table) => count_hashed(position, depth, table),
        }
    }
}

/// Method and number of threads of a count.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// Counting method; [`Method::Count`] by default.
    pub method: Method,
    /// Number of threads that share the subtrees; 1 by default, 0 is taken as 1.
    pub threads: usize,
}

impl Default for CountOptions {
    fn default() -> Self {
        Self { method: Method::default(), threads: 1 }
    }
}

/// Failure of a count on several threads.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The progress callback cancelled the count.
    #[error("the count was cancelled")]
    Cancelled,
    /// The system refused to start the first worker thread. Later refusals are no errors: the
    /// count runs with fewer threads.
    #[error("no thread can be started: {0}")]
    Spawn(std::io::Error),
    /// A worker thread panicked.
    #[error("a worker thread panicked")]
    WorkerPanicked,
    /// The number of leaves is `u128::MAX` or more.
    #[error("the number of leaves exceeds the largest number of 128 bits")]
    Overflow,
    /// The checkpoint file cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Progress of a running count, passed to the progress callback. The callback runs on the calling
/// thread; it returns [`ControlFlow::Break`] to cancel the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// The tree was split; this many subtrees will be counted.
    Started {
        /// Number of subtrees, without those read from a checkpoint file.
        subtrees: usize,
    },
    /// A subtree was counted.
    Finished {
        /// Its number of leaves.
        leaves: u128,
    },
    /// No subtree was finished for about 50 ms.
    Waiting,
}

/// Turns a cancellation by the progress callback into an error.
pub(crate) fn unless_cancelled(flow: ControlFlow<()>) -> Result<(), Error> {
    if flow.is_break() { Err(Error::Cancelled) } else { Ok(()) }
}

/// Counts below each first move: numbers of leaves, or
/// [`Statistics`](crate::Statistics) of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts<T = u128> {
    /// First moves in the alphabetical order of their UCI notation; empty at depth 0.
    pub rows: Vec<Row<T>>,
    /// Number of leaves in all finished subtrees.
    pub leaves: T,
    /// Number of leaves counted by this run, without those read from a checkpoint file.
    pub counted_now: T,
    /// Number of unfinished subtrees: 0 unless the count was cancelled.
    pub unfinished: usize,
    /// Number of subtrees.
    pub subtrees: usize,
}

/// Count below one first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<T = u128> {
    /// First move.
    pub mv: Move,
    /// First move in UCI notation.
    pub uci: String,
    /// Number of leaves in the finished subtrees below the move.
    pub leaves: T,
    /// Number of unfinished subtrees below the move.
    pub unfinished: usize,
}

impl<T> Row<T> {
    /// Returns true if everything below the move is counted.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

impl<T: Copy + Default + AddAssign> Counts<T> {
    /// Returns counts without any finished subtree.
    pub(crate) fn new(root: &Position, split: &Split) -> Self {
        let row = |&mv: &Move| {
            let below = |line: &&Vec<Move>| line.first() == Some(&mv);
            let unfinished = split.lines.iter().filter(below).count();
            Row { mv, uci: root.uci(mv).to_string(), leaves: T::default(), unfinished }
        };
        // A tree of one leaf has no first move.
        let is_leaf = split.lines.iter().any(Vec::is_empty);
        let mut rows: Vec<_> =
            if is_leaf { Vec::new() } else { root.legal_moves().iter().map(row).collect() };
        rows.sort_by(|a, b| a.uci.cmp(&b.uci));
        let subtrees = split.lines.len();
        let (leaves, counted_now) = (T::default(), T::default());
        Self { rows, leaves, counted_now, unfinished: subtrees, subtrees }
    }

    /// Adds a finished subtree below this first move.
    pub(crate) fn add(&mut self, first: Option<Move>, leaves: T) {
        self.leaves += leaves;
        self.unfinished -= 1;
        if let Some(row) = self.rows.iter_mut().find(|row| Some(row.mv) == first) {
            row.leaves += leaves;
            row.unfinished -= 1;
        }
    }

    /// Returns the counts after a run with this result: a cancellation is no error.
    pub(crate) fn unless_failed(self, result: Result<(), Error>) -> Result<Self, Error> {
        match result {
            Ok(()) | Err(Error::Cancelled) => Ok(self),
            Err(error) => Err(error),
        }
    }

    /// Returns true if the whole tree is counted.
    pub fn is_finished(&self) -> bool {
        self.unfinished == 0
    }
}

/// Depth below which a subtree is not split further: its count takes less time than its overhead.
const MIN_SUBTREE_DEPTH: u32 = 4;
/// Maximum number of plies from the root to the subtrees.
const MAX_SPLIT_PLIES: u32 = 3;

/// Subtrees that together contain each leaf once.
pub(crate) struct Split {
    /// Moves from the root to each subtree, empty for the whole tree, in the order of move generation.
    pub(crate) lines: Vec<Vec<Move>>,
    /// Depth of each subtree.
    pub(crate) depth: u32,
}

impl Split {
    /// Splits a tree of `depth` plies. The result depends on the position and the depth alone, so a
    /// checkpoint file fits every later run.
    pub(crate) fn new(root: &Position, depth: u32) -> Self {
        let plies = depth.saturating_sub(MIN_SUBTREE_DEPTH).clamp(1, MAX_SPLIT_PLIES).min(depth);
        let mut lines = Vec::new();
        collect(&mut root.clone(), plies, &mut Vec::new(), &mut lines);
        Self { lines, depth: depth - plies }
    }

    /// Returns the first move of each line.
    pub(crate) fn first_moves(&self) -> Vec<Option<Move>> {
        self.lines.iter().map(|line| line.first().copied()).collect()
    }

    /// Returns the line to each subtree in UCI notation, with spaces between the moves.
    fn names(&self, root: &Position) -> Vec<String> {
        let name = |line: &Vec<Move>| root.uci_line(line).expect("a line of legal moves");
        self.lines.iter().map(name).collect()
    }

    /// Returns the smallest and the largest number of leaves that a subtree can have, by the legal
    /// moves at its root.
    pub(crate) fn bounds(&self, root: &Position, index: usize) -> (u128, u128) {
        let Some(plies_below) = self.depth.checked_sub(1) else { return (1, 1) };
        let mut position = root.clone();
        self.lines[index].iter().for_each(|&mv| position.do_move(mv));
        let moves = position.legal_count() as u128;
        if plies_below == 0 {
            return (moves, moves);
        }
        (0, moves.saturating_mul((MAX_MOVES as u128).saturating_pow(plies_below)))
    }
}

/// Adds each line of `plies` legal moves.
fn collect(position: &mut Position, plies: u32, line: &mut Vec<Move>, lines: &mut Vec<Vec<Move>>) {
    if plies == 0 {
        lines.push(line.clone());
        return;
    }
    for &mv in &position.legal_moves() {
        line.push(mv);
        position.do_move(mv);
        collect(position, plies - 1, line, lines);
        position.undo_move();
        line.pop();
    }
}

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
        let line = &shared.split.lines[index];
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

/// Checkpoint file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// A line of the file is invalid.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// Path of the file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// Problem with the line.
        problem: CheckpointProblem,
    },
}

/// Problem with a line of a checkpoint file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointProblem {
    /// The first line is not the header of this tree.
    #[error("expected {expected:?}, found {found:?}")]
    Header {
        /// Header of a checkpoint file for this tree.
        expected: String,
        /// First line of the file.
        found: String,
    },
    /// The line does not end with a count.
    #[error("expected a count at the end, found {0:?}")]
    Count(String),
    /// The moves lead to no subtree of the tree.
    #[error("expected the moves of a subtree, found {0:?}")]
    Subtree(String),
    /// An earlier line has another count for the subtree.
    #[error("expected the earlier count {earlier} of this subtree, found {found}")]
    Contradiction {
        /// Count of the earlier line.
        earlier: u128,
        /// Count of this line.
        found: u128,
    },
    /// The subtree cannot have so many leaves.
    #[error("expected a count of {min} to {max} for this subtree, found {found}")]
    Impossible {
        /// Smallest possible count.
        min: u128,
        /// Largest possible count, by the number of legal moves at the root of the subtree.
        max: u128,
        /// Count of the line.
        found: u128,
    },
    /// The sum of the counts up to this line is above `u128::MAX`.
    #[error("the sum of the counts is too large")]
    Overflow,
}

/// Open checkpoint file.
pub(crate) struct Checkpoint {
    path: PathBuf,
    file: File,
    /// Subtrees as the file names them, by index.
    names: Vec<String>,
}

/// Largest number of characters of the file that an error repeats.
const MAX_QUOTED: usize = 80;
/// Largest length in bytes of a count with its space and line end.
const COUNT_LEN: usize = 48;

impl Checkpoint {
    /// Opens or creates the file, and returns it with the counts of the finished subtrees by index.
    ///
    /// # Errors
    /// If the file cannot be read or written, belongs to another tree, or has an invalid line.
    pub(crate) fn open(
        path: &Path,
        root: &Position,
        depth: u32,
        split: &Split,
    ) -> Result<(Self, HashMap<usize, u128>), CheckpointError> {
        let io_error = |error| CheckpointError::File { path: path.to_owned(), error };
        let refused = |reason: String| io_error(io::Error::new(ErrorKind::InvalidData, reason));
        let line_error =
            |(line, problem)| CheckpointError::Line { path: path.to_owned(), line, problem };
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(io_error)?;
        let header = format!("ferz perft {depth} {}", root.fen());
        let names = split.names(root);
        // Each subtree once, and some lines more: a larger file is no checkpoint of this tree.
        let lines = names.iter().map(|name| name.len() + COUNT_LEN).sum::<usize>();
        let limit = 2 * (header.len() + lines) as u64 + (1 << 16);
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take(limit + 1).read_to_end(&mut bytes).map_err(io_error)?;
        if bytes.len() as u64 > limit {
            let reason = format!("expected a checkpoint of at most {limit} bytes, found more");
            return Err(refused(reason));
        }
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let text = std::str::from_utf8(&bytes[..complete])
            .map_err(|error| refused(format!("expected UTF-8 text, found {error}")))?;
        if text.is_empty() && !header.as_bytes().starts_with(&bytes) {
            let found = quoted(&String::from_utf8_lossy(&bytes));
            return Err(line_error((1, CheckpointProblem::Header { expected: header, found })));
        }
        let finished =
            read(text, &header, &names, |index| split.bounds(root, index)).map_err(line_error)?;
        if complete < bytes.len() {
            file.set_len(complete as u64).map_err(io_error)?;
        }
        if text.is_empty() {
            writeln!(file, "{header}").map_err(io_error)?;
        }
        Ok((Self { path: path.to_owned(), file, names }, finished))
    }

    /// Appends a finished subtree.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn append(&mut self, index: usize, leaves: u128) -> Result<(), CheckpointError> {
        // One write for each line, so that a killed process is unlikely to leave a partial line.
        let line = format!("{} {leaves}\n", self.names[index]);
        let written = self.file.write_all(line.as_bytes());
        written.map_err(|error| CheckpointError::File { path: self.path.clone(), error })
    }
}

/// Returns the counts of the finished subtrees by index, or the first problem and its line.
fn read(
    text: &str,
    header: &str,
    names: &[String],
    bounds: impl Fn(usize) -> (u128, u128),
) -> Result<HashMap<usize, u128>, (usize, CheckpointProblem)> {
    let indices: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let mut finished = HashMap::new();
    let mut sum = 0_u128;
    for (number, line) in (1..).zip(text.lines()) {
        if number == 1 {
            if line != header {
                let (expected, found) = (header.to_owned(), quoted(line));
                return Err((1, CheckpointProblem::Header { expected, found }));
            }
            continue;
        }
        let (name, count) = line.rsplit_once(' ').unwrap_or(("", line));
        let Ok(leaves) = count.parse::<u128>() else {
            return Err((number, CheckpointProblem::Count(quoted(count))));
        };
        let Some(&index) = indices.get(name) else {
            return Err((number, CheckpointProblem::Subtree(quoted(name))));
        };
        match finished.insert(index, leaves) {
            Some(earlier) if earlier != leaves => {
                let problem = CheckpointProblem::Contradiction { earlier, found: leaves };
                return Err((number, problem));
            }
            Some(_) => continue,
            None => {}
        }
        let (min, max) = bounds(index);
        if !(min..=max).contains(&leaves) {
            return Err((number, CheckpointProblem::Impossible { min, max, found: leaves }));
        }
        sum = sum.checked_add(leaves).ok_or((number, CheckpointProblem::Overflow))?;
    }
    Ok(finished)
}

/// Returns the start of a text, for an error.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::count;
    use crate::walk::bulk;
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

    #[test]
    fn subtrees_contain_every_leaf_once() {
        let root: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap();
        for depth in 0..=6 {
            let split = Split::new(&root, depth);
            let mut sum = 0;
            for line in &split.lines {
                let mut position = root.clone();
                line.iter().for_each(|&mv| position.do_move(mv));
                sum += count(&position, split.depth);
            }
            assert_eq!(sum, count(&root, depth), "depth {depth}");
        }
    }

    #[test]
    fn deeper_trees_have_more_subtrees() {
        let root = Position::startpos();
        for (depth, subtrees, left) in
            [(0, 1, 0), (1, 20, 0), (5, 20, 4), (6, 400, 4), (9, 8902, 6)]
        {
            let split = Split::new(&root, depth);
            assert_eq!((split.lines.len(), split.depth), (subtrees, left));
        }
        let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse().unwrap();
        assert!(Split::new(&mated, 3).lines.is_empty());
    }

    #[test]
    fn every_count_is_within_its_bounds() {
        let root: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().unwrap();
        for depth in 0..=6 {
            let split = Split::new(&root, depth);
            for (index, line) in split.lines.iter().enumerate() {
                let mut position = root.clone();
                line.iter().for_each(|&mv| position.do_move(mv));
                let (min, max) = split.bounds(&root, index);
                assert!((min..=max).contains(&count(&position, split.depth)), "depth {depth}");
            }
        }
        let deep = Split { lines: Split::new(&root, 1).lines, depth: 64 };
        assert_eq!(deep.bounds(&root, 0), (0, u128::MAX));
    }

    #[test]
    fn a_subtree_is_written_as_its_moves() {
        let root = Position::startpos();
        let split = Split::new(&root, 6);
        assert!(split.names(&root).iter().any(|name| name == "e2e4 e7e5"));
    }

    #[test]
    fn every_number_of_threads_gives_the_same_count() {
        let root = Position::startpos();
        for threads in [0, 1, 2, 3, 1000] {
            let split = Split::new(&root, 5);
            let todo = (0..split.lines.len()).collect();
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
