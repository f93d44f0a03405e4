//! The dense layers behind the accumulators, `2N -> 8 -> 32 -> 1`: the factors and limits of their
//! quantised weights, the layers of one output bucket as vectors in the order of files, and in the order
//! of the kernels.

use crate::shape::{BLOCK, Block, ByteBlock, Shape};

/// Quantisation factor of accumulators: 1.0 is 255.
pub const QA: i16 = 255;
/// Quantisation factor of the first layer's inputs, the squared accumulators: 1.0 is 127.
pub(crate) const INPUT_ONE: i32 = 127;
/// Quantisation factor of the first layer's weights: 1.0 is 128.
pub const QB: i16 = 128;
/// Largest magnitude of a quantised weight of the first layer.
pub const MAX_FIRST_WEIGHT: i8 = 127;
/// Quantisation factor of the first layer's sums and biases.
pub(crate) const FIRST_ONE: i32 = INPUT_ONE * QB as i32;
/// Quantisation factor of the inputs of the second layer and of the output layer: 1.0 is 4096.
pub(crate) const ACTIVATION_ONE: i32 = 4096;
/// Quantisation factor of the weights of the second layer and of the output layer: 1.0 is 1024.
pub const QC: i16 = 1024;
/// Largest magnitude of a quantised weight of the second layer and of the output layer.
pub const MAX_DENSE_WEIGHT: i16 = 2047;
/// Quantisation factor of the sums and biases of the second layer and of the output layer.
pub(crate) const OUTPUT_ONE: i32 = ACTIVATION_ONE * QC as i32;
/// Largest magnitude of a quantised bias of a dense layer.
pub(crate) const MAX_BIAS: i32 = 1 << 24;
/// Largest length of a provenance text in bytes.
pub(crate) const MAX_PROVENANCE: usize = 65_535;

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

/// The inputs of the second layer that are multiplied at once.
const PAIR: usize = 2;

/// The dense layers of one output bucket, with the weights in the order in which kernels load them.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct DenseLayers {
    /// For each block of the accumulators a block of weights for each neuron: those of the side to
    /// move, then those of its opponent.
    pub(crate) first_weights: Vec<[ByteBlock; FIRST_NEURONS]>,
    pub(crate) first_bias: [i32; FIRST_NEURONS],
    /// Two blocks for each two inputs: their two weights of neuron 0, then those of neuron 1, and so
    /// on.
    pub(crate) second_weights: [Block; SECOND_INPUTS],
    pub(crate) second_bias: [i32; SECOND_NEURONS],
    pub(crate) output_weights: [i16; SECOND_NEURONS],
    pub(crate) output_bias: i32,
}

/// Largest magnitude of a sum of the first layer.
const MAX_FIRST_SUM: i64 =
    2 * Shape::MAX_HIDDEN as i64 * INPUT_ONE as i64 * MAX_FIRST_WEIGHT as i64 + MAX_BIAS as i64;
/// Largest magnitude of a sum of the output layer, and of the second layer, which has fewer inputs.
const MAX_OUTPUT_SUM: i64 =
    SECOND_NEURONS as i64 * ACTIVATION_ONE as i64 * MAX_DENSE_WEIGHT as i64 + MAX_BIAS as i64;
/// Largest magnitude of an output, of which 1.0 is [`OUTPUT_ONE`].
pub(crate) const MAX_OUTPUT: i64 =
    MAX_FIRST_SUM * OUTPUT_ONE as i64 / FIRST_ONE as i64 + MAX_OUTPUT_SUM;

/// Proof that no sum leaves `i32`, and that two products of bytes fit `i16`.
const _: () = {
    assert!(SECOND_INPUTS <= SECOND_NEURONS);
    assert!(MAX_FIRST_SUM <= i32::MAX as i64);
    assert!(MAX_OUTPUT_SUM <= i32::MAX as i64);
    assert!(2 * INPUT_ONE * MAX_FIRST_WEIGHT as i32 <= i16::MAX as i32);
};

impl DenseLayers {
    /// Puts weights into the order of kernels. The vectors must have the lengths of their shape, and the
    /// numbers be within [`Layers::LIMIT`] or those of their bytes in a file.
    pub(crate) fn new(plain: &Layers<Vec<i32>>) -> Self {
        let hidden = plain.first_weights.len() / FIRST_NEURONS / 2;
        let mut first_weights = vec![[ByteBlock::ZERO; FIRST_NEURONS]; hidden / BLOCK];
        for (i, &weight) in plain.first_weights.iter().enumerate() {
            let (block, neuron, lane) = first_place(i, hidden);
            first_weights[block][neuron].0[lane] = weight as i8;
        }
        let mut second_weights = [Block::ZERO; SECOND_INPUTS];
        for (i, &weight) in plain.second_weights.iter().enumerate() {
            let (block, lane) = second_place(i % SECOND_NEURONS, i / SECOND_NEURONS);
            second_weights[block].0[lane] = weight as i16;
        }
        Self {
            first_weights,
            first_bias: std::array::from_fn(|i| plain.first_bias[i]),
            second_weights,
            second_bias: std::array::from_fn(|i| plain.second_bias[i]),
            output_weights: std::array::from_fn(|i| plain.output_weights[i] as i16),
            output_bias: plain.output_bias[0],
        }
    }

