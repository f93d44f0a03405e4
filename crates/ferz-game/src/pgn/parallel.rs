//! Reading with several threads.

use super::border;
use super::buffer::{Buffer, PADDING};
use super::reader::Reader;
use super::visitor::Visitor;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The size of a chunk in bytes, unless a game is longer.
const CHUNK_SIZE: usize = 1 << 20;

/// Reads a text with several threads, game by game in the order of the text.
///
/// The text is divided at blank lines before tags into chunks of about a megabyte. Each chunk is
/// read with a visitor of its own, and the visitors are returned in the order of the text, as soon
/// as all chunks before theirs have been returned. A text without tags is a single chunk.
///
/// ```
/// use ferz_game::pgn::{GameVisitor, ParallelReader, Player};
///
/// #[derive(Default)]
/// struct Moves(usize);
///
/// impl GameVisitor for Moves {
///     fn played(&mut self, _: &ferz::Position, _: ferz::Move) -> ferz_game::pgn::Visit {
///         self.0 += 1;
///         ferz_game::pgn::Visit::Continue
///     }
/// }
///
/// let pgn = "[Round \"1\"]\n\n1. e4 e5 *\n\n[Round \"2\"]\n\n1. d4 *\n";
/// let mut moves = 0;
/// ParallelReader::new(pgn.as_bytes()).read_all(
///     || Player::new(Moves::default()),
///     |chunk| moves += chunk.visitor.into_visitor().0,
/// )?;
/// assert_eq!(moves, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ParallelReader<R> {
    input: R,
    source: Option<Arc<str>>,
    threads: NonZeroUsize,
    chunk_size: usize,
    max_chunk: usize,
}

/// A part of a text after its games have been read.
#[derive(Debug)]
pub struct Chunk<V> {
    /// The visitor of the games.
    pub visitor: V,
    /// The number of games before the chunk. The visitor has counted its games and those of its
    /// errors from 1: see [`PgnError::game`](super::PgnError::game).
    pub games_before: u64,
    /// The number of games in the chunk.
    pub games: u64,
    /// The number of bytes up to the end of the chunk.
    pub bytes_read: u64,
}

/// The text that has not been divided into chunks.
struct Undivided<R> {
    input: R,
    /// The text after the last border.
    rest: Vec<u8>,
    /// The number of the next chunk.
    next: u64,
    /// The bytes and line breaks before `rest`.
    bytes: u64,
    lines: u64,
    complete: bool,
}

/// The text of a chunk.
struct Text {
    number: u64,
    bytes: Vec<u8>,
    bytes_before: u64,
    lines_before: u64,
}

impl<R: Read> Undivided<R> {
    /// Returns the next chunk, or `None` at the end of the text.
    fn next_chunk(&mut self, size: usize, max: usize) -> io::Result<Option<Text>> {
        let mut target = size;
        loop {
            let missing = target.saturating_sub(self.rest.len());
            if !self.complete && missing > 0 {
                self.rest.reserve(missing + PADDING);
                let read = self.input.by_ref().take(missing as u64).read_to_end(&mut self.rest)?;
                self.complete = read < missing;
            }
            let border = if self.complete && self.rest.len() <= target {
                self.rest.len()
            } else {
                border::last_border(&self.rest).unwrap_or(0)
            };
            if border > 0 {
                return Ok(Some(self.divide(border)));
            }
            if self.complete && self.rest.is_empty() {
                return Ok(None);
            }
            if target >= max {
                let message = format!("no blank line before a tag in {max} bytes; use one thread");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            target = (2 * target).min(max);
        }
    }

    /// Splits off the text before an index.
    fn divide(&mut self, border: usize) -> Text {
        let after = self.rest.split_off(border);
        let bytes = std::mem::replace(&mut self.rest, after);
        let text =
            Text { number: self.next, bytes_before: self.bytes, lines_before: self.lines, bytes };
        self.next += 1;
        self.bytes += text.bytes.len() as u64;
        self.lines += memchr::memchr_iter(b'\n', &text.bytes).count() as u64;
        text
    }
}

/// The chunks that have been read but not returned.
struct Finished<V> {
    chunks: BTreeMap<u64, Chunk<V>>,
    /// The number of the next chunk to return.
    next: u64,
    /// Threads that read.
    workers: usize,
    error: Option<io::Error>,
    /// No further chunk is returned, since a thread panicked.
    stopped: bool,
}

impl<R: Read + Send> ParallelReader<R> {
    /// Creates a reader that uses all available cores.
    pub fn new(input: R) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let max_chunk = 64 * CHUNK_SIZE;
        Self { input, source: None, threads, chunk_size: CHUNK_SIZE, max_chunk }
    }

