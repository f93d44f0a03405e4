//! Positions and games of PGN texts as columns, read by all cores.
//!
//! The threads of `ferz_game::pgn::ParallelReader` fill columns of positions ([`visitor`]) or of games
//! ([`games`]); one thread receives them in the order of the text, numbers the games, drops repeated
//! positions ([`producer`]) and sends chunks of a fixed number of rows to Python.

mod columns;
mod games;
mod producer;
mod visitor;

use crate::arguments::Natural;
use crate::conditions;
use columns::{ColumnSet, Columns};
use ferz_database::selection::Selection;
use games::{GameRowVisitor, GameRows};
pub(crate) use producer::TextSource;
use producer::{ReadOptions, RowBatch, Rows, read};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use visitor::{ColumnVisitor, Options};

/// The number of batches that wait for Python; reading pauses then.
const QUEUE: usize = 2;
/// The time between two looks at the signals of the process.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(100);
/// The maximum number of threads: the system may refuse more.
const MAX_THREADS: usize = 256;
/// The number of error texts that are kept.
const MAX_ERRORS: usize = 1000;

/// The rows of a batch.
enum Table {
    Positions(Columns),
    Games(GameRows),
}

impl From<Columns> for Table {
    fn from(columns: Columns) -> Self {
        Self::Positions(columns)
    }
}

impl From<GameRows> for Table {
    fn from(rows: GameRows) -> Self {
        Self::Games(rows)
    }
}

impl Table {
    fn is_empty(&self) -> bool {
        match self {
            Self::Positions(columns) => columns.len() == 0,
            Self::Games(rows) => rows.len() == 0,
        }
    }
}

/// An iterator over dictionaries of arrays, read in the background from a PGN text.
#[pyclass(module = "ferz._core.batch")]
pub struct PgnStream {
    // A `Receiver` is not `Sync`; the lock is free, because the stream is borrowed mutably.
    receiver: Mutex<Receiver<RowBatch<Table>>>,
    thread: Option<JoinHandle<io::Result<()>>>,
    cancelled: Arc<AtomicBool>,
    selected: ColumnSet,
    /// The games read so far.
    #[pyo3(get)]
    games: u64,
    /// The games with rows so far.
    #[pyo3(get)]
    games_selected: u64,
    /// The bytes of text read so far.
    #[pyo3(get)]
    bytes_read: u64,
    /// The number of games with errors so far.
    #[pyo3(get)]
    error_count: u64,
    /// The number of faults so far that do not hide the moves of a game.
    #[pyo3(get)]
    warning_count: u64,
    /// The first errors as texts.
    #[pyo3(get)]
    errors: Vec<String>,
}

/// The selection of games and positions by keyword.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Filters<'py> {
    columns: Vec<String>,
    /// The tags of a table of games, `None` for one of positions.
    tags: Option<Vec<String>>,
    /// The conditions on games, by keyword.
    conditions: Bound<'py, PyDict>,
    min_ply: Natural<u32>,
    max_ply: Natural<u32>,
    every: Natural<u32>,
    with_final: bool,
    dedupe: bool,
    /// Adds rows of games with errors to a table of games.
    keeps_errors: bool,
    /// Adds the text of the moves to a table of games, behind the tags.
    movetext: bool,
}

impl Filters<'_> {
    fn options(self) -> PyResult<Options> {
        let invalid = |text: &str| PyValueError::new_err(text.to_owned());
        if self.every.0 == 0 {
            return Err(invalid("expected every to be at least 1"));
        }
        let mut selected = ColumnSet::new(&self.columns)?;
        selected.key |= self.dedupe;
        Ok(Options {
            selected,
            plies: self.min_ply.0..=self.max_ply.0,
            every: self.every.0,
            with_final: self.with_final,
            dedupe: self.dedupe,
            keeps_errors: self.keeps_errors,
        })
    }
}

