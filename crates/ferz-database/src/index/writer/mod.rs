//! Adding games to an index, and merging its segments.

mod folder;
mod levels;
mod merge;
mod new_game;
mod options;
mod recover;
mod run;

pub use new_game::{GameIndexer, NewGame};
pub use options::WriterOptions;
pub use recover::{RecoverReport, recover};

use super::blocks::IndexError;
use super::blocks::step;
use super::games::KnownGames;
use super::header::SegmentHeader;
use super::manifest::Manifest;
use super::segment::{Segment, SegmentInfo, segment_paths};
use folder::{FolderLock, copy, copy_table, refuse_other_files, remove_segment, segment_numbers};
use levels::merges;
use merge::merge_segments;
use run::Run;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The numbers of games that were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AddReport {
    /// New games.
    pub added: u64,
    /// Games that the index has already.
    pub duplicates: u64,
}

/// Adds games to an index, and merges its segments. One process at a time can write an index; others can read
/// it.
///
/// Nothing is changed before [`commit`](Self::commit), which replaces the manifest as a whole.
pub struct IndexWriter {
    folder: PathBuf,
    lock: FolderLock,
    /// The manifest on the storage device.
    committed: Manifest,
    /// The number of the first segment that this writer creates.
    first_number: u64,
    next: u64,
    segments: Vec<Segment>,
    options: WriterOptions,
    known: KnownGames,
    /// The games that are in memory.
    run: Option<Run>,
    report: AddReport,
}

