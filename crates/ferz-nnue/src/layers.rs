//! The dense layers of one output bucket, as vectors in the order of files.

use crate::quantization::{
    FIRST_ONE, MAX_BIAS, MAX_DENSE_WEIGHT, MAX_FIRST_WEIGHT, OUTPUT_ONE, QB, QC,
};
use crate::shape::Shape;

/// Neurons of the first dense layer.
pub const FIRST_NEURONS: usize = 8;
/// Inputs of the second dense layer: the squares of the first layer's sums, then the sums, both
/// clipped.
pub const SECOND_INPUTS: usize = 2 * FIRST_NEURONS;
/// Neurons of the second dense layer.
pub const SECOND_NEURONS: usize = 32;

/// A value for each kind of number of the dense layers of one output bucket: vectors of weights and
/// biases, slices of them, their lengths, their limits.
///
/// The fields are in the order of files. The lengths of their vectors are [`Layers::lengths`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers<T> {
    /// The weights of the first layer: input `i` of neuron `n` is at `n * 2N + i`, those of the side to
    /// move before those of its opponent.
    pub first_weights: T,
    /// The biases of the first layer.
    pub first_bias: T,
    /// The weights of the second layer: input `i` of neuron `n` is at `i * SECOND_NEURONS + n`.
    pub second_weights: T,
    /// The biases of the second layer.
    pub second_bias: T,
    /// The weights of the output layer.
    pub output_weights: T,
    /// The bias of the output layer, one number.
    pub output_bias: T,
}

impl<T> From<[T; 6]> for Layers<T> {
    fn from(values: [T; 6]) -> Self {
        let [first_weights, first_bias, second_weights, second_bias, output_weights, output_bias] =
            values;
        Self { first_weights, first_bias, second_weights, second_bias, output_weights, output_bias }
    }
}

impl<T> From<Layers<T>> for [T; 6] {
    fn from(layers: Layers<T>) -> Self {
        let Layers {
            first_weights,
            first_bias,
            second_weights,
            second_bias,
            output_weights,
            output_bias,
        } = layers;
        [first_weights, first_bias, second_weights, second_bias, output_weights, output_bias]
    }
}

impl<T> IntoIterator for Layers<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 6>;

    fn into_iter(self) -> Self::IntoIter {
        <[T; 6]>::from(self).into_iter()
    }
}

impl<T> Layers<T> {
    /// Calls `f` for all values in their order and returns its results.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Layers<U> {
        <[T; 6]>::from(self).map(f).into()
    }

    /// Returns references to the values.
    pub fn as_ref(&self) -> Layers<&T> {
        Layers {
            first_weights: &self.first_weights,
            first_bias: &self.first_bias,
            second_weights: &self.second_weights,
            second_bias: &self.second_bias,
            output_weights: &self.output_weights,
            output_bias: &self.output_bias,
        }
    }

    /// Returns pairs of these values and those of `other`.
    pub fn zip<U>(self, other: Layers<U>) -> Layers<(T, U)> {
        let mut other = other.into_iter();
        self.map(|value| (value, other.next().expect("six values each")))
    }
}

impl<T, E> Layers<Result<T, E>> {
    /// Returns the values, or the first error.
    pub(crate) fn transpose(self) -> Result<Layers<T>, E> {
        Ok(Layers {
            first_weights: self.first_weights?,
            first_bias: self.first_bias?,
            second_weights: self.second_weights?,
            second_bias: self.second_bias?,
            output_weights: self.output_weights?,
            output_bias: self.output_bias?,
        })
    }
}

impl Layers<usize> {
    /// Bytes of a number in a file.
    pub(crate) const BYTES: Self = Self {
        first_weights: 1,
        first_bias: 4,
        second_weights: 2,
        second_bias: 4,
        output_weights: 2,
        output_bias: 4,
    };

    /// Returns the lengths of the vectors.
    pub const fn lengths(shape: Shape) -> Self {
        Self {
            first_weights: FIRST_NEURONS * 2 * shape.hidden(),
            first_bias: FIRST_NEURONS,
            second_weights: SECOND_INPUTS * SECOND_NEURONS,
            second_bias: SECOND_NEURONS,
            output_weights: SECOND_NEURONS,
            output_bias: 1,
        }
    }
}

impl Layers<i32> {
    /// Quantised integers for 1.0.
    pub(crate) const ONE: Self = Self {
        first_weights: QB as i32,
        first_bias: FIRST_ONE,
        second_weights: QC as i32,
        second_bias: OUTPUT_ONE,
        output_weights: QC as i32,
        output_bias: OUTPUT_ONE,
    };

    /// Largest magnitudes of the quantised integers.
    pub(crate) const LIMIT: Self = Self {
        first_weights: MAX_FIRST_WEIGHT as i32,
        first_bias: MAX_BIAS,
        second_weights: MAX_DENSE_WEIGHT as i32,
        second_bias: MAX_BIAS,
        output_weights: MAX_DENSE_WEIGHT as i32,
        output_bias: MAX_BIAS,
    };
}

impl Layers<&'static str> {
    /// Names of the numbers in errors.
    pub(crate) const NAMES: Self = Self {
        first_weights: "first weights",
        first_bias: "first biases",
        second_weights: "second weights",
        second_bias: "second biases",
        output_weights: "output weights",
        output_bias: "output biases",
    };
}
