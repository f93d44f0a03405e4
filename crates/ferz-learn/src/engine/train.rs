// [start:head]
//! Training of the network.

use crate::bitboards::Bitboards;
use crate::board::Board;
use crate::engine::network::{HIDDEN, INPUTS, ONE, SCALE, WEIGHTS, input};
use crate::engine::phased::Phased;
use crate::engine::positions::{Sample, sigmoid};
use crate::random::Random;
use crate::types::*;
// [end:head]

// [start:example]
/// A sample as the network sees it: the inputs of the side to move and of the other one, and the
/// score of the side to move to predict.
#[derive(Clone, Debug)]
pub struct Example {
    inputs: [Vec<u16>; 2],
    target: f32,
}

impl Example {
    /// Returns the example of a position with the expected score of White.
    fn of(board: &Bitboards, target: f32) -> Example {
        let us = board.side_to_move();
        let inputs = [us, !us].map(|view| {
            let squares = board.occupied().map(|square| {
                let piece = board.piece_on(square).expect("an occupied square has a piece");
                input(view, piece, square) as u16
            });
            squares.collect()
        });
        Example { inputs, target: if us == Color::White { target } else { 1.0 - target } }
    }

    /// Returns the example of a sample. A network has enough weights to learn single games by heart,
    /// so the result has a small share.
    pub fn new(sample: &Sample) -> Example {
        Example::of(&sample.board, sample.target(0.2))
    }

    /// Returns an example after random moves from a sample, with the score that the evaluation in
    /// phases expects. Inside of a search most positions are worse than those of games: pieces hang,
    /// and a queen may be missing. A network that never sees such positions values them at random.
    pub fn astray(sample: &Sample, teacher: &mut Phased, random: &mut Random) -> Example {
        let mut board = sample.board.clone();
        for _ in 0..=random.next() % 3 {
            let moves = board.legal_moves();
            if !moves.is_empty() {
                board.do_move(moves[random.next() as usize % moves.len()]);
            }
        }
        let value = teacher.evaluate(&board) * i32::from(board.side_to_move().forward());
        Example::of(&board, sigmoid(value as f32))
    }
}
// [end:example]

// [start:learn]
// Where the weights of the parts begin.
const BIAS: usize = INPUTS * HIDDEN;
const OUTPUT: usize = BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + 2 * HIDDEN;

fn row(weights: &[f32], start: usize) -> &[f32; HIDDEN] {
    weights[start..start + HIDDEN].try_into().expect("a row has this length")
}

/// Returns the hidden sums of both sides and the output.
fn forward(weights: &[f32], example: &Example) -> ([[f32; HIDDEN]; 2], f32) {
    let mut sums = [*row(weights, BIAS); 2];
    let mut output = weights[OUTPUT_BIAS];
    for (side, inputs) in example.inputs.iter().enumerate() {
        for &number in inputs {
            let row = row(weights, HIDDEN * usize::from(number));
            sums[side].iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let last = row(weights, OUTPUT + HIDDEN * side);
        output += sums[side].iter().zip(last).map(|(s, w)| s.clamp(0.0, 1.0) * w).sum::<f32>();
    }
    (sums, output)
}

/// Returns the error of the prediction, and adds its gradient.
pub fn learn(weights: &[f32], example: &Example, gradient: &mut [f32]) -> f32 {
    let (sums, output) = forward(weights, example);
    let predicted = sigmoid(output * SCALE as f32);
    // Backwards: from the output to the hidden neurons, and from these to the inputs.
    let error = predicted - example.target;
    gradient[OUTPUT_BIAS] += error;
    for side in 0..2 {
        let mut slopes = [0f32; HIDDEN];
        for (neuron, slope) in slopes.iter_mut().enumerate() {
            let sum = sums[side][neuron];
            gradient[OUTPUT + HIDDEN * side + neuron] += error * sum.clamp(0.0, 1.0);
            // A neuron at its limit does not change.
            if 0.0 < sum && sum < 1.0 {
                *slope = error * weights[OUTPUT + HIDDEN * side + neuron];
            }
            gradient[BIAS + neuron] += *slope;
        }
        for &number in &example.inputs[side] {
            let start = HIDDEN * usize::from(number);
            let row = &mut gradient[start..start + HIDDEN];
            row.iter_mut().zip(&slopes).for_each(|(sum, slope)| *sum += slope);
        }
    }
    let (hit, target) = (predicted.clamp(1e-6, 1.0 - 1e-6), example.target);
    -(target * hit.ln() + (1.0 - target) * (1.0 - hit).ln())
}
// [end:learn]

// [start:train]
/// Returns weights that were trained for some rounds over all examples, in parts of 512, by Adam.
/// `report` receives the mean error of each round.
pub fn train(examples: &mut [Example], rounds: u32, mut report: impl FnMut(u32, f32)) -> Vec<f32> {
    let mut random = Random(27);
    // Small random numbers: neurons that begin alike would remain alike.
    let mut weights: Vec<f32> =
        (0..WEIGHTS).map(|_| (random.next() as f32 / u64::MAX as f32 - 0.5) * 0.2).collect();
    let mut gradient = vec![0f32; WEIGHTS];
    let (mut mean, mut square) = (vec![0f32; WEIGHTS], vec![0f32; WEIGHTS]);
    let mut steps = 0;
    for round in 1..=rounds {
        for i in (1..examples.len()).rev() {
            examples.swap(i, random.next() as usize % (i + 1));
        }
        // The steps become smaller from round to round, so that the weights settle.
        let rate = 0.002 * 0.03f32.powf((round - 1) as f32 / rounds as f32);
        let mut error = 0.0;
        for part in examples.chunks(512) {
            gradient.fill(0.0);
            error +=
                part.iter().map(|example| learn(&weights, example, &mut gradient)).sum::<f32>();
            steps += 1;
            let (first, second) = (1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps));
            for i in 0..WEIGHTS {
                let slope = gradient[i] / part.len() as f32;
                mean[i] += 0.1 * (slope - mean[i]);
                square[i] += 0.001 * (slope * slope - square[i]);
                let step = rate * mean[i] / first / ((square[i] / second).sqrt() + 1e-8);
                // So that no sum of integers overflows.
                weights[i] = (weights[i] - step).clamp(-1.9, 1.9);
            }
        }
        report(round, error / examples.len() as f32);
    }
    weights
}

