//! Training samples from game files.

use super::sample::Sample;
use crate::format::{Filter, Game, IllegalPly};
use crate::games::{GamesError, HELD_OUT_INTERVAL, for_each_chunk};
use rayon::prelude::*;
use std::path::Path;

/// Training samples and held-out samples.
#[derive(Clone, Default, Debug)]
pub struct TrainingSet {
    /// Samples to train with.
    pub training: Vec<Sample>,
    /// Samples to measure with.
    pub held_out: Vec<Sample>,
    /// Games read.
    pub games: usize,
    /// Scored positions read, before filtering.
    pub scored: usize,
}

impl TrainingSet {
    /// Adds the positions of a file's games that pass the filter. An incomplete record at the end
    /// of the file is ignored.
    ///
    /// # Errors
    /// If the file cannot be opened, is damaged, or contains an illegal move.
    pub fn read(&mut self, path: &Path, filter: &Filter) -> Result<(), GamesError> {
        for_each_chunk(path, |games| {
            self.add(games, filter)?;
            Ok(true)
        })
    }

    fn add(&mut self, games: &[Game], filter: &Filter) -> Result<(), IllegalPly> {
        let parts: Result<Vec<Vec<Sample>>, IllegalPly> =
            games.par_iter().map(|game| samples(game, filter)).collect();
        for (part, game) in parts?.into_iter().zip(games) {
            self.games += 1;
            self.scored += game.scores.len();
            let held_out = self.games.is_multiple_of(HELD_OUT_INTERVAL);
            if held_out { &mut self.held_out } else { &mut self.training }.extend(part);
        }
        Ok(())
    }

    /// Shuffles the training samples of all files together.
    pub fn shuffle(&mut self, seed: u64) {
        fastrand::Rng::with_seed(seed).shuffle(&mut self.training);
    }
}

/// Returns the samples of a game.
fn samples(game: &Game, filter: &Filter) -> Result<Vec<Sample>, IllegalPly> {
    let mut samples = Vec::new();
    game.visit(filter, |ply| {
        if let Some(score) = ply.score_to_move() {
            samples.extend(Sample::new(ply.position, score, ply.points_to_move()));
        }
    })?;
    Ok(samples)
}
