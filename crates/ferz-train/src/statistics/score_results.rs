use crate::format::GameResult;
use crate::tune::{ScoredResult, fitted_scale_weighted, logistic};
use serde::Serialize;

/// The upper ends of the bins of absolute scores, in centipawns. Larger scores form the last bin.
const SCORE_BINS: [u16; 8] = [5, 25, 50, 100, 200, 400, 1000, 3000];
/// The largest absolute score to which the logistic scale is fitted, in centipawns. Beyond it results
/// are nearly certain, and mate scores have no scale.
const MAX_FITTED_SCORE: i16 = 3000;
/// The number of values of a score.
const SCORES: usize = 1 << 16;

/// The numbers of results for each search score, White's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoreResults {
    /// The numbers of results, in the order of [`GameResult`], from the lowest score on.
    counts: Vec<[u64; GameResult::ALL.len()]>,
}

/// The positions whose absolute scores are in a range, from the view of the side ahead: White at a
/// score of 0.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ScoreBin {
    /// The largest absolute score in centipawns; `None` for no limit.
    pub up_to: Option<u16>,
    /// The number of positions.
    pub positions: u64,
    /// The mean of the points at the end of the game, 0 to 1; `None` without positions.
    pub mean_result: Option<f64>,
    /// The mean of the logistic function of the scores; `None` without positions.
    pub expected: Option<f64>,
}

impl Default for ScoreResults {
    fn default() -> Self {
        Self { counts: vec![Default::default(); SCORES] }
    }
}

impl ScoreResults {
    /// Counts a position with its score and the result of its game, both White's view.
    pub fn add(&mut self, score: i16, result: GameResult) {
        self.counts[index(score)][result as usize] += 1;
    }

    /// Returns the number of positions with scores from `low` to `high`, and the mean of White's
    /// points, which is not a number without positions.
    pub fn mean_result(&self, low: i16, high: i16) -> (u64, f64) {
        let (mut positions, mut points) = (0, 0.0);
        for (result, times) in self.between(low, high) {
            positions += times;
            points += f64::from(result.points) * times as f64;
        }
        (positions, points / positions as f64)
    }

    /// Returns the logistic scale fitted to all scores up to 3000 centipawns: the number of
    /// centipawns that changes the odds of a point by a factor of e. `None` without positions.
    pub fn fitted_scale(&self) -> Option<f32> {
        let results: Vec<_> = self.between(-MAX_FITTED_SCORE, MAX_FITTED_SCORE).collect();
        (!results.is_empty()).then(|| fitted_scale_weighted(&results))
    }

    /// Returns the positions by absolute score. The expected points are those of this logistic scale,
    /// in centipawns.
    pub fn bins(&self, scale: f32) -> Vec<ScoreBin> {
        let ends = SCORE_BINS.into_iter().map(Some).chain([None]);
        let mut bins: Vec<_> = ends.map(|up_to| (up_to, 0_u64, [0.0_f64; 2])).collect();
        for (result, times) in self.between(i16::MIN, i16::MAX) {
            let ScoredResult { score, points } = result;
            let points = if score < 0.0 { 1.0 - points } else { points };
            let bin = SCORE_BINS.partition_point(|&end| f32::from(end) < score.abs());
            let (_, positions, sums) = &mut bins[bin];
            *positions += times;
            for (sum, value) in sums.iter_mut().zip([points, logistic(score.abs() / scale)]) {
                *sum += f64::from(value) * times as f64;
            }
        }
        let bin = |(up_to, positions, sums): (_, u64, [f64; 2])| {
            let [mean_result, expected] =
                sums.map(|sum| (positions > 0).then(|| sum / positions as f64));
            ScoreBin { up_to, positions, mean_result, expected }
        };
        bins.into_iter().map(bin).collect()
    }

    /// Iterates over the scores from `low` to `high` and their results that occur.
    fn between(&self, low: i16, high: i16) -> impl Iterator<Item = (ScoredResult, u64)> {
        (low..=high).flat_map(move |score| {
            let counts = self.counts[index(score)];
            let results = GameResult::ALL.into_iter().zip(counts).filter(|&(_, times)| times > 0);
            results.map(move |(result, times)| {
                (ScoredResult { score: score.into(), points: result.points() }, times)
            })
        })
    }
}

/// Returns the index of a score's counts.
fn index(score: i16) -> usize {
    (i32::from(score) - i32::from(i16::MIN)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_have_the_view_of_the_side_ahead() {
        let mut results = ScoreResults::default();
        results.add(60, GameResult::WhiteWins);
        results.add(-100, GameResult::BlackWins);
        results.add(-70, GameResult::Draw);
        results.add(-90, GameResult::WhiteWins);
        results.add(i16::MIN, GameResult::BlackWins);
        let bins = results.bins(100.0);
        let [.., hundred, _, _, _, _, more] = bins[..] else { panic!("{bins:?}") };
        assert_eq!((hundred.up_to, hundred.positions), (Some(100), 4));
        assert_eq!(hundred.mean_result, Some(2.5 / 4.0));
        let expected = [0.6_f64, 1.0, 0.7, 0.9].map(|x| 1.0 / (1.0 + (-x).exp()));
        let expected = expected.into_iter().sum::<f64>() / 4.0;
        assert!((hundred.expected.unwrap() - expected).abs() < 1e-6);
        assert_eq!((more.up_to, more.positions, more.mean_result), (None, 1, Some(1.0)));
        assert_eq!((bins[0].positions, bins[0].mean_result), (0, None));
        assert_eq!(results.mean_result(-100, -70), (3, 0.5));
    }

    #[test]
    fn scale_of_the_results_is_found() {
        let mut results = ScoreResults::default();
        assert_eq!(results.fitted_scale(), None);
        for score in (-2000..=2000).step_by(10) {
            let wins = (1000.0 * logistic(f32::from(score) / 230.0)).round() as usize;
            (0..wins).for_each(|_| results.add(score, GameResult::WhiteWins));
            (wins..1000).for_each(|_| results.add(score, GameResult::BlackWins));
        }
        // Mate scores do not count.
        (0..100_000).for_each(|_| results.add(31_990, GameResult::BlackWins));
        let scale = results.fitted_scale().unwrap();
        assert!((scale - 230.0).abs() < 2.0, "{scale}");
        let bins = results.bins(scale);
        let difference = bins[5].mean_result.unwrap() - bins[5].expected.unwrap();
        assert!(difference.abs() < 0.003, "{difference}");
    }
}
