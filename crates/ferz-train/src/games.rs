//! Reading of the games of several files, for the network trainer, relabelling and
//! comparisons.

use crate::format::{GameReader, IllegalPly, ReadError, TrainingGame};
use crate::workers::Workers;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One game in this many, on average, is held out.
const HELD_OUT_INTERVAL: u32 = 50;
/// The number of moves of a game that decide if it is held out.
const HELD_OUT_MOVES: usize = 16;

/// The reason that games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// A file cannot be opened.
    #[error("{path}: {error}", path = path.display())]
    Open {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// A file is damaged.
    #[error("{path}: {error}", path = path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The cause.
        error: ReadError,
    },
    /// The temporary files of the samples cannot be written.
    #[error("temporary files of the samples: {0}")]
    Samples(std::io::Error),
    /// A game has an illegal move.
    #[error("{path}, game {number}: {error}", path = path.display())]
    Illegal {
        /// The path of the file.
        path: PathBuf,
        /// The number of the game in the file, from 1.
        number: usize,
        /// The ply.
        error: IllegalPly,
    },
}

/// A game with an illegal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {index} of the chunk: {error}")]
pub struct IllegalGame {
    /// The index of the game among those that were passed, from 0.
    pub index: usize,
    /// The illegal move.
    pub error: IllegalPly,
}

/// A game with its place in the files.
#[derive(Clone, Debug)]
pub struct FileGame {
    /// The game. Its moves may be illegal.
    pub game: TrainingGame,
    /// The file.
    pub path: Arc<Path>,
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The settings of the game, a JSON object.
    pub settings: Arc<str>,
    /// The number of bytes of all files up to the end of the game.
    pub bytes_read: u64,
}

/// An iterator over the games of several files, one file after the other. An incomplete record at the
/// end of a file, as in one that is being written, is not an error, unless it is the first one. The
/// first error ends the iteration.
pub struct GameFiles {
    paths: std::vec::IntoIter<PathBuf>,
    current: Option<OpenFile>,
    /// The number of bytes of the files before the current one.
    bytes_before: u64,
}

/// A file that is being read.
struct OpenFile {
    path: Arc<Path>,
    reader: GameReader<File>,
    games: usize,
    settings: Arc<str>,
}

impl GameFiles {
    /// Creates the iterator. Opens no file.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self { paths: paths.into_iter(), current: None, bytes_before: 0 }
    }

    /// Returns the next game of the current file, or of the first file after it that has one.
    fn next_game(&mut self) -> Result<Option<FileGame>, GamesError> {
        loop {
            if let Some(file) = &mut self.current {
                if let Some(game) = file.next_game(self.bytes_before)? {
                    return Ok(Some(game));
                }
                self.bytes_before += file.reader.bytes_read();
            }
            let Some(path) = self.paths.next() else { return Ok(None) };
            self.current = Some(OpenFile::open(path)?);
        }
    }
}

impl Iterator for GameFiles {
    type Item = Result<FileGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_game().transpose();
        if !matches!(game, Some(Ok(_))) {
            self.current = None;
            self.paths = Vec::new().into_iter();
        }
        game
    }
}

impl OpenFile {
    fn open(path: PathBuf) -> Result<Self, GamesError> {
        let reader = match File::open(&path).map(GameReader::new) {
            Ok(Ok(reader)) => reader,
            Ok(Err(error)) => return Err(GamesError::Read { path, error }),
            Err(error) => return Err(GamesError::Open { path, error }),
        };
        let settings = reader.settings().into();
        Ok(Self { path: path.into(), reader, games: 0, settings })
    }

    fn next_game(&mut self, bytes_before: u64) -> Result<Option<FileGame>, GamesError> {
        let game = match self.reader.next() {
            Some(Ok(game)) => game,
            None | Some(Err(ReadError::Truncated { .. })) => return Ok(None),
            Some(Err(error)) => {
                return Err(GamesError::Read { path: self.path.to_path_buf(), error });
            }
        };
        self.games += 1;
        if *self.settings != *self.reader.settings() {
            self.settings = self.reader.settings().into();
        }
        Ok(Some(FileGame {
            game,
            path: Arc::clone(&self.path),
            number: self.games,
            settings: Arc::clone(&self.settings),
            bytes_read: bytes_before + self.reader.bytes_read(),
        }))
    }
}

