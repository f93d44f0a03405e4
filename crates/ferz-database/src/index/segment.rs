//! A segment: its positions, for each its moves and for each move the games.

use super::blocks::{
    BLOCK_DATA, BlockCursor, BlockReader, BlockWriter, IndexError, data_bytes, push_varint,
};
use super::columns::Columns;
use super::game_texts::{TextReader, Texts};
use super::games::{GameTable, RecordReader, ResultCounts};
use super::stored_moves::StoredMoves;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The number of games of a move from which on the segment has their counts: below, the games are read.
///
/// The nine numbers take about as many bytes as the list of eight games, so that counts at most double a move. Most moves have
/// fewer games: counts for them would make the file larger, to save the reading of a few records.
pub(super) const COUNTED_GAMES: usize = 8;

/// The greatest rank of a move; a greater first byte begins a position of several games.
pub(super) const MAX_RANK: u8 = 250;
const SEVERAL: u8 = 255;

/// The bytes before the first bucket: they tell the file from others.
const MAGIC: &[u8; 8] = b"FerzPos1";
/// The bytes of an offset in the directory: a terabyte. Four would end at 4 GiB, which an index of some ten million
/// games exceeds, and a byte more is one for 8 to 16 positions.
const OFFSET_BYTES: usize = 5;
/// The most bits of a key in the directory.
const MAX_BITS: u8 = 36;

/// The sizes of the numbers in a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SegmentShape {
    /// The number of bits of a key that are the number of its bucket.
    pub(super) bits: u8,
    /// The number of games.
    pub(super) games: u32,
}

impl SegmentShape {
    /// Returns the shape for at most this number of positions: 8 to 16 in a bucket.
    pub(super) fn for_positions(positions: u64, games: u32) -> Self {
        // Keys are hashes, so that their first bits divide the positions evenly and no search tree is needed: a probe reads two
        // offsets and one bucket. More bits would save nothing, as a bucket is less than a block; fewer would make the linear
        // search in it the longer part of a probe.
        let bits = (positions / 8).checked_ilog2().unwrap_or(0) as u8;
        Self { bits: bits.min(MAX_BITS), games }
    }

    /// Returns the bits of a directory by the size of its file; `None` if there is none of the size.
    pub(super) fn bits_of_directory(size: u64) -> Option<u8> {
        let offsets = data_bytes(size).checked_sub(OFFSET_BYTES as u64)? / OFFSET_BYTES as u64;
        let bits = offsets.checked_ilog2()? as u8;
        let is_whole = data_bytes(size) == ((1 << bits) + 1) * OFFSET_BYTES as u64;
        Some(bits).filter(|&bits| is_whole && bits <= MAX_BITS)
    }

    pub(super) fn is_valid(self) -> bool {
        self.bits <= MAX_BITS
    }

    fn bucket(self, key: u64) -> u64 {
        key.checked_shr(64 - u32::from(self.bits)).unwrap_or(0)
    }

    /// Returns the number of low bytes of a key that are stored: with the number of the bucket all bits.
    fn key_bytes(self) -> usize {
        // Whole bytes, though some bits are those of the bucket again: they verify that a position is in its bucket. Fewer bits than
        // the whole key would save bytes and find a wrong position once in a while, which no check could notice.
        usize::from(64 - self.bits).div_ceil(8)
    }

    /// Returns the number of bytes of the game of a position that occurs once.
    fn game_bytes(self) -> usize {
        (32 - self.games.saturating_sub(1).leading_zeros()).div_ceil(8).max(1) as usize
    }
}

/// A position with its moves and their games.
#[derive(Default)]
pub(super) struct PositionEntry {
    pub(super) key: u64,
    /// In the order of ranks.
    pub(super) moves: Vec<MoveEntry>,
    /// The numbers of the games, those of a move in their order.
    pub(super) games: Vec<u32>,
}

/// A move of a position.
pub(super) struct MoveEntry {
    pub(super) rank: u8,
    /// Present from [`COUNTED_GAMES`] games on.
    pub(super) counts: Option<ResultCounts>,
    /// The place of the games in the list of the entry; empty if they were skipped.
    pub(super) games: Range<usize>,
}

