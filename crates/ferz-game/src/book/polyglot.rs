//! Books in the Polyglot format: their bytes, their entries and walks along their moves.

use super::BookEntry;
use crate::KeyMap;
use ferz::{Color, Move, Position};
use std::fs::{File, Metadata};
use std::io;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The number of entries of one position that are read. No position has as many legal moves; the
/// limit bounds the time for a damaged file.
const MAX_ENTRIES: u64 = 1024;

/// The number of entries in one read of [`Book::entries`].
const CHUNK: u64 = 4096;

/// Returns true for the metadata of the device that is always empty.
#[cfg(unix)]
fn is_null_device(data: &Metadata) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    let is = |null: Metadata| null.rdev() == data.rdev();
    data.file_type().is_char_device() && std::fs::metadata("/dev/null").is_ok_and(is)
}

#[cfg(not(unix))]
fn is_null_device(_data: &Metadata) -> bool {
    false
}

/// A Polyglot book that is searched in place, in a file or in memory.
///
/// Threads can share a book.
#[derive(Debug)]
pub struct Book {
    source: BookBytes,
}

/// A legal move that a book contains for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// The weight of its entry.
    pub weight: u16,
    /// The field `learn` of its entry.
    pub learn: u32,
}

/// The faults of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookFaults {
    /// The number of entries whose key is below the key before it. A search may miss them.
    pub unsorted: u64,
    /// The number of entries with 16 bits that encode no move.
    pub malformed: u64,
    /// The number of entries with a weight of 0.
    pub zero_weights: u64,
    /// The number of entries of positions reached from the start position whose move is illegal
    /// there.
    pub illegal: u64,
}