    /// Sets the number of threads.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Sets the name of the text in errors, such as a path.
    pub fn set_source(&mut self, name: impl Into<Arc<str>>) {
        self.source = Some(name.into());
    }

    /// Sets the size of chunks, and the size up to which they grow for long games, for tests.
    #[cfg(test)]
    fn set_chunk_size(&mut self, size: usize, max: usize) {
        (self.chunk_size, self.max_chunk) = (size, max);
    }

    /// Reads all games. Calls `visitor` for a visitor at the start of each chunk, and `consume` with
    /// the visitors in order, in the calling thread.
    ///
    /// # Errors
    /// If the input cannot be read, or if more than 64 MiB have no blank line before a tag. The
    /// chunks before have been consumed.
    pub fn read_all<V: Visitor + Send>(
        self,
        visitor: impl Fn() -> V + Sync,
        mut consume: impl FnMut(Chunk<V>),
    ) -> io::Result<()> {
        let Self { input, source, threads, chunk_size, max_chunk } = self;
        let threads = threads.get();
        let undivided = Mutex::new(Undivided {
            input,
            rest: Vec::new(),
            next: 0,
            bytes: 0,
            lines: 0,
            complete: false,
        });
        let finished = Mutex::new(Finished {
            chunks: BTreeMap::new(),
            next: 0,
            workers: threads,
            error: None,
            stopped: false,
        });
        let changed = Condvar::new();
        let work = || {
            let _ending = Ending { finished: &finished, changed: &changed, workers: 1 };
            loop {
                let mut undivided = lock(&undivided);
                let text = undivided.next_chunk(chunk_size, max_chunk);
                if text.is_err() {
                    // The other threads read no further.
                    undivided.rest.clear();
                    undivided.complete = true;
                }
                drop(undivided);
                let (number, chunk) = match text {
                    Ok(Some(text)) => (text.number, read_chunk(text, &source, visitor())),
                    Ok(None) => return,
                    Err(error) => {
                        lock(&finished).error.get_or_insert(error);
                        return;
                    }
                };
                // A slow consumer bounds the number of chunks in memory.
                let mut finished = wait_while(&changed, lock(&finished), |finished| {
                    number > finished.next + 2 * threads as u64 && !finished.stopped
                });
                if finished.stopped {
                    return;
                }
                finished.chunks.insert(number, chunk);
                drop(finished);
                changed.notify_all();
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
            let _ending = Ending { finished: &finished, changed: &changed, workers: 0 };
            let mut games_before = 0;
            loop {
                let mut state = wait_while(&changed, lock(&finished), |state| {
                    state.workers > 0 && !state.stopped && !state.chunks.contains_key(&state.next)
                });
                let next = state.next;
                let Some(chunk) = state.chunks.remove(&next) else {
                    return state.error.take().map_or(Ok(()), Err);
                };
                state.next += 1;
                drop(state);
                changed.notify_all();
                let games = chunk.games;
                consume(Chunk { games_before, ..chunk });
                games_before += games;
            }
        })
    }
}

/// Reports the end of a thread. If it panics, the other threads stop.
struct Ending<'a, V> {
    finished: &'a Mutex<Finished<V>>,
    changed: &'a Condvar,
    /// The threads that this one counts as among the [`Finished::workers`].
    workers: usize,
}