impl PositionEntry {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.games.clear();
    }

    /// Returns the games, with the ranks of their moves, in the order of the table, so that each block of it is
    /// read once: those of the moves with a rank below `ranks`, and without `all` of those without counts.
    pub(super) fn ordered_games(&self, ranks: usize, all: bool) -> impl Iterator<Item = (u32, u8)> {
        let mut games = Vec::with_capacity(self.games.len());
        for mv in self.moves.iter().filter(|mv| usize::from(mv.rank) < ranks) {
            if all || mv.counts.is_none() {
                let game = |&game: &u32| u64::from(game) << 8 | u64::from(mv.rank);
                games.extend(self.games_of(mv).iter().map(game));
            }
        }
        // The lists of the moves are in order: a stable sort merges them.
        games.sort();
        games.into_iter().map(|game| ((game >> 8) as u32, game as u8))
    }

    /// Returns the games of a move.
    pub(super) fn games_of(&self, mv: &MoveEntry) -> &[u32] {
        &self.games[mv.games.clone()]
    }
}

/// Writes the positions of a segment in the order of their keys.
pub(super) struct SegmentWriter {
    buckets: BlockWriter,
    directory: BlockWriter,
    shape: SegmentShape,
    /// The number of buckets that have begun.
    begun: u64,
    positions: u64,
    bytes: Vec<u8>,
    list: Vec<u8>,
}

impl SegmentWriter {
    pub(super) fn create(paths: [PathBuf; 2], shape: SegmentShape) -> Result<Self, IndexError> {
        let [buckets, directory] = paths;
        let mut buckets = BlockWriter::create(&buckets)?;
        buckets.write(MAGIC)?;
        let directory = BlockWriter::create(&directory)?;
        let (bytes, list) = (Vec::new(), Vec::new());
        Ok(Self { buckets, directory, shape, begun: 0, positions: 0, bytes, list })
    }

    /// Begins the buckets up to this number. Empty ones too: the place of an offset is computed from the number of its bucket.
    fn begin_buckets(&mut self, last: u64) -> Result<(), IndexError> {
        while self.begun <= last {
            let offset = self.buckets.position().to_le_bytes();
            self.directory.write(&offset[..OFFSET_BYTES])?;
            self.begun += 1;
        }
        Ok(())
    }

    /// Adds a position, with a greater key than those before.
    pub(super) fn add(&mut self, entry: &PositionEntry) -> Result<(), IndexError> {
        self.begin_buckets(self.shape.bucket(entry.key))?;
        self.positions += 1;
        self.bytes.clear();
        let key = entry.key.to_le_bytes();
        self.bytes.extend_from_slice(&key[..self.shape.key_bytes()]);
        match entry.moves[..] {
            // Most positions occur in one game: without lengths and lists they take a quarter less.
            [MoveEntry { rank, .. }] if entry.games.len() == 1 => {
                self.bytes.push(rank);
                let game = entry.games[0].to_le_bytes();
                self.bytes.extend_from_slice(&game[..self.shape.game_bytes()]);
            }
            _ => self.encode_several(entry),
        }
        self.buckets.write(&self.bytes)
    }

    /// Encodes the moves of a position of several games.
    fn encode_several(&mut self, entry: &PositionEntry) {
        let Self { bytes, list, .. } = self;
        bytes.push(SEVERAL);
        let start = bytes.len();
        for mv in &entry.moves {
            let games = entry.games_of(mv);
            bytes.push(mv.rank);
            push_varint(bytes, games.len() as u64);
            list.clear();
            let mut before = 0;
            for &game in games {
                push_varint(list, u64::from(game - before));
                before = game;
            }
            if let Some(counts) = &mv.counts {
                counts.numbers().into_iter().for_each(|number| push_varint(bytes, number));
                push_varint(bytes, list.len() as u64);
            }
            bytes.extend_from_slice(list);
        }
        // The length stands first, so that a probe of another position of the bucket skips the lists without reading them.
        list.clear();
        push_varint(list, (bytes.len() - start) as u64);
        bytes.splice(start..start, list.iter().copied());
    }

    /// Completes the files and returns the number of positions.
    pub(super) fn finish(mut self) -> Result<u64, IndexError> {
        self.begin_buckets(1 << self.shape.bits)?;
        self.buckets.finish()?;
        self.directory.finish()?;
        Ok(self.positions)
    }
}

/// The positions of a segment.
pub(super) struct Positions {
    buckets: BlockReader,
    directory: BlockReader,
    shape: SegmentShape,
}

impl Positions {
    /// Opens the files, which must have these lengths.
    pub(super) fn open(
        paths: [PathBuf; 2],
        lengths: [u64; 2],
        shape: SegmentShape,
    ) -> Result<Self, IndexError> {
        let [buckets, directory] = paths;
        let buckets = BlockReader::open(buckets, lengths[0])?;
        let directory = BlockReader::open(directory, lengths[1])?;
        let offsets = (1 << shape.bits) + 1;
        if directory.data_length() != offsets * OFFSET_BYTES as u64 {
            return Err(directory.damaged(0, "the length of the directory differs"));
        }
        Ok(Self { buckets, directory, shape })
    }