impl Book {
    /// Opens a file, which is not loaded: each search reads the entries that it needs. The null device
    /// is an empty book.
    ///
    /// # Errors
    /// If the file cannot be opened, is no regular file, or its length is not a multiple of 16
    /// bytes.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BookError> {
        let path = path.as_ref();
        let io = |error| BookError::Io { path: path.to_owned(), error };
        // A pipe is not opened, which would wait for its writer.
        let data = std::fs::metadata(path).map_err(io)?;
        let found = match data.file_type() {
            kind if kind.is_file() => {
                let file = File::open(path).map_err(io)?;
                let len = file.metadata().map_err(io)?.len();
                return Self::new(BookBytes::File { file: Mutex::new(file), len }, Some(path));
            }
            _ if is_null_device(&data) => return Ok(Self::from_entries(&[])),
            kind if kind.is_dir() => "found a directory",
            _ => "found a pipe or a device",
        };
        Err(BookError::NoFile { path: path.to_owned(), found })
    }

    /// Creates a book from the bytes of a file.
    ///
    /// # Errors
    /// If the length is not a multiple of 16 bytes.
    pub fn from_bytes(bytes: impl Into<Box<[u8]>>) -> Result<Self, BookError> {
        Self::new(BookBytes::Memory(bytes.into()), None)
    }

    /// Creates a book in memory from entries in the order of a file.
    pub fn from_entries(entries: &[BookEntry]) -> Self {
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        Self { source: BookBytes::Memory(bytes.into()) }
    }

    fn new(source: BookBytes, path: Option<&Path>) -> Result<Self, BookError> {
        let bytes = source.len();
        if bytes.is_multiple_of(BookEntry::SIZE as u64) {
            Ok(Self { source })
        } else {
            Err(BookError::Length { path: path.map(Path::to_owned), bytes })
        }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> u64 {
        self.source.len() / BookEntry::SIZE as u64
    }

    /// Returns true for a book without entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the entry with this index.
    ///
    /// # Errors
    /// If the file cannot be read, or there is no such entry.
    pub fn entry(&self, index: u64) -> io::Result<BookEntry> {
        let mut bytes = [0; BookEntry::SIZE];
        let offset = index.checked_mul(BookEntry::SIZE as u64);
        self.source.read(offset.ok_or(io::ErrorKind::UnexpectedEof)?, &mut bytes)?;
        Ok(BookEntry::from_bytes(bytes))
    }

    /// Reads all entries in the order of the file, some thousands at a time.
    ///
    /// # Errors
    /// In place of each part of the file that cannot be read.
    pub fn entries(&self) -> impl Iterator<Item = io::Result<BookEntry>> {
        (0..self.len()).step_by(CHUNK as usize).flat_map(|first| match self.chunk(first) {
            Ok(entries) => entries.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Reads at most [`CHUNK`] entries.
    fn chunk(&self, first: u64) -> io::Result<Vec<BookEntry>> {
        let mut bytes = vec![0; CHUNK.min(self.len() - first) as usize * BookEntry::SIZE];
        self.source.read(first * BookEntry::SIZE as u64, &mut bytes)?;
        let (entries, _) = bytes.as_chunks();
        Ok(entries.iter().map(|&bytes| BookEntry::from_bytes(bytes)).collect())
    }

    /// Returns the entries of a position by its [Polyglot key](ferz::Board::polyglot_key), in the
    /// order of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find(&self, key: u64) -> io::Result<Vec<BookEntry>> {
        let mut entries = Vec::new();
        let first = self.lower_bound(key)?;
        for index in first..self.len().min(first + MAX_ENTRIES) {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Returns the index of the first entry whose key is not below `key`.
    fn lower_bound(&self, key: u64) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    /// Returns the legal moves of a position that the book contains, the greatest weight first.
    /// Entries with other moves are skipped, and so is the second entry of a move.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn moves(&self, position: &Position) -> io::Result<Vec<FoundMove>> {
        let mut moves: Vec<FoundMove> = Vec::new();
        for entry in self.find(position.polyglot_key())? {
            let Some(mv) = entry.mv.find(position) else { continue };
            if moves.iter().all(|found| found.mv != mv) {
                moves.push(FoundMove { mv, weight: entry.weight, learn: entry.learn });
            }
        }
        moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
        Ok(moves)
    }

    /// Counts the faults of the book: reads every entry, and every position that the moves of the
    /// book reach from the start position of standard chess.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn check(&self) -> io::Result<BookFaults> {
        let mut faults = BookFaults::default();
        let mut before = 0;
        for entry in self.entries() {
            let entry = entry?;
            faults.unsorted += u64::from(entry.key < before);
            faults.malformed += u64::from(entry.mv.uci().is_none());
            faults.zero_weights += u64::from(entry.weight == 0);
            before = entry.key;
        }
        walk(self, &Position::startpos(), WalkLimits::default(), |visited| {
            let entries = self.find(visited.position.polyglot_key())?;
            let illegal = |entry: &&BookEntry| {
                entry.mv.uci().is_some() && entry.mv.find(visited.position).is_none()
            };
            faults.illegal += entries.iter().filter(illegal).count() as u64;
            Ok::<_, io::Error>(())
        })?;
        Ok(faults)
    }
}

/// The bytes of a book.
#[derive(Debug)]
pub(super) enum BookBytes {
    Memory(Box<[u8]>),
    File {
        /// Locked while the file is read, because a read moves its cursor.
        file: Mutex<File>,
        len: u64,
    },
}

impl BookBytes {
    /// Returns the length in bytes.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Memory(bytes) => bytes.len() as u64,
            Self::File { len, .. } => *len,
        }
    }

    /// Reads bytes from `offset` until `buffer` is full.
    pub(super) fn read(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            Self::Memory(bytes) => {
                let start = usize::try_from(offset).ok();
                let range = start.and_then(|start| bytes.get(start..start + buffer.len()));
                buffer.copy_from_slice(range.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
            Self::File { file, .. } => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(buffer)
            }
        }
    }
}

/// Limits of [`walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WalkLimits {
    /// The number of plies from the start within which positions are visited.
    pub max_plies: u32,
    /// The side that makes book moves only, while the other makes any legal move: the lines that
    /// can occur if this side plays from the book. None if both sides make book moves.
    pub color: Option<Color>,
}

impl Default for WalkLimits {
    fn default() -> Self {
        Self { max_plies: u32::MAX, color: None }
    }
}

/// A position that [`walk`] visits.
#[derive(Debug)]
pub struct WalkPosition<'a> {
    /// The position.
    pub position: &'a Position,
    /// The moves from the start to the position.
    pub line: &'a [Move],
    /// The book's moves, at least one.
    pub moves: &'a [FoundMove],
}

