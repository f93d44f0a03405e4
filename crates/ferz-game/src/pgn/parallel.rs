//! Reading with several threads: the text is divided into chunks, whose visitors return in order.

use super::buffer::{Buffer, PADDING, last_border};
use super::movetext::BYTE_ORDER_MARK;
use super::reader::{AnyReader, Reader};
use super::visitor::Visitor;
use ferz_threads::{OrderedQueue, ThreadEnd, lock};
use std::io::Read;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::{io, thread};

/// The size of a chunk in bytes, unless a game is longer.
const CHUNK_SIZE: usize = 1 << 20;

/// Reads a text with several threads, game by game in the order of the text.
///
/// The text is divided at blank lines before tags into chunks of about a megabyte. Each chunk is
/// read with a visitor of its own, and the visitors are returned in the order of the text, as soon
/// as all chunks before theirs have been returned. A text without tags is a single chunk.
///
/// ```
/// use ferz::{Move, Position};
/// use ferz_game::pgn::{GameVisitor, ParallelReader, PgnError, Player, Visit};
/// use std::ops::ControlFlow;
///
/// #[derive(Default)]
/// struct Moves(usize);
///
/// impl GameVisitor for Moves {
///     type Game = ();
///     fn begin_game(&mut self, _: u64) {}
///     fn played(&mut self, _: &mut (), _: &Position, _: Move) -> Visit {
///         self.0 += 1;
///         Visit::Continue
///     }
///     fn error(&mut self, _: &mut (), error: PgnError) {
///         eprintln!("{error}");
///     }
/// }
///
/// let pgn = "[Round \"1\"]\n\n1. e4 e5 *\n\n[Round \"2\"]\n\n1. d4 *\n";
/// let mut moves = 0;
/// let read = ParallelReader::new(pgn.as_bytes()).read_all(
///     || Player::new(Moves::default()),
///     |chunk| {
///         moves += chunk.visitor.into_visitor().0;
///         ControlFlow::<()>::Continue(())
///     },
/// )?;
/// assert_eq!((moves, read), (3, ControlFlow::Continue(())));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ParallelReader<R> {
    input: R,
    threads: NonZeroUsize,
    chunk_size: usize,
    max_chunk: usize,
    settings: ReaderSettings,
}

/// The settings of the readers of chunks.
#[derive(Clone, Default)]
struct ReaderSettings {
    source: Option<Arc<str>>,
    keeps_texts: bool,
    is_strict: bool,
}

impl ReaderSettings {
    /// Sets up a reader that keeps the text of a game up to a size.
    fn apply<R: Read>(&self, reader: &mut Reader<R>, max_kept: usize) {
        if let Some(source) = &self.source {
            reader.set_source(Arc::clone(source));
        }
        if self.keeps_texts {
            reader.keep_text(max_kept);
        }
        reader.set_strict(self.is_strict);
    }
}

