//! All parameters of a network in one vector.

use ferz_nnue::{FEATURES, FloatNetwork, Layers, MAX_FIRST_WEIGHT, QB, Shape};
use std::ops::Range;

/// All parameters of a network in one vector, so that the optimiser and a checkpoint see one list
/// of numbers.
///
/// Order: feature weights (768 rows of N), feature bias (N), then for each bucket the fields of
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

    pub(super) fn feature_bias(&self) -> &[f32] {
        &self.values[feature_bias(self.shape)]
    }

    /// Returns the dense layers of a bucket.
    pub(super) fn layers(&self, bucket: usize) -> Layers<&[f32]> {
        layer_ranges(self.shape, bucket).map(|range| &self.values[range])
    }
}

fn feature_weights(shape: Shape) -> Range<usize> {
    0..FEATURES * shape.hidden()
}

/// Returns the place of the feature bias.
pub(super) fn feature_bias(shape: Shape) -> Range<usize> {
    let start = feature_weights(shape).end;
    start..start + shape.hidden()
}

/// Returns the places of the dense layers of a bucket.
pub(super) fn layer_ranges(shape: Shape, bucket: usize) -> Layers<Range<usize>> {
    let lengths = Layers::lengths(shape);
    let mut end = feature_bias(shape).end + bucket * lengths.into_iter().sum::<usize>();
    let range = |length| {
        end += length;
        end - length..end
    };
    lengths.map(range)
}
