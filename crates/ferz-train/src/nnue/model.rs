//! The network in floating point: values, errors and gradients of samples.

use super::sample::Sample;
use crate::score_fit::logistic;
use ferz_nnue::{
    FEATURES, FIRST_NEURONS, FloatNetwork, Layers, MAX_FIRST_WEIGHT, QB, SECOND_INPUTS,
    SECOND_NEURONS, Shape,
};
use std::ops::Range;

/// The columns of a row that are summed at once, so that the sums stay in registers.
const COLUMNS: usize = 32;

/// A power of the error of the expected points and its derivative by the output.
#[derive(Clone, Copy, Debug)]
struct ErrorPower {
    error: f32,
    slope: f32,
}

/// The activations of a group that the gradient needs, reused from group to group.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    /// For each sample the accumulators of the side to move and of its opponent.
    accumulators: Vec<f32>,
    /// For each sample the inputs of the first layer, and the slopes of the loss by them.
    inputs: Vec<f32>,
    input_slopes: Vec<f32>,
    /// The slopes of the loss by one accumulator.
    slopes: Vec<f32>,
    first: [[f32; FIRST_NEURONS]; GROUP],
    activations: [[f32; SECOND_INPUTS]; GROUP],
    second: [[f32; SECOND_NEURONS]; GROUP],
    outputs: [f32; GROUP],
}

impl Scratch {
    pub(super) fn new(shape: Shape) -> Self {
        let width = 2 * shape.hidden();
        Self {
            accumulators: vec![0.0; GROUP * width],
            inputs: vec![0.0; GROUP * width],
            input_slopes: vec![0.0; GROUP * width],
            slopes: vec![0.0; shape.hidden()],
            first: [[0.0; FIRST_NEURONS]; GROUP],
            activations: [[0.0; SECOND_INPUTS]; GROUP],
            second: [[0.0; SECOND_NEURONS]; GROUP],
            outputs: [0.0; GROUP],
        }
    }
}

/// Calls `visit` for all samples, in groups of at most [`GROUP`] of one bucket.
pub(super) fn for_each_group(shape: Shape, samples: &[Sample], mut visit: impl FnMut(&[&Sample])) {
    let mut groups: [Vec<&Sample>; Shape::MAX_BUCKETS] = Default::default();
    for sample in samples {
        let group = &mut groups[shape.bucket(sample.pieces())];
        group.push(sample);
        if group.len() == GROUP {
            visit(group);
            group.clear();
        }
    }
    for group in groups.iter().filter(|group| !group.is_empty()) {
        visit(group);
    }
}

impl Parameters {
    /// Computes the outputs of a group of one bucket: the logistic function of an output is the expected points
    /// of the side to move.
    fn forward(&self, group: &[&Sample], scratch: &mut Scratch) {
        let (hidden, width) = (self.shape().hidden(), 2 * self.shape().hidden());
        let rows = scratch.accumulators.chunks_exact_mut(width);
        let rows = rows.zip(scratch.inputs.chunks_exact_mut(width));
        for (sample, (sums, inputs)) in group.iter().zip(rows) {
            let features = sample.features();
            for (side, sums) in features.sides().into_iter().zip(sums.chunks_exact_mut(hidden)) {
                accumulate(self.values(), self.feature_bias(), side, sums);
            }
            for (input, sum) in inputs.iter_mut().zip(sums) {
                let clipped = sum.clamp(0.0, 1.0);
                *input = clipped * clipped;
            }
        }
        // Samples that the group lacks contribute nothing to the gradient of the weights.
        scratch.inputs[group.len() * width..].fill(0.0);
        let layers = self.layers(self.shape().bucket(group[0].pieces()));
        scratch.first = first_products(&scratch.inputs, layers.first_weights, width);
        for i in 0..group.len() {
            add(&mut scratch.first[i], layers.first_bias);
            let (first, activations) = (&scratch.first[i], &mut scratch.activations[i]);
            for (n, &sum) in first.iter().enumerate() {
                activations[n] = (sum * sum).min(1.0);
                activations[FIRST_NEURONS + n] = sum.clamp(0.0, 1.0);
            }
            let second = &mut scratch.second[i];
            second.copy_from_slice(layers.second_bias);
            let rows = layers.second_weights.as_chunks::<SECOND_NEURONS>().0;
            for (&activation, row) in activations.iter().zip(rows) {
                add_multiple(second, activation, row);
            }
            let products = second.iter().zip(layers.output_weights);
            let output: f32 = products.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum();
            scratch.outputs[i] = output + layers.output_bias[0] + first[FIRST_NEURONS - 1];
        }
    }

