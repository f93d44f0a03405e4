//! The thread that reads a text and sends chunks of rows.

use super::columns::Columns;
use super::visitor::{ColumnVisitor, Options};
use ferz_game::pgn::{Chunk, Input, ParallelReader, Player};
use pyo3::prelude::*;
use std::collections::HashSet;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

/// Rows in the order of the text, and the state of reading behind them.
#[derive(Default)]
pub(super) struct RowBatch {
    pub columns: Columns,
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
pub(super) enum TextSource {
    /// A file, plain or compressed.
    File(String),
    /// A text in memory, plain or compressed.
    Text(Vec<u8>),
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

/// Reads texts one after another and sends batches of `rows` rows, the last one of fewer, possibly none.
///
/// # Errors
/// If a text cannot be read.
pub(super) fn read(
    sources: Vec<TextSource>,
    options: &Options,
    threads: Option<NonZeroUsize>,
    rows: usize,
    cancelled: &Arc<AtomicBool>,
    batches: &SyncSender<RowBatch>,
) -> io::Result<()> {
    let mut producer = Producer {
        pending: RowBatch::default(),
        seen: HashSet::new(),
        rows,
        batches,
        file: 0,
        games_before: 0,
        bytes_before: 0,
    };
    for source in sources {
        let result = producer.read(source, options, threads, cancelled);
        if cancelled.load(Ordering::Relaxed) || matches!(result, Ok(ControlFlow::Break(()))) {
            return Ok(());
        }
        if result.is_err() {
            // The rows before an error have been read, so they are sent before it is reported.
            let _ = batches.send(producer.pending);
            return result.map(|_| ());
        }
        producer.file += 1;
        producer.games_before = producer.pending.games;
        producer.bytes_before = producer.pending.bytes;
    }
    let _ = batches.send(producer.pending);
    Ok(())
}

struct Producer<'a> {
    /// The rows that have not been sent, and the totals.
    pending: RowBatch,
    /// The keys that have occurred.
    seen: HashSet<u64>,
    rows: usize,
    batches: &'a SyncSender<RowBatch>,
    /// The number of the text, and the games and bytes of those before it.
    file: u32,
    games_before: u64,
    bytes_before: u64,
}

impl Producer<'_> {
    /// Reads a text.
    fn read(
        &mut self,
        source: TextSource,
        options: &Options,
        threads: Option<NonZeroUsize>,
        cancelled: &Arc<AtomicBool>,
    ) -> io::Result<ControlFlow<()>> {
        let (name, input) = match source {
            TextSource::File(path) => {
                let input = Input::open(&path)?;
                (path, input)
            }
            TextSource::Text(text) => ("<text>".to_owned(), Input::new(io::Cursor::new(text))?),
        };
        let input = Cancellable { input, cancelled: Arc::clone(cancelled) };
        let mut reader = ParallelReader::new(input);
        reader.set_source(name);
        if let Some(threads) = threads {
            reader.set_threads(threads);
        }
        reader.read_all(
            || Player::new(ColumnVisitor::new(options)),
            |chunk| {
                let continues = self.add(chunk, options);
                if continues { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        )
    }

    /// Adds the rows of a chunk and sends full batches. Returns false if the receiver is gone.
    fn add(&mut self, chunk: Chunk<Player<ColumnVisitor<'_>>>, options: &Options) -> bool {
        let visitor = chunk.visitor.into_visitor();
        let (mut columns, pending) = (visitor.columns, &mut self.pending);
        let games_before = self.games_before + chunk.games_before;
        columns.game.iter_mut().for_each(|game| *game += games_before);
        columns.file.fill(self.file);
        if options.dedupe {
            let keep: Vec<bool> = columns.key.iter().map(|&key| self.seen.insert(key)).collect();
            columns.retain(&keep);
        }
        pending.columns.append(columns);
        pending.games = games_before + chunk.games;
        pending.games_selected += visitor.games;
        pending.bytes = self.bytes_before + chunk.bytes_read;
        pending.error_count += visitor.error_count;
        // Games of errors are counted from the start of their text.
        pending.errors.extend(visitor.errors.into_iter().map(|mut error| {
            error.game += chunk.games_before;
            error.to_string()
        }));
        pending.warning_count += chunk.warnings;
        while pending.columns.len() >= self.rows {
            let rest = pending.columns.split_off(self.rows);
            let full = RowBatch {
                columns: std::mem::replace(&mut pending.columns, rest),
                errors: std::mem::take(&mut pending.errors),
                ..*pending
            };
            if self.batches.send(full).is_err() {
                return false;
            }
        }
        true
    }
}
