use super::source::BookBytes;
use super::{BookEntry, BookError, WalkLimits, walk};
use ferz::{Move, Position};
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

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
            kind if kind.is_file() => None,
            _ if is_null_device(&data) => return Ok(Self::from_entries(&[])),
            kind if kind.is_dir() => Some("found a directory"),
            _ => Some("found a pipe or a device"),
        };
        match found {
            Some(found) => Err(BookError::NoFile { path: path.to_owned(), found }),
            None => Self::new(File::open(path).and_then(BookBytes::file).map_err(io)?, Some(path)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookMove, write_book};

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
}
