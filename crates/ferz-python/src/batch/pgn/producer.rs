//! The thread that reads a text and sends chunks of rows.

use super::columns::Columns;
use super::filter::Options;
use super::visitor::ColumnVisitor;
use crate::errors::clipped;
use ferz_game::pgn::{Chunk, Input, ParallelReader, Player};
use std::collections::HashSet;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

/// Rows in the order of the text, and the state of reading behind them.
#[derive(Default)]
pub(super) struct Batch {
    pub columns: Columns,
    /// The games read so far.
    pub games: u64,
    /// The games with rows so far.
    pub games_selected: u64,
    /// The bytes of (decompressed) text read so far.
    pub bytes: u64,
    /// The errors so far.
    pub error_count: u64,
    /// The texts of errors since the last batch.
    pub errors: Vec<String>,
}

/// The text of a stream.
pub(super) enum Source {
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

/// Reads a text and sends batches of `rows` rows, the last one of fewer, possibly none.
///
/// # Errors
/// If the text cannot be read.
pub(super) fn read(
    source: Source,
    options: &Options,
    threads: Option<NonZeroUsize>,
    rows: usize,
    cancelled: Arc<AtomicBool>,
    batches: &SyncSender<Batch>,
) -> io::Result<()> {
    let (name, input) = match source {
        Source::File(path) => {
            let input = Input::open(&path)?;
            (path, input)
        }
        Source::Text(text) => ("<text>".to_owned(), Input::new(io::Cursor::new(text))?),
    };
    let input = Cancellable { input, cancelled: Arc::clone(&cancelled) };
    let mut reader = ParallelReader::new(input);
    reader.set_source(name);
    if let Some(threads) = threads {
        reader.set_threads(threads);
    }
    let mut producer = Producer { pending: Batch::default(), seen: HashSet::new(), rows, batches };
    let result = reader.read_all(
        || Player::new(ColumnVisitor::new(options)),
        |chunk| {
            let continues = producer.add(chunk, options);
            if continues { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        },
    );
    if cancelled.load(Ordering::Relaxed) || matches!(result, Ok(ControlFlow::Break(()))) {
        return Ok(());
    }
    // The rows before an error have been read, so they are sent before it is reported.
    let _ = batches.send(producer.pending);
    result.map(|_| ())
}

struct Producer<'a> {
    /// The rows that have not been sent, and the totals.
    pending: Batch,
    /// The keys that have occurred.
    seen: HashSet<u64>,
    rows: usize,
    batches: &'a SyncSender<Batch>,
}

impl Producer<'_> {
    /// Adds the rows of a chunk and sends full batches. Returns false if the receiver is gone.
    fn add(&mut self, chunk: Chunk<Player<ColumnVisitor<'_>>>, options: &Options) -> bool {
        let visitor = chunk.visitor.into_visitor();
        let (mut columns, pending) = (visitor.columns, &mut self.pending);
        columns.game.iter_mut().for_each(|game| *game += chunk.games_before);
        if options.dedupe {
            let keep: Vec<bool> = columns.key.iter().map(|&key| self.seen.insert(key)).collect();
            columns.retain(&keep);
        }
        pending.columns.append(columns);
        pending.games = chunk.games_before + chunk.games;
        pending.games_selected += visitor.games;
        pending.bytes = chunk.bytes_read;
        pending.error_count += visitor.error_count;
        pending.errors.extend(visitor.errors.into_iter().map(|mut error| {
            error.game += chunk.games_before;
            error.to_string()
        }));
        pending.errors.extend(visitor.other_variants.into_iter().map(|(game, name)| {
            let game = game + chunk.games_before;
            format!("game {game}: unsupported variant {}", clipped(&name))
        }));
        while pending.columns.len() >= self.rows {
            let rest = pending.columns.split_off(self.rows);
            let full = Batch {
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
