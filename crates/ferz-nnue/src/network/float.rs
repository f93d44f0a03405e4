//! Networks of floating-point weights, as trainers produce them, and their quantisation.

use super::{Network, WeightError};
use crate::features::{FEATURES, Perspective};
use crate::kernels::Kernel;
use crate::layers::{DenseLayers, FIRST_NEURONS, Layers, QA, SECOND_NEURONS};
use crate::shape::{Block, Shape, numbers};
use ferz::Board;

/// A network `(1536 -> N) x 2 -> 8 -> 32 -> 1` of floating-point weights, before quantisation.
///
/// The value of a position is, with the features of the side to move (`us`) and of its opponent
/// (`them`), and the layers of the position's bucket:
///
/// ```text
/// accumulator(side) = feature_bias + sum of feature_weights over the features that side sees
/// inputs            = clamp([accumulator(us), accumulator(them)], 0, 1)^2
/// first             = first_bias + first_weights . inputs
/// activations       = [min(first^2, 1), clamp(first, 0, 1)]
/// second            = second_bias + second_weights . activations
/// output            = output_bias + output_weights . clamp(second, 0, 1) + first[7]
/// centipawns        = scale * output
/// ```
///
/// The last neuron of the first layer is added to the output as it is: the shortest way through the
/// layers is linear.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    /// The sizes: N neurons, K output buckets.
    pub shape: Shape,
    /// The centipawns that an output of 1.0 stands for; at least 1.
    pub scale: u16,
    /// The feature weights, 1536 * N: neuron `n` of feature `f` is at `f * N + n`.
    pub feature_weights: Vec<f32>,
    /// The feature bias, N.
    pub feature_bias: Vec<f32>,
    /// The dense layers of each bucket, K.
    pub layers: Vec<Layers<Vec<f32>>>,
}

/// Floating-point weights that cannot be quantised.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum QuantizeError {
    /// The length of a vector does not fit the shape.
    #[error("{found} {name}; expected {expected}")]
    Length {
        /// The name of the vector.
        name: &'static str,
        /// The length found.
        found: usize,
        /// The length of the shape.
        expected: usize,
    },
    /// A weight is not a number, or too large.
    #[error("{name} has {found} at {index}{}; expected a magnitude of at most {limit}",
        bucket.map_or_else(String::new, |bucket| format!(" of bucket {bucket}")))]
    OutOfRange {
        /// The name of the vector.
        name: &'static str,
        /// The output bucket of a vector of dense layers.
        bucket: Option<usize>,
        /// The index in the vector.
        index: usize,
        /// The weight found.
        found: f32,
        /// The largest magnitude that can be quantised.
        limit: f64,
    },
    /// The scale is 0.
    #[error("scale of 0 centipawns; expected at least 1")]
    ZeroScale,
    /// The integers of the network could overflow.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

impl FloatNetwork {
    /// Returns a network whose weights are all 0, with a scale of 400.
    pub fn zeros(shape: Shape) -> Self {
        let hidden = shape.hidden();
        let layers = Layers::lengths(shape).map(|length| vec![0.0; length]);
        Self {
            shape,
            scale: 400,
            feature_weights: vec![0.0; FEATURES * hidden],
            feature_bias: vec![0.0; hidden],
            layers: vec![layers; shape.buckets()],
        }
    }

    /// Returns the value of a position in centipawns for the side to move: the reference of
    /// trainers and tests.
    ///
    /// # Panics
    /// If a vector is too short for the shape.
    pub fn evaluate(&self, position: &Board) -> f32 {
        let hidden = self.shape.hidden();
        let us = position.side_to_move();
        let bucket = self.shape.bucket(position.occupied().len());
        let mut inputs = Vec::with_capacity(2 * hidden);
        for color in [us, !us] {
            let mut accumulator = self.feature_bias.clone();
            for feature in Perspective::of(color, position).features(position) {
                let row = &self.feature_weights[feature * hidden..][..hidden];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            inputs.extend(accumulator.iter().map(|sum| sum.clamp(0.0, 1.0) * sum.clamp(0.0, 1.0)));
        }
        self.layers[bucket].output(&inputs) * f32::from(self.scale)
    }

    /// Checks the lengths of all vectors and the scale.
    fn check_lengths(&self) -> Result<(), QuantizeError> {
        let hidden = self.shape.hidden();
        let check = |name, found, expected| {
            if found == expected {
                Ok(())
            } else {
                Err(QuantizeError::Length { name, found, expected })
            }
        };
        check("feature weights", self.feature_weights.len(), FEATURES * hidden)?;
        check("feature biases", self.feature_bias.len(), hidden)?;
        check("buckets", self.layers.len(), self.shape.buckets())?;
        for layers in &self.layers {
            let expected = Layers::lengths(self.shape).zip(Layers::NAMES);
            for (vector, (expected, name)) in layers.as_ref().zip(expected) {
                check(name, vector.len(), expected)?;
            }
        }
        if self.scale == 0 { Err(QuantizeError::ZeroScale) } else { Ok(()) }
    }
}

impl Layers<Vec<f32>> {
    /// Returns the output for the inputs of the first layer.
    fn output(&self, inputs: &[f32]) -> f32 {
        let mut first = [0.0; FIRST_NEURONS];
        let rows = self.first_weights.chunks_exact(inputs.len());
        for ((sum, bias), row) in first.iter_mut().zip(&self.first_bias).zip(rows) {
            let products = inputs.iter().zip(row).map(|(&x, &w)| f64::from(x) * f64::from(w));
            *sum = f64::from(*bias) + products.sum::<f64>();
        }
        let squares = first.iter().map(|sum| (sum * sum).min(1.0));
        let clipped = first.iter().map(|sum| sum.clamp(0.0, 1.0));
        let mut second: Vec<f64> = self.second_bias.iter().map(|&bias| bias.into()).collect();
        let rows = self.second_weights.chunks_exact(SECOND_NEURONS);
        for (input, row) in squares.chain(clipped).zip(rows) {
            second.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += input * f64::from(weight));
        }
        let products = second.iter().zip(&self.output_weights);
        let output: f64 = products.map(|(x, &w)| x.clamp(0.0, 1.0) * f64::from(w)).sum();
        (output + f64::from(self.output_bias[0]) + first[FIRST_NEURONS - 1]) as f32
    }

