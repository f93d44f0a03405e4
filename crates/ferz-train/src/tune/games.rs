//! Reading of game files into training samples and held-out samples.

use super::dataset::Dataset;
use super::wdl_fit::ScoredResult;
use crate::format::{Filter, IllegalPly, TrainingGame};
use crate::games::{GamesError, IllegalGame, for_each_chunk, is_held_out, replay_all};
use std::path::Path;

/// The samples of a set of games.
#[derive(Default, Debug)]
pub struct Samples {
    /// The training set.
    pub training: Dataset,
    /// The samples of the games held out.
    pub held_out: Dataset,
    /// The number of games read.
    pub games: usize,
}

impl Samples {
    /// Adds the filtered positions of a file's games until the training set has `limit` samples. Calls
    /// `progress` with the number of bytes read so far. An incomplete record at the end of the file is
    /// ignored; its offset is returned.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged, or has an illegal move.
    pub fn read(
        &mut self,
        path: &Path,
        filter: &Filter,
        limit: usize,
        mut progress: impl FnMut(u64),
    ) -> Result<Option<u64>, GamesError> {
        for_each_chunk(path, |games, bytes_read| {
            self.add(games, filter)?;
            progress(bytes_read);
            Ok(self.training.len() < limit)
        })
    }

    fn add(&mut self, games: &[TrainingGame], filter: &Filter) -> Result<(), IllegalGame> {
        let datasets = replay_all(games, |game| dataset(game, filter))?;
        for (dataset, game) in datasets.into_iter().zip(games) {
            self.games += 1;
            if is_held_out(game) { &mut self.held_out } else { &mut self.training }.append(dataset);
        }
        Ok(())
    }
}

/// Returns the samples of one game.
fn dataset(game: &TrainingGame, filter: &Filter) -> Result<Dataset, IllegalPly> {
    let mut dataset = Dataset::default();
    game.visit(filter, |ply| {
        let Some(score) = ply.score else { return };
        dataset
            .push(ply.position, ScoredResult { score: score.into(), points: ply.result.points() });
    })?;
    Ok(dataset)
}
