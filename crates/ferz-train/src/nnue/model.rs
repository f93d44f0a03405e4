//! The network in floating point: value, loss and gradient of a sample.

use super::sample::Sample;
use super::sigmoid;
use ferz_nnue::{FEATURES, FloatNetwork, Shape};
use std::ops::Range;

/// The columns of a row that are summed at once, so that the sums stay in registers.
const COLUMNS: usize = 32;

/// All parameters of a network in one vector, so that the optimiser and a checkpoint see one list
/// of numbers.
///
/// Order: feature weights (768 rows of N), feature bias (N), output weights (K rows of 2N: the side
/// to move, then its opponent), output bias (K).
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    shape: Shape,
    values: Vec<f32>,
}

/// Squared error of the expected points and its derivative by the output.
#[derive(Clone, Copy, Debug)]
struct Loss {
    error: f32,
    slope: f32,
}

/// The activations of a sample that the gradient needs, reused from sample to sample.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    accumulators: [Vec<f32>; 2],
    slopes: Vec<f32>,
}

impl Scratch {
    pub(super) fn new(shape: Shape) -> Self {
        let zeros = || vec![0.0; shape.hidden()];
        Self { accumulators: [zeros(), zeros()], slopes: zeros() }
    }
}

impl Parameters {
    /// Returns the number of parameters of a shape.
    pub fn count(shape: Shape) -> usize {
        let (hidden, buckets) = (shape.hidden(), shape.buckets());
        FEATURES * hidden + hidden + buckets * 2 * hidden + buckets
    }

    /// Returns random parameters: uniform weights around 0, a positive feature bias so that no
    /// neuron starts dead.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut parameters = Self { shape, values: vec![0.0; Self::count(shape)] };
        let output_range = 1.0 / (shape.hidden() as f32).sqrt();
        let mut fill = |range: Range<usize>, low: f32, high: f32| {
            for value in &mut parameters.values[range] {
                *value = low + (high - low) * rng.f32();
            }
        };
        fill(feature_weights(shape), -0.1, 0.1);
        fill(feature_bias(shape), 0.1, 0.4);
        fill(output_weights(shape), -output_range, output_range);
        parameters
    }

    /// Takes the parameters of a network.
    pub fn from_network(network: &FloatNetwork) -> Self {
        let parts = [
            &network.feature_weights,
            &network.feature_bias,
            &network.output_weights,
            &network.output_bias,
        ];
        Self { shape: network.shape, values: parts.into_iter().flatten().copied().collect() }
    }

    /// Makes parameters of their values, in the order of this type; `None` if the number does not
    /// fit the shape.
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Option<Self> {
        (values.len() == Self::count(shape)).then_some(Self { shape, values })
    }

    /// Returns the network of these parameters, where an output of 1.0 stands for `scale`
    /// centipawns.
    pub fn to_network(&self, scale: u16) -> FloatNetwork {
        let part = |range: Range<usize>| self.values[range].to_vec();
        FloatNetwork {
            shape: self.shape,
            scale,
            feature_weights: part(feature_weights(self.shape)),
            feature_bias: part(feature_bias(self.shape)),
            output_weights: part(output_weights(self.shape)),
            output_bias: part(output_bias(self.shape)),
        }
    }

    /// Returns the sizes of the network.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all values in order.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    pub(super) fn values_mut(&mut self) -> &mut [f32] {
        &mut self.values
    }

    /// Returns the output for a sample: its sigmoid is the expected points of the side to move.
    pub(super) fn output(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        let features = sample.features();
        let bias = &self.values[feature_bias(self.shape)];
        for (sums, side) in scratch.accumulators.iter_mut().zip(features.sides()) {
            accumulate(&self.values, bias, side, sums);
        }
        let bucket = self.shape.bucket(sample.pieces());
        let weights =
            self.values[bucket_weights(self.shape, bucket)].chunks_exact(self.shape.hidden());
        let sides = scratch.accumulators.iter().zip(weights);
        self.values[output_bias(self.shape)][bucket]
            + sides.map(|(sums, weights)| activated_dot(sums, weights)).sum::<f32>()
    }

    /// Returns the squared error of a sample and adds its gradient.
    pub(super) fn add_gradient(
        &self,
        sample: &Sample,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f32 {
        let loss = squared_error(self.output(sample, scratch), sample.label());
        let (shape, hidden) = (self.shape, self.shape.hidden());
        let bucket = shape.bucket(sample.pieces());
        gradient[output_bias(shape)][bucket] += loss.slope;
        let features = sample.features();
        let bias_start = feature_bias(shape).start;
        for (i, side) in features.sides().into_iter().enumerate() {
            let start = bucket_weights(shape, bucket).start + i * hidden;
            let weights = &self.values[start..start + hidden];
            let Scratch { accumulators, slopes } = &mut *scratch;
            let sums = &accumulators[i][..hidden];
            let slopes = &mut slopes[..hidden];
            let output_gradient = &mut gradient[start..start + hidden];
            for n in 0..hidden {
                let clipped = sums[n].clamp(0.0, 1.0);
                output_gradient[n] += loss.slope * clipped * clipped;
                // Zero at both ends of the clipped range, where the activation is constant.
                let active = if sums[n] < 1.0 { clipped } else { 0.0 };
                slopes[n] = 2.0 * loss.slope * weights[n] * active;
            }
            add(&mut gradient[bias_start..bias_start + hidden], slopes);
            for &feature in side {
                let row = usize::from(feature) * hidden;
                add(&mut gradient[row..row + hidden], slopes);
            }
        }
        loss.error
    }

    /// Returns the squared error of a sample.
    pub(super) fn loss(&self, sample: &Sample, scratch: &mut Scratch) -> f32 {
        squared_error(self.output(sample, scratch), sample.label()).error
    }
}