    /// Returns the sum of the errors of a group of one bucket, to this power, and adds its gradient.
    pub(super) fn add_gradient(
        &self,
        group: &[&Sample],
        exponent: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) -> f64 {
        self.forward(group, scratch);
        let (shape, bucket) = (self.shape(), self.shape().bucket(group[0].pieces()));
        let mut error = 0.0;
        let mut first_slopes = [[0.0; FIRST_NEURONS]; GROUP];
        for (i, (sample, slopes)) in group.iter().zip(&mut first_slopes).enumerate() {
            let loss = power_of_error(scratch.outputs[i], sample.label(), exponent);
            error += f64::from(loss.error);
            *slopes = self.add_dense_gradient(bucket, i, loss.slope, scratch, gradient);
        }
        let Scratch { accumulators, inputs, input_slopes, slopes, .. } = scratch;
        add_first_gradient(
            &first_slopes,
            inputs,
            self.layers(bucket).first_weights,
            input_slopes,
            &mut gradient[layer_ranges(shape, bucket).first_weights],
        );
        let hidden = shape.hidden();
        let mut rows = accumulators.chunks_exact(hidden).zip(input_slopes.chunks_exact(hidden));
        for sample in group {
            for (side, (sums, input_slopes)) in
                sample.features().sides().into_iter().zip(rows.by_ref())
            {
                for ((slope, &sum), input_slope) in slopes.iter_mut().zip(sums).zip(input_slopes) {
                    // Zero at both ends of the clipped range, where the input is constant.
                    let active = if sum < 1.0 { sum.max(0.0) } else { 0.0 };
                    *slope = 2.0 * input_slope * active;
                }
                add(&mut gradient[feature_bias(shape)], slopes);
                for &feature in side {
                    add(&mut gradient[usize::from(feature) * hidden..][..hidden], slopes);
                }
            }
        }
        error
    }

    /// Adds the gradient of the dense layers of sample `i` without the weights of the first, and
    /// returns the slopes of the loss by the sums of the first.
    fn add_dense_gradient(
        &self,
        bucket: usize,
        i: usize,
        slope: f32,
        scratch: &Scratch,
        gradient: &mut [f32],
    ) -> [f32; FIRST_NEURONS] {
        let (layers, places) = (self.layers(bucket), layer_ranges(self.shape(), bucket));
        let (first, second) = (&scratch.first[i], &scratch.second[i]);
        gradient[places.output_bias.start] += slope;
        let output_gradient = &mut gradient[places.output_weights];
        let mut second_slopes = [0.0; SECOND_NEURONS];
        for (n, &sum) in second.iter().enumerate() {
            output_gradient[n] += slope * sum.clamp(0.0, 1.0);
            let active = sum > 0.0 && sum < 1.0;
            second_slopes[n] = if active { slope * layers.output_weights[n] } else { 0.0 };
        }
        add(&mut gradient[places.second_bias], &second_slopes);
        let rows = layers.second_weights.as_chunks::<SECOND_NEURONS>().0;
        let row_gradients = gradient[places.second_weights].as_chunks_mut::<SECOND_NEURONS>().0;
        let mut activation_slopes = [0.0; SECOND_INPUTS];
        for (n, (row, row_gradient)) in rows.iter().zip(row_gradients).enumerate() {
            activation_slopes[n] = dot(row, &second_slopes);
            add_multiple(row_gradient, scratch.activations[i][n], &second_slopes);
        }
        let mut first_slopes = [0.0; FIRST_NEURONS];
        for (n, &sum) in first.iter().enumerate() {
            let square = if sum.abs() < 1.0 { 2.0 * sum * activation_slopes[n] } else { 0.0 };
            let active = sum > 0.0 && sum < 1.0;
            let clipped = if active { activation_slopes[FIRST_NEURONS + n] } else { 0.0 };
            first_slopes[n] = square + clipped;
        }
        // The last sum is also added to the output as it is.
        first_slopes[FIRST_NEURONS - 1] += slope;
        add(&mut gradient[places.first_bias], &first_slopes);
        first_slopes
    }

