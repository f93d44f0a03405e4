//! Adding games to an index, and merging its segments.

use super::blocks::{IndexError, commit, step};
use super::games::{
    GameInfo, GameRecord, GameTableWriter, KnownGames, MAX_NAME, NameStream, RecordReader,
    ResultCounts,
};
use super::segment::{
    COUNTED_GAMES, Entry, MAX_RANK, Manifest, MoveEntry, PositionStream, Segment, SegmentInfo,
    SegmentWriter, Shape, segment_number, segment_paths,
};
use super::text::{TextPlace, TextWriter};
use crate::{GameDate, Speed};
use ferz::{Move, Position};
use ferz_game::GameResult;
use ferz_game::pgn::{GameVisitor, PgnError, Tag, Visit};
use ferz_output::OutputFile;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

// Games as they are added.

/// A game for an [`IndexWriter`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewGame {
    /// The facts by its tags.
    pub info: GameInfo,
    /// The error that ends the game: the moves before it are known.
    pub error: Option<Box<PgnError>>,
    /// The key of each position, once, with the rank of the last move played there.
    positions: Vec<(u64, u8)>,
    fingerprint: Fingerprint,
    /// The number of moves so far.
    plies: u32,
    /// Set after a null move: the positions behind it are those of no game.
    has_null_move: bool,
    tag_result: GameResult,
    /// Those of the tags `Date`, `UTCDate` and `EventDate`: the first with a year is that of the game.
    dates: [GameDate; 3],
}

/// A hash of the moves and the players of a game, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Fingerprint(u64);

impl Fingerprint {
    /// Adds a number: a round of SplitMix64.
    fn add(&mut self, number: u64) {
        let mut bits = (self.0 ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = bits ^ bits >> 31;
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(bytes));
        }
    }
}

impl NewGame {
    /// Returns a hash of start, moves, players, date and result, the same on every machine: games with the same
    /// one are the same game for an index.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.0
    }
}

/// Collects the games of a PGN text for an [`IndexWriter`], as the visitor of a
/// [`Player`](ferz_game::pgn::Player).
#[derive(Debug)]
pub struct GameIndexer {
    plies: u16,
    games: Vec<NewGame>,
}

impl GameIndexer {
    /// Creates a collector of the positions before the first `plies` moves of each game.
    pub fn new(plies: u16) -> Self {
        Self { plies, games: Vec::new() }
    }

    /// Returns the games in the order of the text, also those with errors.
    pub fn into_games(self) -> Vec<NewGame> {
        self.games
    }
}

/// Returns a name without spaces around it, of at most [`MAX_NAME`] bytes; `?` for an empty one.
fn name(value: &str) -> String {
    let value = value.trim();
    let is_end = |&end: &usize| value.is_char_boundary(end);
    let end = (0..=value.len().min(MAX_NAME)).rev().find(is_end).unwrap_or(0);
    if value.is_empty() { "?".to_owned() } else { value[..end].to_owned() }
}

fn rating(value: &str) -> Option<u16> {
    value.trim().parse().ok().filter(|&rating| rating > 0)
}

impl GameVisitor for GameIndexer {
    type Game = NewGame;

    fn begin_game(&mut self, _: u64) -> NewGame {
        let unknown = || "?".to_owned();
        let names = GameInfo {
            white: unknown(),
            black: unknown(),
            event: unknown(),
            ..GameInfo::default()
        };
        NewGame { info: names, ..NewGame::default() }
    }

    fn tag(&mut self, game: &mut NewGame, tag: Tag<'_>) {
        let info = &mut game.info;
        match tag.name() {
            b"White" => info.white = name(&tag.value()),
            b"Black" => info.black = name(&tag.value()),
            b"Event" => info.event = name(&tag.value()),
            b"WhiteElo" => info.white_elo = rating(&tag.value()),
            b"BlackElo" => info.black_elo = rating(&tag.value()),
            b"TimeControl" => info.speed = Speed::of_time_control(&tag.value()),
            b"Date" => game.dates[0] = GameDate::from_tag(&tag.value()),
            b"UTCDate" => game.dates[1] = GameDate::from_tag(&tag.value()),
            b"EventDate" => game.dates[2] = GameDate::from_tag(&tag.value()),
            b"Result" => game.tag_result = tag.value().trim().parse().unwrap_or_default(),
            _ => {}
        }
    }