    /// Finds a position by its key. Returns false if it does not occur. Without lists, the games of moves
    /// with counts are skipped.
    pub(super) fn find(
        &self,
        key: u64,
        lists: bool,
        entry: &mut PositionEntry,
    ) -> Result<bool, IndexError> {
        let bucket = self.shape.bucket(key);
        let place = bucket * OFFSET_BYTES as u64;
        const BOTH: usize = 2 * OFFSET_BYTES;
        let mut offsets = self.directory.cursor(place, place + BOTH as u64, BOTH);
        let (start, end) = (offsets.number(OFFSET_BYTES)?, offsets.number(OFFSET_BYTES)?);
        if start < MAGIC.len() as u64 || end < start || end > self.buckets.data_length() {
            return Err(offsets.damaged("the offset of a bucket"));
        }
        let mut cursor = self.buckets.cursor(start, end, BLOCK_DATA);
        let (low, bytes) = (self.low_bits(key), self.shape.key_bytes());
        while !cursor.is_at_end() {
            let found = cursor.number(bytes)?;
            // Within a bucket the low bits alone have the order of the keys. Half of a bucket is read for a position that does not
            // occur, as most do that a person reaches after some moves.
            if found > low {
                break;
            }
            entry.clear();
            entry.key = key;
            if found == low {
                decode_moves(&mut cursor, self.shape, lists, entry)?;
                return Ok(true);
            }
            skip_moves(&mut cursor, self.shape)?;
        }
        entry.clear();
        Ok(false)
    }

    /// Returns the bits of a key that are stored with it.
    fn low_bits(&self, key: u64) -> u64 {
        key & (u64::MAX >> (64 - 8 * self.shape.key_bytes()))
    }

    /// Verifies the checksums of the files.
    fn check_blocks(&self) -> Result<(), IndexError> {
        self.buckets.check(MAGIC)?;
        self.directory.check(&[])
    }

    /// Returns all positions in the order of their keys.
    pub(super) fn stream(&self) -> Result<PositionStream<'_>, IndexError> {
        let start = MAGIC.len() as u64;
        let cursor = self.buckets.cursor(start, self.buckets.data_length(), BLOCK_DATA);
        let mut directory = self.directory.cursor(0, self.directory.data_length(), BLOCK_DATA);
        if directory.number(OFFSET_BYTES)? != start {
            return Err(directory.damaged("the offset of the first bucket"));
        }
        let stream = PositionStream {
            positions: self,
            cursor,
            directory,
            buckets: 0,
            bucket_end: start,
            last: None,
        };
        Ok(stream)
    }
}

/// Reads the positions of a segment in their order, and verifies them.
pub(super) struct PositionStream<'a> {
    positions: &'a Positions,
    cursor: BlockCursor<'a>,
    directory: BlockCursor<'a>,
    /// The number of buckets that have begun.
    buckets: u64,
    bucket_end: u64,
    last: Option<u64>,
}

impl PositionStream<'_> {
    /// Reads the next position. Returns false after the last one.
    pub(super) fn next(&mut self, entry: &mut PositionEntry) -> Result<bool, IndexError> {
        let shape = self.positions.shape;
        while self.cursor.offset() == self.bucket_end {
            if self.directory.is_at_end() {
                return match self.cursor.is_at_end() {
                    true => Ok(false),
                    false => Err(self.cursor.damaged("positions behind the last bucket")),
                };
            }
            let end = self.directory.number(OFFSET_BYTES)?;
            if end < self.bucket_end {
                return Err(self.directory.damaged("the offset of a bucket"));
            }
            self.bucket_end = end;
            self.buckets += 1;
        }
        let low = self.cursor.number(shape.key_bytes())?;
        // The number of the bucket and the stored bytes overlap.
        let bucket = self.buckets - 1;
        let key = bucket.checked_shl(64 - u32::from(shape.bits)).unwrap_or(0) | low;
        let is_split = self.positions.low_bits(key) == low && shape.bucket(key) == bucket;
        if !is_split || self.last.is_some_and(|last| last >= key) {
            return Err(self.cursor.damaged("the order of the keys"));
        }
        self.last = Some(key);
        entry.clear();
        entry.key = key;
        decode_moves(&mut self.cursor, shape, true, entry)?;
        if self.cursor.offset() > self.bucket_end {
            return Err(self.cursor.damaged("a position behind the end of its bucket"));
        }
        Ok(true)
    }
}