    /// Returns the sum of the errors of a group of one bucket, to this power.
    pub(super) fn loss(&self, group: &[&Sample], exponent: f32, scratch: &mut Scratch) -> f64 {
        self.forward(group, scratch);
        let samples = group.iter().zip(&scratch.outputs);
        let loss = |sample: &Sample, output| power_of_error(output, sample.label(), exponent).error;
        samples.map(|(sample, &output)| f64::from(loss(sample, output))).sum()
    }
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

#[inline(always)]
fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

#[inline(always)]
fn add_multiple(sums: &mut [f32; SECOND_NEURONS], factor: f32, terms: &[f32; SECOND_NEURONS]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += factor * term;
    }
}

#[inline(always)]
fn dot(a: &[f32; SECOND_NEURONS], b: &[f32; SECOND_NEURONS]) -> f32 {
    let products: [f32; SECOND_NEURONS] = std::array::from_fn(|i| a[i] * b[i]);
    // Halves are added to each other: one chain of dependent additions would be slow.
    let eight: [f32; 8] = std::array::from_fn(|i| {
        products[i] + products[i + 8] + products[i + 16] + products[i + 24]
    });
    let two: [f32; 2] =
        std::array::from_fn(|i| eight[i] + eight[i + 2] + eight[i + 4] + eight[i + 6]);
    two[0] + two[1]
}

fn power_of_error(output: f32, label: f32, exponent: f32) -> ErrorPower {
    let expected = logistic(output);
    let difference = expected - label;
    // 1 for squared errors.
    let weight = difference.abs().powf(exponent - 2.0);
    ErrorPower {
        error: weight * difference * difference,
        slope: exponent * weight * difference * expected * (1.0 - expected),
    }
}

// All parameters of a network in one vector.

/// All parameters of a network in one vector, so that the optimiser and a checkpoint see one list
/// of numbers.
///
/// Order: feature weights (1536 rows of N), feature bias (N), then for each bucket the fields of
/// [`Layers`] in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    shape: Shape,
    values: Vec<f32>,
}

impl Parameters {
    /// Returns the number of parameters of a shape.
    pub fn count(shape: Shape) -> usize {
        layer_ranges(shape, shape.buckets()).first_weights.start
    }

