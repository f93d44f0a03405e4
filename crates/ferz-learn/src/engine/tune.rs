// [start:head]
//! Logistic regression: weights with which the evaluation predicts results.

use crate::bitboards::see::VALUES;
use crate::engine::evaluate::place_value;
use crate::engine::phased::{TERMS, pawn_terms, phase, piece_terms, place};
use crate::engine::positions::{Sample, sigmoid};
use crate::types::*;
use std::fmt::Write;
// [end:head]

// [start:example]
/// A sample as the regression sees it: its terms with their counts, the share of the first phase,
/// and the score to predict.
#[derive(Clone, Debug)]
pub struct Example {
    terms: Vec<(u8, f32)>,
    phase: f32,
    target: f32,
}

impl Example {
    /// Returns the example of a sample.
    pub fn new(sample: &Sample) -> Example {
        let mut counts = [0; TERMS];
        pawn_terms(&sample.board, |term, count| counts[term] += count);
        piece_terms(&sample.board, |term, count| counts[term] += count);
        let terms = (0..TERMS).filter(|&term| counts[term] != 0);
        let terms = terms.map(|term| (term as u8, counts[term] as f32)).collect();
        Example { terms, phase: phase(&sample.board) as f32 / 24.0, target: sample.target(0.5) }
    }

    /// Returns the error of the prediction, and adds its gradient.
    pub fn learn(&self, weights: &[[f32; 2]; TERMS], gradient: &mut [[f32; 2]; TERMS]) -> f32 {
        let shares = [self.phase, 1.0 - self.phase];
        let value = |&(term, count): &(u8, f32)| {
            let weight = weights[usize::from(term)];
            count * (weight[0] * shares[0] + weight[1] * shares[1])
        };
        let predicted = sigmoid(self.terms.iter().map(value).sum());
        // The derivative of the cross entropy by the value is the error, but for a constant factor.
        let error = predicted - self.target;
        for &(term, count) in &self.terms {
            for (sum, share) in gradient[usize::from(term)].iter_mut().zip(shares) {
                *sum += error * count * share;
            }
        }
        let (hit, target) = (predicted.clamp(1e-6, 1.0 - 1e-6), self.target);
        -(target * hit.ln() + (1.0 - target) * (1.0 - hit).ln())
    }
}
// [end:example]

// [start:tune]
/// Returns the weights with which tuning begins: those of the evaluation of
/// rung 1, in both phases.
pub fn start_weights() -> [[f32; 2]; TERMS] {
    let mut weights = [[0.0; 2]; TERMS];
    for kind in PieceType::ALL {
        let piece = Piece { color: Color::White, kind };
        for square in Square::all() {
            let material = if kind == PieceType::King { 0 } else { VALUES[kind as usize] };
            let value = material + place_value(piece, square);
            weights[place(piece, square)] = [value as f32; 2];
        }
    }
    weights
}

/// How strongly a weight is held where it begins: it moves freely if a thousand positions have its
/// term, and hardly at all if ten have.
const HOLD: f32 = 1.0;

/// Returns weights that have followed the gradient for some rounds, each over all examples, and the
/// mean error before each. Steps are those of Adam (Kingma and Ba 2014): as long for a rare term as
/// for a common one.
pub fn tune(examples: &[Example], rounds: i32) -> (Box<[[f32; 2]; TERMS]>, Vec<f32>) {
    let start = start_weights();
    let mut weights = Box::new(start);
    let mut moments = [[[0f32; 2]; 2]; TERMS];
    let mut errors = Vec::new();
    for round in 1..=rounds {
        let mut gradient = [[0f32; 2]; TERMS];
        let error: f64 =
            examples.iter().map(|example| f64::from(example.learn(&weights, &mut gradient))).sum();
        errors.push((error / examples.len() as f64) as f32);
        let (first, second) = (1.0 - 0.9f32.powi(round), 1.0 - 0.999f32.powi(round));
        for term in 0..TERMS {
            for side in 0..2 {
                let hold = HOLD * (weights[term][side] - start[term][side]);
                let slope = (gradient[term][side] + hold) / examples.len() as f32;
                let [mean, square] = &mut moments[term][side];
                *mean += 0.1 * (slope - *mean);
                *square += 0.001 * (slope * slope - *square);
                weights[term][side] -= *mean / first / ((*square / second).sqrt() + 1e-8);
            }
        }
    }
    (weights, errors)
}

/// Returns the text of weights, a line for each term.
pub fn text(weights: &[[f32; 2]; TERMS]) -> String {
    weights.iter().fold(String::new(), |mut text, [first, second]| {
        writeln!(text, "{first:.0} {second:.0}").expect("a string takes any text");
        text
    })
}
// [end:tune]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Example> {
        [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;30;2",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1;-20;1",
            "4k3/p6p/8/2P5/2P5/8/6P1/R3K1NR b - - 0 1;900;2",
        ]
        .map(|line| Example::new(&line.parse().unwrap()))
        .into()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let examples = examples();
        let weights = Box::new(start_weights());
        let error = |weights: &[[f32; 2]; TERMS], gradient: &mut [[f32; 2]; TERMS]| -> f32 {
            examples.iter().map(|example| example.learn(weights, gradient)).sum()
        };
        let mut gradient = [[0.0; 2]; TERMS];
        error(&weights, &mut gradient);
        // The constant factor: sigmoid has base 10 and a width of 400.
        let factor = std::f32::consts::LN_10 / 400.0;
        let mut checked = 0;
        for term in (0..TERMS).filter(|&term| gradient[term] != [0.0; 2]) {
            for side in 0..2 {
                let at = |step: f32| {
                    let mut moved = weights.clone();
                    moved[term][side] += step;
                    error(&moved, &mut [[0.0; 2]; TERMS])
                };
                let slope = (at(4.0) - at(-4.0)) / 8.0;
                let claimed = factor * gradient[term][side];
                assert!((slope - claimed).abs() < 2e-5 + 0.02 * claimed.abs(), "{term}");
                checked += 1;
            }
        }
        assert!(checked > 60, "{checked}");
    }

    #[test]
    fn tuning_lowers_the_error() {
        let (weights, errors) = tune(&examples(), 60);
        assert!(errors[59] < errors[0], "{errors:?}");
        assert_eq!(text(&weights).lines().count(), TERMS);
    }
}
// [end:tests]
