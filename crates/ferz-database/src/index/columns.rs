//! The columns of a segment: what a game has besides its record, each kind of it together.
//!
//! A condition on one tag reads the column of this tag alone, whose few different values take little space. Games are in
//! groups, and each column of a group is compressed by itself: a value is read without those of other games far away,
//! and merging copies whole groups.

use super::blocks::{BLOCK_DATA, BlockCursor, BlockReader, BlockWriter, IndexError, push_varint};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The first bytes: they tell the file from others.
const MAGIC: &[u8; 8] = b"FerzCol1";
/// The greatest number of games in a group: their values have numbers of two bytes.
///
/// Larger groups compress little better, since deflate looks back 32 KiB only, and reading the tags of a single game inflates a
/// whole column of its group. Smaller ones repeat the names of columns and of players too often.
const GROUP_GAMES: u32 = 4_096;
/// The number of bytes of values from which on a group ends, whatever its games: it bounds the memory of a writer.
const GROUP_BYTES: usize = 4 << 20;
/// The greatest number of bytes of the values of a column in a group: the last game can be long.
const MAX_COLUMN: u64 = 1 << 28;
/// The ratio that no compression by deflate exceeds, 1,032 in theory. A stored length beyond it is a lie, which is found before memory
/// is allocated for it.
const MAX_RATIO: u64 = 1_100;

/// The name of the column of start positions: packed, and empty for the initial one. A tag has no such name.
pub(super) const STARTS: &[u8] = b"\0start";
/// The name of the column of moves, as of [`push_move`](super::moves::push_move).
pub(super) const MOVES: &[u8] = b"\0moves";

/// The name of the column of the least numbers of pieces, as of [`Reached`](super::reached::Reached).
pub(super) const LEAST: &[u8] = b"\0least";
/// The name of the column of the squares of pieces.
pub(super) const SQUARES: &[u8] = b"\0squares";

/// A column of a group.
#[derive(Default)]
struct Column {
    /// The values in the order of their first occurrence, one after the other.
    values: Vec<u8>,
    ends: Vec<u32>,
    /// The number of the value of each game.
    numbers: Vec<u16>,
}

impl Column {
    fn value(&self, number: u16) -> &[u8] {
        let number = usize::from(number);
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.values[start..self.ends[number] as usize]
    }

    fn push(&mut self, value: &[u8]) -> u16 {
        self.values.extend_from_slice(value);
        self.ends.push(self.values.len() as u32);
        (self.ends.len() - 1) as u16
    }

    /// Returns the bytes of the column: the number of values, their lengths and the values, and the number of the value
    /// of each game, unless each game has another one or all have the same.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.values.len() + self.ends.len() + 16);
        push_varint(&mut bytes, self.ends.len() as u64);
        let mut start = 0;
        for &end in &self.ends {
            push_varint(&mut bytes, u64::from(end - start));
            start = end;
        }
        bytes.extend_from_slice(&self.values);
        match self.ends.len() {
            1 => {}
            count if count == self.numbers.len() => {}
            ..=256 => bytes.extend(self.numbers.iter().map(|&number| number as u8)),
            _ => bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes())),
        }
        bytes
    }

    /// Parses the bytes of a column of a group with this number of games.
    fn parse(mut bytes: &[u8], games: u32) -> Option<Self> {
        let games = games as usize;
        let count = usize::try_from(take_varint(&mut bytes)?).ok()?;
        if count == 0 || count > games {
            return None;
        }
        let mut column = Self::default();
        let mut end = 0_u32;
        for _ in 0..count {
            end = end.checked_add(u32::try_from(take_varint(&mut bytes)?).ok()?)?;
            column.ends.push(end);
        }
        let (values, numbers) = bytes.split_at_checked(end as usize)?;
        column.values.extend_from_slice(values);
        column.numbers = match count {
            1 => vec![0; games],
            count if count == games => (0..games as u16).collect(),
            ..=256 => numbers.iter().map(|&number| number.into()).collect(),
            _ => numbers.as_chunks().0.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect(),
        };
        let is_whole = column.numbers.len() == games
            && column.numbers.iter().all(|&number| usize::from(number) < count)
            && (numbers.len() == games * if count <= 256 { 1 } else { 2 }
                || count == 1
                || count == games);
        is_whole.then_some(column)
    }
}

