//! The evaluation as a function of its weights: values, chances, loss and gradient.

use super::chances::{cross_entropy, logistic, lowest};
use super::dataset::{Dataset, Sample};
use ferz_engine::eval::trace::{self, Penalty, Times};
use rayon::prelude::*;
use std::ops::{Deref, DerefMut};

/// Weights in centipawns, middlegame and endgame, in the order of [`trace::weights`].
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub Vec<[f32; 2]>);

impl Weights {
    /// As the engine has them.
    pub fn current() -> Self {
        let pair = |weight: ferz::Score| [weight.middlegame() as f32, weight.endgame() as f32];
        Self(trace::weights().into_iter().map(pair).collect())
    }
}

impl Deref for Weights {
    type Target = [[f32; 2]];
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Weights {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Weights, and what their centipawns mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The weights.
    pub weights: Weights,
    /// The value in centipawns that turns even chances into e to 1.
    pub scale: f32,
}

/// A sample's value in its parts.
struct Value {
    white: f32,
    /// How much the value grows with the sums of the middlegame and of the endgame.
    shares: [f32; 2],
    /// How much each king's danger costs more as it grows.
    slopes: [[f32; 2]; 2],
}

/// The sign of the danger to the white and to the black king.
const SIGNS: [f32; 2] = [-1.0, 1.0];
/// The samples that one task works on.
const CHUNK: usize = 4096;

impl Model {
    /// These weights with the scale under which they explain the samples best.
    pub fn fitted(weights: Weights, samples: &Dataset) -> Self {
        let at = |scale| Self { weights: weights.clone(), scale };
        let scale = lowest(150.0, |scale| at(scale).loss(samples).into());
        Self { weights, scale }
    }

    /// What a sample is worth to White in centipawns.
    pub fn value(&self, sample: &Sample<'_>) -> f32 {
        self.parts(sample).white
    }

    /// The expected score of White, 0 to 1.
    pub fn chance(&self, sample: &Sample<'_>) -> f32 {
        logistic(self.value(sample) / self.scale)
    }

    /// The mean logistic loss: the cross entropy between labels and chances.
    pub fn loss(&self, samples: &Dataset) -> f32 {
        let one = |index: usize| {
            let sample = samples.sample(index);
            cross_entropy(sample.label, self.chance(&sample))
        };
        let sum: f64 = (0..samples.len()).into_par_iter().with_min_len(CHUNK).map(one).sum();
        (sum / samples.len().max(1) as f64) as f32
    }

    /// The gradient of the batch's mean loss.
    pub fn gradient(&self, samples: &Dataset, batch: &[u32]) -> Vec<[f32; 2]> {
        let zeros = || vec![[0.0; 2]; self.weights.len()];
        let part = |indices: &[u32]| {
            let mut gradient = zeros();
            for &index in indices {
                self.learn(&samples.sample(index as usize), &mut gradient);
            }
            gradient
        };
        let mut gradient = batch.par_chunks(CHUNK).map(part).reduce(zeros, |mut sum, part| {
            for (sum, part) in sum.iter_mut().flatten().zip(part.iter().flatten()) {
                *sum += part;
            }
            sum
        });
        let one = 1.0 / batch.len().max(1) as f32;
        gradient.iter_mut().flatten().for_each(|part| *part *= one);
        gradient
    }

    /// Adds a sample's gradient.
    fn learn(&self, sample: &Sample<'_>, gradient: &mut [[f32; 2]]) {
        let value = self.parts(sample);
        let chance = logistic(value.white / self.scale);
        let slope = (chance - sample.label) / self.scale;
        let shares = value.shares.map(|share| share * slope);
        add(sample.score, shares, gradient);
        for ((danger, slopes), sign) in sample.danger.iter().zip(value.slopes).zip(SIGNS) {
            add(danger, [0, 1].map(|half| sign * slopes[half] * shares[half]), gradient);
        }
    }

    fn parts(&self, sample: &Sample<'_>) -> Value {
        let mut sum = trace::sum(sample.score, &self.weights);
        let mut slopes = [[0.0; 2]; 2];
        for ((danger, slopes), sign) in sample.danger.iter().zip(&mut slopes).zip(SIGNS) {
            let [middlegame, endgame] = trace::sum(danger, &self.weights);
            let costs = [Penalty::middlegame(middlegame), Penalty::endgame(endgame)];
            for half in 0..2 {
                sum[half] += sign * costs[half].0;
                slopes[half] = costs[half].1;
            }
        }
        let [middlegame, endgame] = [0, 1].map(|half| sum[half] + sample.fixed[half]);
        let shares = [sample.middlegame, sample.endgame[usize::from(endgame < 0.0)]];
        Value { white: middlegame * shares[0] + endgame * shares[1], shares, slopes }
    }
}

fn add(counts: &[Times], shares: [f32; 2], gradient: &mut [[f32; 2]]) {
    for counted in counts {
        let times = f32::from(counted.times);
        let sum = &mut gradient[usize::from(counted.weight)];
        *sum = [sum[0] + times * shares[0], sum[1] + times * shares[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::super::chances::Outcome;
    use super::*;
    use ferz::Position;

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "6k1/5ppp/8/8/1q6/8/3Q1PPP/5RK1 b - - 0 1",
            "r1b2rk1/pp3p1p/2n3pQ/4q3/4N3/2P5/PP3PPP/R4RK1 w - - 0 1",
        ];
        let mut samples = Dataset::default();
        for (i, fen) in fens.iter().enumerate() {
            let points = [0.1, 0.9, 0.4, 0.8][i];
            samples.push(&Position::from_fen(fen).unwrap(), Outcome { value: 0.0, points });
        }
        let mut model = Model { weights: Weights::current(), scale: 150.0 };
        let gradient = model.gradient(&samples, &[0, 1, 2, 3]);
        let steep = |(_, told): &(usize, f64)| told.abs() > 1e-4;
        let mut checked = 0;
        let slopes = gradient.iter().flatten().map(|&slope| f64::from(slope));
        for (place, told) in slopes.enumerate().filter(steep) {
            let mut loss_at = |shift: f32| {
                model.weights[place / 2][place % 2] += shift;
                let loss = f64::from(model.loss(&samples));
                model.weights[place / 2][place % 2] -= shift;
                loss
            };
            let slope = (loss_at(4.0) - loss_at(-4.0)) / 8.0;
            assert!((slope / told - 1.0).abs() < 0.05, "place {place}: {slope} {told}");
            checked += 1;
        }
        assert!(checked > 20, "{checked} slopes are large enough to compare");
    }
}