    fn begin_moves(&mut self, game: &mut NewGame, start: &Position) -> Visit {
        game.fingerprint.add(start.key());
        Visit::Continue
    }

    fn played(&mut self, game: &mut NewGame, before: &Position, mv: Move) -> Visit {
        game.fingerprint.add(mv.bits().into());
        let is_stored = game.plies < u32::from(self.plies) && !game.has_null_move;
        game.plies += 1;
        if is_stored && let Some(rank) = rank_of(before, mv) {
            let key = before.key();
            let reversible = usize::from(before.rule50());
            let mut earlier = game.positions.iter_mut().rev().take(reversible);
            match earlier.find(|(known, _)| *known == key) {
                Some(known) => known.1 = rank,
                None => game.positions.push((key, rank)),
            }
        }
        Visit::Continue
    }

    fn null_move(&mut self, game: &mut NewGame, _: &Position) -> Visit {
        game.fingerprint.add(0);
        game.has_null_move = true;
        Visit::Continue
    }

    fn end_game(&mut self, mut game: NewGame, _: &Position, marker: Option<GameResult>) {
        game.info.result = GameResult::of_game(marker, game.tag_result.as_str());
        if let Some(date) = game.dates.into_iter().find(|date| date.year().is_some()) {
            game.info.date = date;
        }
        for name in [&game.info.white, &game.info.black] {
            game.fingerprint.add_text(&name.to_lowercase());
        }
        game.fingerprint.add(game.info.date.bits().into());
        game.fingerprint.add_text(game.info.result.as_str());
        self.games.push(game);
    }

    fn error(&mut self, game: &mut NewGame, error: PgnError) {
        game.error = Some(Box::new(error));
    }
}

/// Returns the rank of a move: the number of legal moves with a smaller encoding. `None` above
/// [`MAX_RANK`], in positions that no game reaches.
fn rank_of(position: &Position, mv: Move) -> Option<u8> {
    let rank = position.legal_moves().iter().filter(|other| other.bits() < mv.bits()).count();
    u8::try_from(rank).ok().filter(|&rank| rank <= MAX_RANK)
}

/// Options of an [`IndexWriter`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriterOptions {
    /// The number of plies of each game that are stored: that of the index, 50 in a new one, if `None`.
    pub plies: Option<u16>,
    /// The memory for games in bytes, at least [`MIN_MEMORY`](Self::MIN_MEMORY). The fingerprints of known games take
    /// at most an eighth more.
    pub memory: usize,
    /// Set if the texts of games are stored.
    pub texts: bool,
}

impl WriterOptions {
    /// The least memory in bytes: 1 MiB.
    pub const MIN_MEMORY: usize = 1 << 20;
    /// The plies of a new index, as in the explorer of Lichess.
    pub const DEFAULT_PLIES: u16 = 50;
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { plies: None, memory: 256 << 20, texts: true }
    }
}

/// The numbers of games that were added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AddReport {
    /// New games.
    pub added: u64,
    /// Games that the index has already.
    pub duplicates: u64,
}

// Writing.

/// The number of segments of about a size that are merged.
const MERGED_SEGMENTS: usize = 16;

/// Adds games to an index, and merges its segments. One process at a time can write an index; others can read
/// it.
///
/// Nothing is changed before [`commit`](Self::commit), which replaces the manifest as a whole.
pub struct IndexWriter {
    folder: PathBuf,
    /// The locked file, as long as the writer lives.
    _lock: File,
    /// The manifest on the storage device.
    committed: Manifest,
    next: u64,
    segments: Vec<Segment>,
    options: WriterOptions,
    known: KnownGames,
    /// The games that are in memory.
    run: Option<Run>,
    report: AddReport,
}

