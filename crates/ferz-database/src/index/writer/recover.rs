//! Making a lost manifest anew of the segments.

use super::folder::{FolderLock, segment_numbers};
use super::merge::merge_segments;
use super::options::WriterOptions;
use crate::index::blocks::IndexError;
use crate::index::header::SegmentHeader;
use crate::index::manifest::Manifest;
use crate::index::segment::{SEGMENT_FILES, Segment, SegmentInfo, SegmentShape, segment_paths};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// What [`recover`] has made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecoverReport {
    /// The number of games of the index.
    pub games: u64,
    /// The number of segments.
    pub segments: usize,
    /// False if the index had a manifest and all of its segments are whole: nothing was changed.
    pub is_changed: bool,
    /// The faults of segments whose games were left out.
    pub left_out: Vec<String>,
    /// The numbers of the segments whose files the index does not use. They were not removed.
    pub unused: Vec<u64>,
}

/// A segment in the folder.
struct Found {
    number: u64,
    /// The header, if it can be read.
    header: Option<SegmentHeader>,
    /// The segment, if all of its files are whole.
    segment: Result<Segment, IndexError>,
}

impl Found {
    /// Reads and verifies all files of a segment.
    fn read(folder: &Path, number: u64) -> Self {
        let [_, _, table, ..] = segment_paths(folder, number);
        let header = SegmentHeader::of_file(&table);
        let found = header.as_ref().ok().copied();
        let segment = header.and_then(|header| whole_segment(folder, number, header));
        Self { number, header: found, segment }
    }

    /// Returns the numbers of its games in the index.
    fn games(&self) -> Option<Range<u64>> {
        let header = self.header?;
        let end = header.first_game.checked_add(header.games.into())?;
        Some(header.first_game..end).filter(|games| !games.is_empty())
    }

    /// Returns the header and the games of a whole segment.
    fn whole(&self) -> Option<(SegmentHeader, Range<u64>)> {
        self.segment.is_ok().then_some(())?;
        self.header.zip(self.games())
    }

    /// Returns the fault of a segment that does not follow the others, whose games end at `end`.
    fn fault(&self, end: u64) -> String {
        let number = self.number;
        match (&self.segment, self.games()) {
            (Err(error), _) => format!("segment {number}: {error}"),
            (Ok(_), Some(games)) => format!(
                "segment {number} begins with game {}, and the others end before game {end}",
                games.start
            ),
            (Ok(_), None) => format!("segment {number} has no games"),
        }
    }

    /// Returns true if the games are those of others with the numbers up to `end`.
    fn is_covered(&self, end: u64) -> bool {
        self.games().is_some_and(|games| games.end <= end)
    }
}

/// Opens a segment without a manifest, and verifies it.
fn whole_segment(folder: &Path, number: u64, header: SegmentHeader) -> Result<Segment, IndexError> {
    let paths = segment_paths(folder, number);
    let mut sizes = [0; SEGMENT_FILES];
    let files = SEGMENT_FILES - usize::from(header.text_bytes == 0);
    for (size, path) in sizes.iter_mut().zip(&paths).take(files) {
        *size = fs::metadata(path).map_err(|error| IndexError::file(path, error))?.len();
    }
    let differs = |path, size| IndexError::damaged(path, size, "the length of the file differs");
    if header.text_bytes != sizes[4] {
        return Err(differs(&paths[4], sizes[4]));
    }
    let bits =
        SegmentShape::bits_of_directory(sizes[1]).ok_or_else(|| differs(&paths[1], sizes[1]))?;
    let shape = SegmentShape { bits, games: header.games };
    let info = SegmentInfo { number, shape, names: header.names, positions: 0, sizes };
    let mut segment = Segment::open(folder, info)?;
    segment.info.positions = segment.verify()?;
    Ok(segment)
}

