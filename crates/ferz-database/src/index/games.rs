//! The games of a segment: who played, when, how fast and with which result.

use super::blocks::{BLOCK_DATA, BlockCursor, BlockReader, BlockWriter, IndexError};
use super::game_texts::TextPlace;
use super::header::SegmentHeader;
use crate::{GameDate, Speed};
use ferz::Color;
use ferz_game::GameResult;
use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Returns the date of a stored number.
fn date_of_number(number: u64) -> Option<GameDate> {
    u32::try_from(number).ok().and_then(GameDate::from_bits)
}

/// The longest name in bytes.
pub(super) const MAX_NAME: usize = 255;

/// A game in the table of a segment. The names are numbers in its list of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameRecord {
    /// The names of White, Black and the event.
    pub(super) names: [u32; 3],
    /// The ratings of White and Black, 0 if unknown.
    pub(super) elo: [u16; 2],
    pub(super) date: GameDate,
    pub(super) result: GameResult,
    pub(super) speed: Option<Speed>,
    pub(super) text: TextPlace,
}

impl GameRecord {
    const BYTES: usize = 29;
    /// The number of records in a block. The rest of the block is zero: a record within one block costs one read and one
    /// checksum, for 3 bytes in 4,092.
    const PER_BLOCK: u64 = (BLOCK_DATA / Self::BYTES) as u64;

    fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let names = self.names.map(u32::to_le_bytes);
        bytes[..12].copy_from_slice(names.as_flattened());
        bytes[12..16].copy_from_slice(self.elo.map(u16::to_le_bytes).as_flattened());
        let date = self.date.bits() | result_number(self.result) << GameDate::BITS;
        bytes[16..20].copy_from_slice(&date.to_le_bytes());
        bytes[20] = self.speed.map_or(0, speed_number);
        bytes[21..].copy_from_slice(&self.text.0.to_le_bytes());
        bytes
    }

    /// Decodes a record of a table with this number of names. Returns `None` if a part is invalid.
    #[inline]
    fn from_bytes(bytes: &[u8; Self::BYTES], names: u32) -> Option<Self> {
        let date = u32::from_le_bytes(part(bytes, 16));
        let record = Self {
            names: [0, 4, 8].map(|place| u32::from_le_bytes(part(bytes, place))),
            elo: [12, 14].map(|place| u16::from_le_bytes(part(bytes, place))),
            date: GameDate::from_bits(date & ((1 << GameDate::BITS) - 1))?,
            result: GameResult::ALL
                .into_iter()
                .find(|&result| result_number(result) == date >> GameDate::BITS)?,
            speed: match bytes[20] {
                0 => None,
                number => {
                    Some(Speed::ALL.into_iter().find(|&speed| speed_number(speed) == number)?)
                }
            },
            text: TextPlace(u64::from_le_bytes(part(bytes, 21))),
        };
        record.names.iter().all(|&name| name < names).then_some(record)
    }

    /// Returns the rating of a side.
    pub(super) fn rating(&self, color: Color) -> Option<u16> {
        Some(self.elo[color as usize]).filter(|&elo| elo > 0)
    }

    /// Returns the mean rating of both players, rounded down; `None` if one is unknown.
    pub(super) fn mean_elo(&self) -> Option<u16> {
        let [white, black] = self.elo;
        (white > 0 && black > 0).then(|| white.midpoint(black))
    }

    /// Returns the mean rating of both players; that of one if the other is unknown.
    pub(super) fn mean_rating(&self) -> u16 {
        self.mean_elo().unwrap_or(self.elo[0].max(self.elo[1]))
    }
}

/// Returns the number of a result in a record. Files have it: it never changes.
fn result_number(result: GameResult) -> u32 {
    match result {
        GameResult::WhiteWins => 0,
        GameResult::BlackWins => 1,
        GameResult::Draw => 2,
        GameResult::Unknown => 3,
    }
}