/// Games in memory, which become a segment.
struct Run {
    number: u64,
    /// The key in the high 64 bits, the rank of the move in the next 8, the game in the low 32 of 104 bits.
    entries: Vec<u128>,
    records: Vec<GameRecord>,
    fingerprints: HashSet<u64>,
    names: HashMap<Box<str>, u32>,
    /// The bytes that records, fingerprints and names take at most.
    bytes: usize,
    texts: Option<TextWriter>,
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
        let lock = lock(folder)?;
        // Another writer may have ended before the lock was taken.
        let manifest = Manifest::read(folder)?.or(manifest);
        let plies = options.plies.unwrap_or(WriterOptions::DEFAULT_PLIES);
        let committed = manifest.unwrap_or(Manifest::new(plies));
        if let Some(given) = options.plies.filter(|&plies| plies != committed.plies) {
            return Err(IndexError::Plies { found: committed.plies, given });
        }
        remove_unlisted(folder, &committed);
        let segments = committed.segments.iter().map(|&info| Segment::open(folder, info));
        let segments = segments.collect::<Result<Vec<_>, _>>()?;
        let (folder, next) = (folder.to_owned(), committed.next);
        let known = KnownGames::new(options.memory.max(WriterOptions::MIN_MEMORY));
        let report = AddReport::default();
        Ok(Self {
            folder,
            _lock: lock,
            committed,
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
        let fingerprint = game.fingerprint.0;
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
        let reason = "found no index";
        let missing = || IndexError::NoIndex { path: other.to_owned(), reason };
        let manifest = Manifest::read(other)?.ok_or_else(missing)?;
        if manifest.plies != self.committed.plies {
            return Err(IndexError::Plies { found: self.committed.plies, given: manifest.plies });
        }
        self.known.forget();
        // The next manifest notes that positions of the other index were left out.
        self.committed.min_games = self.committed.min_games.max(manifest.min_games);
        let mut games = 0;
        for info in manifest.segments {
            let adopted = SegmentInfo { number: self.next, ..info };
            self.next += 1;
            let [old, new] = [(other, info), (self.folder.as_path(), adopted)]
                .map(|(folder, info)| segment_paths(folder, info.number));
            let files = if info.sizes[3] == 0 { 3 } else { 4 };
            old.iter().zip(&new).take(files).try_for_each(|(old, new)| copy(old, new))?;
            let segment = Segment::open(&self.folder, adopted)?;
            games += u64::from(segment.games());
            self.segments.push(segment);
            self.merge_levels()?;
        }
        self.report.added += games;
        Ok(games)
    }

    fn begin_run(&mut self) -> Result<Run, IndexError> {
        let number = self.next;
        self.next += 1;
        let [.., text] = segment_paths(&self.folder, number);
        let texts = if self.options.texts { Some(TextWriter::create(&text)?) } else { None };
        let mut entries = Vec::new();
        // Without the reserve, growing copies the list and needs half as much memory again.
        let _ = entries.try_reserve_exact(Run::max_entries(self.options.memory));
        let (records, fingerprints, names) = (Vec::new(), HashSet::new(), HashMap::new());
        Ok(Run { number, entries, records, fingerprints, names, bytes: 0, texts })
    }

    /// Writes the games in memory as a segment.
    fn end_run(&mut self) -> Result<(), IndexError> {
        if let Some(run) = self.run.take() {
            self.known.add(&run.fingerprints);
            self.segments.push(run.write(&self.folder)?);
            self.merge_levels()?;
        }
        Ok(())
    }

    /// Merges the last segments while there are [`MERGED_SEGMENTS`] of a size, which a power of 16 limits.
    fn merge_levels(&mut self) -> Result<(), IndexError> {
        let level = |segment: &Segment| segment.info.positions.max(1).ilog2() / 4;
        for highest in 0..16 {
            let run = self.segments.iter().rev().take_while(|segment| level(segment) <= highest);
            let count = run.count();
            if count >= MERGED_SEGMENTS {
                self.merge(self.segments.len() - count..self.segments.len(), 1)?;
            }
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
                let segments = &self.segments[start..end];
                let segment = merge_segments(&self.folder, self.next, segments, min_games)?;
                self.next += 1;
                merged.push((start..end, segment));
            }
            start = end;
        }
        for (range, segment) in merged.into_iter().rev() {
            let old: Vec<_> = self.segments.splice(range, [segment]).collect();
            let unlisted = old.iter().map(|old| old.info.number);
            let unlisted: Vec<_> =
                unlisted.filter(|&number| number >= self.committed.next).collect();
            drop(old);
            unlisted.into_iter().for_each(|number| remove_segment(&self.folder, number));
        }
        Ok(())
    }