/// Visits the positions of a book that its moves reach from `start`, each once, in the order of a
/// depth-first search: the heaviest moves first.
///
/// Moves of weight 0 are not followed.
///
/// # Errors
/// If the file cannot be read, and any error of `visit`, which ends the walk.
pub fn walk<E: From<io::Error>>(
    book: &Book,
    start: &Position,
    limits: WalkLimits,
    mut visit: impl FnMut(WalkPosition<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut position = start.clone();
    let mut line = Vec::new();
    // The moves to follow at each ply, the last first. The stack is explicit because a damaged
    // file can have lines of any length.
    let mut stack: Vec<Vec<Move>> = Vec::new();
    // The fewest plies after which each position was reached.
    let mut reached: KeyMap<u32> = KeyMap::default();
    loop {
        let next = enter(book, &position, &line, limits, &mut reached, &mut visit)?;
        stack.push(next);
        loop {
            let Some(top) = stack.last_mut() else { return Ok(()) };
            if let Some(mv) = top.pop() {
                position.do_move(mv);
                line.push(mv);
                break;
            }
            stack.pop();
            if line.pop().is_some() {
                position.undo_move();
            }
        }
    }
}

/// Visits a position if it is new, and returns the moves to follow from it, the last first. A known
/// position is searched again if it is reached after fewer plies, which matters with a limit.
fn enter<E: From<io::Error>>(
    book: &Book,
    position: &Position,
    line: &[Move],
    limits: WalkLimits,
    reached: &mut KeyMap<u32>,
    visit: &mut impl FnMut(WalkPosition<'_>) -> Result<(), E>,
) -> Result<Vec<Move>, E> {
    let key = position.polyglot_key();
    let ply = line.len() as u32;
    let before = reached.get(&key).copied();
    let limited = limits.max_plies < u32::MAX;
    if before.is_some_and(|before| !limited || before <= ply) {
        return Ok(Vec::new());
    }
    let moves = book.moves(position)?;
    let any_move = limits.color.is_some_and(|color| color != position.side_to_move());
    if moves.is_empty() && !any_move {
        return Ok(Vec::new());
    }
    reached.insert(key, ply);
    if before.is_none() && !moves.is_empty() {
        visit(WalkPosition { position, line, moves: &moves })?;
    }
    if ply >= limits.max_plies {
        return Ok(Vec::new());
    }
    Ok(if any_move {
        replies(book, position)?
    } else {
        moves.iter().rev().filter(|found| found.weight > 0).map(|found| found.mv).collect()
    })
}

/// Returns the legal moves after which the book has a position.
fn replies(book: &Book, position: &Position) -> io::Result<Vec<Move>> {
    let mut next = position.clone();
    let mut replies = Vec::new();
    for &mv in &position.legal_moves() {
        next.do_move(mv);
        if !book.find(next.polyglot_key())?.is_empty() {
            replies.push(mv);
        }
        next.undo_move();
    }
    Ok(replies)
}

/// The rule that selects one of the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookSelection {
    /// The move with the greatest weight; of equal weights, the first in the book.
    Best,
    /// A random move, with a probability proportional to its weight.
    #[default]
    Weighted,
    /// A random move, each with the same probability.
    Uniform,
}

/// Selects one of the moves of [`Book::moves`](super::Book::moves) by a random number, which should
/// be uniform over all 64 bits. Moves of weight 0 are never selected.
pub fn select(moves: &[FoundMove], selection: BookSelection, random: u64) -> Option<FoundMove> {
    let weight = |found: &FoundMove| match selection {
        BookSelection::Uniform => u64::from(found.weight > 0),
        BookSelection::Best | BookSelection::Weighted => u64::from(found.weight),
    };
    if selection == BookSelection::Best {
        let heaviest = moves.iter().map(weight).max().filter(|&weight| weight > 0)?;
        return moves.iter().copied().find(|found| weight(found) == heaviest);
    }
    let total: u64 = moves.iter().map(weight).sum();
    // The high half of the product is uniform below `total`.
    let mut rest = ((u128::from(random) * u128::from(total)) >> 64) as u64;
    moves.iter().copied().find(|found| match rest.checked_sub(weight(found)) {
        Some(less) => {
            rest = less;
            false
        }
        None => true,
    })
}

/// Returns the probability of each move under [`BookSelection::Weighted`]; all 0 if all weights are 0.
pub fn shares(moves: &[FoundMove]) -> impl Iterator<Item = f64> {
    let total: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
    moves.iter().map(move |found| f64::from(found.weight) / (total.max(1) as f64))
}

/// An error in a Polyglot book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be opened.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A directory, a pipe or a device: only a file can be searched.
    #[error("{}: {found}, expected a file", path.display())]
    NoFile {
        /// The path.
        path: PathBuf,
        /// The kind of file found.
        found: &'static str,
    },
    /// The length is not a multiple of 16 bytes.
    #[error("{}found {bytes} bytes, expected a multiple of 16: not a Polyglot book, or cut off",
        prefix(path.as_deref()))]
    Length {
        /// The file; `None` for a book in memory.
        path: Option<PathBuf>,
        /// The length in bytes.
        bytes: u64,
    },
}

