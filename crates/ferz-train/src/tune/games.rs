//! Reading of game files into training and validation sets.

use super::dataset::Dataset;
use super::wdl_fit::ScoredResult;
use crate::format::{Filter, Game, GameReader, IllegalPly, ReadError};
use rayon::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};

/// One game in this many goes to the validation set, with all its positions, since the positions of
/// a game are correlated.
const VALIDATION_INTERVAL: usize = 50;
/// The number of games that are read before their positions are traced in parallel.
const CHUNK: usize = 2048;

/// The samples of a set of games.
#[derive(Default, Debug)]
pub struct Samples {
    /// The training set.
    pub training: Dataset,
    /// The validation set.
    pub validation: Dataset,
    /// The number of games read.
    pub games: usize,
}

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

impl Samples {
    /// Adds the filtered positions of a file's games until the training set has `limit` samples. An
    /// incomplete last record ends the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged, or has an illegal move.
    pub fn read(&mut self, path: &Path, filter: &Filter, limit: usize) -> Result<(), GamesError> {
        for_each_chunk(path, |games| {
            self.add(games, filter)?;
            Ok(self.training.len() < limit)
        })
    }

    fn add(&mut self, games: &[Game], filter: &Filter) -> Result<(), IllegalPly> {
        let datasets: Result<Vec<Dataset>, IllegalPly> =
            games.par_iter().map(|game| dataset(game, filter)).collect();
        for dataset in datasets? {
            self.games += 1;
            let validation = self.games.is_multiple_of(VALIDATION_INTERVAL);
            if validation { &mut self.validation } else { &mut self.training }.append(dataset);
        }
        Ok(())
    }
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

/// Returns the samples of one game.
fn dataset(game: &Game, filter: &Filter) -> Result<Dataset, IllegalPly> {
    let mut dataset = Dataset::default();
    game.visit(filter, |ply| {
        let Some(score) = ply.score else { return };
        dataset
            .push(ply.position, ScoredResult { score: score.into(), points: ply.result.points() });
    })?;
    Ok(dataset)
}