    /// Adds the games to the index: they become a segment, and segments are merged where there are many.
    ///
    /// # Errors
    /// If a file cannot be read or written. The index then stays as it was.
    pub fn commit(mut self) -> Result<AddReport, IndexError> {
        self.end_run()?;
        let old = self.committed.next;
        let new = self.segments.iter().position(|segment| segment.info.number >= old);
        if let Some(first) = new {
            self.merge(first..self.segments.len(), 1)?;
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
        let segments = self.segments.iter().map(|segment| segment.info).collect();
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
        remove_unlisted(&self.folder, &self.committed);
    }
}

/// Copies a file.
fn copy(from: &Path, to: &Path) -> Result<(), IndexError> {
    let mut input = File::open(from).map_err(|error| IndexError::file(from, error))?;
    step().map_err(|error| IndexError::file(to, error))?;
    let mut output = OutputFile::create(to)?;
    io::copy(&mut input, &mut output).map_err(|error| IndexError::file(to, error))?;
    commit(output)
}

/// The name of the file that a writer locks.
const LOCK: &str = "lock";

/// Locks the index for this process.
fn lock(folder: &Path) -> Result<File, IndexError> {
    let path = folder.join(LOCK);
    let error = |error| IndexError::file(&path, error);
    step().map_err(error)?;
    let file = File::options().create(true).append(true).open(&path).map_err(error)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(IndexError::Locked { path: folder.to_owned() }),
        // A file system without locks leaves it to the user that one process writes.
        Err(TryLockError::Error(found)) if found.kind() != ErrorKind::Unsupported => {
            Err(error(found))
        }
        _ => Ok(file),
    }
}

/// Returns true for the name of a file that a writer creates and an index need not have.
fn is_removable(name: &str, manifest: &Manifest) -> bool {
    let is_listed = |number| manifest.segments.iter().any(|segment| segment.number == number);
    match segment_number(name) {
        Some(number) => !is_listed(number),
        None => name.starts_with(".ferz-") && name.ends_with(".tmp"),
    }
}

/// Removes the files of no listed segment. Ignores errors: the next writer tries again.
fn remove_unlisted(folder: &Path, manifest: &Manifest) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(|name| is_removable(name, manifest))
            && step().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes the files of a segment. Ignores errors, as [`remove_unlisted`].