impl<R: Read + Send> ParallelReader<R> {
    /// Creates a reader that uses all available cores.
    pub fn new(input: R) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let max_chunk = 64 * CHUNK_SIZE;
        let chunk_size = CHUNK_SIZE;
        Self { input, threads, chunk_size, max_chunk, settings: ReaderSettings::default() }
    }

    /// Sets the number of threads. A single one is the calling thread.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = threads;
    }

    /// Sets the name of the text in errors, such as a path.
    pub fn set_source(&mut self, name: impl Into<Arc<str>>) {
        self.settings.source = Some(name.into());
    }

    /// Keeps the texts of the games for [`Chunk::texts`].
    pub fn keep_texts(&mut self) {
        self.settings.keeps_texts = true;
    }

    /// Makes each warning an error of its game.
    pub fn set_strict(&mut self, strict: bool) {
        self.settings.is_strict = strict;
    }

    /// Sets the size of chunks, and the size up to which they grow for long games, for tests.
    #[cfg(test)]
    fn set_chunk_size(&mut self, size: usize, max: usize) {
        (self.chunk_size, self.max_chunk) = (size, max);
    }

    /// Reads all games. Calls `visitor` for a visitor at the start of each chunk, and `consume` with
    /// the chunks in order, in the calling thread, until it returns a value to stop with.
    ///
    /// # Errors
    /// If the input cannot be read. The chunks before have been consumed.
    pub fn read_all<V: Visitor + Send, B>(
        self,
        visitor: impl Fn() -> V + Sync,
        consume: impl FnMut(Chunk<V>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        if self.threads == NonZeroUsize::MIN {
            self.read_sequential(visitor, consume)
        } else {
            self.read_parallel(visitor, consume)
        }
    }

    /// Reads all games in the calling thread.
    fn read_sequential<V: Visitor, B>(
        self,
        visitor: impl Fn() -> V,
        mut consume: impl FnMut(Chunk<V>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let mut reader = Reader::new(ChunkInput::stream(Vec::new(), self.input));
        self.settings.apply(&mut reader, self.max_chunk);
        let mut games_before = 0;
        read_chunks(&mut reader, visitor, self.chunk_size, |chunk| {
            let before = games_before;
            games_before += chunk.games;
            consume(Chunk { games_before: before, ..chunk })
        })
    }

    /// Reads all games in threads of their own.
    fn read_parallel<V: Visitor + Send, B>(
        self,
        visitor: impl Fn() -> V + Sync,
        mut consume: impl FnMut(Chunk<V>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let Self { input, threads, chunk_size, max_chunk, settings } = self;
        let threads = threads.get();
        let chunks = Mutex::new(ChunkReader::new(input, chunk_size, max_chunk));
        // Chunks take times that differ: with room for two a thread, a slow one does not stop the others, and memory is bounded.
        let queue = OrderedQueue::new(threads, 2 * threads);
        let work = || {
            let _ending = ThreadEnd { queue: &queue, workers: 1 };
            let mut read = Vec::new();
            loop {
                // The text is read and divided under the lock, which costs little beside its parsing, that needs none: whoever
                // is free reads, so that no thread waits for one that only reads.
                let text = {
                    let mut chunks = lock(&chunks);
                    if queue.is_stopped() {
                        return;
                    }
                    chunks.reuse(std::mem::take(&mut read));
                    chunks.next_part()
                };
                let text = match text {
                    Ok(Some(TextPart::Chunk(text))) => text,
                    Ok(Some(TextPart::Rest { mut number, input, bytes_before, lines_before })) => {
                        let mut reader = Reader::with_origin(input, bytes_before, lines_before);
                        settings.apply(&mut reader, max_chunk);
                        let read = read_chunks(&mut reader, &visitor, chunk_size, |chunk| {
                            queue.add(number, Ok(chunk));
                            number += 1;
                            if queue.is_stopped() {
                                ControlFlow::Break(())
                            } else {
                                ControlFlow::Continue(())
                            }
                        });
                        return read.map_or_else(|error| queue.add(number, Err(error)), |_| ());
                    }
                    Ok(None) => return,
                    Err(error) => {
                        let number = lock(&chunks).next;
                        return queue.add(number, Err(error));
                    }
                };
                let number = text.number;
                let (chunk, data) = read_chunk::<R, V>(text, &settings, visitor());
                read = data;
                queue.add(number, Ok(chunk));
            }
        };
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
            let _ending = ThreadEnd { queue: &queue, workers: 0 };
            let (mut games_before, mut tail) = (0, Vec::new());
            let consumed = queue.consume(|chunk: io::Result<Chunk<V>>| {
                let mut chunk = match chunk {
                    Ok(chunk) => chunk,
                    Err(error) => return ControlFlow::Break(Err(error)),
                };
                // Only here, where the chunks are in order, is it known how many games were before.
                chunk.games_before = games_before;
                games_before += chunk.games;
                // Text between two games belongs to the second one, also where a chunk ends between them.
                chunk.texts.prepend(&tail);
                tail = chunk.texts.take_tail();
                consume(chunk).map_break(Ok)
            });
            match consumed {
                ControlFlow::Break(stopped) => stopped.map(ControlFlow::Break),
                ControlFlow::Continue(()) => Ok(ControlFlow::Continue(())),
            }
        })
    }
}