/// Makes the manifest of an index anew, after it was lost or damaged, of the segments in the folder, all of which are
/// verified. No file is removed.
///
/// The index is the old one if each number of a game is in a segment that is whole. A process that was killed may
/// have left further ones: those with the same games as others are not used. Otherwise `is_partial` decides: without it
/// nothing is changed, with it the games of the whole segments become one segment, and have new numbers.
///
/// # Errors
/// If the folder has no segment or its manifest is of another program, another process writes it, games are lost and
/// `is_partial` is not set, a segment is of another index, or a file cannot be written.
pub fn recover(folder: &Path, is_partial: bool) -> Result<RecoverReport, IndexError> {
    let manifest = match Manifest::read(folder) {
        Err(IndexError::Damaged { .. }) => None,
        found => found?,
    };
    let numbers = segment_numbers(folder);
    if manifest.is_none() && numbers.is_empty() {
        let reason = "found no segment of an index";
        return Err(IndexError::NoIndex { path: folder.to_owned(), reason });
    }
    let mut lock = FolderLock::take(folder)?;
    let highest = numbers.last().copied().unwrap_or(0);
    let listed = manifest
        .as_ref()
        .map(|manifest| manifest.segments.iter().map(|segment| segment.number).collect::<Vec<_>>());
    let found: Vec<Found> =
        listed.unwrap_or(numbers).into_iter().map(|number| Found::read(folder, number)).collect();
    let choice = Choice::of(&found);
    choice.refuse_foreign(folder, &found)?;
    let is_whole = choice.unused.is_empty() && choice.lost.is_empty();
    if let Some(manifest) = manifest.filter(|_| is_whole) {
        let (games, segments) = (choice.end, manifest.segments.len());
        return Ok(RecoverReport { games, segments, ..RecoverReport::default() });
    }
    let fault = |index: &usize| found[*index].fault(choice.end);
    let has_lost = !choice.lost.is_empty();
    let used = if has_lost { most_games(&found) } else { choice.used };
    if has_lost && (!is_partial || used.is_empty()) {
        let faults = choice.lost.iter().map(fault).collect::<Vec<_>>().join("; ");
        return Err(IndexError::LostGames { path: folder.to_owned(), faults });
    }
    // Segments behind lost games are lost to the old index, but not to a partial one.
    let left_out = choice.lost.iter().filter(|index| !used.contains(index)).map(fault).collect();
    let headers = used.iter().filter_map(|&index| found[index].header);
    let min_games = headers.clone().map(|header| header.min_games).max().unwrap_or(1);
    let plies = headers.map(|header| header.plies).next().unwrap_or(WriterOptions::DEFAULT_PLIES);
    let mut manifest =
        Manifest { plies, min_games, next: highest.saturating_add(1), segments: Vec::new() };
    let is_used = |index: &usize| !has_lost && used.contains(index);
    let unused = (0..found.len()).filter(|index| !is_used(index));
    let unused = unused.map(|index| found[index].number).collect();
    let mut found: Vec<Option<Found>> = found.into_iter().map(Some).collect();
    let segments = used.iter().filter_map(|&index| found[index].take()?.segment.ok());
    let segments: Vec<Segment> = segments.collect();
    if !has_lost {
        manifest.segments.extend(segments.iter().map(|segment| segment.info));
    } else {
        lock.note_process()?;
        lock.note_segment(manifest.next)?;
        let header = SegmentHeader { plies, min_games, ..SegmentHeader::default() };
        let merged = merge_segments(folder, manifest.next, &segments, header, 1)?;
        manifest.segments.push(merged.info);
        manifest.next = manifest.next.saturating_add(1);
    }
    manifest.write(folder)?;
    let games = manifest.segments.iter().map(|segment| u64::from(segment.shape.games)).sum();
    let segments = manifest.segments.len();
    Ok(RecoverReport { games, segments, is_changed: true, left_out, unused })
}