fn feature_weights(shape: Shape) -> Range<usize> {
    0..FEATURES * shape.hidden()
}

fn feature_bias(shape: Shape) -> Range<usize> {
    let start = feature_weights(shape).end;
    start..start + shape.hidden()
}

fn output_weights(shape: Shape) -> Range<usize> {
    let start = feature_bias(shape).end;
    start..start + shape.buckets() * 2 * shape.hidden()
}

fn bucket_weights(shape: Shape, bucket: usize) -> Range<usize> {
    let start = output_weights(shape).start + bucket * 2 * shape.hidden();
    start..start + 2 * shape.hidden()
}

fn output_bias(shape: Shape) -> Range<usize> {
    let start = output_weights(shape).end;
    start..start + shape.buckets()
}

/// Computes `sums = bias + the rows of features`.
#[inline(always)]
fn accumulate(weights: &[f32], bias: &[f32], features: &[u16], sums: &mut [f32]) {
    let hidden = sums.len();
    let (blocks, _) = sums.as_chunks_mut::<COLUMNS>();
    for (i, block) in blocks.iter_mut().enumerate() {
        let column = i * COLUMNS;
        let (bias, _) = bias[column..].as_chunks::<COLUMNS>();
        let mut sum = bias[0];
        for &feature in features {
            let (row, _) = weights[usize::from(feature) * hidden + column..].as_chunks::<COLUMNS>();
            for (sum, weight) in sum.iter_mut().zip(&row[0]) {
                *sum += weight;
            }
        }
        *block = sum;
    }
}

/// Returns the dot product of activations and weights.
#[inline(always)]
fn activated_dot(sums: &[f32], weights: &[f32]) -> f32 {
    let mut products = [0.0_f32; COLUMNS];
    let ((sums, _), (weights, _)) = (sums.as_chunks::<COLUMNS>(), weights.as_chunks::<COLUMNS>());
    for (sums, weights) in sums.iter().zip(weights) {
        for i in 0..COLUMNS {
            let clipped = sums[i].clamp(0.0, 1.0);
            products[i] += clipped * clipped * weights[i];
        }
    }
    products.iter().sum()
}

#[inline(always)]
fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

fn squared_error(output: f32, label: f32) -> Loss {
    let expected = sigmoid(output);
    let difference = expected - label;
    Loss { error: difference * difference, slope: 2.0 * difference * expected * (1.0 - expected) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    fn samples() -> Vec<Sample> {
        [
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 0.48),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 0.73),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 0.31),
        ]
        .map(|(fen, label)| Sample::new(&Position::from_fen(fen).unwrap(), label).unwrap())
        .to_vec()
    }

    #[test]
    fn outputs_equal_the_reference_network() {
        for shape in [Shape::new(32, 1).unwrap(), Shape::new(96, 8).unwrap()] {
            let parameters = Parameters::random(shape, 3);
            let network = parameters.to_network(400);
            assert_eq!(Parameters::from_network(&network), parameters);
            let mut scratch = Scratch::new(shape);
            let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1";
            let position = Position::from_fen(fen).unwrap();
            let sample = Sample::new(&position, 0.5).unwrap();
            let (found, expected) =
                (400.0 * parameters.output(&sample, &mut scratch), network.evaluate(&position));
            assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
        }
    }

    #[test]
    fn gradient_equals_finite_differences() {
        let shape = Shape::new(32, 4).unwrap();
        let mut parameters = Parameters::random(shape, 11);
        let mut scratch = Scratch::new(shape);
        for sample in samples() {
            let mut gradient = vec![0.0; Parameters::count(shape)];
            parameters.add_gradient(&sample, &mut scratch, &mut gradient);
            let touched: Vec<usize> = (0..gradient.len()).filter(|&i| gradient[i] != 0.0).collect();
            assert!(touched.len() > 100, "{} parameters", touched.len());
            let silent = (0..gradient.len()).filter(|&i| gradient[i] == 0.0).step_by(997);
            for i in touched.into_iter().step_by(7).chain(silent) {
                let step = 1e-2;
                let original = parameters.values[i];
                let mut loss_at = |value: f32| {
                    parameters.values[i] = value;
                    f64::from(parameters.loss(&sample, &mut scratch))
                };
                let slope =
                    (loss_at(original + step) - loss_at(original - step)) / (2.0 * f64::from(step));
                parameters.values[i] = original;
                let error = (slope - f64::from(gradient[i])).abs();
                assert!(
                    error < 2e-4 + 0.05 * slope.abs(),
                    "parameter {i}: {slope} {}",
                    gradient[i]
                );
            }
        }
    }
}