/// Consumes a number in the encoding of [`push_varint`].
fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The numbers of the values of a column.
type ValueNumbers = HashMap<Box<[u8]>, u16>;

/// The columns of a group that is filled.
#[derive(Default)]
struct Group {
    columns: BTreeMap<Box<[u8]>, (Column, ValueNumbers)>,
    games: u32,
    bytes: usize,
}

impl Group {
    /// Sets a value of the last game.
    fn set(&mut self, name: &[u8], value: &[u8]) {
        let game = self.games as usize - 1;
        if !self.columns.contains_key(name) {
            self.columns.insert(name.into(), Default::default());
        }
        let Some((column, known)) = self.columns.get_mut(name) else { return };
        pad(column, known, game);
        let number = match known.get(value) {
            Some(&number) => number,
            None => {
                self.bytes += value.len();
                let number = column.push(value);
                known.insert(value.into(), number);
                number
            }
        };
        column.numbers.push(number);
    }
}

/// Gives the games up to a number the empty value.
fn pad(column: &mut Column, known: &mut ValueNumbers, games: usize) {
    if column.numbers.len() < games {
        let empty = *known.entry(Box::default()).or_insert_with(|| column.push(b""));
        column.numbers.resize(games, empty);
    }
}

/// Writes the columns of a segment.
pub(super) struct ColumnsWriter {
    file: BlockWriter,
    compress: Compress,
    group: Group,
}

impl ColumnsWriter {
    pub(super) fn create(path: &Path) -> Result<Self, IndexError> {
        let mut file = BlockWriter::create(path)?;
        file.write(MAGIC)?;
        let compress = Compress::new(Compression::new(6), false);
        Ok(Self { file, compress, group: Group::default() })
    }

    /// Adds a game with its values by the names of their columns, which all differ.
    pub(super) fn add<'a>(
        &mut self,
        values: impl IntoIterator<Item = (&'a [u8], &'a [u8])>,
    ) -> Result<(), IndexError> {
        self.group.games += 1;
        for (name, value) in values {
            self.group.set(name, value);
        }
        if self.group.games == GROUP_GAMES || self.group.bytes >= GROUP_BYTES {
            self.end_group()?;
        }
        Ok(())
    }

    fn end_group(&mut self) -> Result<(), IndexError> {
        let group = std::mem::take(&mut self.group);
        if group.games == 0 {
            return Ok(());
        }
        let mut content = Vec::new();
        push_varint(&mut content, group.columns.len() as u64);
        for (name, (mut column, mut known)) in group.columns {
            pad(&mut column, &mut known, group.games as usize);
            let bytes = column.to_bytes();
            let stored = compressed(&mut self.compress, &bytes);
            let stored = if stored.len() < bytes.len() { &stored } else { &bytes };
            push_varint(&mut content, name.len() as u64);
            content.extend_from_slice(&name);
            push_varint(&mut content, bytes.len() as u64);
            push_varint(&mut content, stored.len() as u64);
            content.extend_from_slice(stored);
        }
        self.write_group(group.games, &content)
    }

    fn write_group(&mut self, games: u32, content: &[u8]) -> Result<(), IndexError> {
        let mut header = Vec::new();
        push_varint(&mut header, games.into());
        push_varint(&mut header, content.len() as u64);
        self.file.write(&header)?;
        self.file.write(content)
    }

    /// Adds all games of another segment. Groups that are half full are copied, smaller ones are joined.
    pub(super) fn append(&mut self, columns: &Columns) -> Result<(), IndexError> {
        let mut reader = columns.reader(&[]);
        while reader.next_group()? {
            // A group that is at least half full is copied as it is compressed, which is most of the work of a merge. Without the join
            // of smaller ones, a thousand additions of one game would leave a thousand groups, each with the names of all columns.
            if reader.games >= GROUP_GAMES / 2 {
                self.end_group()?;
                let content = reader.content()?;
                self.write_group(reader.games, &content)?;
                continue;
            }
            let columns = reader.all_columns()?;
            for game in 0..reader.games as usize {
                self.add(columns.iter().filter_map(|(name, column)| {
                    let value = column.value(column.numbers[game]);
                    (!value.is_empty()).then_some((&name[..], value))
                }))?;
            }
        }
        Ok(())
    }

    /// Completes the file.
    pub(super) fn finish(mut self) -> Result<(), IndexError> {
        self.end_group()?;
        self.file.finish()
    }
}