/// Returns the number of a speed in a record, from 1. Files have it: it never changes.
fn speed_number(speed: Speed) -> u8 {
    match speed {
        Speed::UltraBullet => 1,
        Speed::Bullet => 2,
        Speed::Blitz => 3,
        Speed::Rapid => 4,
        Speed::Classical => 5,
        Speed::Correspondence => 6,
    }
}

/// Returns some bytes of a record.
#[inline]
fn part<const N: usize>(bytes: &[u8; GameRecord::BYTES], place: usize) -> [u8; N] {
    std::array::from_fn(|index| bytes[place + index])
}

/// The results of games, their ratings and the date of the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCounts {
    /// The number of games.
    pub games: u64,
    /// The number of wins of White.
    pub white: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of wins of Black. The other games have no known result.
    pub black: u64,
    /// The last date of a game.
    pub last_played: GameDate,
    /// The sum of the ratings of White and Black, and the number of games with one.
    ratings: [(u64, u64); 2],
}

impl ResultCounts {
    /// The number of [`numbers`](Self::numbers).
    pub(super) const NUMBERS: usize = 8;

    /// Returns the mean rating of the players of a side, where it is known.
    pub fn average_rating(&self, color: Color) -> Option<u64> {
        let (sum, games) = self.ratings[color as usize];
        (sum + games / 2).checked_div(games)
    }

    /// Returns the number of games without a known result.
    pub fn unknown(&self) -> u64 {
        self.games - self.white - self.draws - self.black
    }

    pub(super) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        match game.result {
            GameResult::WhiteWins => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Unknown => {}
        }
        self.last_played = self.last_played.max(game.date);
        for (sum, color) in self.ratings.iter_mut().zip(Color::ALL) {
            if let Some(rating) = game.rating(color) {
                sum.0 += u64::from(rating);
                sum.1 += 1;
            }
        }
    }

    pub(super) fn add_all(&mut self, other: &Self) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.last_played = self.last_played.max(other.last_played);
        for (sum, other) in self.ratings.iter_mut().zip(other.ratings) {
            sum.0 += other.0;
            sum.1 += other.1;
        }
    }

    /// Returns the numbers that are stored; that of the games is stored before.
    pub(super) fn numbers(&self) -> [u64; Self::NUMBERS] {
        let [white, black] = self.ratings;
        let date = u64::from(self.last_played.bits());
        [self.white, self.draws, self.black, white.0, white.1, black.0, black.1, date]
    }

    /// Returns the counts of stored numbers, or `None` if they contradict each other.
    pub(super) fn from_numbers(games: u64, numbers: [u64; Self::NUMBERS]) -> Option<Self> {
        let [white, draws, black, white_sum, white_rated, black_sum, black_rated, date] = numbers;
        let ratings = [(white_sum, white_rated), (black_sum, black_rated)];
        let known = white.checked_add(draws)?.checked_add(black)?;
        let are_ratings = |&(sum, rated): &(u64, u64)| {
            rated <= games && sum <= rated.saturating_mul(u64::from(u16::MAX))
        };
        (known <= games && ratings.iter().all(are_ratings)).then_some(())?;
        let last_played = date_of_number(date)?;
        Some(Self { games, white, draws, black, last_played, ratings })
    }
}

// The file.

const FINGERPRINT_BYTES: usize = 8;
/// The number of fingerprints in a block.
const FINGERPRINTS_PER_BLOCK: u64 = (BLOCK_DATA / FINGERPRINT_BYTES) as u64;
/// The bytes of the offset of a name.
const OFFSET_BYTES: usize = 5;

/// Writes a table of games: first all records, then the fingerprints, the offsets of the names and the names,
/// each after a call of [`end_part`](Self::end_part).
pub(super) struct GameTableWriter {
    file: BlockWriter,
    in_block: u64,
    name_offset: u64,
}