/// Reads all games in chunks of about a size, in the calling thread.
fn read_chunks<V: Visitor, B>(
    reader: &mut AnyReader<'_>,
    visitor: impl Fn() -> V,
    size: usize,
    mut consume: impl FnMut(Chunk<V>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    loop {
        let (chunk, has_more) = Chunk::read(reader, visitor(), size as u64);
        if let ControlFlow::Break(value) = consume(chunk) {
            return Ok(ControlFlow::Break(value));
        }
        if !has_more? {
            return Ok(ControlFlow::Continue(()));
        }
    }
}

/// Reads the games of a chunk. Also returns its buffer.
fn read_chunk<R: Read, V: Visitor>(
    text: Text,
    settings: &ReaderSettings,
    visitor: V,
) -> (Chunk<V>, Vec<u8>) {
    let mut buffer = Buffer::from_text(ChunkInput::<R>::Empty, text.data, text.len);
    buffer.set_origin(text.bytes_before, text.lines_before);
    let mut reader = Reader::from_buffer(buffer);
    settings.apply(&mut reader, usize::MAX);
    // A text in memory cannot fail to be read.
    let chunk = Chunk::read(&mut reader, visitor, u64::MAX).0;
    (chunk, reader.into_buffer().into_data())
}

/// Consecutive games of a text after they have been read: see [`ParallelReader`](super::ParallelReader).
#[derive(Debug)]
pub struct Chunk<V> {
    /// The visitor of the games, or what it has collected.
    pub visitor: V,
    /// The number of games before the chunk. The visitor has counted its games and those of its
    /// errors from 1: see [`PgnError::game`](super::PgnError::game).
    pub games_before: u64,
    /// The number of games in the chunk.
    pub games: u64,
    /// The number of warnings in the chunk.
    pub warnings: u64,
    /// The number of bytes up to the end of the chunk.
    pub bytes_read: u64,
    /// The texts of the games, if the reader [keeps](super::ParallelReader::keep_texts) them.
    pub texts: GameTexts,
}

impl<V> Chunk<V> {
    /// Replaces the visitor by what it has collected.
    pub fn map<T>(self, collected: impl FnOnce(V) -> T) -> Chunk<T> {
        let Self { visitor, games_before, games, warnings, bytes_read, texts } = self;
        Chunk { visitor: collected(visitor), games_before, games, warnings, bytes_read, texts }
    }
}

impl<V: Visitor> Chunk<V> {
    /// Reads games until they have `size` bytes or the text ends. Also returns true if more games may
    /// follow, or the error that ends the reading; the chunk contains the games before it.
    fn read(reader: &mut AnyReader<'_>, mut visitor: V, size: u64) -> (Self, io::Result<bool>) {
        let start = reader.position();
        let (keeps_text, mut ends) = (reader.keeps_text(), Vec::new());
        let mut has_more = Ok(true);
        while matches!(has_more, Ok(true)) && reader.position() - start < size {
            has_more = reader.next_game(&mut visitor);
            if keeps_text && matches!(has_more, Ok(true)) {
                ends.push(reader.kept_len());
            }
        }
        let ((games, warnings), bytes_read) = (reader.take_counts(), reader.position());
        let texts = GameTexts { text: reader.take_text(), ends };
        (Self { visitor, games_before: 0, games, warnings, bytes_read, texts }, has_more)
    }
}

/// The texts of consecutive games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameTexts {
    text: Vec<u8>,
    /// The index after each game.
    ends: Vec<usize>,
}

impl GameTexts {
    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true without texts.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bytes of each game, without white space and byte order marks around them. Escaped
    /// lines and comments before the tags belong to the game.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let text = trimmed(&self.text[start..end]);
            start = end;
            text
        })
    }

    /// Adds the text after the last game of the chunk before to the first game.
    fn prepend(&mut self, before: &[u8]) {
        if !before.is_empty() {
            self.text.splice(..0, before.iter().copied());
            self.ends.iter_mut().for_each(|end| *end += before.len());
        }
    }

    /// Removes and returns the text after the last game, empty if it is only white space.
    fn take_tail(&mut self) -> Vec<u8> {
        let tail = self.text.split_off(self.ends.last().copied().unwrap_or(0));
        if trimmed(&tail).is_empty() { Vec::new() } else { tail }
    }
}