/// Returns the compressed bytes.
fn compressed(compress: &mut Compress, bytes: &[u8]) -> Vec<u8> {
    let mut stored = Vec::with_capacity(bytes.len() + bytes.len() / 8 + 1_024);
    compress.reset();
    // The capacity is more than deflate needs for any bytes.
    let _ = compress.compress_vec(bytes, &mut stored, FlushCompress::Finish);
    stored
}

/// The columns of a segment.
pub(super) struct Columns {
    file: BlockReader,
    games: u32,
}

impl Columns {
    /// Opens a file, which must have this length.
    pub(super) fn open(path: PathBuf, length: u64, games: u32) -> Result<Self, IndexError> {
        Ok(Self { file: BlockReader::open(path, length)?, games })
    }

    /// Returns a reader of the columns with these names.
    pub(super) fn reader(&self, names: &[&[u8]]) -> ColumnReader<'_> {
        let names: Vec<Box<[u8]>> = names.iter().map(|&name| name.into()).collect();
        let cursor = self.file.cursor(MAGIC.len() as u64, self.file.data_length(), BLOCK_DATA);
        let columns = names.iter().map(|_| Place::Absent).collect();
        ColumnReader { columns: self, cursor, names, first: 0, games: 0, end: 0, found: columns }
    }

    /// Verifies the file.
    pub(super) fn check(&self) -> Result<(), IndexError> {
        self.file.check(MAGIC)?;
        let mut reader = self.reader(&[]);
        while reader.next_group()? {
            reader.all_columns()?;
        }
        Ok(())
    }
}

/// A column of the current group.
enum Place {
    /// No game has a value.
    Absent,
    Stored(StoredColumn),
    Read(Column),
}

/// The place of a column in the file.
#[derive(Clone, Copy)]
struct StoredColumn {
    offset: u64,
    /// The number of bytes in the file.
    stored: u64,
    /// The number of bytes that they stand for.
    bytes: u64,
}

/// Reads values of games, and keeps the group of the last one.
pub(super) struct ColumnReader<'a> {
    columns: &'a Columns,
    /// Before the next group, unless the current one is read.
    cursor: BlockCursor<'a>,
    names: Vec<Box<[u8]>>,
    /// The first game of the current group, and their number.
    first: u32,
    games: u32,
    /// The offset behind the current group.
    end: u64,
    found: Vec<Place>,
}

