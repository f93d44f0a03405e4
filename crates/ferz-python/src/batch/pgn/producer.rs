//! The thread that reads a text and sends chunks of rows.

use ferz_game::pgn::{Chunk, GameTexts, GameVisitor, Input, ParallelReader, PgnError, Player};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

/// The number of errors of a chunk that are kept.
const MAX_ERRORS: usize = 100;

/// Columns of equal length.
pub(super) trait Rows: Default {
    /// Returns the number of rows.
    fn len(&self) -> usize;

    /// Appends the rows of other columns.
    fn append(&mut self, other: Self);

    /// Removes the rows behind an index and returns them.
    fn split_off(&mut self, at: usize) -> Self;

    /// Adds a column with the texts of the games of a chunk, which are numbered from 1.
    fn add_texts(&mut self, _texts: &GameTexts) {}

    /// Completes the rows of a chunk, whose games are numbered from 1, by its place.
    fn place(&mut self, place: &ChunkPlace, seen: &mut HashSet<u64>);
}

/// The place of a chunk.
pub(super) struct ChunkPlace {
    /// The number of the text.
    pub file: u32,
    /// The games before the chunk, and those of its own text.
    pub games_before: u64,
    pub games_before_in_file: u64,
}

/// A visitor that makes rows of a chunk of games.
pub(super) trait RowVisitor: GameVisitor + Send {
    type Rows: Rows;

    /// Returns the rows, the number of games that have some, and the errors.
    fn into_rows(self) -> (Self::Rows, u64, ErrorList);
}

/// The errors of a chunk, their games counted from its start.
#[derive(Default)]
pub(super) struct ErrorList {
    /// The first errors.
    errors: Vec<PgnError>,
    /// The number of all errors.
    count: u64,
}

impl ErrorList {
    pub fn add(&mut self, error: PgnError) {
        self.count += 1;
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }
}

/// Rows in the order of the text, and the state of reading behind them.
#[derive(Default)]
pub(super) struct RowBatch<R> {
    pub columns: R,
    /// The games read so far.
    pub games: u64,
    /// The games with rows so far.
    pub games_selected: u64,
    /// The bytes of (decompressed) text read so far.
    pub bytes: u64,
    /// The errors so far.
    pub error_count: u64,
    /// The warnings so far.
    pub warning_count: u64,
    /// The texts of errors since the last batch.
    pub errors: Vec<String>,
}

/// A text of a stream.
#[derive(FromPyObject)]
pub(crate) enum TextSource {
    /// A file, plain or compressed.
    File(String),
    /// A text in memory, plain or compressed.
    Text(Vec<u8>),
}

impl TextSource {
    /// Opens the text and returns it with its name for errors.
    ///
    /// # Errors
    /// If the file cannot be opened, or the beginning of the text is no valid compressed text.
    pub(crate) fn open(self) -> io::Result<(String, Input)> {
        Ok(match self {
            Self::File(path) => {
                let named =
                    |error: io::Error| io::Error::new(error.kind(), format!("{path}: {error}"));
                let input = Input::open(&path).map_err(named)?;
                (path, input)
            }
            Self::Text(text) => ("<text>".to_owned(), Input::new(io::Cursor::new(text))?),
        })
    }
}

/// How texts are read.
#[derive(Clone, Copy)]
pub(super) struct ReadOptions {
    /// The number of threads, all cores for `None`.
    pub threads: Option<NonZeroUsize>,
    /// The rows of a batch.
    pub rows: usize,
    /// Set if rows have the texts of games.
    pub keeps_texts: bool,
}

/// An input that ends with an error once it is cancelled.
struct Cancellable {
    input: Input,
    cancelled: Arc<AtomicBool>,
}

impl Read for Cancellable {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(io::Error::other("cancelled"));
        }
        self.input.read(bytes)
    }
}