impl GameTableWriter {
    pub(super) fn create(path: &Path, header: SegmentHeader) -> Result<Self, IndexError> {
        let mut file = BlockWriter::create(path)?;
        file.write(&header.to_bytes())?;
        file.align()?;
        Ok(Self { file, in_block: 0, name_offset: 0 })
    }

    pub(super) fn end_part(&mut self) -> Result<(), IndexError> {
        self.in_block = 0;
        self.file.align()
    }

    /// Ends the block after this number of items.
    fn end_item(&mut self, per_block: u64) -> Result<(), IndexError> {
        self.in_block += 1;
        if self.in_block == per_block { self.end_part() } else { Ok(()) }
    }

    pub(super) fn record(&mut self, record: GameRecord) -> Result<(), IndexError> {
        self.file.write(&record.to_bytes())?;
        self.end_item(GameRecord::PER_BLOCK)
    }

    /// Adds a fingerprint, not smaller than those before.
    pub(super) fn fingerprint(&mut self, fingerprint: u64) -> Result<(), IndexError> {
        self.file.write(&fingerprint.to_le_bytes())?;
        self.end_item(FINGERPRINTS_PER_BLOCK)
    }

    /// Adds the offset of the next name, which has this length. The offset after the last name follows with
    /// the length 0.
    pub(super) fn name_offset(&mut self, length: usize) -> Result<(), IndexError> {
        self.file.write(&self.name_offset.to_le_bytes()[..OFFSET_BYTES])?;
        self.name_offset += length as u64;
        Ok(())
    }

    /// Adds a name, greater than those before.
    pub(super) fn name(&mut self, name: &[u8]) -> Result<(), IndexError> {
        self.file.write(name)
    }

    pub(super) fn finish(self) -> Result<(), IndexError> {
        self.file.finish()
    }
}

/// The table of the games of a segment.
pub(super) struct GameTable {
    file: BlockReader,
    games: u32,
    names: u32,
    /// The offsets of fingerprints, of the offsets of names, and of names.
    parts: [u64; 3],
}

impl GameTable {
    /// Opens a file, which must have this length, number of games and number of names.
    pub(super) fn open(
        path: PathBuf,
        length: u64,
        games: u32,
        names: u32,
    ) -> Result<Self, IndexError> {
        let file = BlockReader::open(path, length)?;
        let data = BLOCK_DATA as u64;
        let fingerprints = data * (1 + u64::from(games).div_ceil(GameRecord::PER_BLOCK));
        let offsets = fingerprints + data * u64::from(games).div_ceil(FINGERPRINTS_PER_BLOCK);
        let offset_bytes = (u64::from(names) + 1) * OFFSET_BYTES as u64;
        let start = offsets + data * offset_bytes.div_ceil(data);
        if file.data_length() < start {
            return Err(file.damaged(0, "the length of the file contradicts the number of games"));
        }
        Ok(Self { file, games, names, parts: [fingerprints, offsets, start] })
    }

    /// Returns the header of the segment.
    pub(super) fn header(&self) -> Result<SegmentHeader, IndexError> {
        SegmentHeader::read(&self.file)
    }

    /// Verifies the checksums of the file, and that its header has the numbers of the manifest.
    pub(super) fn check_blocks(&self, text_bytes: u64) -> Result<(), IndexError> {
        self.file.check(SegmentHeader::MAGIC)?;
        let header = self.header()?;
        let found = (header.games, header.names, header.text_bytes);
        if found != (self.games, self.names, text_bytes) {
            return Err(self.file.damaged(0, "the header of the segment"));
        }
        Ok(())
    }