    /// Returns random parameters: uniform weights around 0, and positive biases so that no neuron
    /// starts dead.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut parameters = Self { shape, values: vec![0.0; Self::count(shape)] };
        let mut fill = |range: Range<usize>, low: f32, high: f32| {
            for value in &mut parameters.values[range] {
                *value = low + (high - low) * rng.f32();
            }
        };
        fill(feature_weights(shape), -0.1, 0.1);
        fill(feature_bias(shape), 0.1, 0.4);
        for bucket in 0..shape.buckets() {
            let layers = layer_ranges(shape, bucket);
            fill(layers.first_weights, -0.1, 0.1);
            fill(layers.first_bias, 0.0, 0.3);
            fill(layers.second_weights, -0.25, 0.25);
            fill(layers.second_bias, 0.0, 0.2);
            fill(layers.output_weights, -0.3, 0.3);
        }
        parameters
    }

    /// Returns parameters with more neurons in each accumulator, `None` if there would be fewer or the
    /// number is no multiple of 32: the new neurons have random weights and their outputs a weight of zero,
    /// so that the network computes the same until it is trained further. Function-preserving growth as
    /// in Net2Net (Chen, Goodfellow and Shlens, 2016).
    pub fn widened(&self, hidden: usize, seed: u64) -> Option<Self> {
        let (old, buckets) = (self.shape.hidden(), self.shape.buckets());
        let shape = Shape::new(hidden, buckets).ok().filter(|_| hidden >= old)?;
        let mut wide = Self::random(shape, seed);
        let old_rows = self.values[..feature_bias(self.shape).end].chunks_exact(old);
        let rows = wide.values[..feature_bias(shape).end].chunks_exact_mut(hidden);
        for (row, old_row) in rows.zip(old_rows) {
            row[..old].copy_from_slice(old_row);
        }
        for bucket in 0..buckets {
            let (places, old_places) =
                (layer_ranges(shape, bucket), layer_ranges(self.shape, bucket));
            for (place, old_place) in places.as_ref().into_iter().zip(old_places.as_ref()).skip(1) {
                wide.values[place.clone()].copy_from_slice(&self.values[old_place.clone()]);
            }
            // A row has the weights of the side to move, then those of its opponent.
            let old_halves = self.values[old_places.first_weights].chunks_exact(old);
            let halves = wide.values[places.first_weights].chunks_exact_mut(hidden);
            for (half, old_half) in halves.zip(old_halves) {
                half[..old].copy_from_slice(old_half);
                half[old..].fill(0.0);
            }
        }
        Some(wide)
    }

    /// Takes the parameters of a network.
    pub fn from_network(network: &FloatNetwork) -> Self {
        let mut values = [network.feature_weights.as_slice(), &network.feature_bias].concat();
        for layers in &network.layers {
            values.extend(layers.as_ref().into_iter().flatten());
        }
        Self { shape: network.shape, values }
    }

    /// Makes parameters of their values, in the order of this type; `None` if the number does not
    /// fit the shape.
    pub fn from_values(shape: Shape, values: Vec<f32>) -> Option<Self> {
        (values.len() == Self::count(shape)).then_some(Self { shape, values })
    }

    /// Returns the network of these parameters, where an output of 1.0 stands for `scale`
    /// centipawns.
    pub fn to_network(&self, scale: u16) -> FloatNetwork {
        FloatNetwork {
            shape: self.shape,
            scale,
            feature_weights: self.values[feature_weights(self.shape)].to_vec(),
            feature_bias: self.feature_bias().to_vec(),
            layers: (0..self.shape.buckets())
                .map(|bucket| self.layers(bucket).map(<[f32]>::to_vec))
                .collect(),
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

    /// Clips the weights of the first dense layer to the range of their quantisation.
    pub(super) fn clip_first_weights(&mut self) {
        const LIMIT: f32 = MAX_FIRST_WEIGHT as f32 / QB as f32;
        for bucket in 0..self.shape.buckets() {
            for weight in &mut self.values[layer_ranges(self.shape, bucket).first_weights] {
                *weight = weight.clamp(-LIMIT, LIMIT);
            }
        }
    }

    fn feature_bias(&self) -> &[f32] {
        &self.values[feature_bias(self.shape)]
    }

    /// Returns the dense layers of a bucket.
    fn layers(&self, bucket: usize) -> Layers<&[f32]> {
        layer_ranges(self.shape, bucket).map(|range| &self.values[range])
    }
}

fn feature_weights(shape: Shape) -> Range<usize> {
    0..FEATURES * shape.hidden()
}

/// Returns the place of the feature bias.
fn feature_bias(shape: Shape) -> Range<usize> {
    let start = feature_weights(shape).end;
    start..start + shape.hidden()
}

/// Returns the places of the dense layers of a bucket.
fn layer_ranges(shape: Shape, bucket: usize) -> Layers<Range<usize>> {
    let lengths = Layers::lengths(shape);
    let mut end = feature_bias(shape).end + bucket * lengths.into_iter().sum::<usize>();
    let range = |length| {
        end += length;
        end - length..end
    };
    lengths.map(range)
}

// The products of the first dense layer, the largest, for several samples at once: its weights are
// loaded once for all.

/// Samples that pass the dense layers together.
const GROUP: usize = 8;
/// Numbers of a vector.
const LANES: usize = 16;
/// Samples and rows whose products are summed at once, so that the sums stay in registers.
const TILE: usize = 4;

/// Numbers that pass an operation together, a vector of the machine after optimisation.
type Vector = [f32; LANES];

/// Returns the dot products of the inputs of each sample, rows of `width`, with the weights of each
/// neuron, rows of `width` too, which is a multiple of 16.
fn first_products(inputs: &[f32], weights: &[f32], width: usize) -> [[f32; FIRST_NEURONS]; GROUP] {
    let mut sums = [[0.0; FIRST_NEURONS]; GROUP];
    for samples in 0..GROUP / TILE {
        for neurons in 0..FIRST_NEURONS / TILE {
            let inputs = &inputs[samples * TILE * width..];
            let tile = tile(inputs, &weights[neurons * TILE * width..], width);
            for (sums, products) in sums[samples * TILE..].iter_mut().zip(tile) {
                sums[neurons * TILE..][..TILE].copy_from_slice(&products);
            }
        }
    }
    sums
}

/// Returns the dot products of the first rows.
#[inline(always)]
fn tile(inputs: &[f32], weights: &[f32], width: usize) -> [[f32; TILE]; TILE] {
    let inputs: [&[Vector]; TILE] = std::array::from_fn(|i| row(inputs, i, width));
    let weights: [&[Vector]; TILE] = std::array::from_fn(|i| row(weights, i, width));
    let mut sums = [[[0.0; LANES]; TILE]; TILE];
    for chunk in 0..width / LANES {
        let inputs = inputs.map(|row| row[chunk]);
        let weights = weights.map(|row| row[chunk]);
        for (sums, input) in sums.iter_mut().zip(&inputs) {
            for (sum, weight) in sums.iter_mut().zip(&weights) {
                *sum = mul_add(input, weight, sum);
            }
        }
    }
    sums.map(|sums| sums.map(total))
}

/// Returns a row of numbers in chunks.
#[inline(always)]
fn row(numbers: &[f32], i: usize, width: usize) -> &[Vector] {
    numbers[i * width..][..width].as_chunks::<LANES>().0
}

/// Computes the gradient from the slopes of the layer's sums: writes the slopes of the inputs, and
/// adds those of the weights.
fn add_first_gradient(
    slopes: &[[f32; FIRST_NEURONS]; GROUP],
    inputs: &[f32],
    weights: &[f32],
    input_slopes: &mut [f32],
    weight_slopes: &mut [f32],
) {
    let width = weights.len() / FIRST_NEURONS;
    for column in (0..width).step_by(LANES) {
        let rows: [Vector; FIRST_NEURONS] =
            std::array::from_fn(|n| load(weights, n * width + column));
        for (i, slopes) in slopes.iter().enumerate() {
            let mut sum = [0.0; LANES];
            for (row, &slope) in rows.iter().zip(slopes) {
                sum = mul_add(row, &[slope; LANES], &sum);
            }
            store(sum, input_slopes, i * width + column);
        }
        let inputs: [Vector; GROUP] = std::array::from_fn(|i| load(inputs, i * width + column));
        for n in 0..FIRST_NEURONS {
            let at = n * width + column;
            let mut sum = load(weight_slopes, at);
            for (input, slopes) in inputs.iter().zip(slopes) {
                sum = mul_add(input, &[slopes[n]; LANES], &sum);
            }
            store(sum, weight_slopes, at);
        }
    }
}

/// Returns `a * b + c` for each lane, fused if the build has the instruction.
#[inline(always)]
fn mul_add(a: &Vector, b: &Vector, c: &Vector) -> Vector {
    std::array::from_fn(|i| {
        if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
            a[i].mul_add(b[i], c[i])
        } else {
            a[i] * b[i] + c[i]
        }
    })
}