impl IndexWriter {
    /// Opens an index, or creates one in a new or an empty folder, and removes what a writer that was killed
    /// has left.
    ///
    /// # Errors
    /// If another process writes the index, the folder has other files, a file is damaged or cannot be
    /// opened, or the number of plies differs from that of the index.
    pub fn open(folder: &Path, options: WriterOptions) -> Result<Self, IndexError> {
        let file_error = |error| IndexError::file(folder, error);
        step().map_err(file_error)?;
        match fs::create_dir(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(file_error(error));
            }
            _ => {}
        }
        let manifest = Manifest::read(folder)?;
        if manifest.is_none() {
            refuse_other_files(folder)?;
        }
        // The manifest is read before the lock too: a folder that is no index gets no file of ours, not even that of the lock.
        let mut lock = FolderLock::take(folder)?;
        // Another writer may have ended before the lock was taken.
        let manifest = Manifest::read(folder)?.or(manifest);
        let plies = options.plies.unwrap_or(WriterOptions::DEFAULT_PLIES);
        let is_new = manifest.is_none();
        let committed = manifest.unwrap_or(Manifest::new(plies));
        if let Some(given) = options.plies.filter(|&plies| plies != committed.plies) {
            return Err(IndexError::Plies { found: committed.plies, given });
        }
        lock.remove_left(&committed);
        lock.note_process()?;
        if is_new {
            // From now on segments have a manifest: those without one have lost it.
            committed.write(folder)?;
        }
        let segments = committed.segments.iter().map(|&info| Segment::open(folder, info));
        let segments = segments.collect::<Result<Vec<_>, _>>()?;
        // A file of another program may have the name of one of a segment.
        let highest = segment_numbers(folder).last().copied().unwrap_or(0);
        let (folder, next) = (folder.to_owned(), committed.next.max(highest.saturating_add(1)));
        let known = KnownGames::new(options.memory.max(WriterOptions::MIN_MEMORY));
        let report = AddReport::default();
        Ok(Self {
            folder,
            lock,
            committed,
            first_number: next,
            next,
            segments,
            options,
            known,
            run: None,
            report,
        })
    }

    /// Returns the number of plies of each game that are stored, for a [`GameIndexer`].
    pub fn plies(&self) -> u16 {
        self.committed.plies
    }

    /// Adds a game with its text. Returns false if the index has a game with the same start, moves, players,
    /// date and result.
    ///
    /// # Errors
    /// If a file cannot be read or written. The index then stays as it was.
    pub fn add(&mut self, game: &NewGame, text: &[u8]) -> Result<bool, IndexError> {
        let fingerprint = game.fingerprint();
        let is_in_run =
            self.run.as_ref().is_some_and(|run| run.fingerprints.contains(&fingerprint));
        let tables = self.segments.iter().map(|segment| &segment.table);
        if is_in_run || self.known.contains(fingerprint, tables)? {
            self.report.duplicates += 1;
            return Ok(false);
        }
        let run = match self.run.take() {
            Some(run) => run,
            None => self.begin_run()?,
        };
        let run = self.run.insert(run);
        run.add(game, text)?;
        self.report.added += 1;
        if run.is_full(self.options.memory) {
            self.end_run()?;
        }
        Ok(true)
    }

    /// Adds the games of another index, whose segments are copied, and returns their number. They are not compared
    /// with the games of this index: one that both have is stored twice, unless the caller leaves it out by
    /// its [`fingerprint`](NewGame::fingerprint).
    ///
    /// # Errors
    /// If the other folder has no index or one with another number of plies, or a file cannot be read or
    /// written. The index then stays as it was.
    pub fn adopt(&mut self, other: &Path) -> Result<u64, IndexError> {
        self.end_run()?;
        let missing = || Manifest::missing(other, "found no index");
        let manifest = Manifest::read(other)?.ok_or_else(missing)?;
        if manifest.plies != self.committed.plies {
            return Err(IndexError::Plies { found: self.committed.plies, given: manifest.plies });
        }
        self.known.forget();
        // The next manifest notes that positions of the other index were left out.
        self.committed.min_games = self.committed.min_games.max(manifest.min_games);
        let mut games = 0;
        for info in manifest.segments {
            let adopted = SegmentInfo { number: self.next_number()?, ..info };
            let [old, new] = [(other, info), (self.folder.as_path(), adopted)]
                .map(|(folder, info)| segment_paths(folder, info.number));
            let files = info.files();
            let header = SegmentHeader {
                first_game: self.games_before(self.segments.len()),
                ..Segment::open(other, info)?.table.header()?
            };
            for (place, (old, new)) in old.iter().zip(&new).take(files).enumerate() {
                if place == 2 { copy_table(header, old, new)? } else { copy(old, new)? }
            }
            let segment = Segment::open(&self.folder, adopted)?;
            games += u64::from(segment.games());
            self.segments.push(segment);
            self.merge_new()?;
        }
        self.report.added += games;
        Ok(games)
    }

    /// Returns the number of the next segment, whose files can then be created.
    fn next_number(&mut self) -> Result<u64, IndexError> {
        let number = self.next;
        self.next = number.checked_add(1).ok_or(IndexError::TooLarge)?;
        self.lock.note_segment(number)?;
        Ok(number)
    }

    /// Returns the number of games of the first segments.
    fn games_before(&self, segments: usize) -> u64 {
        self.segments[..segments].iter().map(|segment| u64::from(segment.games())).sum()
    }

    /// Returns the header of a segment after this number of others.
    fn header(&self, segments: usize, min_games: u32) -> SegmentHeader {
        let first_game = self.games_before(segments);
        SegmentHeader { first_game, plies: self.plies(), min_games, ..SegmentHeader::default() }
    }

    fn begin_run(&mut self) -> Result<Run, IndexError> {
        let (number, header) = (self.next_number()?, self.header(self.segments.len(), 1));
        Run::begin(&self.folder, number, header, &self.options)
    }

    /// Writes the games in memory as a segment.
    fn end_run(&mut self) -> Result<(), IndexError> {
        if let Some(run) = self.run.take() {
            self.known.add(&run.fingerprints);
            self.segments.push(run.write(&self.folder)?);
            self.merge_new()?;
        }
        Ok(())
    }

    /// Returns the place of the first segment that the index does not have yet.
    fn first_new(&self) -> usize {
        let is_old = |segment: &&Segment| segment.info.number < self.first_number;
        self.segments.iter().take_while(is_old).count()
    }

    /// Merges the new segments after one was added, so that few files are open: an external sort.
    fn merge_new(&mut self) -> Result<(), IndexError> {
        let first = self.first_new();
        self.merge_levels(first, self.segments.len() - 1)
    }

    /// Merges the segments behind the first ones as those from `new` on need it.
    fn merge_levels(&mut self, first: usize, new: usize) -> Result<(), IndexError> {
        let games: Vec<u64> =
            self.segments[first..].iter().map(|segment| segment.games().into()).collect();
        for range in merges(&games, new - first).into_iter().rev() {
            self.merge(range.start + first..range.end + first, 1)?;
        }
        Ok(())
    }

    /// Merges neighbouring segments into one, or into several if their games are more than a segment can have.
    /// Leaves positions of fewer than `min_games` games out.
    fn merge(&mut self, range: Range<usize>, min_games: u32) -> Result<(), IndexError> {
        let mut merged = Vec::new();
        let mut start = range.start;
        while start < range.end {
            let (mut end, mut games) = (start, 0_u64);
            while end < range.end {
                games += u64::from(self.segments[end].games());
                if games > u64::from(u32::MAX) && end > start {
                    break;
                }
                end += 1;
            }
            if end - start > 1 || min_games > 1 {
                let number = self.next_number()?;
                let header = self.header(start, self.committed.min_games.max(min_games));
                let segments = &self.segments[start..end];
                let segment = merge_segments(&self.folder, number, segments, header, min_games)?;
                merged.push((start..end, segment));
            }
            start = end;
        }
        for (range, segment) in merged.into_iter().rev() {
            let old: Vec<_> = self.segments.splice(range, [segment]).collect();
            let unlisted = old.iter().map(|old| old.info.number);
            let unlisted: Vec<_> = unlisted.filter(|&number| number >= self.first_number).collect();
            drop(old);
            for number in unlisted {
                remove_segment(&self.folder, number);
            }
        }
        Ok(())
    }

    /// Adds the games to the index: they become a segment, and segments are merged where there are many of a
    /// size.
    ///
    /// # Errors
    /// If a file cannot be read or written. The index then stays as it was.
    pub fn commit(mut self) -> Result<AddReport, IndexError> {
        self.end_run()?;
        let new = self.first_new();
        if new < self.segments.len() {
            self.merge_levels(0, new)?;
        }
        self.replace_manifest(self.committed.min_games)?;
        Ok(self.report)
    }

    /// Merges all segments into one, and returns the number of segments that there were.
    ///
    /// # Errors
    /// If a file cannot be read or written. The index then stays as it was.
    pub fn compact(self) -> Result<usize, IndexError> {
        self.prune(1)
    }

    /// Merges all segments into one as [`compact`](Self::compact), and leaves positions of fewer than
    /// `min_games` games out, which cannot be undone: see [`Index::min_games`](super::Index::min_games). The games
    /// stay.
    ///
    /// # Errors
    /// If a file cannot be read or written. The index then stays as it was.
    pub fn prune(mut self, min_games: u32) -> Result<usize, IndexError> {
        let segments = self.segments.len();
        self.merge(0..segments, min_games)?;
        self.replace_manifest(self.committed.min_games.max(min_games))?;
        Ok(segments)
    }

    fn replace_manifest(&mut self, min_games: u32) -> Result<(), IndexError> {
        let segments: Vec<_> = self.segments.iter().map(|segment| segment.info).collect();
        let is_kept = |old: &SegmentInfo| segments.iter().any(|new| new.number == old.number);
        for replaced in self.committed.segments.iter().filter(|old| !is_kept(old)) {
            self.lock.note_segment(replaced.number)?;
        }
        let plies = self.committed.plies;
        let manifest = Manifest { plies, next: self.next, min_games, segments };
        manifest.write(&self.folder)?;
        self.committed = manifest;
        Ok(())
    }
}

impl Drop for IndexWriter {
    /// Removes the files that the index does not have.
    fn drop(&mut self) {
        // An open file cannot be removed everywhere.
        self.segments.clear();
        self.run = None;
        self.lock.remove_left(&self.committed);
    }
}