    pub(super) fn records(&self) -> RecordReader<'_> {
        RecordReader { table: self, data: Vec::new(), blocks: 0..0 }
    }

    /// Returns the name with a number.
    pub(super) fn name(&self, name: u32) -> Result<String, IndexError> {
        let [_, offsets, start] = self.parts;
        let place = offsets + u64::from(name) * OFFSET_BYTES as u64;
        const BOTH: usize = 2 * OFFSET_BYTES;
        let mut cursor = self.file.cursor(place, place + BOTH as u64, BOTH);
        let (from, to) = (cursor.number(OFFSET_BYTES)?, cursor.number(OFFSET_BYTES)?);
        if name >= self.names || from > to || to - from > MAX_NAME as u64 {
            return Err(cursor.damaged("the offset of a name"));
        }
        let mut bytes = Vec::new();
        self.file.read(start + from, start + to, &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns all names in their order.
    pub(super) fn names(&self) -> Result<NameStream<'_>, IndexError> {
        let [_, offsets, start] = self.parts;
        let end = offsets + (u64::from(self.names) + 1) * OFFSET_BYTES as u64;
        let mut offsets = self.file.cursor(offsets, end, BLOCK_DATA);
        let names = self.file.cursor(start, self.file.data_length(), BLOCK_DATA);
        if offsets.number(OFFSET_BYTES)? != 0 {
            return Err(offsets.damaged("the offset of the first name"));
        }
        Ok(NameStream { offsets, names, offset: 0 })
    }

    /// Returns all fingerprints in their order.
    pub(super) fn fingerprints(&self) -> FingerprintStream<'_> {
        let [start, end, _] = self.parts;
        let cursor = self.file.cursor(start, end, BLOCK_DATA);
        FingerprintStream { cursor, left: self.games, in_block: 0, last: 0 }
    }

    /// Appends all fingerprints to a list, in their order.
    pub(super) fn read_fingerprints(&self, list: &mut Vec<u64>) -> Result<(), IndexError> {
        let mut fingerprints = self.fingerprints();
        while let Some(fingerprint) = fingerprints.next()? {
            list.push(fingerprint);
        }
        Ok(())
    }

    /// Returns true if a game has this fingerprint. They are distributed evenly, so that few blocks are read: the place of one is
    /// nearly its share of the range, and the next guess is mostly the right block. Only a damaged or hostile table, whose
    /// values may lie anywhere, needs the bisection.
    pub(super) fn contains(&self, fingerprint: u64) -> Result<bool, IndexError> {
        /// The number of guesses before bisection.
        const GUESSES: u32 = 8;
        let games = u64::from(self.games);
        let (mut blocks, mut keys) = (0..games.div_ceil(FINGERPRINTS_PER_BLOCK), 0..u64::MAX);
        let mut data = Vec::new();
        let mut guesses = 0;
        while !blocks.is_empty() {
            let count = blocks.end - blocks.start;
            let share = match guesses {
                GUESSES.. => count / 2,
                _ => {
                    let (part, whole) = (fingerprint - keys.start, (keys.end - keys.start).max(1));
                    (u128::from(part) * u128::from(count) / u128::from(whole)) as u64
                }
            };
            guesses += 1;
            let block = blocks.start + share.min(count - 1);
            let start = self.parts[0] + block * BLOCK_DATA as u64;
            let items = FINGERPRINTS_PER_BLOCK.min(games - block * FINGERPRINTS_PER_BLOCK);
            data.clear();
            self.file.read(start, start + items * FINGERPRINT_BYTES as u64, &mut data)?;
            let found = data.as_chunks::<FINGERPRINT_BYTES>().0;
            let first = found.first().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let last = found.last().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            if fingerprint < first {
                (blocks.end, keys.end) = (block, first);
            } else if fingerprint > last {
                (blocks.start, keys.start) = (block + 1, last);
            } else {
                let place =
                    found.binary_search_by_key(&fingerprint, |bytes| u64::from_le_bytes(*bytes));
                return Ok(place.is_ok());
            }
        }
        Ok(false)
    }
}

/// The fingerprints of the games that an index has, for a writer. For the first games the tables are searched; for
/// more of them all fingerprints are read into memory, if they take at most an eighth of what is given.
pub(super) struct KnownGames {
    /// The greatest number of fingerprints in memory.
    limit: usize,
    /// The number of searches in tables.
    searches: u64,
    /// All fingerprints in their order, once they were read.
    all: Option<Vec<u64>>,
}