    /// Returns the layers of a bucket rounded to integers.
    fn quantize(&self, bucket: usize) -> Result<DenseLayers, QuantizeError> {
        let kinds = Layers::NAMES.zip(Layers::ONE.zip(Layers::LIMIT));
        let integers = self.as_ref().zip(kinds).map(|(weights, (name, (one, limit)))| {
            Quantizer { factor: one.into(), limit, bucket: Some(bucket) }.integers(name, weights)
        });
        Ok(DenseLayers::new(&integers.transpose()?))
    }

    /// Returns the floating-point weights that the integers stand for.
    fn dequantize(layers: &DenseLayers) -> Self {
        layers.plain().zip(Layers::ONE).map(|(numbers, one)| {
            let float = |number: i32| (f64::from(number) / f64::from(one)) as f32;
            numbers.into_iter().map(float).collect()
        })
    }
}

impl Network {
    /// Returns the network of floating-point weights rounded to integers: feature weights and bias in
    /// steps of 1 / 255, weights of the first dense layer in steps of 1 / 128, those of the others in
    /// steps of 1 / 1024. Its provenance is empty.
    ///
    /// # Errors
    /// If a vector has the wrong length, or a weight is not a number, is too large for its integer
    /// (beyond 127 / 128 in the first dense layer), or could make a sum overflow. Weights
    /// clipped to 1.98, in the first dense layer to 127 / 128, do none of these.
    pub fn quantize(float: &FloatNetwork) -> Result<Self, QuantizeError> {
        float.check_lengths()?;
        let accumulator = Quantizer { factor: f64::from(QA), limit: i16::MAX.into(), bucket: None };
        let layers = |(bucket, layers): (usize, &Layers<Vec<f32>>)| layers.quantize(bucket);
        let network = Self {
            shape: float.shape,
            scale: float.scale,
            provenance: String::new(),
            feature_weights: accumulator.blocks("feature weights", &float.feature_weights)?,
            feature_bias: accumulator.blocks("feature biases", &float.feature_bias)?,
            layers: (0..).zip(&float.layers).map(layers).collect::<Result<_, _>>()?,
            kernel: Kernel::best(),
        };
        network.check_bounds()?;
        Ok(network)
    }

    /// Returns the floating-point weights that the integers stand for. Quantised again, they give
    /// the same weights; biases beyond 2^23 steps can lose their last bit.
    pub fn dequantize(&self) -> FloatNetwork {
        let floats = |blocks: &[Block]| -> Vec<f32> {
            numbers(blocks).map(|number| f32::from(number) / f32::from(QA)).collect()
        };
        FloatNetwork {
            shape: self.shape,
            scale: self.scale,
            feature_weights: floats(&self.feature_weights),
            feature_bias: floats(&self.feature_bias),
            layers: self.layers.iter().map(Layers::dequantize).collect(),
        }
    }
}

/// Rounding to integers of a vector.
struct Quantizer {
    /// The integer for 1.0.
    factor: f64,
    /// The largest magnitude of an integer.
    limit: i32,
    /// The output bucket, for errors.
    bucket: Option<usize>,
}

impl Quantizer {
    fn integers(&self, name: &'static str, weights: &[f32]) -> Result<Vec<i32>, QuantizeError> {
        let round = |(index, &found): (usize, &f32)| {
            let rounded = (f64::from(found) * self.factor).round();
            // A NaN fails the comparison too.
            if rounded.abs() <= f64::from(self.limit) {
                return Ok(rounded as i32);
            }
            let limit = f64::from(self.limit) / self.factor;
            Err(QuantizeError::OutOfRange { name, bucket: self.bucket, index, found, limit })
        };
        weights.iter().enumerate().map(round).collect()
    }

    fn blocks(&self, name: &'static str, weights: &[f32]) -> Result<Vec<Block>, QuantizeError> {
        Ok(Block::collect(self.integers(name, weights)?.into_iter().map(|number| number as i16)))
    }
}