/// Returns true if a game is held out: measured, but not trained on. It is held out with all its
/// positions, since the positions of a game are correlated.
///
/// The start position and the first moves decide, and no score, so that the same games are held out in
/// any order and number of files, and a relabelled game is on the side of the original.
pub(crate) fn is_held_out(game: &TrainingGame) -> bool {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&game.start.key().to_le_bytes());
    for mv in game.moves.iter().take(HELD_OUT_MOVES) {
        hasher.update(&mv.bits().to_le_bytes());
    }
    hasher.finalize().is_multiple_of(HELD_OUT_INTERVAL)
}

/// Calls `replay` for all games, on all cores, and returns its results in the order of the games.
///
/// # Errors
/// The first illegal game in that order.
pub(crate) fn replay_all<T: Send>(
    games: &[TrainingGame],
    replay: impl Fn(&TrainingGame) -> Result<T, IllegalPly> + Sync,
) -> Result<Vec<T>, IllegalGame> {
    let results = Workers::all().map(games, replay);
    let numbered = results.into_iter().enumerate();
    numbered.map(|(index, result)| result.map_err(|error| IllegalGame { index, error })).collect()
}

/// Reads the games of a file in chunks until `visit` returns false. Passes the number of bytes read so
/// far with each chunk. An incomplete last record ends the file; its offset is returned.
///
/// # Errors
/// If the file cannot be opened, is damaged, or `visit` finds an illegal move.
pub(crate) fn for_each_chunk(
    path: &Path,
    mut visit: impl FnMut(&[TrainingGame], u64) -> Result<bool, IllegalGame>,
) -> Result<Option<u64>, GamesError> {
    let mut reader = OpenFile::open(path.to_path_buf())?.reader;
    let mut games_before = 0;
    loop {
        let (games, result) = reader.read_chunk(usize::MAX);
        let incomplete = match result {
            Ok(()) => None,
            Err(ReadError::Truncated { offset }) => Some(offset),
            Err(error) => return Err(GamesError::Read { path: path.to_path_buf(), error }),
        };
        let more = visit(&games, reader.bytes_read()).map_err(|illegal| {
            let (number, error) = (games_before + illegal.index + 1, illegal.error);
            GamesError::Illegal { path: path.to_path_buf(), number, error }
        })?;
        games_before += games.len();
        if !more || games.is_empty() || incomplete.is_some() {
            return Ok(incomplete);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{EndingCode, ResultCode};
    use ferz::Position;

    /// Returns a game of random moves.
    fn game(seed: u64) -> TrainingGame {
        let mut rng = fastrand::Rng::with_seed(seed);
        let (start, mut moves) = (Position::startpos(), Vec::new());
        let mut position = start.clone();
        while moves.len() < 30 && position.has_legal_move() {
            let legal = position.legal_moves();
            moves.push(legal[rng.usize(..legal.len())]);
            position.do_move(moves[moves.len() - 1]);
        }
        let scores = vec![5; moves.len()];
        TrainingGame { start, moves, scores, result: ResultCode::Draw, ending: EndingCode::TooLong }
    }

    #[test]
    fn one_game_in_fifty_is_held_out() {
        let count = (0..5000).filter(|&seed| is_held_out(&game(seed))).count();
        assert!((70..130).contains(&count), "{count}");
    }

    #[test]
    fn scores_and_later_moves_do_not_decide_if_a_game_is_held_out() {
        for seed in 0..500 {
            let original = game(seed);
            let mut copy = original.clone();
            copy.scores.fill(-77);
            copy.result = ResultCode::WhiteWins;
            copy.moves.truncate(HELD_OUT_MOVES);
            assert_eq!(is_held_out(&copy), is_held_out(&original));
        }
    }
}