/// Returns the file of a network: each weight as an integer of two bytes.
pub fn bytes(weights: &[f32]) -> Vec<u8> {
    let integer = |(i, &weight): (usize, &f32)| {
        let one = if i < OUTPUT { ONE[0] } else { ONE[1] };
        (weight * one as f32).round() as i16
    };
    weights.iter().enumerate().map(integer).flat_map(i16::to_le_bytes).collect()
}
// [end:train]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Example> {
        [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1;30;2",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1;-20;1",
            "4k3/p6p/8/2P5/2P5/8/6P1/R3K1NR b - - 0 1;900;2",
        ]
        .map(|line| Example::new(&line.parse().unwrap()))
        .into()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let examples = examples();
        let mut random = Random(3);
        let mut weights: Vec<f32> =
            (0..WEIGHTS).map(|_| (random.next() as f32 / u64::MAX as f32 - 0.4) * 0.2).collect();
        let error = |weights: &[f32], gradient: &mut [f32]| -> f32 {
            examples.iter().map(|example| learn(weights, example, gradient)).sum()
        };
        let mut gradient = vec![0.0; WEIGHTS];
        error(&weights, &mut gradient);
        let mut checked = 0;
        for i in (0..WEIGHTS).filter(|&i| gradient[i].abs() > 1e-3).step_by(29) {
            let kept = weights[i];
            let mut at = |value: f32| {
                weights[i] = value;
                error(&weights, &mut vec![0.0; WEIGHTS])
            };
            let slope = (at(kept + 5e-4) - at(kept - 5e-4)) / 1e-3;
            weights[i] = kept;
            let claimed = std::f32::consts::LN_10 * gradient[i];
            assert!((slope - claimed).abs() < 2e-3 + 0.05 * claimed.abs(), "{i} {slope} {claimed}");
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn examples_that_go_astray_have_the_score_of_the_teacher() {
        let line = "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1;900;2";
        let (mut teacher, mut random) = (Phased::default(), Random(1));
        let example = Example::astray(&line.parse().unwrap(), &mut teacher, &mut random);
        // Whoever is to move, White has the queen.
        let queen = 64 * PieceType::Queen as u16;
        let white_moves = example.inputs[0].iter().any(|&i| (queen..queen + 64).contains(&i));
        assert_eq!(example.inputs[0].len(), 3);
        assert_eq!(white_moves, example.target > 0.9);
        assert_eq!(!white_moves, example.target < 0.1);
    }

    #[test]
    fn training_learns_its_examples() {
        let mut errors = Vec::new();
        let weights = train(&mut examples(), 60, |_, error| errors.push(error));
        assert!(errors[59] < 0.8 * errors[0], "{errors:?}");
        assert_eq!(bytes(&weights).len(), 2 * WEIGHTS);
        assert!(weights.iter().all(|weight| weight.abs() <= 1.9));
    }
}
// [end:tests]