fn remove_segment(folder: &Path, number: u64) {
    for path in segment_paths(folder, number) {
        if step().is_ok() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Refuses a folder without an index that has other files than those of a writer that was killed.
fn refuse_other_files(folder: &Path) -> Result<(), IndexError> {
    let error = |error| IndexError::file(folder, error);
    let empty = Manifest::new(0);
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        if !name.to_str().is_some_and(|name| name == LOCK || is_removable(name, &empty)) {
            let reason = "the folder has other files, expected an index or an empty folder";
            return Err(IndexError::NoIndex { path: folder.to_owned(), reason });
        }
    }
    Ok(())
}

impl Run {
    /// The bytes of a record with its fingerprint in memory.
    const GAME_BYTES: usize = 96;

    /// Returns the number of positions for a limit of memory: three quarters of it.
    fn max_entries(memory: usize) -> usize {
        memory.max(WriterOptions::MIN_MEMORY) / 4 * 3 / size_of::<u128>()
    }

    fn is_full(&self, memory: usize) -> bool {
        let memory = memory.max(WriterOptions::MIN_MEMORY);
        /// Entries that are left for the last game.
        const RESERVE: usize = 1_000;
        self.entries.len() + RESERVE >= Self::max_entries(memory)
            || self.bytes >= memory / 4
            || self.records.len() >= u32::MAX as usize - 1
    }

    fn add(&mut self, game: &NewGame, text: &[u8]) -> Result<(), IndexError> {
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
        self.fingerprints.insert(game.fingerprint.0);
        self.bytes += Self::GAME_BYTES;
        let entry =
            |&(key, rank): &(u64, u8)| u128::from(key) << 40 | u128::from(rank) << 32 | number;
        self.entries.extend(game.positions.iter().map(entry));
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
    fn write(mut self, folder: &Path) -> Result<Segment, IndexError> {
        let paths = segment_paths(folder, self.number);
        let has_texts = self.texts.is_some();
        self.texts.take().map_or(Ok(()), TextWriter::finish)?;
        self.write_table(&paths[2])?;
        let names = self.names.len() as u32;
        self.entries.sort_unstable();
        let positions = self.entries.chunk_by(|a, b| a >> 40 == b >> 40).count() as u64;
        let shape = Shape::for_positions(positions, self.records.len() as u32);
        let [buckets, directory, ..] = paths;
        let mut writer = SegmentWriter::create([buckets, directory], shape)?;
        let mut entry = Entry::default();
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
        let info = SegmentInfo { number: self.number, shape, names, positions, sizes: [0; 4] };
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
        let mut table = GameTableWriter::create(path)?;
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

// Merging.

/// Merges segments into a new one, whose games are those of the segments one after the other. Leaves positions
/// of fewer than `min_games` games out.
fn merge_segments(
    folder: &Path,
    number: u64,
    segments: &[Segment],
    min_games: u32,
) -> Result<Segment, IndexError> {
    let paths = segment_paths(folder, number);
    let games = segments.iter().map(|segment| u64::from(segment.games())).sum::<u64>();
    let games = u32::try_from(games).map_err(|_| IndexError::TooLarge)?;
    let bases = merge_texts(&paths[3], segments)?;
    let names = merge_tables(&paths[2], segments, &bases)?;
    // Those that several segments have count in each, which is near enough; those that are left out are not.
    let positions = match min_games {
        ..=1 => segments.iter().map(|segment| segment.info.positions).sum(),
        _ => PositionMerger::new(segments)?.count(min_games)?,
    };
    let shape = Shape::for_positions(positions, games);
    let [buckets, directory, ..] = paths;
    let mut writer = SegmentWriter::create([buckets, directory], shape)?;
    let mut merger = PositionMerger::new(segments)?;
    while merger.next()? {
        if merger.games() >= min_games as usize {
            writer.add(merger.merged()?)?;
        }
    }
    let positions = writer.finish()?;
    let info = SegmentInfo { number, shape, names, positions, sizes: [0; 4] };
    Segment::open_new(folder, info, segments.iter().any(|segment| segment.texts.is_some()))
}

/// Writes the texts of all segments one after the other, if there are any, and returns where those of each
/// begin.
fn merge_texts(path: &Path, segments: &[Segment]) -> Result<Vec<u64>, IndexError> {
    if segments.iter().all(|segment| segment.texts.is_none()) {
        return Ok(vec![0; segments.len()]);
    }
    let mut writer = TextWriter::create(path)?;
    let mut bases = Vec::with_capacity(segments.len());
    for segment in segments {
        bases.push(match &segment.texts {
            Some(texts) => writer.append(texts)?,
            None => writer.place().member(),
        });
    }
    writer.finish()?;
    Ok(bases)
}

/// Writes the games of all segments, whose texts begin at `bases`. Returns the number of names.
fn merge_tables(path: &Path, segments: &[Segment], bases: &[u64]) -> Result<u32, IndexError> {
    let mut numbers: Vec<Vec<u32>> = segments.iter().map(|_| Vec::new()).collect();
    let mut names = 0_u32;
    merge_names(segments, |_, sources| {
        sources.iter().for_each(|&segment| numbers[segment].push(names));
        names = names.checked_add(1).ok_or(IndexError::TooLarge)?;
        Ok(())
    })?;
    let mut table = GameTableWriter::create(path)?;
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
    entries: Vec<Entry>,
    /// Their keys, apart so that the least is found quickly; `None` after the last one.
    keys: Vec<Option<u64>>,
    /// The segments that have the position.
    sources: Vec<usize>,
    records: Vec<RecordReader<'a>>,
    /// The number of games of the segments before each one.
    first_games: Vec<u32>,
    merged: Entry,
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
            entries: segments.iter().map(|_| Entry::default()).collect(),
            keys: vec![None; segments.len()],
            // At first all segments are read.
            sources: (0..segments.len()).collect(),
            records: segments.iter().map(|segment| segment.table.records()).collect(),
            first_games,
            merged: Entry::default(),
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
    fn merged(&mut self) -> Result<&Entry, IndexError> {
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
            self.merged.games.extend(games.iter().map(|game| first + game));
            match &mv.counts {
                Some(sums) => counts.add_all(sums),
                None => self.uncounted.extend(games.iter().map(|&game| (source, game))),
            }
        }
        let games = start..self.merged.games.len();
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
