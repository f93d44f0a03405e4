//! Reading of game files for the tuner and the network trainer.

use crate::format::{Game, GameReader, IllegalPly, ReadError};
use std::fs::File;
use std::path::{Path, PathBuf};

/// One game in this many is held out for validation, with all its positions, since the positions of
/// a game are correlated.
pub(crate) const HELD_OUT_INTERVAL: usize = 50;
/// The number of games that are read before their positions are taken in parallel.
const CHUNK: usize = 2048;

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
    /// A game has an illegal move.
    #[error("{path}: {error}", path = path.display())]
    Illegal {
        /// The path of the file.
        path: PathBuf,
        /// The ply.
        error: IllegalPly,
    },
}

/// Reads the games of a file in chunks until `visit` returns false. An incomplete last record ends
/// the file.
///
/// # Errors
/// If the file cannot be opened, is damaged, or `visit` finds an illegal move.
pub(crate) fn for_each_chunk(
    path: &Path,
    mut visit: impl FnMut(&[Game]) -> Result<bool, IllegalPly>,
) -> Result<(), GamesError> {
    let owned = || path.to_path_buf();
    let read_error = |error| GamesError::Read { path: owned(), error };
    let file = File::open(path).map_err(|error| GamesError::Open { path: owned(), error })?;
    let mut games = GameReader::new(file).map_err(read_error)?;
    loop {
        let mut chunk = Vec::with_capacity(CHUNK);
        let mut incomplete = false;
        for game in games.by_ref().take(CHUNK) {
            match game {
                Ok(game) => chunk.push(game),
                Err(ReadError::Truncated { .. }) => incomplete = true,
                Err(error) => return Err(read_error(error)),
            }
        }
        let more = visit(&chunk).map_err(|error| GamesError::Illegal { path: owned(), error })?;
        if !more || incomplete || chunk.len() < CHUNK {
            return Ok(());
        }
    }
}