    /// Returns weights and biases in the order of a file.
    pub(crate) fn plain(&self) -> Layers<Vec<i32>> {
        let hidden = self.first_weights.len() * BLOCK;
        let first = |i: usize| {
            let (block, neuron, lane) = first_place(i, hidden);
            self.first_weights[block][neuron].0[lane].into()
        };
        let second = |i: usize| {
            let (block, lane) = second_place(i % SECOND_NEURONS, i / SECOND_NEURONS);
            self.second_weights[block].0[lane].into()
        };
        Layers {
            first_weights: (0..FIRST_NEURONS * 2 * hidden).map(first).collect(),
            first_bias: self.first_bias.to_vec(),
            second_weights: (0..SECOND_INPUTS * SECOND_NEURONS).map(second).collect(),
            second_bias: self.second_bias.to_vec(),
            output_weights: self.output_weights.map(i32::from).to_vec(),
            output_bias: vec![self.output_bias],
        }
    }

    /// Returns the output, of which 1.0 is [`OUTPUT_ONE`], from the last sum of the first layer,
    /// which is added as it is, and the sums of the second layer.
    #[inline(always)]
    pub(crate) fn output(&self, direct: i32, second_sums: &[i32; SECOND_NEURONS]) -> i64 {
        let mut sum = self.output_bias;
        for (&neuron, &weight) in second_sums.iter().zip(&self.output_weights) {
            let activation = neuron.clamp(0, OUTPUT_ONE) / i32::from(QC);
            sum += activation * i32::from(weight);
        }
        i64::from(direct) * i64::from(OUTPUT_ONE) / i64::from(FIRST_ONE) + i64::from(sum)
    }
}

/// Returns the inputs of the second layer from the sums of the first.
#[inline(always)]
pub(crate) fn second_inputs(first_sums: &[i32; FIRST_NEURONS]) -> [i16; SECOND_INPUTS] {
    /// Multiplied and shifted by this number of bits, [`FIRST_ONE`] becomes [`ACTIVATION_ONE`].
    const SHIFT: u32 = 14;
    const FACTOR: i32 = (ACTIVATION_ONE << SHIFT) / FIRST_ONE + 1;
    const { assert!((FIRST_ONE * FACTOR) >> SHIFT == ACTIVATION_ONE) };
    let mut inputs = [0; SECOND_INPUTS];
    let (squares, clipped) = inputs.split_at_mut(FIRST_NEURONS);
    for (i, &sum) in first_sums.iter().enumerate() {
        let magnitude = (sum.clamp(-FIRST_ONE, FIRST_ONE).abs() * FACTOR) >> SHIFT;
        squares[i] = (magnitude * magnitude / ACTIVATION_ONE) as i16;
        clipped[i] = if sum > 0 { magnitude as i16 } else { 0 };
    }
    inputs
}

/// Returns block, neuron and lane of a weight of the first layer from its index in a file.
fn first_place(index: usize, hidden: usize) -> (usize, usize, usize) {
    let (neuron, input) = (index / (2 * hidden), index % (2 * hidden));
    let (side, input) = (input / hidden, input % hidden);
    (input / BLOCK, neuron, side * BLOCK + input % BLOCK)
}

/// Returns block and lane of a weight of the second layer.
fn second_place(neuron: usize, input: usize) -> (usize, usize) {
    let half = SECOND_NEURONS / 2;
    (input / PAIR * 2 + neuron / half, neuron % half * PAIR + input % PAIR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_has_a_place_of_its_own() {
        let shape = Shape::new(64, 1).expect("an accepted shape");
        let plain = Layers::lengths(shape).map(|length| (0..length as i32).collect::<Vec<_>>());
        let first_weights = plain.first_weights.iter().map(|i| i * 7 % 251 - 125).collect();
        let plain = Layers { first_weights, output_bias: vec![-5], ..plain };
        assert_eq!(DenseLayers::new(&plain).plain(), plain);
    }

    #[test]
    fn inputs_of_the_second_layer_are_squares_and_clipped_sums() {
        let mut sums = [0; FIRST_NEURONS];
        sums[..7].copy_from_slice(&[FIRST_ONE, -FIRST_ONE, i32::MAX, i32::MIN, 8128, -8128, 1]);
        let inputs = second_inputs(&sums);
        assert_eq!(inputs[..8], [4096, 4096, 4096, 4096, 1024, 1024, 0, 0]);
        assert_eq!(inputs[8..], [4096, 0, 4096, 0, 2048, 0, 0, 0]);
        // Rounding twice costs less than two steps and a half.
        for sum in -FIRST_ONE..=FIRST_ONE {
            sums[0] = sum;
            let inputs = second_inputs(&sums);
            let exact = f64::from(sum) / f64::from(FIRST_ONE);
            let near = |found: i16, exact: f64| (f64::from(found) - 4096.0 * exact).abs() < 2.5;
            assert!(near(inputs[0], exact * exact) && near(inputs[FIRST_NEURONS], exact.max(0.0)));
        }
    }

    #[test]
    fn output_adds_the_direct_sum_and_the_activations() {
        let shape = Shape::new(32, 1).expect("an accepted shape");
        let layers = DenseLayers::new(&Layers {
            output_weights: (0..32).map(|i| if i < 2 { 512 } else { 0 }).collect(),
            output_bias: vec![OUTPUT_ONE / 4],
            ..Layers::lengths(shape).map(|length| vec![0; length])
        });
        let mut sums = [0; SECOND_NEURONS];
        (sums[0], sums[1]) = (2 * OUTPUT_ONE, -OUTPUT_ONE);
        let one = i64::from(OUTPUT_ONE);
        assert_eq!(layers.output(0, &sums), one / 4 + one / 2);
        assert_eq!(layers.output(-2 * FIRST_ONE, &sums), one / 4 + one / 2 - 2 * one);
    }
}
