//! The list of the segments of an index.

use super::blocks::{IndexError, step};
use super::segment::{SegmentInfo, SegmentShape, segment_number};
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The list of the segments of an index, which is replaced as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Manifest {
    /// The number of plies of each game that are stored.
    pub(super) plies: u16,
    /// The number of the next segment.
    pub(super) next: u64,
    /// The least number of games of a position when positions were left out; 1 if none were.
    pub(super) min_games: u32,
    pub(super) segments: Vec<SegmentInfo>,
}

impl Manifest {
    pub(super) const NAME: &str = "manifest";
    const FIRST_LINE: &str = "ferz index 2";
    /// The longest manifest in bytes.
    const MAX_SIZE: u64 = 1 << 24;

    /// Returns the list of an index without games.
    pub(super) fn new(plies: u16) -> Self {
        Self { plies, next: 1, min_games: 1, segments: Vec::new() }
    }

    fn text(&self) -> String {
        let Self { plies, next, min_games, segments } = self;
        let mut text = format!("{}\nplies {plies}\nnext {next}\n", Self::FIRST_LINE);
        if *min_games > 1 {
            text.push_str(&format!("min-games {min_games}\n"));
        }
        for SegmentInfo { number, shape, names, positions, sizes } in segments {
            let SegmentShape { bits, games } = shape;
            let [buckets, directory, table, columns, texts] = sizes;
            text.push_str(&format!(
                "segment {number} games {games} names {names} positions {positions} bits {bits} \
                 sizes {buckets} {directory} {table} {columns} {texts}\n"
            ));
        }
        let sum = crc32fast::hash(text.as_bytes());
        text.push_str(&format!("crc32 {sum:08x}\n"));
        text
    }

    /// Parses a text. Returns `None` if it is not exactly what [`text`](Self::text) writes.
    fn parse(text: &str) -> Option<Self> {
        let mut lines = text.lines().skip(1).peekable();
        let number = |line: &str| line.split_once(' ')?.1.parse::<u64>().ok();
        let plies = u16::try_from(number(lines.next()?)?).ok()?;
        let next = number(lines.next()?)?;
        let min_games = match lines.next_if(|line| line.starts_with("min-games ")) {
            Some(line) => u32::try_from(number(line)?).ok()?,
            None => 1,
        };
        let mut segments = Vec::new();
        for line in lines.take_while(|line| line.starts_with("segment ")) {
            let numbers: Vec<u64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            let &[number, games, names, positions, bits, ref sizes @ ..] = &numbers[..] else {
                return None;
            };
            let shape =
                SegmentShape { bits: u8::try_from(bits).ok()?, games: u32::try_from(games).ok()? };
            let (names, sizes) = (u32::try_from(names).ok()?, sizes.try_into().ok()?);
            segments.push(SegmentInfo { number, shape, names, positions, sizes });
        }
        // Compared with what would be written: other orders, words at the end and numbers with zeros before them are damage,
        // without a rule for each.
        let manifest = Self { plies, next, min_games, segments };
        let is_valid = manifest.segments.iter().all(|segment| segment.shape.is_valid());
        (is_valid && manifest.text() == text).then_some(manifest)
    }

    /// Reads the manifest of a folder. Returns `None` without one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, IndexError> {
        let path = folder.join(Self::NAME);
        let file = match fs::File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(IndexError::file(&path, error)),
        };
        let mut bytes = Vec::new();
        file.take(Self::MAX_SIZE)
            .read_to_end(&mut bytes)
            .map_err(|error| IndexError::file(&path, error))?;
        let text = String::from_utf8_lossy(&bytes);
        let reason = match text.lines().next() {
            Some(Self::FIRST_LINE) => None,
            Some("ferz index 1") => Some(
                "an index of an earlier version; make it anew of its texts: `ferz explore add NEW \
                 INDEX/text-*.pgn.gz`, or of the files that it was made of",
            ),
            _ => Some("its manifest is of another program or version"),
        };
        if let Some(reason) = reason {
            return Err(IndexError::NoIndex { path: folder.to_owned(), reason });
        }
        let manifest = Self::parse(&text);
        manifest
            .ok_or_else(|| {
                IndexError::damaged(
                    &path,
                    0,
                    "the checksum differs; `ferz explore recover` makes it anew",
                )
            })
            .map(Some)
    }

    /// Returns the error of a folder without a manifest: `reason`, if it has no segments either.
    pub(super) fn missing(folder: &Path, reason: &'static str) -> IndexError {
        let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_segment = |entry: fs::DirEntry| {
            entry.file_name().to_str().is_some_and(|name| segment_number(name).is_some())
        };
        let reason = match entries.any(is_segment) {
            true => "found segments without their manifest; `ferz explore recover` makes it anew",
            false => reason,
        };
        IndexError::NoIndex { path: folder.to_owned(), reason }
    }

    /// Replaces the manifest of a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), IndexError> {
        let path = folder.join(Self::NAME);
        step().map_err(|error| IndexError::file(&path, error))?;
        Ok(ferz_output::replace(&path, self.text().as_bytes())?)
    }
}