/// Returns a path as the beginning of a message.
fn prefix(path: Option<&Path>) -> String {
    path.map_or(String::new(), |path| format!("{}: ", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::book::{BookBuilder, BookMove, BuildOptions, write_book};
    use ferz::Position;

    fn entry(key: u64, bits: u16, weight: u16) -> BookEntry {
        BookEntry { key, mv: BookMove(bits), weight, learn: 0 }
    }

    #[test]
    fn published_keys_are_the_keys_of_the_positions() {
        // The description of the format by its authors.
        for (key, moves) in [
            (0x463b_9618_1691_fc9c, ""),
            (0x823c_9b50_fd11_4196, "e4"),
            (0x0756_b944_61c5_0fb0, "e4 d5"),
            (0x662f_afb9_65db_29d4, "e4 d5 e5"),
            (0x22a4_8b5a_8e47_ff78, "e4 d5 e5 f5"),
            (0x652a_607c_a3f2_42c1, "e4 d5 e5 f5 Ke2"),
            (0x00fd_d303_c946_bdd9, "e4 d5 e5 f5 Ke2 Kf7"),
            (0x3c81_23ea_7b06_7637, "a4 b5 h4 b4 c4"),
            (0x5c3f_9b82_9b27_9560, "a4 b5 h4 b4 c4 bxc3 Ra3"),
        ] {
            let mut position = Position::startpos();
            for san in moves.split_whitespace() {
                position.do_move(position.parse_san(san).unwrap());
            }
            assert_eq!(position.polyglot_key(), key, "{moves}");
        }
    }

    #[test]
    fn file_and_memory_find_the_same_entries() {
        let keys = [0, 0, 3, 3, 3, 9, u64::MAX];
        let entries: Vec<_> = keys.iter().map(|&key| entry(key, key as u16, 1)).collect();
        let path = std::env::temp_dir().join(format!("ferz-book-{}.bin", std::process::id()));
        write_book(&entries, &mut File::create(&path).unwrap()).unwrap();
        let (file, memory) = (Book::open(&path).unwrap(), Book::from_entries(&entries));
        for key in [0, 1, 3, 4, 9, 10, u64::MAX - 1, u64::MAX] {
            let expected: Vec<_> = entries.iter().copied().filter(|e| e.key == key).collect();
            assert_eq!(file.find(key).unwrap(), expected);
            assert_eq!(memory.find(key).unwrap(), expected);
        }
        for book in [&file, &memory] {
            let read: Vec<_> = book.entries().map(Result::unwrap).collect();
            assert_eq!(read, entries);
            assert!(book.entry(7).is_err() && book.entry(u64::MAX).is_err());
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn illegal_moves_are_skipped_and_counted() {
        let start = Position::startpos();
        let key = start.polyglot_key();
        let [e4, d4] = ["e4", "d4"].map(|san| start.parse_san(san).unwrap());
        let bits = |mv: Move| BookMove::new(mv).0;
        let entries = [
            entry(key, bits(e4), 3),
            entry(key, 0, 9),
            entry(key, 0x7FFF, 9),
            entry(key, 0o0407, 9),
            entry(key, bits(d4), 0),
            entry(key, bits(e4), 8),
            entry(5, 0o1434, 1),
        ];
        let book = Book::from_entries(&entries);
        let moves: Vec<_> =
            book.moves(&start).unwrap().iter().map(|found| (found.mv, found.weight)).collect();
        assert_eq!(moves, [(e4, 3), (d4, 0)]);
        let faults = BookFaults { unsorted: 1, malformed: 2, zero_weights: 1, illegal: 1 };
        assert_eq!(book.check().unwrap(), faults);
    }

    #[test]
    fn wrong_lengths_are_refused() {
        for len in [1, 15, 17, 40] {
            let error = Book::from_bytes(vec![0; len]).unwrap_err();
            assert!(error.to_string().contains(&format!("{len} bytes")), "{error}");
        }
        assert!(Book::from_bytes([]).unwrap().moves(&Position::startpos()).unwrap().is_empty());
    }

    fn book(lines: &[&str], color: Option<Color>) -> Book {
        let options = BuildOptions { min_games: 1, color, ..BuildOptions::default() };
        let mut builder = BookBuilder::new(options);
        for line in lines {
            let mut position = Position::startpos();
            for san in line.split(' ') {
                let mv = position.parse_san(san).unwrap();
                builder.add_move(&position, mv, GameResult::Draw);
                position.do_move(mv);
            }
        }
        Book::from_entries(&builder.finish())
    }

    fn visited(book: &Book, limits: WalkLimits) -> Vec<String> {
        let mut lines = Vec::new();
        let start = Position::startpos();
        let collect = |visited: WalkPosition<'_>| {
            assert!(!visited.moves.is_empty());
            lines.push(start.san_line(visited.line).unwrap());
            Ok::<_, io::Error>(())
        };
        walk(book, &start, limits, collect).unwrap();
        lines
    }

    #[test]
    fn transpositions_and_repetitions_are_visited_once() {
        let book = book(&["Nf3 Nf6 Ng1 Ng8 Nf3", "d4 d5 c4 e6 Nc3", "c4 e6 d4 d5 Nc3 Nf6"], None);
        let lines = visited(&book, WalkLimits::default());
        assert_eq!(lines.len(), 12);
        assert_eq!(lines.iter().filter(|line| line.contains("e6")).count(), 4);
        let within = |max_plies| visited(&book, WalkLimits { max_plies, ..Default::default() });
        assert_eq!(within(0), [""]);
        assert_eq!(within(1).len(), 4);
        assert_eq!(within(100).len(), 12);
    }

    #[test]
    fn limit_counts_from_the_shortest_line() {
        // The same position after five and after three plies: the longer line has more games.
        let long = "e3 e5 e4 Nc6 Nf3";
        let book = book(&[long, long, "e4 Nc6 Nf3 e5 Bb5"], None);
        let limits = WalkLimits { max_plies: 4, ..Default::default() };
        assert!(visited(&book, limits).iter().any(|line| line == "e4 Nc6 Nf3 e5"));
    }

    #[test]
    fn other_side_makes_any_move() {
        let white = book(&["e4 e5 Nf3 Nc6", "e4 c5 Nc3 Nc6"], Some(Color::White));
        assert_eq!(visited(&white, WalkLimits::default()), [""]);
        let limits = WalkLimits { color: Some(Color::White), ..Default::default() };
        assert_eq!(visited(&white, limits).len(), 3);
    }

    fn moves(weights: &[u16]) -> Vec<FoundMove> {
        let legal = Position::startpos().legal_moves();
        let found = |(&mv, &weight)| FoundMove { mv, weight, learn: 0 };
        legal.iter().zip(weights).map(found).collect()
    }

    /// Counts the selections of each move over evenly spaced numbers.
    fn counts(moves: &[FoundMove], selection: BookSelection) -> Vec<usize> {
        let mut counts = vec![0; moves.len()];
        for i in 0..600 {
            let random = (u128::from(u64::MAX) * i / 599) as u64;
            let Some(found) = select(moves, selection, random) else { continue };
            counts[moves.iter().position(|&candidate| candidate == found).unwrap()] += 1;
        }
        counts
    }

    #[test]
    fn selections_have_the_probabilities_of_the_weights() {
        let moves = moves(&[10, 30, 0, 20]);
        assert_eq!(counts(&moves, BookSelection::Weighted), [100, 300, 0, 200]);
        assert_eq!(counts(&moves, BookSelection::Uniform), [200, 200, 0, 200]);
        assert_eq!(counts(&moves, BookSelection::Best), [0, 600, 0, 0]);
        let shares: Vec<_> = shares(&moves).map(|share| (share * 6.0).round()).collect();
        assert_eq!(shares, [1.0, 3.0, 0.0, 2.0]);
    }

    #[test]
    fn moves_of_weight_zero_are_never_selected() {
        for selection in [BookSelection::Best, BookSelection::Weighted, BookSelection::Uniform] {
            assert_eq!(counts(&moves(&[0, 0]), selection), [0, 0]);
            assert_eq!(select(&[], selection, 1), None);
        }
        assert!(shares(&moves(&[0, 0])).all(|share| share == 0.0));
    }
}
