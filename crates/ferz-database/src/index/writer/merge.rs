//! Merging segments into one.

use crate::index::blocks::IndexError;
use crate::index::columns::ColumnsWriter;
use crate::index::game_texts::{TextPlace, TextWriter};
use crate::index::games::{GameRecord, GameTableWriter, NameStream, RecordReader, ResultCounts};
use crate::index::header::SegmentHeader;
use crate::index::segment::{
    COUNTED_GAMES, MoveEntry, PositionEntry, PositionStream, SEGMENT_FILES, Segment, SegmentInfo,
    SegmentShape, SegmentWriter, segment_paths,
};
use std::path::Path;

/// Merges segments into a new one, whose games are those of the segments one after the other. Leaves positions
/// of fewer than `min_games` games out. The header has what is known before the games are read.
pub(super) fn merge_segments(
    folder: &Path,
    number: u64,
    segments: &[Segment],
    mut header: SegmentHeader,
    min_games: u32,
) -> Result<Segment, IndexError> {
    let paths = segment_paths(folder, number);
    let games = segments.iter().map(|segment| u64::from(segment.games())).sum::<u64>();
    let games = u32::try_from(games).map_err(|_| IndexError::TooLarge)?;
    header.games = games;
    // Texts first, as their places are in the records of the games. They are copied as they are compressed.
    let (bases, text_bytes) = merge_texts(&paths[4], segments)?;
    let mut columns = ColumnsWriter::create(&paths[3])?;
    segments.iter().try_for_each(|segment| columns.append(&segment.columns))?;
    columns.finish()?;
    header.text_bytes = text_bytes;
    let names = merge_tables(&paths[2], segments, &bases, header)?;
    // Those that several segments have count in each, which is near enough; those that are left out are not.
    // The number decides the size of the directory, which is written before the positions are known.
    let positions = match min_games {
        ..=1 => segments.iter().map(|segment| segment.info.positions).sum(),
        _ => PositionMerger::new(segments)?.count(min_games)?,
    };
    let shape = SegmentShape::for_positions(positions, games);
    let [buckets, directory, ..] = paths;
    let mut writer = SegmentWriter::create([buckets, directory], shape)?;
    let mut merger = PositionMerger::new(segments)?;
    while merger.next()? {
        if merger.games() >= min_games as usize {
            writer.add(merger.merged()?)?;
        }
    }
    let positions = writer.finish()?;
    let info = SegmentInfo { number, shape, names, positions, sizes: [0; SEGMENT_FILES] };
    Segment::open_new(folder, info, segments.iter().any(|segment| segment.texts.is_some()))
}

/// Writes the texts of all segments one after the other, if there are any, and returns where those of each
/// begin, and the size of the file.
fn merge_texts(path: &Path, segments: &[Segment]) -> Result<(Vec<u64>, u64), IndexError> {
    if segments.iter().all(|segment| segment.texts.is_none()) {
        return Ok((vec![0; segments.len()], 0));
    }
    let mut writer = TextWriter::create(path)?;
    let mut bases = Vec::with_capacity(segments.len());
    for segment in segments {
        bases.push(match &segment.texts {
            Some(texts) => writer.append(texts)?,
            None => writer.place().member(),
        });
    }
    Ok((bases, writer.finish()?))
}

/// Writes the games of all segments, whose texts begin at `bases`. Returns the number of names.
fn merge_tables(
    path: &Path,
    segments: &[Segment],
    bases: &[u64],
    header: SegmentHeader,
) -> Result<u32, IndexError> {
    // The names are merged three times, for their numbers, their offsets and themselves: memory has their numbers only, of
    // four bytes, whatever their length.
    let mut numbers: Vec<Vec<u32>> = segments.iter().map(|_| Vec::new()).collect();
    let mut names = 0_u32;
    merge_names(segments, |_, sources| {
        sources.iter().for_each(|&segment| numbers[segment].push(names));
        names = names.checked_add(1).ok_or(IndexError::TooLarge)?;
        Ok(())
    })?;
    let mut table = GameTableWriter::create(path, SegmentHeader { names, ..header })?;
    for ((segment, numbers), &base) in segments.iter().zip(&numbers).zip(bases) {
        let mut records = segment.table.records();
        for game in 0..segment.games() {
            let record = records.get(game)?;
            let names = record.names.map(|name| numbers[name as usize]);
            let text = if segment.texts.is_some() { record.text } else { TextPlace::default() };
            table.record(GameRecord { names, text: text.shifted(base), ..record })?;
        }
    }
    table.end_part()?;
    let mut streams: Vec<_> = segments.iter().map(|segment| segment.table.fingerprints()).collect();
    let mut next = streams.iter_mut().map(|stream| stream.next()).collect::<Result<Vec<_>, _>>()?;
    // No heap: the levels keep the streams few.
    while let Some(least) = next.iter().flatten().min().copied() {
        for (next, stream) in next.iter_mut().zip(&mut streams) {
            while *next == Some(least) {
                table.fingerprint(least)?;
                *next = stream.next()?;
            }
        }
    }
    table.end_part()?;
    merge_names(segments, |name, _| table.name_offset(name.len()))?;
    table.name_offset(0)?;
    table.end_part()?;
    merge_names(segments, |name, _| table.name(name))?;
    table.finish()?;
    Ok(names)
}