/// Skips the moves of a position.
fn skip_moves(cursor: &mut BlockCursor<'_>, shape: SegmentShape) -> Result<(), IndexError> {
    let bytes = match cursor.byte()? {
        SEVERAL => cursor.varint()?,
        _ => shape.game_bytes() as u64,
    };
    cursor.skip(bytes)
}

/// Reads the moves of a position.
fn decode_moves(
    cursor: &mut BlockCursor<'_>,
    shape: SegmentShape,
    lists: bool,
    entry: &mut PositionEntry,
) -> Result<(), IndexError> {
    let rank = cursor.byte()?;
    if rank <= MAX_RANK {
        let game = cursor.number(shape.game_bytes())?;
        let game = game_number(cursor, shape, game)?;
        entry.games.push(game);
        entry.moves.push(MoveEntry { rank, counts: None, games: 0..1 });
        return Ok(());
    }
    if rank != SEVERAL {
        return Err(cursor.damaged("the rank of a move"));
    }
    let length = cursor.varint()?;
    let end = cursor.offset() + length;
    while cursor.offset() < end {
        let mv = decode_move(cursor, shape, lists, entry)?;
        if mv.rank > MAX_RANK || entry.moves.last().is_some_and(|last| last.rank >= mv.rank) {
            return Err(cursor.damaged("the order of the moves"));
        }
        entry.moves.push(mv);
    }
    if cursor.offset() != end || entry.moves.is_empty() {
        return Err(cursor.damaged("the length of a position"));
    }
    Ok(())
}

/// Reads a move of a position of several games.
fn decode_move(
    cursor: &mut BlockCursor<'_>,
    shape: SegmentShape,
    lists: bool,
    entry: &mut PositionEntry,
) -> Result<MoveEntry, IndexError> {
    let rank = cursor.byte()?;
    let count = cursor.varint()?;
    if count == 0 || count > u64::from(shape.games) {
        return Err(cursor.damaged("the number of games of a move"));
    }
    let start = entry.games.len();
    let mut counts = None;
    if count >= COUNTED_GAMES as u64 {
        let mut numbers = [0; ResultCounts::NUMBERS];
        for number in &mut numbers {
            *number = cursor.varint()?;
        }
        let sums = ResultCounts::from_numbers(count, numbers);
        counts = Some(sums.ok_or_else(|| cursor.damaged("the counts of a move"))?);
        let bytes = cursor.varint()?;
        if !lists {
            cursor.skip(bytes)?;
            return Ok(MoveEntry { rank, counts, games: start..start });
        }
    }
    let mut game = 0;
    for index in 0..count {
        let difference = cursor.varint()?;
        if index > 0 && difference == 0 {
            // A game twice in a list would be counted twice; checksums find no fault of a program that wrote it.
            return Err(cursor.damaged("the order of the games"));
        }
        let sum = u64::from(game).saturating_add(difference);
        game = game_number(cursor, shape, sum)?;
        entry.games.push(game);
    }
    Ok(MoveEntry { rank, counts, games: start..entry.games.len() })
}

/// Returns the number of a game of the segment.
fn game_number(
    cursor: &BlockCursor<'_>,
    shape: SegmentShape,
    number: u64,
) -> Result<u32, IndexError> {
    match u32::try_from(number) {
        Ok(game) if game < shape.games => Ok(game),
        _ => Err(cursor.damaged("the number of a game")),
    }
}

// The files of a segment.

/// The numbers of a segment in the manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SegmentInfo {
    /// The number in the names of its files.
    pub(super) number: u64,
    pub(super) shape: SegmentShape,
    pub(super) names: u32,
    pub(super) positions: u64,
    /// The sizes of the files in the order of [`segment_paths`]; 0 for texts that are left out.
    pub(super) sizes: [u64; SEGMENT_FILES],
}

/// The number of files of a segment with texts.
pub(super) const SEGMENT_FILES: usize = 5;

/// Returns the paths of buckets, directory, table of games, columns and texts of a segment.
pub(super) fn segment_paths(folder: &Path, number: u64) -> [PathBuf; SEGMENT_FILES] {
    [
        folder.join(format!("positions-{number}.seg")),
        folder.join(format!("positions-{number}.dir")),
        folder.join(format!("games-{number}.tbl")),
        folder.join(format!("columns-{number}.col")),
        folder.join(format!("text-{number}.pgn.gz")),
    ]
}

/// Returns the number of the segment whose file has this name.
pub(super) fn segment_number(name: &str) -> Option<u64> {
    let (stem, rest) = name.split_once('-')?;
    let (number, ending) = rest.split_once('.')?;
    let is_known = matches!(
        (stem, ending),
        ("positions", "seg" | "dir") | ("games", "tbl") | ("columns", "col") | ("text", "pgn.gz")
    );
    number.parse().ok().filter(|_| is_known)
}