impl<V> Drop for Ending<'_, V> {
    fn drop(&mut self) {
        let mut finished = lock(self.finished);
        finished.workers -= self.workers;
        finished.stopped |= thread::panicking();
        drop(finished);
        self.changed.notify_all();
    }
}

/// Reads the games of a chunk.
fn read_chunk<V: Visitor>(text: Text, source: &Option<Arc<str>>, mut visitor: V) -> Chunk<V> {
    let bytes_read = text.bytes_before + text.bytes.len() as u64;
    let mut buffer = Buffer::from_text(io::empty(), text.bytes);
    buffer.set_origin(text.bytes_before, text.lines_before);
    let mut reader = Reader::from_buffer(buffer);
    if let Some(source) = source {
        reader.set_source(Arc::clone(source));
    }
    // A text in memory cannot fail to be read.
    let _ = reader.read_all(&mut visitor);
    Chunk { visitor, games_before: 0, games: reader.games(), bytes_read }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait_while<'a, T>(
    changed: &Condvar,
    guard: MutexGuard<'a, T>,
    condition: impl FnMut(&mut T) -> bool,
) -> MutexGuard<'a, T> {
    changed.wait_while(guard, condition).unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{PgnError, Tag};
    use std::fmt::Write;

    /// Games with values of tags and places of errors.
    #[derive(Default)]
    struct Recorder(String);

    impl Visitor for Recorder {
        fn tag(&mut self, tag: Tag<'_>) {
            let _ = write!(self.0, "{tag:?} ");
        }
        fn error(&mut self, error: PgnError) {
            let _ = write!(self.0, "{}:{} {} ", error.line, error.column, error.kind);
        }
        fn end_game(&mut self, result: Option<crate::GameResult>) {
            let _ = writeln!(self.0, "{result:?}");
        }
    }

    fn text(games: usize) -> String {
        (0..games).fold(String::new(), |text, number| {
            let movetext =
                ["1. e4 *", "1. e4 { 1-0", "1. e4 ) *", "", "1. d4\n\n1... d5"][number % 5];
            text + &format!("[Round \"{number}\"]\n[White \"a\"]\n\n{movetext}\n\n")
        })
    }

    #[test]
    fn chunks_equal_sequential_reading() -> io::Result<()> {
        let text = text(500);
        let (mut sequential, mut reader) = (Recorder::default(), Reader::new(text.as_bytes()));
        reader.read_all(&mut sequential)?;
        assert_eq!(reader.games(), 500);
        for threads in 1..=4 {
            let mut parallel = ParallelReader::new(text.as_bytes());
            parallel.set_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
            parallel.set_chunk_size(200, 4000);
            let (mut joined, mut games, mut bytes) = (String::new(), 0, 0);
            parallel.read_all(Recorder::default, |chunk| {
                assert_eq!(chunk.games_before, games);
                games += chunk.games;
                bytes = chunk.bytes_read;
                joined += &chunk.visitor.0;
            })?;
            assert_eq!(joined, sequential.0);
            assert_eq!((games, bytes), (500, text.len() as u64));
        }
        Ok(())
    }

    #[test]
    fn long_games_grow_their_chunk_up_to_the_limit() {
        let long = format!("{}[A \"b\"]\n\n{}*\n\n{}", text(5), "e4 ".repeat(1000), text(5));
        let read = |max| {
            let mut parallel = ParallelReader::new(long.as_bytes());
            parallel.set_chunk_size(100, max);
            let mut games = 0;
            parallel.read_all(Recorder::default, |chunk| games += chunk.games).map(|()| games)
        };
        assert_eq!(read(5000).ok(), Some(11));
        assert!(read(1000).is_err());
    }

    #[test]
    #[should_panic(expected = "the consumer panics")]
    fn a_panic_ends_all_threads() {
        let text = text(500);
        let mut parallel = ParallelReader::new(text.as_bytes());
        parallel.set_chunk_size(200, 4000);
        let _ = parallel.read_all(Recorder::default, |_| panic!("the consumer panics"));
    }
}