/// Returns a text without white space and byte order marks around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while let Some(rest) =
        text.strip_prefix(BYTE_ORDER_MARK).or_else(|| text.strip_suffix(BYTE_ORDER_MARK))
    {
        text = rest.trim_ascii();
    }
    text
}

/// The text that has not been divided into chunks.
struct ChunkReader<R> {
    /// `None` after [`TextPart::Rest`].
    input: Option<R>,
    /// The text after the last border, and unused bytes.
    data: Vec<u8>,
    /// The length of the text in `data`.
    len: usize,
    /// Buffers of chunks that have been read. New ones would cost as much time as their division.
    spare: Vec<Vec<u8>>,
    /// The size of a chunk, and that up to which it grows for long games.
    chunk_size: usize,
    max_chunk: usize,
    /// The number of the next chunk.
    next: u64,
    /// The bytes and line breaks before the text.
    bytes: u64,
    lines: u64,
    complete: bool,
    /// The error after the text.
    error: Option<io::Error>,
}

/// A part of the text.
enum TextPart<R> {
    /// A chunk.
    Chunk(Text),
    /// All text that follows, since it has no border within the size of the largest chunk. It is read
    /// by one thread.
    Rest {
        /// The number of its first chunk.
        number: u64,
        input: ChunkInput<R>,
        bytes_before: u64,
        lines_before: u64,
    },
}

/// The input of each reader of games.
enum ChunkInput<R> {
    /// No text after a chunk.
    Empty,
    /// Text that has been read, and the stream after it.
    Stream(io::Chain<io::Cursor<Vec<u8>>, R>),
}

impl<R: Read> ChunkInput<R> {
    fn stream(before: Vec<u8>, input: R) -> Self {
        Self::Stream(io::Cursor::new(before).chain(input))
    }
}

impl<R: Read> Read for ChunkInput<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Empty => Ok(0),
            Self::Stream(stream) => stream.read(bytes),
        }
    }
}

/// The text of a chunk.
struct Text {
    number: u64,
    /// The text, followed by [`PADDING`] zeros and unused bytes.
    data: Vec<u8>,
    len: usize,
    bytes_before: u64,
    lines_before: u64,
}

impl<R: Read> ChunkReader<R> {
    fn new(input: R, chunk_size: usize, max_chunk: usize) -> Self {
        Self {
            input: Some(input),
            data: Vec::new(),
            len: 0,
            spare: Vec::new(),
            chunk_size,
            max_chunk,
            next: 0,
            bytes: 0,
            lines: 0,
            complete: false,
            error: None,
        }
    }

    /// Returns the next part, or `None` at the end of the text. No part follows an error.
    fn next_part(&mut self) -> io::Result<Option<TextPart<R>>> {
        let mut target = self.chunk_size;
        loop {
            if self.error.is_none()
                && let Err(error) = self.fill(target)
            {
                self.error = Some(error);
            }
            let text = &self.data[..self.len];
            // A border is one by the text alone, whatever the visitor does with the game: else chunks and games would differ with
            // the number of threads.
            let border = if self.complete && self.len <= target {
                self.len
            } else {
                last_border(text).unwrap_or(0)
            };
            if border > 0 {
                return Ok(Some(TextPart::Chunk(self.divide(border))));
            }
            if let Some(error) = self.error.take() {
                (self.len, self.complete) = (0, true);
                return Err(error);
            }
            if self.complete && self.len == 0 {
                return Ok(None);
            }
            if target >= self.max_chunk {
                return Ok(self.take_rest());
            }
            target = (2 * target).min(self.max_chunk);
        }
    }

    /// Takes all text that follows.
    fn take_rest(&mut self) -> Option<TextPart<R>> {
        let mut data = std::mem::take(&mut self.data);
        data.truncate(self.len);
        (self.len, self.complete) = (0, true);
        Some(TextPart::Rest {
            number: self.next,
            input: ChunkInput::stream(data, self.input.take()?),
            bytes_before: self.bytes,
            lines_before: self.lines,
        })
    }