/// The segments of a folder by what becomes of them.
struct Choice {
    /// Those of the index, in its order.
    used: Vec<usize>,
    /// Those with games of others.
    unused: Vec<usize>,
    /// Those with lost games, or behind lost games.
    lost: Vec<usize>,
    /// The number of games of the index.
    end: u64,
}

impl Choice {
    fn of(found: &[Found]) -> Self {
        let used = chain(found);
        let end = used.last().and_then(|&last| found[last].games()).map_or(0, |games| games.end);
        let others = (0..found.len()).filter(|index| !used.contains(index));
        let (unused, lost) = others.partition(|&index| found[index].is_covered(end));
        Self { used, unused, lost, end }
    }

    /// Refuses segments of several indexes: an unused one must have games of the others only, and all must have the
    /// same number of plies.
    fn refuse_foreign(&self, folder: &Path, found: &[Found]) -> Result<(), IndexError> {
        let foreign = |number: u64, reason: &str| {
            let faults =
                format!("segment {number} is of another index: {reason}; move its files away");
            Err(IndexError::LostGames { path: folder.to_owned(), faults })
        };
        let mut plies = None;
        for found in found {
            if let Some((header, _)) = found.whole()
                && *plies.get_or_insert(header.plies) != header.plies
            {
                return foreign(found.number, "it has another number of plies");
            }
        }
        let whole = |&index: &usize| found[index].segment.as_ref().ok();
        let tables = self.used.iter().filter_map(whole).map(|segment| &segment.table);
        for segment in self.unused.iter().filter_map(whole) {
            let mut fingerprints = segment.table.fingerprints();
            while let Some(fingerprint) = fingerprints.next()? {
                let mut is_known = false;
                for table in tables.clone() {
                    is_known = is_known || table.contains(fingerprint)?;
                }
                if !is_known {
                    let reason = "others have games of the same numbers";
                    return foreign(segment.info.number, reason);
                }
            }
        }
        Ok(())
    }
}

/// Returns the segments whose games follow each other from the first of the index on, as many as there are. Of several
/// with the same games those without positions left out, then the fewest.
fn chain(found: &[Found]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).filter(|&i| found[i].whole().is_some()).collect();
    order.sort_by_key(|&index| found[index].games().map(|games| games.start));
    // The best chain up to each game: positions left out, and the segments.
    let mut chains: BTreeMap<u64, (u32, Vec<usize>)> = BTreeMap::from([(0, (1, Vec::new()))]);
    for index in order {
        let Some((header, games)) = found[index].whole() else { continue };
        let Some((min_games, before)) = chains.get(&games.start) else { continue };
        let longer = (header.min_games.max(*min_games), [&before[..], &[index]].concat());
        let is_better = |(min_games, known): &(u32, Vec<usize>)| {
            (longer.0, longer.1.len()) < (*min_games, known.len())
        };
        if chains.get(&games.end).is_none_or(is_better) {
            chains.insert(games.end, longer);
        }
    }
    chains.pop_last().map(|(_, (_, chain))| chain).unwrap_or_default()
}

/// Returns the whole segments with the most games, none of which have the same numbers.
fn most_games(found: &[Found]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).filter(|&i| found[i].whole().is_some()).collect();
    order.sort_by_key(|&index| found[index].games().map(|games| games.end));
    // The number of games and the segments up to each number of a game.
    let mut chains: BTreeMap<u64, (u64, Vec<usize>)> = BTreeMap::from([(0, (0, Vec::new()))]);
    for index in order {
        let Some((_, games)) = found[index].whole() else { continue };
        let before = chains.range(..=games.start).next_back();
        let (count, segments) = before.map(|(_, chain)| chain.clone()).unwrap_or_default();
        let longer = (count + (games.end - games.start), [&segments[..], &[index]].concat());
        if chains.values().next_back().is_none_or(|(most, _)| *most < longer.0) {
            chains.insert(games.end, longer);
        }
    }
    chains.pop_last().map(|(_, (_, chain))| chain).unwrap_or_default()
}