/// Passes the names of all segments in their order, each once, with the segments that have it.
fn merge_names(
    segments: &[Segment],
    mut name: impl FnMut(&[u8], &[usize]) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let mut streams = segments
        .iter()
        .map(|segment| segment.table.names())
        .collect::<Result<Vec<NameStream<'_>>, _>>()?;
    let mut names = vec![Some(Vec::new()); segments.len()];
    let mut sources: Vec<usize> = (0..segments.len()).collect();
    loop {
        for &source in &sources {
            if let Some(next) = &mut names[source]
                && !streams[source].next(next)?
            {
                names[source] = None;
            }
        }
        let Some(least) = names.iter().flatten().min().cloned() else { return Ok(()) };
        sources.clear();
        sources.extend((0..names.len()).filter(|&source| names[source].as_ref() == Some(&least)));
        name(&least, &sources)?;
    }
}

/// Reads the positions of several segments in the order of their keys, each once.
struct PositionMerger<'a> {
    streams: Vec<PositionStream<'a>>,
    /// The position in each segment.
    entries: Vec<PositionEntry>,
    /// Their keys, apart so that the least is found quickly; `None` after the last one.
    keys: Vec<Option<u64>>,
    /// The segments that have the position.
    sources: Vec<usize>,
    records: Vec<RecordReader<'a>>,
    /// The number of games of the segments before each one.
    first_games: Vec<u32>,
    merged: PositionEntry,
    ranks: Vec<u8>,
    /// Games that no counts have, with their segments.
    uncounted: Vec<(usize, u32)>,
}

impl<'a> PositionMerger<'a> {
    fn new(segments: &'a [Segment]) -> Result<Self, IndexError> {
        let mut games = 0;
        let first_games = segments.iter().map(|segment| {
            games += segment.games();
            games - segment.games()
        });
        let first_games = first_games.collect();
        let streams = segments.iter().map(|segment| segment.positions.stream());
        Ok(Self {
            streams: streams.collect::<Result<_, _>>()?,
            entries: segments.iter().map(|_| PositionEntry::default()).collect(),
            keys: vec![None; segments.len()],
            // At first all segments are read.
            sources: (0..segments.len()).collect(),
            records: segments.iter().map(|segment| segment.table.records()).collect(),
            first_games,
            merged: PositionEntry::default(),
            ranks: Vec::new(),
            uncounted: Vec::new(),
        })
    }

    /// Reads the next position. Returns false after the last one.
    fn next(&mut self) -> Result<bool, IndexError> {
        for &source in &self.sources {
            let entry = &mut self.entries[source];
            self.keys[source] = self.streams[source].next(entry)?.then_some(entry.key);
        }
        self.sources.clear();
        let Some(least) = self.keys.iter().flatten().min().copied() else { return Ok(false) };
        let has_least = |&source: &usize| self.keys[source] == Some(least);
        self.sources.extend((0..self.keys.len()).filter(has_least));
        Ok(true)
    }

    /// Returns the number of games of the position.
    fn games(&self) -> usize {
        self.sources.iter().map(|&source| self.entries[source].games.len()).sum()
    }

    /// Counts the positions of at least `min_games` games.
    fn count(mut self, min_games: u32) -> Result<u64, IndexError> {
        let mut count = 0;
        while self.next()? {
            count += u64::from(self.games() >= min_games as usize);
        }
        Ok(count)
    }

    /// Returns the position with the moves of all segments that have it.
    fn merged(&mut self) -> Result<&PositionEntry, IndexError> {
        self.merged.clear();
        self.ranks.clear();
        for &source in &self.sources {
            let entry = &self.entries[source];
            self.merged.key = entry.key;
            self.ranks.extend(entry.moves.iter().map(|mv| mv.rank));
        }
        self.ranks.sort_unstable();
        self.ranks.dedup();
        for index in 0..self.ranks.len() {
            self.merge_move(self.ranks[index])?;
        }
        Ok(&self.merged)
    }

    fn merge_move(&mut self, rank: u8) -> Result<(), IndexError> {
        let start = self.merged.games.len();
        let mut counts = ResultCounts::default();
        self.uncounted.clear();
        for &source in &self.sources {
            let entry = &self.entries[source];
            let Some(mv) = entry.moves.iter().find(|mv| mv.rank == rank) else { continue };
            let (games, first) = (entry.games_of(mv), self.first_games[source]);
            // The games of a later segment have greater numbers: the list stays in order without sorting.
            self.merged.games.extend(games.iter().map(|game| first + game));
            match &mv.counts {
                Some(sums) => counts.add_all(sums),
                None => self.uncounted.extend(games.iter().map(|&game| (source, game))),
            }
        }
        let games = start..self.merged.games.len();
        // A move of few games in each segment, which have no counts, can have many in all: those games are read. With many in a
        // segment the counts are added, and no game is read.
        let is_counted = games.len() >= COUNTED_GAMES;
        if is_counted {
            for &(source, game) in &self.uncounted {
                counts.add(&self.records[source].get(game)?);
            }
        }
        self.merged.moves.push(MoveEntry { rank, counts: is_counted.then_some(counts), games });
        Ok(())
    }
}