impl KnownGames {
    /// A search in a table takes about as long as reading this number of fingerprints. Who adds one game to a large index must
    /// not read all of them, who adds many must not search for each: as many searches as cost one reading come first, so that
    /// the sum is at most twice the cheaper way, without a guess how many games will follow.
    const READ_PER_SEARCH: u64 = 64;

    /// Creates the fingerprints of tables for a number of bytes of memory.
    pub(super) fn new(memory: usize) -> Self {
        Self { limit: memory / 8 / FINGERPRINT_BYTES, searches: 0, all: None }
    }

    /// Reads the tables anew, after others than those of [`add`](Self::add) were added.
    pub(super) fn forget(&mut self) {
        (self.searches, self.all) = (0, None);
    }

    /// Returns true if a game of the tables has this fingerprint.
    pub(super) fn contains<'a>(
        &mut self,
        fingerprint: u64,
        tables: impl Iterator<Item = &'a GameTable> + Clone,
    ) -> Result<bool, IndexError> {
        if let Some(all) = &self.all {
            return Ok(all.binary_search(&fingerprint).is_ok());
        }
        let games = tables.clone().map(|table| u64::from(table.games)).sum::<u64>();
        if games <= self.limit as u64 && games <= self.searches * Self::READ_PER_SEARCH {
            let mut all = Vec::with_capacity(games as usize);
            tables.clone().try_for_each(|table| table.read_fingerprints(&mut all))?;
            // A stable sort merges lists that are in order.
            all.sort();
            return Ok(self.all.insert(all).binary_search(&fingerprint).is_ok());
        }
        for table in tables {
            self.searches += 1;
            if table.contains(fingerprint)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the fingerprints of games that become a table.
    pub(super) fn add(&mut self, fingerprints: &HashSet<u64>) {
        self.all = self.all.take().filter(|all| all.len() + fingerprints.len() <= self.limit);
        if let Some(all) = &mut self.all {
            all.extend(fingerprints);
            all.sort();
        }
    }
}

/// Reads records, and keeps the blocks of the last one.
pub(super) struct RecordReader<'a> {
    table: &'a GameTable,
    data: Vec<u8>,
    blocks: Range<u64>,
}

impl RecordReader<'_> {
    #[inline]
    pub(super) fn get(&mut self, game: u32) -> Result<GameRecord, IndexError> {
        let block = u64::from(game) / GameRecord::PER_BLOCK;
        if !self.blocks.contains(&block) {
            self.fill(block)?;
        }
        let data = BLOCK_DATA as u64;
        let in_block = u64::from(game) % GameRecord::PER_BLOCK * GameRecord::BYTES as u64;
        let place = (block - self.blocks.start) * data + in_block;
        let bytes = self.data.get(place as usize..).and_then(|rest| rest.first_chunk());
        let record = bytes.and_then(|bytes| GameRecord::from_bytes(bytes, self.table.names));
        record.ok_or_else(|| {
            self.table.file.damaged(data * (1 + block) + in_block, "the record of a game")
        })
    }

    /// Reads the block of a record.
    #[cold]
    fn fill(&mut self, block: u64) -> Result<(), IndexError> {
        /// The number of blocks that are read at once in the order of the file.
        const AHEAD: u64 = 16;
        let GameTable { file, games, parts, .. } = self.table;
        let data = BLOCK_DATA as u64;
        let count = if block == self.blocks.end && block > 0 { AHEAD } else { 1 };
        let all = u64::from(*games).div_ceil(GameRecord::PER_BLOCK);
        let blocks = block..(block + count).min(all);
        self.blocks = 0..0;
        self.data.clear();
        let end = (data * (1 + blocks.end)).min(parts[0]);
        file.read(data * (1 + block), end, &mut self.data)?;
        self.blocks = blocks;
        Ok(())
    }
}