/// Reads texts one after another and sends batches of a number of rows, the last one of fewer, possibly none.
///
/// # Errors
/// If a text cannot be read.
pub(super) fn read<V, T>(
    sources: Vec<TextSource>,
    visitor: impl Fn() -> V + Sync,
    options: ReadOptions,
    cancelled: &Arc<AtomicBool>,
    batches: &SyncSender<RowBatch<T>>,
) -> io::Result<()>
where
    V: RowVisitor,
    T: From<V::Rows>,
{
    let mut producer = Producer::<V::Rows, T> {
        pending: RowBatch::default(),
        seen: HashSet::new(),
        options,
        batches,
        file: 0,
        games_before: 0,
        bytes_before: 0,
    };
    for source in sources {
        let result = producer.read(source, &visitor, cancelled);
        if cancelled.load(Ordering::Relaxed) || matches!(result, Ok(ControlFlow::Break(()))) {
            return Ok(());
        }
        if result.is_err() {
            // The rows before an error have been read, so they are sent before it is reported.
            let _ = batches.send(producer.pending.convert());
            return result.map(|_| ());
        }
        producer.file += 1;
        producer.games_before = producer.pending.games;
        producer.bytes_before = producer.pending.bytes;
    }
    let _ = batches.send(producer.pending.convert());
    Ok(())
}

struct Producer<'a, R, T> {
    /// The rows that have not been sent, and the totals.
    pending: RowBatch<R>,
    /// The keys that have occurred.
    seen: HashSet<u64>,
    options: ReadOptions,
    batches: &'a SyncSender<RowBatch<T>>,
    /// The number of the text, and the games and bytes of those before it.
    file: u32,
    games_before: u64,
    bytes_before: u64,
}

impl<R> RowBatch<R> {
    /// Returns the batch with its columns as a table.
    fn convert<T: From<R>>(self) -> RowBatch<T> {
        let Self { columns, games, games_selected, bytes, error_count, warning_count, errors } =
            self;
        let columns = columns.into();
        RowBatch { columns, games, games_selected, bytes, error_count, warning_count, errors }
    }
}

impl<R: Rows, T: From<R>> Producer<'_, R, T> {
    /// Reads a text.
    fn read<V: RowVisitor<Rows = R>>(
        &mut self,
        source: TextSource,
        visitor: &(impl Fn() -> V + Sync),
        cancelled: &Arc<AtomicBool>,
    ) -> io::Result<ControlFlow<()>> {
        let (name, input) = source.open()?;
        let input = Cancellable { input, cancelled: Arc::clone(cancelled) };
        let mut reader = ParallelReader::new(input);
        reader.set_source(name);
        if let Some(threads) = self.options.threads {
            reader.set_threads(threads);
        }
        if self.options.keeps_texts {
            reader.keep_texts();
        }
        reader.read_all(
            || Player::new(visitor()),
            |chunk| {
                let continues = self.add(chunk);
                if continues { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        )
    }

    /// Adds the rows of a chunk and sends full batches. Returns false if the receiver is gone.
    fn add<V: RowVisitor<Rows = R>>(&mut self, chunk: Chunk<Player<V>>) -> bool {
        let (mut columns, games_selected, errors) = chunk.visitor.into_visitor().into_rows();
        let (games_before_in_file, pending) = (chunk.games_before, &mut self.pending);
        let games_before = self.games_before + games_before_in_file;
        let place = ChunkPlace { file: self.file, games_before, games_before_in_file };
        if self.options.keeps_texts {
            columns.add_texts(&chunk.texts);
        }
        columns.place(&place, &mut self.seen);
        pending.columns.append(columns);
        pending.games = games_before + chunk.games;
        pending.games_selected += games_selected;
        pending.bytes = self.bytes_before + chunk.bytes_read;
        pending.error_count += errors.count;
        // Games of errors are counted from the start of their text.
        pending.errors.extend(errors.errors.into_iter().map(|mut error| {
            error.game += chunk.games_before;
            error.to_string()
        }));
        pending.warning_count += chunk.warnings;
        while pending.columns.len() >= self.options.rows {
            let rest = pending.columns.split_off(self.options.rows);
            let full = RowBatch {
                columns: std::mem::replace(&mut pending.columns, rest),
                errors: std::mem::take(&mut pending.errors),
                ..*pending
            };
            if self.batches.send(full.convert()).is_err() {
                return false;
            }
        }
        true
    }
}