    /// Reads until the text has a length or is complete.
    fn fill(&mut self, target: usize) -> io::Result<()> {
        if self.data.len() < target + PADDING {
            self.data.resize(target + PADDING, 0);
        }
        let Some(input) = &mut self.input else { return Ok(()) };
        while !self.complete && self.len < target {
            match input.read(&mut self.data[self.len..target]) {
                Ok(0) => self.complete = true,
                Ok(read) => self.len += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Splits off the text before an index.
    fn divide(&mut self, border: usize) -> Text {
        let mut after = self.spare.pop().unwrap_or_default();
        let rest = &self.data[border..self.len];
        after.resize(after.len().max(rest.len()), 0);
        after[..rest.len()].copy_from_slice(rest);
        self.len = rest.len();
        let mut data = std::mem::replace(&mut self.data, after);
        // The scanner reads some bytes beyond a token without a test for the end.
        data[border..border + PADDING].fill(0);
        let (bytes_before, lines_before) = (self.bytes, self.lines);
        self.bytes += border as u64;
        self.lines += memchr::memchr_iter(b'\n', &data[..border]).count() as u64;
        self.next += 1;
        Text { number: self.next - 1, data, len: border, bytes_before, lines_before }
    }

    /// Returns the buffer of a chunk that has been read, for further chunks. Drops large ones.
    fn reuse(&mut self, data: Vec<u8>) {
        if (1..=self.chunk_size + PADDING).contains(&data.len()) {
            self.spare.push(data);
        }
    }
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
        type Game = ();
        fn begin_game(&mut self, _: u64) {}
        fn tag(&mut self, (): &mut (), tag: Tag<'_>) {
            let _ = write!(self.0, "{tag:?} ");
        }
        fn error(&mut self, (): &mut (), error: PgnError) {
            let _ = write!(self.0, "{}:{} {} ", error.line, error.column, error.kind);
        }
        fn warning(&mut self, (): &mut (), warning: PgnError) {
            self.error(&mut (), warning);
        }
        fn end_game(&mut self, (): (), result: Option<crate::GameResult>) {
            let _ = writeln!(self.0, "{result:?}");
        }
    }

    fn text(games: usize) -> String {
        (0..games).fold(String::new(), |text, number| {
            let movetext =
                ["1. e4 *", "1. e4 { 1-0", "1. e4 ) *", "", "1. d4\n\n1... d5"][number % 5];
            let before = ["", "% escaped\n\n", "\u{FEFF}", "\r\n\r\n"][number / 5 % 4];
            text + &format!("{before}[Round \"{number}\"]\n[White \"a\"]\n\n{movetext}\n\n")
        })
    }

    /// Returns a reader with small chunks.
    fn reader(text: &str, threads: usize) -> ParallelReader<&[u8]> {
        let mut reader = ParallelReader::new(text.as_bytes());
        reader.set_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
        reader.set_chunk_size(200, 4000);
        reader
    }

    #[test]
    fn chunks_of_random_texts_equal_sequential_reading() -> io::Result<()> {
        const PARTS: [&str; 37] = [
            "{comment}",
            "{comment}\n\n[Event \"a\"]\n",
            "\n\n{comment}\n; line\n",
            "[Event \"a\"]\n",
            "[Event a]\n",
            "\n\n[Event a]\n\n",
            "[White \"a\"]\n",
            "[White \"b]\n",
            "[White\n",
            "\"c\"]\n",
            "[x]\n",
            "% escaped\n",
            "; comment\n",
            "\n",
            "\n",
            "\n\n",
            "\r\n",
            " \n",
            "1. e4 ",
            "e5 ",
            "1-0\n",
            "* ",
            "{",
            "} ",
            "(",
            ") ",
            "[%clk 0:01:00] ",
            "[Event \"a\" \n",
            "\n[Event \"a\"]\r\n\r\n",
            "[FEN \"8/8\"]\n",
            "[",
            "\"",
            "\\",
            "\0",
            "\u{FEFF}",
            "1/2-1/2",
            "$1 ",
        ];
        let mut random = fastrand::Rng::with_seed(crate::tests::setting("FERZ_SEED", 9));
        let number = crate::tests::setting("FERZ_COUNT", 3000);
        let mut games = 0;
        for _ in 0..number {
            let length = random.usize(1..60);
            let text: String = (0..length).map(|_| PARTS[random.usize(..PARTS.len())]).collect();
            let (mut sequential, mut whole) = (Recorder::default(), Reader::new(text.as_bytes()));
            whole.read_all(&mut sequential)?;
            games += whole.games();
            let mut parallel = reader(&text, random.usize(1..=3));
            parallel.set_chunk_size(random.usize(1..80), 4000);
            let mut joined = String::new();
            let read = parallel.read_all(Recorder::default, |chunk| {
                joined += &chunk.visitor.0;
                ControlFlow::<()>::Continue(())
            })?;
            assert!(read.is_continue());
            assert_eq!(joined, sequential.0, "{text:?}");
        }
        assert!(games > 2 * number, "{games} games");
        Ok(())
    }

    #[test]
    fn chunks_equal_sequential_reading() -> io::Result<()> {
        let text = text(500);
        let (mut sequential, mut whole) = (Recorder::default(), Reader::new(text.as_bytes()));
        whole.read_all(&mut sequential)?;
        assert_eq!(whole.games(), 500);
        for threads in 1..=4 {
            let (mut joined, mut games, mut bytes) = (String::new(), 0, 0);
            let read = reader(&text, threads).read_all(Recorder::default, |chunk| {
                assert_eq!((chunk.games_before, chunk.texts.len()), (games, 0));
                games += chunk.games;
                bytes = chunk.bytes_read;
                joined += &chunk.visitor.0;
                ControlFlow::<()>::Continue(())
            })?;
            assert_eq!(joined, sequential.0);
            assert_eq!((games, bytes), (500, text.len() as u64));
            assert_eq!(read, ControlFlow::Continue(()));
        }
        Ok(())
    }

    #[test]
    fn a_single_thread_is_the_calling_one() -> io::Result<()> {
        let here = thread::current().id();
        for threads in 1..=2 {
            let visitor = || {
                assert_eq!(thread::current().id() == here, threads == 1);
                Recorder::default()
            };
            let _ = reader(&text(50), threads)
                .read_all(visitor, |_| ControlFlow::<()>::Continue(()))?;
        }
        Ok(())
    }

    #[test]
    fn texts_of_games_are_those_of_the_input() -> io::Result<()> {
        let text = format!("; a comment before the tags\n{}", text(500));
        for threads in 1..=4 {
            let mut reader = reader(&text, threads);
            reader.keep_texts();
            let (mut texts, mut games) = (Vec::new(), String::new());
            let _ = reader.read_all(Recorder::default, |chunk| {
                assert_eq!(chunk.texts.len() as u64, chunk.games);
                texts.extend(chunk.texts.iter().map(|text| text.to_vec()));
                games += &chunk.visitor.0;
                ControlFlow::<()>::Continue(())
            })?;
            // No byte is lost but white space and byte order marks.
            let is_text = |c: &char| !c.is_whitespace() && *c != '\u{FEFF}';
            let joined = String::from_utf8_lossy(&texts.concat()).into_owned();
            assert!(joined.chars().filter(is_text).eq(text.chars().filter(is_text)));
            // Each text is one game, with the tags of the visitor.
            assert_eq!(texts.len(), 500);
            assert!(texts[0].starts_with(b"; a comment") && texts[6].starts_with(b"% escaped"));
            for (text, expected) in texts.iter().zip(games.lines()) {
                let mut alone = Recorder::default();
                Reader::new(text.as_slice()).read_all(&mut alone)?;
                let tags = alone.0.split("] ").next();
                assert_eq!(tags, expected.split("] ").next());
            }
        }
        Ok(())
    }

    #[test]
    fn a_consumer_can_stop() -> io::Result<()> {
        let text = text(500);
        for threads in 1..=3 {
            let mut chunks = 0;
            let read = reader(&text, threads).read_all(Recorder::default, |_| {
                chunks += 1;
                if chunks == 7 { ControlFlow::Break("stop") } else { ControlFlow::Continue(()) }
            })?;
            assert_eq!((read, chunks), (ControlFlow::Break("stop"), 7));
        }
        Ok(())
    }

    #[test]
    fn games_before_a_failed_read_are_consumed() {
        struct Fails;
        impl Read for Fails {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::UnexpectedEof.into())
            }
        }
        for threads in 1..=3 {
            let text = format!("{}[Round \"40\"]\n\n{}", text(40), "{comment} ".repeat(50));
            let mut reader = ParallelReader::new(text.as_bytes().chain(Fails));
            reader.set_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
            let mut games = 0;
            let read = reader.read_all(Recorder::default, |chunk| {
                games += chunk.visitor.0.matches('\n').count();
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(read.map_err(|error| error.kind()), Err(io::ErrorKind::UnexpectedEof));
            assert_eq!(games, 40, "{threads} threads");
        }
    }

    #[test]
    fn long_games_grow_their_chunk_up_to_the_limit() {
        let long = format!("{}[A \"b\"]\n\n{}*\n\n{}", text(5), "e4 ".repeat(1000), text(5));
        let read = |threads, max, keeps_texts| {
            let mut parallel = ParallelReader::new(long.as_bytes());
            parallel.set_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
            parallel.set_chunk_size(100, max);
            parallel.settings.keeps_texts = keeps_texts;
            let mut games = 0;
            let read = parallel.read_all(Recorder::default, |chunk| {
                games += chunk.games;
                ControlFlow::<()>::Continue(())
            });
            read.map(|_| games)
        };
        for keeps_texts in [false, true] {
            assert_eq!(read(2, 5000, keeps_texts).ok(), Some(11));
            // Beyond the limit one thread reads the rest of the text.
            for threads in 1..=3 {
                assert_eq!(read(threads, 1000, keeps_texts).ok(), Some(11), "{threads} threads");
            }
        }
    }

    #[test]
    fn long_games_cost_only_themselves_if_texts_are_kept() -> io::Result<()> {
        let long = format!("{}[A \"b\"]\n\n{}*\n\n{}", text(5), "e4 ".repeat(1000), text(5));
        for threads in 1..=3 {
            let mut parallel = ParallelReader::new(long.as_bytes());
            parallel.set_threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
            parallel.set_chunk_size(100, 1000);
            parallel.keep_texts();
            let (mut texts, mut games) = (Vec::new(), String::new());
            let _ = parallel.read_all(Recorder::default, |chunk| {
                texts.extend(chunk.texts.iter().map(|text| text.to_vec()));
                games += &chunk.visitor.0;
                ControlFlow::<()>::Continue(())
            })?;
            assert_eq!(texts.len(), 11, "{threads} threads");
            for (index, text) in texts.iter().enumerate() {
                assert_eq!(text.is_empty(), index == 5, "text {index} with {threads} threads");
            }
            let faults = games.matches("found a game of more than 1000 bytes").count();
            assert_eq!(faults, 1, "{threads} threads");
        }
        Ok(())
    }

    #[test]
    fn texts_without_tags_are_read_with_any_number_of_threads() -> io::Result<()> {
        let text = "1. e4 e5 *\n\n".repeat(1000);
        for threads in 1..=4 {
            let mut reader = reader(&text, threads);
            reader.set_chunk_size(100, 1000);
            let mut games = 0;
            let _ = reader.read_all(Recorder::default, |chunk| {
                assert_eq!(chunk.games_before, games);
                games += chunk.games;
                ControlFlow::<()>::Continue(())
            })?;
            assert_eq!(games, 1000, "{threads} threads");
        }
        Ok(())
    }

    #[test]
    #[should_panic(expected = "the consumer panics")]
    fn a_panic_ends_all_threads() {
        let text = text(500);
        let consume = |_| -> ControlFlow<()> { panic!("the consumer panics") };
        let _ = reader(&text, 2).read_all(Recorder::default, consume);
    }
}