impl ColumnReader<'_> {
    /// Begins the next group. Returns false after the last one.
    fn next_group(&mut self) -> Result<bool, IndexError> {
        self.first += self.games;
        self.games = 0;
        self.found.iter_mut().for_each(|place| *place = Place::Absent);
        if self.end > 0 {
            self.go_to(self.end)?;
        }
        if self.cursor.is_at_end() {
            return match self.first == self.columns.games {
                true => Ok(false),
                false => Err(self.cursor.damaged("the number of games of columns")),
            };
        }
        let games = self.cursor.varint()?;
        let length = self.cursor.varint()?;
        let left = u64::from(self.columns.games - self.first);
        if games == 0 || games > left.min(GROUP_GAMES.into()) {
            return Err(self.cursor.damaged("the number of games of a group"));
        }
        self.games = games as u32;
        self.end = self.cursor.offset() + length;
        if self.end > self.columns.file.data_length() {
            return Err(self.cursor.damaged("a group behind the end of the file"));
        }
        Ok(true)
    }

    /// Moves to an offset behind the current one.
    fn go_to(&mut self, offset: u64) -> Result<(), IndexError> {
        match offset.checked_sub(self.cursor.offset()) {
            Some(bytes) => self.cursor.skip(bytes),
            None => Err(self.cursor.damaged("the length of a group")),
        }
    }

    /// Returns the bytes of the current group.
    fn content(&mut self) -> Result<Vec<u8>, IndexError> {
        let (mut bytes, start) = (Vec::new(), self.cursor.offset());
        self.columns.file.read(start, self.end, &mut bytes)?;
        Ok(bytes)
    }

    /// Passes name and place of each column of the current group.
    fn visit_columns(
        &mut self,
        mut visit: impl FnMut(&mut Self, Vec<u8>, StoredColumn),
    ) -> Result<(), IndexError> {
        let count = self.cursor.varint()?;
        for _ in 0..count {
            let length = self.cursor.varint()?;
            if length > self.end - self.cursor.offset().min(self.end) {
                return Err(self.cursor.damaged("the name of a column"));
            }
            let mut name = Vec::new();
            self.cursor.copy(length as usize, &mut name)?;
            let bytes = self.cursor.varint()?;
            let stored = self.cursor.varint()?;
            let start = self.cursor.offset();
            let is_valid = bytes <= MAX_COLUMN
                && bytes <= stored.saturating_mul(MAX_RATIO)
                && start.checked_add(stored).is_some_and(|end| end <= self.end);
            if !is_valid {
                return Err(self.cursor.damaged("the length of a column"));
            }
            self.cursor.skip(stored)?;
            visit(self, name, StoredColumn { offset: start, stored, bytes });
        }
        Ok(())
    }

    /// Reads all columns of the current group.
    fn all_columns(&mut self) -> Result<Vec<(Vec<u8>, Column)>, IndexError> {
        let mut places = Vec::new();
        self.visit_columns(|_, name, place| places.push((name, place)))?;
        if self.cursor.offset() != self.end {
            return Err(self.cursor.damaged("the length of a group"));
        }
        places.into_iter().map(|(name, place)| Ok((name, self.column(place)?))).collect()
    }

    /// Reads a column.
    fn column(&self, place: StoredColumn) -> Result<Column, IndexError> {
        let StoredColumn { offset, stored, bytes } = place;
        let mut data = Vec::new();
        self.columns.file.read(offset, offset + stored, &mut data)?;
        if stored < bytes {
            // One byte more, so that the end of the data is reached.
            let mut content = Vec::with_capacity(bytes as usize + 1);
            let status =
                Decompress::new(false).decompress_vec(&data, &mut content, FlushDecompress::Finish);
            if !matches!(status, Ok(Status::StreamEnd)) {
                return Err(self.columns.file.damaged(offset, "the bytes of a column"));
            }
            data = content;
        }
        let column = Column::parse(&data, self.games).filter(|_| data.len() as u64 == bytes);
        column.ok_or_else(|| self.columns.file.damaged(offset, "the values of a column"))
    }

    /// Makes the group of a game the current one.
    #[cold]
    fn find_group(&mut self, game: u32) -> Result<(), IndexError> {
        if game < self.first {
            let names: Vec<&[u8]> = self.names.iter().map(|name| &name[..]).collect();
            *self = self.columns.reader(&names);
        }
        while game - self.first >= self.games {
            if !self.next_group()? {
                return Err(self.cursor.damaged("the number of games of columns"));
            }
        }
        self.visit_columns(|reader, name, place| {
            // A name can be wanted twice.
            for (known, found) in reader.names.iter().zip(&mut reader.found) {
                if **known == name[..] {
                    *found = Place::Stored(place);
                }
            }
        })
    }

    /// Returns the error of a fault in a value of the current group.
    pub(super) fn damaged(&self, reason: &'static str) -> IndexError {
        self.columns.file.damaged(self.end, reason)
    }

    /// Returns the value of a game in a column by its place among the names; empty without one.
    pub(super) fn get(&mut self, game: u32, column: usize) -> Result<&[u8], IndexError> {
        if game.checked_sub(self.first).is_none_or(|place| place >= self.games) {
            self.find_group(game)?;
        }
        if let Place::Stored(place) = self.found[column] {
            self.found[column] = Place::Read(self.column(place)?);
        }
        match &self.found[column] {
            Place::Read(column) => Ok(column.value(column.numbers[(game - self.first) as usize])),
            _ => Ok(&[]),
        }
    }

    /// Returns the number of the value of a game among those of its group, and the first game of the group, for what is
    /// computed once for each value. `None` for a column without values.
    pub(super) fn number(
        &mut self,
        game: u32,
        column: usize,
    ) -> Result<Option<(u32, u16)>, IndexError> {
        self.get(game, column)?;
        Ok(match &self.found[column] {
            Place::Read(column) => Some((self.first, column.numbers[(game - self.first) as usize])),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// The values of a game by the names of their columns.
    type Row = Vec<(Vec<u8>, Vec<u8>)>;

    fn rows(rng: &mut Rng, count: usize) -> Vec<Row> {
        let mut row = |game: usize| {
            let mut row: Row = Vec::new();
            for (name, kinds) in [("Event", 3), ("Site", 1_000_000), ("ECO", 300), ("Rare", 2)] {
                if name != "Rare" || rng.u8(..) == 0 {
                    row.push((name.into(), format!("{name} {}", rng.u32(..kinds)).into()));
                }
            }
            if game.is_multiple_of(7) {
                row[0].1 = b"the seventh one".to_vec();
            }
            row
        };
        (0..count).map(&mut row).collect()
    }

    fn write(path: &Path, rows: &[Row], parts: &[Columns]) -> Columns {
        let mut writer = ColumnsWriter::create(path).unwrap();
        for part in parts {
            writer.append(part).unwrap();
        }
        for row in rows {
            writer.add(row.iter().map(|(name, value)| (&name[..], &value[..]))).unwrap();
        }
        writer.finish().unwrap();
        let games = rows.len() as u32 + parts.iter().map(|part| part.games).sum::<u32>();
        Columns::open(path.to_owned(), path.metadata().unwrap().len(), games).unwrap()
    }

    fn compare(columns: &Columns, rows: &[Row], games: impl Iterator<Item = usize>) {
        let names: [&[u8]; 6] = [b"Event", b"Site", b"None", b"Rare", b"ECO", b"Site"];
        let mut reader = columns.reader(&names);
        for game in games {
            for (number, name) in names.iter().enumerate() {
                let known = rows[game].iter().rev().find(|(known, _)| known == name);
                let expected = known.map_or(&b""[..], |(_, value)| value);
                assert_eq!(reader.get(game as u32, number).unwrap(), expected, "{game}");
            }
        }
    }

    #[test]
    fn values_are_those_of_their_games_in_any_order_and_after_merging() {
        let folder = std::env::temp_dir().join(format!("ferz-columns-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut rng = Rng::with_seed(6);
        let (mut all, mut parts) = (Vec::new(), Vec::new());
        for (number, count) in [1, 5_000, 3, 300, 1, 9_000, 40].into_iter().enumerate() {
            let rows = rows(&mut rng, count);
            let columns = write(&folder.join(number.to_string()), &rows, &[]);
            columns.check().unwrap();
            compare(&columns, &rows, 0..count);
            all.extend(rows);
            parts.push(columns);
        }
        let more = rows(&mut rng, 10);
        let merged = write(&folder.join("merged"), &more, &parts);
        all.extend(more);
        merged.check().unwrap();
        compare(&merged, &all, 0..all.len());
        compare(&merged, &all, (0..all.len()).rev().step_by(97));
        compare(
            &merged,
            &all,
            (0..300).map(|_| rng.usize(..all.len())).collect::<Vec<_>>().into_iter(),
        );
        let bytes = std::fs::read(folder.join("merged")).unwrap();
        assert!(bytes.len() < 20 * all.len(), "{}", bytes.len());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn any_bytes_are_a_column_or_none() {
        let mut rng = Rng::with_seed(7);
        let mut column = Column::default();
        for value in ["a", "bcd", "", "ef"] {
            column.push(value.as_bytes());
        }
        column.numbers = (0..100).map(|game| game % 4).collect();
        let bytes = column.to_bytes();
        assert!(Column::parse(&bytes, 100).is_some() && Column::parse(&bytes, 99).is_none());
        for _ in 0..20_000 {
            let mut bytes = bytes.clone();
            for _ in 0..rng.usize(1..4) {
                let place = rng.usize(..bytes.len());
                bytes[place] = rng.u8(..);
            }
            bytes.truncate(rng.usize(..=bytes.len()));
            if let Some(column) = Column::parse(&bytes, 100) {
                column.numbers.iter().for_each(|&number| _ = column.value(number));
            }
        }
    }
}
