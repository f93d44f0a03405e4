//! Games in memory, and their segment.

use super::new_game::NewGame;
use super::options::WriterOptions;
use crate::index::blocks::IndexError;
use crate::index::columns::ColumnsWriter;
use crate::index::game_texts::{TextPlace, TextWriter};
use crate::index::games::{GameRecord, GameTableWriter, ResultCounts};
use crate::index::header::SegmentHeader;
use crate::index::segment::{
    COUNTED_GAMES, MoveEntry, PositionEntry, SEGMENT_FILES, Segment, SegmentInfo, SegmentShape,
    SegmentWriter, segment_paths,
};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Games in memory, which become a segment.
pub(super) struct Run {
    number: u64,
    header: SegmentHeader,
    /// The key in the high 64 bits, the rank of the move in the next 8, the game in the low 32 of 104 bits. One number has the order
    /// in which the segment is written, so that a sort of plain numbers in place is all; a map by key would take several
    /// times the memory, and the memory decides how many segments are to be merged.
    entries: Vec<u128>,
    records: Vec<GameRecord>,
    pub(super) fingerprints: HashSet<u64>,
    names: HashMap<Box<str>, u32>,
    /// The bytes that records, fingerprints and names take at most.
    bytes: usize,
    columns: Option<ColumnsWriter>,
    texts: Option<TextWriter>,
}

impl Run {
    /// The bytes of a record with its fingerprint in memory.
    const GAME_BYTES: usize = 96;

    /// Begins the segment with a number. The header has what is known before the games.
    pub(super) fn begin(
        folder: &Path,
        number: u64,
        header: SegmentHeader,
        options: &WriterOptions,
    ) -> Result<Self, IndexError> {
        let [.., columns, text] = segment_paths(folder, number);
        let columns = Some(ColumnsWriter::create(&columns)?);
        let texts = if options.texts { Some(TextWriter::create(&text)?) } else { None };
        let mut entries = Vec::new();
        // Without the reserve, growing copies the list and needs half as much memory again.
        let _ = entries.try_reserve_exact(Self::max_entries(options.memory));
        let (records, fingerprints, names) = (Vec::new(), HashSet::new(), HashMap::new());
        let bytes = 0;
        Ok(Self { number, header, entries, records, fingerprints, names, bytes, columns, texts })
    }

    /// Returns the number of positions for a limit of memory: three quarters of it.
    fn max_entries(memory: usize) -> usize {
        memory.max(WriterOptions::MIN_MEMORY) / 4 * 3 / size_of::<u128>()
    }

    pub(super) fn is_full(&self, memory: usize) -> bool {
        let memory = memory.max(WriterOptions::MIN_MEMORY);
        /// Entries that are left for the last game.
        const RESERVE: usize = 1_000;
        self.entries.len() + RESERVE >= Self::max_entries(memory)
            || self.bytes >= memory / 4
            || self.records.len() >= u32::MAX as usize - 1
    }

    pub(super) fn add(&mut self, game: &NewGame, text: &[u8]) -> Result<(), IndexError> {
        let info = &game.info;
        let number = self.records.len() as u128;
        let place = self.texts.as_ref().map_or_else(TextPlace::default, TextWriter::place);
        let record = GameRecord {
            names: [&info.white, &info.black, &info.event].map(|name| self.name(name)),
            elo: [info.white_elo, info.black_elo].map(|elo| elo.unwrap_or(0)),
            date: info.date,
            result: info.result,
            speed: info.speed,
            text: place,
        };
        self.records.push(record);
        self.fingerprints.insert(game.fingerprint());
        self.bytes += Self::GAME_BYTES;
        // One integer of key, move and game, in the order of the file: sorting compares numbers, not fields.
        let entry =
            |&(key, rank): &(u64, u8)| u128::from(key) << 40 | u128::from(rank) << 32 | number;
        self.entries.extend(game.positions.iter().map(entry));
        if let Some(writer) = &mut self.columns {
            writer.add(game.columns())?;
        }
        let text = text.trim_ascii();
        if let Some(texts) = self.texts.as_mut().filter(|_| !text.is_empty()) {
            texts.add(text)?;
            texts.add(b"\n\n")?;
        }
        Ok(())
    }

    /// Returns the number of a name, in the order of their first occurrence.
    fn name(&mut self, name: &str) -> u32 {
        let next = self.names.len() as u32;
        if let Some(&number) = self.names.get(name) {
            return number;
        }
        self.bytes += name.len() + 64;
        self.names.insert(name.into(), next);
        next
    }

    /// Writes the segment.
    pub(super) fn write(mut self, folder: &Path) -> Result<Segment, IndexError> {
        let paths = segment_paths(folder, self.number);
        let has_texts = self.texts.is_some();
        self.header.text_bytes = self.texts.take().map_or(Ok(0), TextWriter::finish)?;
        self.columns.take().map_or(Ok(()), ColumnsWriter::finish)?;
        self.header.games = self.records.len() as u32;
        self.header.names = self.names.len() as u32;
        self.write_table(&paths[2])?;
        let names = self.header.names;
        self.entries.sort_unstable();
        let positions = self.entries.chunk_by(|a, b| a >> 40 == b >> 40).count() as u64;
        let shape = SegmentShape::for_positions(positions, self.header.games);
        let [buckets, directory, ..] = paths;
        let mut writer = SegmentWriter::create([buckets, directory], shape)?;
        let mut entry = PositionEntry::default();
        for position in self.entries.chunk_by(|a, b| a >> 40 == b >> 40) {
            entry.clear();
            entry.key = (position[0] >> 40) as u64;
            for games in position.chunk_by(|a, b| a >> 32 == b >> 32) {
                let start = entry.games.len();
                entry.games.extend(games.iter().map(|&game| game as u32));
                let counts =
                    (games.len() >= COUNTED_GAMES).then(|| self.counts(&entry.games[start..]));
                let rank = (games[0] >> 32) as u8;
                entry.moves.push(MoveEntry { rank, counts, games: start..entry.games.len() });
            }
            writer.add(&entry)?;
        }
        let positions = writer.finish()?;
        let info =
            SegmentInfo { number: self.number, shape, names, positions, sizes: [0; SEGMENT_FILES] };
        Segment::open_new(folder, info, has_texts)
    }

    fn counts(&self, games: &[u32]) -> ResultCounts {
        let mut counts = ResultCounts::default();
        games.iter().for_each(|&game| counts.add(&self.records[game as usize]));
        counts
    }

    /// Writes the table of games, with the names in their order.
    fn write_table(&self, path: &Path) -> Result<(), IndexError> {
        let mut names: Vec<(&str, u32)> =
            self.names.iter().map(|(name, &id)| (&**name, id)).collect();
        names.sort_unstable();
        let mut ranks = vec![0; names.len()];
        for (&(_, id), rank) in names.iter().zip(0..) {
            ranks[id as usize] = rank;
        }
        let mut table = GameTableWriter::create(path, self.header)?;
        for &record in &self.records {
            let names = record.names.map(|name| ranks[name as usize]);
            table.record(GameRecord { names, ..record })?;
        }
        table.end_part()?;
        let mut fingerprints: Vec<u64> = self.fingerprints.iter().copied().collect();
        fingerprints.sort_unstable();
        fingerprints.into_iter().try_for_each(|fingerprint| table.fingerprint(fingerprint))?;
        table.end_part()?;
        names.iter().try_for_each(|(name, _)| table.name_offset(name.len()))?;
        table.name_offset(0)?;
        table.end_part()?;
        names.iter().try_for_each(|(name, _)| table.name(name.as_bytes()))?;
        table.finish()
    }
}
