//! Fits of game results to search scores: a win, draw and loss model, and a logistic scale.

use serde::Serialize;

/// The search score of a position and the result of its game, both for White.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct ScoredResult {
    /// The search score in centipawns.
    pub(crate) score: f32,
    /// White's points: 0, 0.5 or 1.
    pub(crate) points: f32,
}

impl ScoredResult {
    /// Returns the cross entropy of the points and the logistic function of the score.
    fn cross_entropy(&self, scale: f32) -> f64 {
        cross_entropy(self.points, logistic(self.score / scale))
    }
}

/// Win, draw and loss probabilities as logistic curves of the score: the win probability is 50 % at
/// `offset` centipawns, the loss probability at `-offset`, and the rest are draws.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WdlFit {
    /// The score in centipawns at which half of the games are won.
    pub offset: f32,
    /// The number of centipawns that changes the odds of a win by a factor of e.
    pub scale: f32,
}

impl WdlFit {
    /// Fits the curves by maximum likelihood to results that each occur a number of times.
    pub(crate) fn fitted(results: &[(ScoredResult, u64)]) -> Self {
        let mut fit = Self { offset: 150.0, scale: 80.0 };
        // The parameters are nearly independent, so a few alternating searches converge.
        for _ in 0..6 {
            fit.offset = minimum(fit.offset, |offset| Self { offset, ..fit }.loss(results));
            fit.scale = minimum(fit.scale, |scale| Self { scale, ..fit }.loss(results));
        }
        fit
    }

    /// Returns White's win, draw and loss probability at a score.
    pub fn at(&self, score: f32) -> [f32; 3] {
        let win = logistic((score - self.offset) / self.scale);
        let loss = logistic((-score - self.offset) / self.scale);
        [win, 1.0 - win - loss, loss]
    }

    /// Returns the negative log likelihood.
    fn loss(&self, results: &[(ScoredResult, u64)]) -> f64 {
        sum(results, |result| {
            let [win, draw, loss] = self.at(result.score);
            let probability = if result.points == 0.5 {
                draw
            } else if result.points > 0.5 {
                win
            } else {
                loss
            };
            -f64::from(probability.max(1e-6)).ln()
        })
    }
}

/// Fits the logistic scale: the number of centipawns that changes the odds of a point by a factor
/// of e. Each result occurs a number of times.
pub(crate) fn fitted_scale(results: &[(ScoredResult, u64)]) -> f32 {
    minimum(150.0, |scale| sum(results, |result| result.cross_entropy(scale)))
}

/// Returns the logistic function of `x`: 0 to 1, and 0.5 at 0.
#[inline(always)]
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Returns the cross entropy of a predicted probability and its label.
fn cross_entropy(label: f32, probability: f32) -> f64 {
    let probability = f64::from(probability.clamp(1e-7, 1.0 - 1e-7));
    let label = f64::from(label);
    -(label * probability.ln() + (1.0 - label) * (1.0 - probability).ln())
}

/// Returns the positive argument that minimises a loss with one minimum, searched from `start` on
/// with shrinking factors.
fn minimum(start: f32, loss: impl Fn(f32) -> f64) -> f32 {
    let (mut current, mut factor) = (start, 1.5_f32);
    while factor > 1.001 {
        let candidates =
            [current / factor, current, current * factor].map(|value| (loss(value), value));
        let best = candidates.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((_, value)) if value != current => current = value,
            _ => factor = factor.sqrt(),
        }
    }
    current
}

fn sum(results: &[(ScoredResult, u64)], loss: impl Fn(&ScoredResult) -> f64) -> f64 {
    results.iter().map(|(result, times)| *times as f64 * loss(result)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generates results with the frequencies of a model.
    fn results(model: WdlFit) -> Vec<(ScoredResult, u64)> {
        let mut results = Vec::new();
        for score in (-600_i16..=600).step_by(20).map(f32::from) {
            let [win, draw, loss] = model.at(score).map(|share| (1000.0 * share) as u64);
            for (points, times) in [(1.0, win), (0.5, draw), (0.0, loss)] {
                results.push((ScoredResult { score, points }, times));
            }
        }
        results
    }

    #[test]
    fn fit_recovers_the_model_of_the_results() {
        let model = WdlFit { offset: 210.0, scale: 65.0 };
        let fit = WdlFit::fitted(&results(model));
        assert!((fit.offset - model.offset).abs() < 5.0, "{fit:?}");
        assert!((fit.scale - model.scale).abs() < 4.0, "{fit:?}");
        let half = fit.at(fit.offset)[0];
        assert!((half - 0.5).abs() < 1e-3);
    }

    #[test]
    fn scale_is_proportional_to_the_scores() {
        let results = results(WdlFit { offset: 150.0, scale: 70.0 });
        let doubled: Vec<_> = results
            .iter()
            .map(|&(result, times)| (ScoredResult { score: 2.0 * result.score, ..result }, times))
            .collect();
        let (scale, double) = (fitted_scale(&results), fitted_scale(&doubled));
        assert!((double / scale - 2.0).abs() < 0.02, "{scale} {double}");
    }
}
