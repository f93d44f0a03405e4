//! The tuner's samples: the coefficients of the weights in a position, and its label.

use super::wdl_fit::{ScoredResult, logistic};
use crate::format::{Filter, IllegalPly, TrainingGame};
use crate::games::{GamesError, IllegalGame, for_each_chunk, is_held_out, replay_all};
use ferz::{Color, Position};
use ferz_engine::eval::PHASE_MAX;
use ferz_engine::eval::trace::{Coefficient, SCALE_MAX, Trace};
use std::path::Path;

/// The samples, with the coefficients of all of them in one array.
#[derive(Clone, Default, Debug)]
pub struct Dataset {
    entries: Vec<SampleRow>,
    coefficients: Vec<Coefficient>,
}

#[derive(Clone, Copy, Debug)]
struct SampleRow {
    /// The target of the fit: White's expected points.
    label: f32,
    result: ScoredResult,
    /// The score without weights, middlegame and endgame.
    offset: [f32; 2],
    /// The share of the middlegame score in the evaluation.
    middlegame: f32,
    /// The share of the endgame score if White and if Black is better.
    endgame: [f32; 2],
    /// The index of the first coefficient.
    begin: usize,
    /// The numbers of coefficients: score, danger to White, danger to Black.
    lens: [u16; 3],
}

/// A position with its label.
#[derive(Clone, Copy, Debug)]
pub struct TuneSample<'a> {
    /// The target of the fit: White's expected points, 0 to 1.
    pub label: f32,
    /// The score without weights, middlegame and endgame, in centipawns.
    pub offset: [f32; 2],
    /// The share of the middlegame score in the evaluation.
    pub middlegame: f32,
    /// The share of the endgame score if White and if Black is better.
    pub endgame: [f32; 2],
    /// The coefficients of the score: White's less Black's.
    pub score: &'a [Coefficient],
    /// The coefficients of the danger to each king, by colour.
    pub danger: [&'a [Coefficient]; 2],
}

impl Dataset {
    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no samples.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a position with the points of its result as the label. Skips endgames with an
    /// evaluation of their own, which has no weights.
    pub fn push(&mut self, pos: &Position, result: ScoredResult) {
        let Some(trace) = Trace::of(pos) else { return };
        let middlegame = trace.phase as f32 / PHASE_MAX as f32;
        let endgame =
            |color: Color| (1.0 - middlegame) * trace.scale[color] as f32 / SCALE_MAX as f32;
        let lists = [&trace.score, &trace.danger[0], &trace.danger[1]];
        self.entries.push(SampleRow {
            label: result.points,
            result,
            offset: [trace.offset.middlegame() as f32, trace.offset.endgame() as f32],
            middlegame,
            endgame: Color::ALL.map(endgame),
            begin: self.coefficients.len(),
            lens: lists.map(|list| list.len() as u16),
        });
        lists.into_iter().for_each(|list| self.coefficients.extend_from_slice(list));
    }

    /// Adds all samples of another dataset.
    pub fn append(&mut self, other: Self) {
        let shift = self.coefficients.len();
        let entries = other.entries.into_iter();
        self.entries.extend(entries.map(|entry| SampleRow { begin: entry.begin + shift, ..entry }));
        self.coefficients.extend_from_slice(&other.coefficients);
    }

    /// Returns the search score and game result of each sample.
    pub fn results(&self) -> Vec<ScoredResult> {
        self.entries.iter().map(|entry| entry.result).collect()
    }

    /// Sets the labels to a blend of game result and search score: `result_share` of the points,
    /// the rest is the expected score by the logistic function with this scale.
    pub fn blend_labels(&mut self, result_share: f32, scale: f32) {
        for entry in &mut self.entries {
            let expected = logistic(entry.result.score / scale);
            entry.label = result_share * entry.result.points + (1.0 - result_share) * expected;
        }
    }

    /// Returns a sample by its index.
    pub fn sample(&self, index: usize) -> TuneSample<'_> {
        let entry = &self.entries[index];
        let mut rest = &self.coefficients[entry.begin..];
        let [score, white, black] = entry.lens.map(|len| {
            let (list, others) = rest.split_at(usize::from(len));
            rest = others;
            list
        });
        TuneSample {
            label: entry.label,
            offset: entry.offset,
            middlegame: entry.middlegame,
            endgame: entry.endgame,
            score,
            danger: [white, black],
        }
    }
}

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
        let datasets = replay_all(games, |game| samples_of(game, filter))?;
        for (samples, game) in datasets.into_iter().zip(games) {
            self.games += 1;
            if is_held_out(game) { &mut self.held_out } else { &mut self.training }.append(samples);
        }
        Ok(())
    }
}

/// Returns the samples of one game.
fn samples_of(game: &TrainingGame, filter: &Filter) -> Result<Dataset, IllegalPly> {
    let mut samples = Dataset::default();
    game.visit(filter, |ply| {
        let Some(score) = ply.score else { return };
        samples
            .push(ply.position, ScoredResult { score: score.into(), points: ply.result.points() });
    })?;
    Ok(samples)
}
