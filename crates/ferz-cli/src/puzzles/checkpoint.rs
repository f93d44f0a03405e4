//! The checkpoint of `ferz puzzles find`: the puzzles of the games that are finished.

use crate::common::files::read_line;
use crate::common::prelude::*;
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::BufReader;

/// The values besides the games on which puzzles and their texts depend.
#[derive(Serialize, Debug)]
pub(super) struct FindSettings {
    /// The engine with its version.
    pub(super) engine: &'static str,
    /// The CRC-32 of its network in hexadecimal.
    pub(super) network: String,
    pub(super) nodes: u64,
    pub(super) hash_mib: usize,
    pub(super) format: String,
    /// The conditions on the games that are searched, such as `player=anna`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) conditions: Vec<String>,
}

/// The puzzles of a game.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
pub(super) struct FinishedGame {
    /// A fingerprint of the text of the game.
    pub(super) game: u64,
    pub(super) candidates: u64,
    /// The candidates without a solution.
    pub(super) unsolved: u64,
    /// The solutions that the test did not confirm.
    pub(super) unconfirmed: u64,
    pub(super) nodes: u64,
    pub(super) puzzles: Vec<PuzzleText>,
}

/// A puzzle as it is written.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct PuzzleText {
    /// The key of the position to solve.
    pub(super) key: u64,
    pub(super) text: String,
}

/// The start of the first line, with the number of the format.
const MARK: &str = "ferz puzzles find 2 ";

/// An open checkpoint: a first line with the settings, then a line for each finished game, in the order of
/// the games.
pub(super) struct PuzzleCheckpoint {
    path: PathBuf,
    file: File,
}

impl PuzzleCheckpoint {
    /// Opens or creates the file, and returns it with the games that are finished. An incomplete last line, as
    /// left by a power failure, is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, belongs to another search, or has an invalid line. A file that
    /// is refused is not changed.
    pub(super) fn open(
        path: &Path,
        settings: &FindSettings,
    ) -> Result<(Self, Vec<FinishedGame>), Error> {
        let header = format!("{MARK}{}", serde_json::to_string(settings).map_err(Error::new)?);
        let file_error = |error| Error::file(path, error);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create(true).open(path).map_err(file_error)?;
        let (mut input, mut bytes) = (BufReader::new(&file), Vec::new());
        let (mut complete, mut games, mut number) = (0, Vec::new(), 0);
        while read_line(&mut input, &mut bytes).map_err(file_error)? {
            number += 1;
            let Some(line) = bytes.strip_suffix(b"\n") else {
                if number == 1 && !header.as_bytes().starts_with(&bytes) {
                    return Err(other_search(path, &header));
                }
                break;
            };
            if number == 1 && line != header.as_bytes() {
                return Err(other_search(path, &header));
            } else if number > 1 {
                let game = serde_json::from_slice(line);
                games.push(game.map_err(|error| Error::line(path, number, error))?);
            }
            complete += bytes.len() as u64;
        }
        if complete < file.metadata().map_err(file_error)?.len() {
            file.set_len(complete).map_err(file_error)?;
        }
        let mut checkpoint = Self { path: path.to_owned(), file };
        if complete == 0 {
            checkpoint.append_line(header)?;
        }
        Ok((checkpoint, games))
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn append(&mut self, game: &FinishedGame) -> Result<(), Error> {
        self.append_line(serde_json::to_string(game).map_err(Error::new)?)
    }

    fn append_line(&mut self, mut line: String) -> Result<(), Error> {
        line.push('\n');
        // One write for each line, so that a killed process is unlikely to leave a partial line.
        self.file.write_all(line.as_bytes()).map_err(|error| Error::file(&self.path, error))
    }
}

/// Returns the error of a file that is not the checkpoint of this search.
fn other_search(path: &Path, expected: &str) -> Error {
    Error::line(
        path,
        1,
        format_args!("not the checkpoint of this search, which begins {expected:?}"),
    )
}
