//! From game files to samples.

use super::chances::Outcome;
use super::dataset::Dataset;
use crate::format::{Filter, Game, GameReader, IllegalPly, ReadError};
use rayon::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};

/// One game in so many is held out: what is learned is judged by games, not by positions, since
/// those of one game are alike.
const HELD_OUT: usize = 50;
/// The games that are taken apart at a time.
const CHUNK: usize = 2048;

/// The samples of some games.
#[derive(Default, Debug)]
pub struct Samples {
    /// To learn from.
    pub learned: Dataset,
    /// To judge by.
    pub held_out: Dataset,
    /// The games read.
    pub games: usize,
}

/// Why games could not be read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// A file cannot be opened.
    #[error("{path}: {error}", path = path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// A file is damaged.
    #[error("{path}: {error}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: ReadError,
    },
    /// A game breaks the rules.
    #[error("{path}: {error}", path = path.display())]
    Illegal {
        /// The file.
        path: PathBuf,
        /// Where.
        error: IllegalPly,
    },
}

impl Samples {
    /// Adds the positions of a file's games that the filter keeps, until there are `most` samples.
    /// A last record that is not whole ends the file.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged otherwise, or holds an illegal move.
    pub fn read(&mut self, path: &Path, filter: &Filter, most: usize) -> Result<(), GamesError> {
        let owned = || path.to_path_buf();
        let failed = |error| GamesError::Read { path: owned(), error };
        let file = File::open(path).map_err(|error| GamesError::Open { path: owned(), error })?;
        let mut games = GameReader::new(file).map_err(failed)?;
        while self.learned.len() < most {
            let mut chunk = Vec::with_capacity(CHUNK);
            let mut torn = false;
            for game in games.by_ref().take(CHUNK) {
                match game {
                    Ok(game) => chunk.push(game),
                    Err(ReadError::Truncated { .. }) => torn = true,
                    Err(error) => return Err(failed(error)),
                }
            }
            self.add(&chunk, filter)
                .map_err(|error| GamesError::Illegal { path: owned(), error })?;
            if torn || chunk.len() < CHUNK {
                break;
            }
        }
        Ok(())
    }

    fn add(&mut self, games: &[Game], filter: &Filter) -> Result<(), IllegalPly> {
        let parts: Result<Vec<Dataset>, IllegalPly> =
            games.par_iter().map(|game| dataset(game, filter)).collect();
        for part in parts? {
            self.games += 1;
            let held_out = self.games.is_multiple_of(HELD_OUT);
            if held_out { &mut self.held_out } else { &mut self.learned }.append(part);
        }
        Ok(())
    }
}

/// The samples of one game.
fn dataset(game: &Game, filter: &Filter) -> Result<Dataset, IllegalPly> {
    let mut dataset = Dataset::default();
    game.visit(filter, |ply| {
        let Some(score) = ply.score else { return };
        dataset.push(ply.position, Outcome { value: score.into(), points: ply.result.points() });
    })?;
    Ok(dataset)
}
