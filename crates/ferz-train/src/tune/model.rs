//! The evaluation as a function of its weights, with loss and gradient.

use super::dataset::{Dataset, TuneSample};
use super::wdl_fit::{cross_entropy, logistic, minimum};
use ferz_engine::eval::trace::{self, Coefficient, Penalty};
use rayon::prelude::*;

/// Returns the weights of this build of the engine in centipawns, middlegame and endgame, in the order
/// of [`trace::weights`].
pub fn current_weights() -> Vec<[f32; 2]> {
    let pair = |weight: &ferz::PhaseScore| [weight.middlegame() as f32, weight.endgame() as f32];
    trace::weights().iter().map(pair).collect()
}

/// Weights with the logistic scale of their evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The weights in centipawns, as those of [`current_weights`].
    pub weights: Vec<[f32; 2]>,
    /// The number of centipawns that changes the odds of a point by a factor of e.
    pub scale: f32,
}

/// The evaluation of a sample with its derivatives.
struct Derivatives {
    /// The evaluation for White.
    white: f32,
    /// The derivatives by the middlegame and endgame score.
    shares: [f32; 2],
    /// The derivatives of the penalties by the danger to each king.
    slopes: [[f32; 2]; 2],
}

/// The sign of the danger penalty of White and Black.
const SIGNS: [f32; 2] = [-1.0, 1.0];
/// The number of samples per parallel task.
const CHUNK: usize = 4096;

impl Model {
    /// Creates a model of these weights, with the scale fitted to the samples.
    pub fn fitted(weights: Vec<[f32; 2]>, samples: &Dataset) -> Self {
        let at = |scale| Self { weights: weights.clone(), scale };
        let scale = minimum(150.0, |scale| at(scale).loss(samples));
        Self { weights, scale }
    }

    /// Evaluates a sample for White, in centipawns.
    pub fn evaluate(&self, sample: &TuneSample<'_>) -> f32 {
        self.derivatives(sample).white
    }

    /// Returns White's expected points, 0 to 1.
    pub fn expected(&self, sample: &TuneSample<'_>) -> f32 {
        logistic(self.evaluate(sample) / self.scale)
    }

    /// Returns the mean logistic loss: the cross entropy of labels and expected points; not a number
    /// if there are no samples.
    pub fn loss(&self, samples: &Dataset) -> f64 {
        let one = |index: usize| {
            let sample = samples.sample(index);
            cross_entropy(sample.label, self.expected(&sample))
        };
        let sum: f64 = (0..samples.len()).into_par_iter().with_min_len(CHUNK).map(one).sum();
        sum / samples.len() as f64
    }

    /// Returns the gradient of the mean loss of a batch, given as sample indices.
    pub fn gradient(&self, samples: &Dataset, batch: &[u32]) -> Vec<[f32; 2]> {
        let zeros = || vec![[0.0; 2]; self.weights.len()];
        let part = |indices: &[u32]| {
            let mut gradient = zeros();
            for &index in indices {
                self.add_gradient(&samples.sample(index as usize), &mut gradient);
            }
            gradient
        };
        // Added in order, so that the sums do not depend on the number of threads.
        let parts: Vec<_> = batch.par_chunks(CHUNK).map(part).collect();
        let mut gradient = zeros();
        for part in parts {
            for (sum, part) in gradient.iter_mut().flatten().zip(part.iter().flatten()) {
                *sum += part;
            }
        }
        let one = 1.0 / batch.len().max(1) as f32;
        gradient.iter_mut().flatten().for_each(|part| *part *= one);
        gradient
    }

    /// Adds the gradient of one sample's loss.
    fn add_gradient(&self, sample: &TuneSample<'_>, gradient: &mut [[f32; 2]]) {
        let value = self.derivatives(sample);
        let expected = logistic(value.white / self.scale);
        let slope = (expected - sample.label) / self.scale;
        let shares = value.shares.map(|share| share * slope);
        add(sample.score, shares, gradient);
        for ((danger, slopes), sign) in sample.danger.iter().zip(value.slopes).zip(SIGNS) {
            add(danger, [0, 1].map(|half| sign * slopes[half] * shares[half]), gradient);
        }
    }

    fn derivatives(&self, sample: &TuneSample<'_>) -> Derivatives {
        let mut sum = trace::weighted_sum(sample.score, &self.weights);
        let mut slopes = [[0.0; 2]; 2];
        for ((danger, slopes), sign) in sample.danger.iter().zip(&mut slopes).zip(SIGNS) {
            let [middlegame, endgame] = trace::weighted_sum(danger, &self.weights);
            let penalties = [Penalty::middlegame(middlegame), Penalty::endgame(endgame)];
            for half in 0..2 {
                sum[half] += sign * penalties[half].value;
                slopes[half] = penalties[half].slope;
            }
        }
        let [middlegame, endgame] = [0, 1].map(|half| sum[half] + sample.offset[half]);
        let shares = [sample.middlegame, sample.endgame[usize::from(endgame < 0.0)]];
        Derivatives { white: middlegame * shares[0] + endgame * shares[1], shares, slopes }
    }
}

fn add(coefficients: &[Coefficient], shares: [f32; 2], gradient: &mut [[f32; 2]]) {
    for coefficient in coefficients {
        let factor = f32::from(coefficient.factor);
        let sum = &mut gradient[usize::from(coefficient.weight)];
        *sum = [sum[0] + factor * shares[0], sum[1] + factor * shares[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::wdl_fit::ScoredResult;
    use ferz::Position;

    #[test]
    fn gradient_matches_finite_differences() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "6k1/5ppp/8/8/1q6/8/3Q1PPP/5RK1 b - - 0 1",
            "r1b2rk1/pp3p1p/2n3pQ/4q3/4N3/2P5/PP3PPP/R4RK1 w - - 0 1",
        ];
        let mut samples = Dataset::default();
        for (i, fen) in fens.iter().enumerate() {
            let points = [0.1, 0.9, 0.4, 0.8][i];
            samples.push(&Position::from_fen(fen).unwrap(), ScoredResult { score: 0.0, points });
        }
        let mut model = Model { weights: current_weights(), scale: 150.0 };
        let gradient = model.gradient(&samples, &[0, 1, 2, 3]);
        let steep = |(_, expected): &(usize, f64)| expected.abs() > 1e-4;
        let mut checked = 0;
        let slopes = gradient.iter().flatten().map(|&slope| f64::from(slope));
        for (index, expected) in slopes.enumerate().filter(steep) {
            let mut loss_at = |shift: f32| {
                model.weights[index / 2][index % 2] += shift;
                let loss = model.loss(&samples);
                model.weights[index / 2][index % 2] -= shift;
                loss
            };
            let slope = (loss_at(4.0) - loss_at(-4.0)) / 8.0;
            assert!((slope / expected - 1.0).abs() < 0.05, "weight {index}: {slope} {expected}");
            checked += 1;
        }
        assert!(checked > 20, "{checked} slopes are large enough to compare");
    }
}