/// Returns the sum of the lanes, added in pairs.
#[inline(always)]
fn total(vector: Vector) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|i| vector[i] + vector[i + 8]);
    let four: [f32; 4] = std::array::from_fn(|i| eight[i] + eight[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

#[inline(always)]
fn load(numbers: &[f32], at: usize) -> Vector {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&numbers[at..at + LANES]);
    lanes
}

#[inline(always)]
fn store(vector: Vector, numbers: &mut [f32], at: usize) {
    numbers[at..at + LANES].copy_from_slice(&vector);
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;
    use std::collections::{BTreeMap, BTreeSet};

    const FENS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    ];

    fn samples() -> Vec<Sample> {
        let labelled = FENS.into_iter().zip([0.48, 0.73, 0.31]);
        labelled
            .map(|(fen, label)| Sample::new(&Position::from_fen(fen).unwrap(), label).unwrap())
            .collect()
    }

    #[test]
    fn outputs_equal_the_reference_network() {
        for shape in [Shape::new(32, 1).unwrap(), Shape::new(96, 8).unwrap()] {
            let parameters = Parameters::random(shape, 3);
            let network = parameters.to_network(400);
            assert!(Parameters::from_network(&network) == parameters);
            let mut scratch = Scratch::new(shape);
            for sample in samples() {
                parameters.forward(&[&sample], &mut scratch);
                let single = scratch.outputs[0];
                parameters.forward(&[&sample; GROUP], &mut scratch);
                assert_eq!(scratch.outputs, [single; GROUP]);
            }
            for fen in FENS {
                let position = Position::from_fen(fen).unwrap();
                let sample = Sample::new(&position, 0.5).unwrap();
                parameters.forward(&[&sample], &mut scratch);
                let (found, expected) = (400.0 * scratch.outputs[0], network.evaluate(&position));
                assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
            }
        }
    }

    #[test]
    fn new_neurons_change_nothing_before_training() {
        let parameters = Parameters::random(Shape::new(32, 8).unwrap(), 3);
        assert!(parameters.widened(32, 5) == Some(parameters.clone()));
        assert!(parameters.widened(16, 5).is_none() && parameters.widened(33, 5).is_none());
        let wide = parameters.widened(96, 5).unwrap();
        let mut scratch = [&parameters, &wide].map(|parameters| Scratch::new(parameters.shape()));
        let [scratch, wide_scratch] = &mut scratch;
        let mut gradient = vec![0.0; Parameters::count(wide.shape())];
        for sample in samples() {
            parameters.forward(&[&sample], scratch);
            wide.add_gradient(&[&sample], 2.0, wide_scratch, &mut gradient);
            assert!((scratch.outputs[0] - wide_scratch.outputs[0]).abs() < 1e-5);
            // The weights of the new neurons learn at once.
            let first =
                layer_ranges(wide.shape(), wide.shape().bucket(sample.pieces())).first_weights;
            assert!(gradient[first][32..96].iter().any(|&slope| slope != 0.0));
        }
    }

    #[test]
    fn groups_hold_samples_of_one_bucket_and_all_samples() {
        let shape = Shape::new(32, 8).unwrap();
        let many: Vec<Sample> = samples().into_iter().cycle().take(100).collect();
        let mut labels = Vec::new();
        for_each_group(shape, &many, |group| {
            assert!((1..=GROUP).contains(&group.len()));
            let bucket = |sample: &Sample| shape.bucket(sample.pieces());
            assert!(group.iter().all(|sample| bucket(sample) == bucket(group[0])));
            labels.extend(group.iter().map(|sample| sample.label()));
        });
        let mut expected: Vec<f32> = many.iter().map(Sample::label).collect();
        labels.sort_by(f32::total_cmp);
        expected.sort_by(f32::total_cmp);
        assert_eq!(labels, expected);
    }

    #[test]
    fn gradient_of_a_group_is_the_sum_of_its_samples() {
        let shape = Shape::new(64, 1).unwrap();
        let parameters = Parameters::random(shape, 5);
        let (mut scratch, samples) = (Scratch::new(shape), samples());
        let mut together = vec![0.0; Parameters::count(shape)];
        let group: Vec<&Sample> = samples.iter().collect();
        parameters.add_gradient(&group, 2.0, &mut scratch, &mut together);
        let mut apart = vec![0.0; Parameters::count(shape)];
        for sample in &samples {
            parameters.add_gradient(&[sample], 2.0, &mut scratch, &mut apart);
        }
        assert!(together.iter().zip(&apart).all(|(a, b)| (a - b).abs() < 1e-6));
    }

    /// Returns the parameters that a sample can depend on, in groups with names.
    fn groups(shape: Shape, sample: &Sample) -> Vec<(&'static str, Vec<usize>)> {
        let (hidden, layers) = (shape.hidden(), layer_ranges(shape, shape.bucket(sample.pieces())));
        let features: BTreeSet<usize> =
            sample.features().sides().concat().into_iter().map(usize::from).collect();
        let rows = features.into_iter().flat_map(|row| row * hidden..(row + 1) * hidden);
        let direct = layers.first_weights.end - 2 * hidden;
        let clipped = layers.second_weights.start + FIRST_NEURONS * SECOND_NEURONS;
        vec![
            ("feature weights", rows.collect()),
            ("feature bias", feature_bias(shape).collect()),
            ("first weights", (layers.first_weights.start..direct).collect()),
            ("first weights of the last neuron", (direct..layers.first_weights.end).collect()),
            ("first bias", layers.first_bias.collect()),
            ("second weights of squares", (layers.second_weights.start..clipped).collect()),
            ("second weights of clipped sums", (clipped..layers.second_weights.end).collect()),
            ("second bias", layers.second_bias.collect()),
            ("output weights", layers.output_weights.collect()),
            ("output bias", layers.output_bias.collect()),
        ]
    }

    /// Returns the derivative of the loss of a sample if each parameter of a group changes by its
    /// sign, by the difference of two steps.
    fn slope(
        parameters: &Parameters,
        sample: &Sample,
        exponent: f32,
        signs: &[(usize, f32)],
        step: f32,
    ) -> f64 {
        let loss = |step: f32| {
            let mut parameters = parameters.clone();
            for &(i, sign) in signs {
                parameters.values_mut()[i] += sign * step;
            }
            parameters.loss(&[sample], exponent, &mut Scratch::new(parameters.shape()))
        };
        (loss(step) - loss(-step)) / f64::from(2.0 * step)
    }

    /// Along a random direction in each group of parameters apart: a wrong derivative anywhere in the
    /// group changes the slope.
    #[test]
    fn gradient_equals_finite_differences() {
        let shape = Shape::new(32, 4).unwrap();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut compared = BTreeMap::<_, Vec<f64>>::new();
        for seed in 0..4 {
            let parameters = Parameters::random(shape, seed);
            let exponent = [2.0, 2.5][seed as usize / 2];
            for position in FENS.map(|fen| Position::from_fen(fen).unwrap()) {
                // Far from the outputs, so that the gradient is large.
                let sample = Sample::new(&position, (seed % 2) as f32).unwrap();
                let mut gradient = vec![0.0; Parameters::count(shape)];
                parameters.add_gradient(
                    &[&sample],
                    exponent,
                    &mut Scratch::new(shape),
                    &mut gradient,
                );
                for (name, group) in groups(shape, &sample) {
                    let mut sign = |i| (i, if rng.bool() { 1.0 } else { -1.0 });
                    let signs: Vec<(usize, f32)> = group.into_iter().map(&mut sign).collect();
                    let [wide, narrow] = [1e-3, 5e-4]
                        .map(|step| slope(&parameters, &sample, exponent, &signs, step));
                    // A neuron that becomes inactive within the steps has no derivative there.
                    if (wide - narrow).abs() > 2e-4 {
                        continue;
                    }
                    let expected: f32 = signs.iter().map(|&(i, sign)| gradient[i] * sign).sum();
                    let error = (narrow - f64::from(expected)).abs();
                    assert!(error < 2e-4, "{name}: {narrow} instead of {expected}");
                    compared.entry(name).or_default().push(narrow.abs());
                }
            }
        }
        for (name, slopes) in compared {
            let large = slopes.iter().filter(|&&slope| slope > 0.01).count();
            assert!(large >= 6, "{name}: {slopes:?}");
        }
    }
}