/// Reads the names of a table in their order.
pub(super) struct NameStream<'a> {
    offsets: BlockCursor<'a>,
    names: BlockCursor<'a>,
    offset: u64,
}

impl NameStream<'_> {
    /// Reads the next name. Returns false after the last one.
    pub(super) fn next(&mut self, name: &mut Vec<u8>) -> Result<bool, IndexError> {
        name.clear();
        if self.offsets.is_at_end() {
            return match self.names.is_at_end() {
                true => Ok(false),
                false => Err(self.names.damaged("bytes behind the last name")),
            };
        }
        let next = self.offsets.number(OFFSET_BYTES)?;
        match next.checked_sub(self.offset) {
            Some(length) if length <= MAX_NAME as u64 => self.names.copy(length as usize, name)?,
            _ => return Err(self.offsets.damaged("the offset of a name")),
        }
        self.offset = next;
        Ok(true)
    }
}

/// Reads the fingerprints of a table in their order.
pub(super) struct FingerprintStream<'a> {
    cursor: BlockCursor<'a>,
    left: u32,
    in_block: u64,
    last: u64,
}

impl FingerprintStream<'_> {
    /// Reads the next fingerprint. Returns `None` after the last one.
    pub(super) fn next(&mut self) -> Result<Option<u64>, IndexError> {
        if self.left == 0 {
            return Ok(None);
        }
        if self.in_block == FINGERPRINTS_PER_BLOCK {
            let filled = BLOCK_DATA - FINGERPRINTS_PER_BLOCK as usize * FINGERPRINT_BYTES;
            self.cursor.skip(filled as u64)?;
            self.in_block = 0;
        }
        self.left -= 1;
        self.in_block += 1;
        let fingerprint = self.cursor.number(FINGERPRINT_BYTES)?;
        if fingerprint < self.last {
            return Err(self.cursor.damaged("the order of the fingerprints"));
        }
        self.last = fingerprint;
        Ok(Some(fingerprint))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_round_trip_and_invalid_ones_are_refused() {
        let record = GameRecord {
            names: [7, 0, 3],
            elo: [2500, 0],
            date: GameDate::from_tag("1999.12.??"),
            result: GameResult::BlackWins,
            speed: Some(Speed::Correspondence),
            text: TextPlace(u64::MAX - 5),
        };
        assert_eq!(GameRecord::from_bytes(&record.to_bytes(), 8), Some(record));
        assert_eq!(GameRecord::from_bytes(&record.to_bytes(), 7), None);
        let mut bytes = record.to_bytes();
        bytes[20] = 7;
        assert_eq!(GameRecord::from_bytes(&bytes, 8), None);
        let mut bytes = record.to_bytes();
        bytes[19] |= 2;
        assert_eq!(GameRecord::from_bytes(&bytes, 8), None);
    }

    #[test]
    fn known_games_are_found_in_tables_and_in_memory() {
        let folder = std::env::temp_dir().join(format!("ferz-known-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut rng = fastrand::Rng::with_seed(5);
        let mut known = HashSet::new();
        let table = |number: u32, fingerprints: &HashSet<u64>| {
            let path = folder.join(number.to_string());
            let mut table = GameTableWriter::create(&path, SegmentHeader::default()).unwrap();
            table.end_part().unwrap();
            let mut sorted: Vec<u64> = fingerprints.iter().copied().collect();
            sorted.sort();
            sorted.iter().for_each(|&fingerprint| table.fingerprint(fingerprint).unwrap());
            table.end_part().unwrap();
            table.name_offset(0).unwrap();
            table.finish().unwrap();
            let file = BlockReader::open(path.clone(), path.metadata().unwrap().len()).unwrap();
            // Without records, which nothing here reads.
            let data = BLOCK_DATA as u64;
            let names = data + data * (sorted.len() as u64).div_ceil(FINGERPRINTS_PER_BLOCK);
            let parts = [data, names, names + data];
            GameTable { file, games: sorted.len() as u32, names: 0, parts }
        };
        let mut tables = Vec::new();
        for number in 0..3 {
            let new: HashSet<u64> = (0..700 * number).map(|_| rng.u64(..)).collect();
            tables.push(table(number, &new));
            known.extend(new);
        }
        for (memory, is_in_memory) in [(0, false), (1 << 20, true)] {
            let mut games = KnownGames::new(memory);
            let mut sorted: Vec<u64> = known.iter().copied().collect();
            sorted.sort();
            for fingerprint in sorted {
                assert!(games.contains(fingerprint, tables.iter()).unwrap());
                let other = fingerprint ^ 1;
                assert_eq!(games.contains(other, tables.iter()).unwrap(), known.contains(&other));
            }
            assert_eq!(games.all.is_some(), is_in_memory);
            games.add(&HashSet::from([3]));
            assert_eq!(games.contains(3, tables.iter()).unwrap(), is_in_memory);
            games.forget();
            assert!(!games.contains(3, tables.iter()).unwrap());
        }
        let mut few = KnownGames { limit: 1, searches: 0, all: Some(vec![1]) };
        few.add(&HashSet::from([2]));
        assert_eq!(few.all, None);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_bytes_of_a_record_never_change() {
        use GameResult::{BlackWins, Draw, Unknown, WhiteWins};
        use Speed::{Blitz, Bullet, Classical, Correspondence, Rapid, UltraBullet};
        let record = |result, speed| GameRecord {
            names: [1, 0x0203, 0x0405_0607],
            elo: [0x0809, 0x0A0B],
            date: GameDate::from_tag("2024.03.15"),
            result,
            speed,
            text: TextPlace(0x1112_1314_1516_1718),
        };
        // 2024 in 14 bits, 3 in 4, 15 in 5; the result above them.
        let date = (2024 << 9 | 3 << 5 | 15_u32).to_le_bytes();
        let expected = [
            [1, 0, 0, 0, 3, 2, 0, 0, 7, 6, 5, 4, 9, 8, 11, 10].as_slice(),
            &date,
            &[0, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11],
        ]
        .concat();
        assert_eq!(record(WhiteWins, None).to_bytes().as_slice(), expected);
        for (result, bits) in [(WhiteWins, 0), (BlackWins, 0x80), (Draw, 0), (Unknown, 0x80)] {
            let bytes = record(result, None).to_bytes();
            let high = u8::from(matches!(result, Draw | Unknown));
            assert_eq!((bytes[18], bytes[19]), (date[2] | bits, date[3] | high), "{result}");
        }
        for (speed, number) in [
            (UltraBullet, 1),
            (Bullet, 2),
            (Blitz, 3),
            (Rapid, 4),
            (Classical, 5),
            (Correspondence, 6),
        ] {
            assert_eq!(record(Draw, Some(speed)).to_bytes()[20], number, "{speed}");
        }
    }

    #[test]
    fn counts_that_contradict_each_other_are_refused() {
        let numbers = [3, 2, 1, 5_000, 2, 0, 0, 2024 << 9];
        let counts = ResultCounts::from_numbers(8, numbers).unwrap();
        assert_eq!((counts.numbers(), counts.unknown()), (numbers, 2));
        assert_eq!(counts.average_rating(Color::White), Some(2_500));
        assert_eq!(counts.average_rating(Color::Black), None);
        assert_eq!(ResultCounts::from_numbers(5, numbers), None);
        for (place, number) in [(0, u64::MAX), (3, 1 << 40), (4, 9), (7, 1), (7, 1 << 40)] {
            let mut numbers = numbers;
            numbers[place] = number;
            assert_eq!(ResultCounts::from_numbers(8, numbers), None, "{place}");
        }
    }
}