/// The open files of a segment.
pub(super) struct Segment {
    pub(super) info: SegmentInfo,
    pub(super) positions: Positions,
    pub(super) table: GameTable,
    pub(super) columns: Columns,
    pub(super) texts: Option<Texts>,
}

impl SegmentInfo {
    /// Returns the number of files.
    pub(super) fn files(&self) -> usize {
        SEGMENT_FILES - usize::from(self.sizes[SEGMENT_FILES - 1] == 0)
    }
}

impl Segment {
    pub(super) fn open(folder: &Path, info: SegmentInfo) -> Result<Self, IndexError> {
        let SegmentInfo { number, shape, names, sizes, .. } = info;
        let [buckets, directory, table, columns, texts] = segment_paths(folder, number);
        let positions = Positions::open([buckets, directory], [sizes[0], sizes[1]], shape)?;
        let table = GameTable::open(table, sizes[2], shape.games, names)?;
        let columns = Columns::open(columns, sizes[3], shape.games)?;
        let texts = if sizes[4] == 0 { None } else { Some(Texts::open(texts, sizes[4])?) };
        Ok(Self { info, positions, table, columns, texts })
    }

    /// Opens a segment after its files have been written.
    pub(super) fn open_new(
        folder: &Path,
        mut info: SegmentInfo,
        has_texts: bool,
    ) -> Result<Self, IndexError> {
        let paths = segment_paths(folder, info.number);
        let files = SEGMENT_FILES - usize::from(!has_texts);
        for (size, path) in info.sizes.iter_mut().zip(&paths).take(files) {
            *size = fs::metadata(path).map_err(|error| IndexError::file(path, error))?.len();
        }
        Self::open(folder, info)
    }

    pub(super) fn games(&self) -> u32 {
        self.info.shape.games
    }

    pub(super) fn game_texts(&self) -> SegmentTexts<'_> {
        let (texts, records) = (self.texts.as_ref().map(Texts::reader), self.table.records());
        SegmentTexts { texts, records, games: self.games() }
    }

    /// Reads all files and verifies them.
    pub(super) fn check(&self) -> Result<(), IndexError> {
        match self.verify()? {
            positions if positions == self.info.positions => Ok(()),
            _ => Err(self.positions.buckets.damaged(0, "the number of positions")),
        }
    }

    /// Reads all files and verifies them, but for the number of positions, which is returned.
    pub(super) fn verify(&self) -> Result<u64, IndexError> {
        self.positions.check_blocks()?;
        self.table.check_blocks(self.info.sizes[4])?;
        self.columns.check()?;
        let (mut stream, mut entry) = (self.positions.stream()?, PositionEntry::default());
        let mut records = self.table.records();
        let mut positions = 0;
        while stream.next(&mut entry)? {
            positions += 1;
            for mv in &entry.moves {
                let Some(counts) = &mv.counts else { continue };
                let mut sums = ResultCounts::default();
                for &game in entry.games_of(mv) {
                    sums.add(&records.get(game)?);
                }
                if sums != *counts {
                    return Err(stream.cursor.damaged("the counts of a move"));
                }
            }
        }
        let mut moves = StoredMoves::new(&self.columns);
        for game in 0..self.games() {
            records.get(game)?;
            let start = moves.start(game)?;
            moves.replay(game, &start, |_, _| true)?;
        }
        let mut fingerprints = self.table.fingerprints();
        while fingerprints.next()?.is_some() {}
        let (mut names, mut name) = (self.table.names()?, Vec::new());
        while names.next(&mut name)? {}
        self.texts.as_ref().map_or(Ok(()), Texts::check)?;
        Ok(positions)
    }
}

/// Reads the texts of games of a segment. In their order, each member of the file is read once.
pub(super) struct SegmentTexts<'a> {
    texts: Option<TextReader<'a>>,
    records: RecordReader<'a>,
    games: u32,
}

impl SegmentTexts<'_> {
    /// Returns the text of a game, or `None` if it is not stored.
    pub(super) fn get(&mut self, game: u32) -> Result<Option<Vec<u8>>, IndexError> {
        let Some(texts) = &mut self.texts else { return Ok(None) };
        let start = self.records.get(game)?.text;
        let end = match game + 1 {
            next if next < self.games => self.records.get(next)?.text,
            _ => texts.end(),
        };
        if start == end { Ok(None) } else { texts.read(start, end).map(Some) }
    }
}