#[pymethods]
impl PgnStream {
    /// Begins to read texts, each a file (a path) or a text (bytes).
    #[new]
    fn new(
        sources: Vec<TextSource>,
        mut filters: Filters<'_>,
        rows: Natural,
        threads: Natural,
    ) -> PyResult<Self> {
        let rows = rows.size();
        if rows == 0 {
            return Err(PyValueError::new_err("expected a chunk of at least one row"));
        }
        let dedupe_only = filters.dedupe && !filters.columns.iter().any(|name| name == "key");
        let (tags, keeps_texts) = (filters.tags.take(), filters.movetext);
        let selection: Selection = conditions::selection(&filters.conditions)?;
        let options = filters.options()?;
        let mut selected = options.selected.clone();
        selected.key &= !dedupe_only;
        let cancelled = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(QUEUE);
        let threads = NonZeroUsize::new(threads.size().min(MAX_THREADS));
        let read_options = ReadOptions { threads, rows, keeps_texts };
        let thread = thread::Builder::new().name("ferz-pgn".to_owned()).spawn({
            let cancelled = Arc::clone(&cancelled);
            move || {
                let tests = selection.tests();
                match tags {
                    None => {
                        let visitor = || ColumnVisitor::new(&options, &tests);
                        read(sources, visitor, read_options, &cancelled, &sender)
                    }
                    Some(tags) => {
                        let visitor = || GameRowVisitor::new(&options, &tests, &tags);
                        read(sources, visitor, read_options, &cancelled, &sender)
                    }
                }
            }
        })?;
        Ok(Self {
            receiver: Mutex::new(receiver),
            thread: Some(thread),
            cancelled,
            selected,
            games: 0,
            games_selected: 0,
            bytes_read: 0,
            error_count: 0,
            warning_count: 0,
            errors: Vec::new(),
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(batch) = self.receive(py)? else { return Ok(None) };
        self.games = batch.games;
        self.games_selected = batch.games_selected;
        self.bytes_read = batch.bytes;
        self.error_count = batch.error_count;
        self.warning_count = batch.warning_count;
        let space = MAX_ERRORS.saturating_sub(self.errors.len());
        self.errors.extend(batch.errors.into_iter().take(space));
        if batch.columns.is_empty() {
            // Only the last batch can be empty.
            return self.end(py).map(|()| None);
        }
        match batch.columns {
            Table::Positions(columns) => columns.into_arrays(py, &self.selected).map(Some),
            Table::Games(rows) => rows.into_arrays(py).map(Some),
        }
    }

    /// Ends reading.
    fn close(&mut self, py: Python<'_>) -> PyResult<()> {
        self.cancel();
        self.end(py)
    }
}

impl PgnStream {
    /// Returns the next batch, or `None` at the end.
    fn receive(&mut self, py: Python<'_>) -> PyResult<Option<RowBatch<Table>>> {
        loop {
            let receiver = self.receiver.get_mut().unwrap_or_else(PoisonError::into_inner);
            match py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(batch) => return Ok(Some(batch)),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
                Err(RecvTimeoutError::Disconnected) => return self.end(py).map(|()| None),
            }
        }
    }

    /// Stops the reading thread, also if it waits for space in the queue.
    fn cancel(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        let (_, disconnected) = sync_channel(0);
        self.receiver = Mutex::new(disconnected);
    }

    /// Waits for the reading thread and raises its error.
    fn end(&mut self, py: Python<'_>) -> PyResult<()> {
        let Some(thread) = self.thread.take() else { return Ok(()) };
        match py.detach(|| thread.join()) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(PyErr::from(error)),
            Err(_) => Err(PyRuntimeError::new_err("the thread that reads PGN panicked")),
        }
    }
}

impl Drop for PgnStream {
    fn drop(&mut self) {
        self.cancel();
        // Waits for the thread, whose text and rows would else outlive many abandoned streams.
        if let Some(thread) = self.thread.take() {
            Python::try_attach(|py| py.detach(|| drop(thread.join())));
        }
    }
}
