//! Networks of floating-point weights, as trainers produce them, and their quantisation.

use super::{Network, WeightError};
use crate::block::{Block, numbers};
use crate::features::{FEATURES, Perspective};
use crate::kernels::Kernel;
use crate::quantization::{MAX_OUTPUT_WEIGHT, OUTPUT_ONE, QA, QB};
use crate::shape::Shape;
use ferz::Position;

/// A network `(768 -> N) x 2 -> 1` of floating-point weights, before quantisation.
///
/// The value of a position is, with the features of the side to move (`us`) and of its opponent
/// (`them`):
///
/// ```text
/// accumulator(side) = feature_bias + sum of feature_weights over the features that side sees
/// activation(x)     = clamp(x, 0, 1)^2
/// output            = output_bias[bucket] + output_weights[bucket] . [activation(us), activation(them)]
/// centipawns        = scale * output
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct FloatNetwork {
    /// The sizes: N neurons, K output buckets.
    pub shape: Shape,
    /// The centipawns that an output of 1.0 stands for; at least 1.
    pub scale: u16,
    /// The feature weights, 768 * N: neuron `n` of feature `f` is at `f * N + n`.
    pub feature_weights: Vec<f32>,
    /// The feature bias, N.
    pub feature_bias: Vec<f32>,
    /// The output weights, K * 2N: for bucket `b` those of the side to move at `b * 2N + n`, those
    /// of its opponent at `b * 2N + N + n`.
    pub output_weights: Vec<f32>,
    /// The output bias, K.
    pub output_bias: Vec<f32>,
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
    #[error("{name} has {found} at {index}; expected a magnitude of at most {limit}")]
    OutOfRange {
        /// The name of the vector.
        name: &'static str,
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
        let (hidden, buckets) = (shape.hidden(), shape.buckets());
        Self {
            shape,
            scale: 400,
            feature_weights: vec![0.0; FEATURES * hidden],
            feature_bias: vec![0.0; hidden],
            output_weights: vec![0.0; buckets * 2 * hidden],
            output_bias: vec![0.0; buckets],
        }
    }

    /// Returns the value of a position in centipawns for the side to move: the reference of
    /// trainers and tests.
    ///
    /// # Panics
    /// If a vector is too short for the shape.
    pub fn evaluate(&self, position: &Position) -> f32 {
        let hidden = self.shape.hidden();
        let us = position.side_to_move();
        let bucket = self.shape.bucket(position.occupied().len());
        let mut output = f64::from(self.output_bias[bucket]);
        for (i, color) in [us, !us].into_iter().enumerate() {
            let mut accumulator = self.feature_bias.clone();
            for feature in Perspective::of(color, position).features(position) {
                let row = &self.feature_weights[feature * hidden..][..hidden];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let weights = &self.output_weights[(2 * bucket + i) * hidden..][..hidden];
            for (sum, &weight) in accumulator.iter().zip(weights) {
                let activation = f64::from(sum.clamp(0.0, 1.0));
                output += activation * activation * f64::from(weight);
            }
        }
        (output * f64::from(self.scale)) as f32
    }

    /// Checks the lengths of all vectors and the scale.
    fn check_lengths(&self) -> Result<(), QuantizeError> {
        let (hidden, buckets) = (self.shape.hidden(), self.shape.buckets());
        let lengths = [
            ("feature weights", self.feature_weights.len(), FEATURES * hidden),
            ("feature biases", self.feature_bias.len(), hidden),
            ("output weights", self.output_weights.len(), buckets * 2 * hidden),
            ("output biases", self.output_bias.len(), buckets),
        ];
        for (name, found, expected) in lengths {
            if found != expected {
                return Err(QuantizeError::Length { name, found, expected });
            }
        }
        if self.scale == 0 { Err(QuantizeError::ZeroScale) } else { Ok(()) }
    }
}

impl Network {
    /// Returns the network of floating-point weights rounded to integers: feature weights and bias
    /// in steps of 1 / 255, output weights in steps of 1 / 64. Its provenance is empty.
    ///
    /// # Errors
    /// If a vector has the wrong length, or a weight is not a number, is too large for its integer
    /// (an output weight beyond 127 / 64), or could make an accumulator overflow. A trainer that
    /// clips weights to 1.98 meets these.
    pub fn quantize(float: &FloatNetwork) -> Result<Self, QuantizeError> {
        float.check_lengths()?;
        let accumulator = Quantizer { factor: f64::from(QA), limit: i16::MAX.into() };
        let output = Quantizer { factor: f64::from(QB), limit: MAX_OUTPUT_WEIGHT.into() };
        let bias = Quantizer { factor: OUTPUT_ONE as f64, limit: i32::MAX };
        let network = Self {
            shape: float.shape,
            scale: float.scale,
            provenance: String::new(),
            feature_weights: accumulator.blocks("feature weights", &float.feature_weights)?,
            feature_bias: accumulator.blocks("feature biases", &float.feature_bias)?,
            output_weights: output.blocks("output weights", &float.output_weights)?,
            output_bias: bias.integers("output biases", &float.output_bias)?,
            kernel: Kernel::best(),
        };
        network.check_bounds()?;
        Ok(network)
    }

    /// Returns the floating-point weights that the integers stand for. Quantised again, they give
    /// this network.
    pub fn dequantize(&self) -> FloatNetwork {
        let floats = |blocks: &[Block], factor: i16| -> Vec<f32> {
            numbers(blocks).map(|number| f32::from(number) / f32::from(factor)).collect()
        };
        FloatNetwork {
            shape: self.shape,
            scale: self.scale,
            feature_weights: floats(&self.feature_weights, QA),
            feature_bias: floats(&self.feature_bias, QA),
            output_weights: floats(&self.output_weights, QB),
            output_bias: self
                .output_bias
                .iter()
                .map(|&bias| (f64::from(bias) / OUTPUT_ONE as f64) as f32)
                .collect(),
        }
    }
}

/// Rounding to integers of a vector.
struct Quantizer {
    /// The integer for 1.0.
    factor: f64,
    /// The largest magnitude of an integer.
    limit: i32,
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
            Err(QuantizeError::OutOfRange { name, index, found, limit })
        };
        weights.iter().enumerate().map(round).collect()
    }

    fn blocks(&self, name: &'static str, weights: &[f32]) -> Result<Vec<Block>, QuantizeError> {
        Ok(Block::collect(self.integers(name, weights)?.into_iter().map(|number| number as i16)))
    }
}
