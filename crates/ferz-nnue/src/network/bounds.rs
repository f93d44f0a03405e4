//! Proofs on load that no reachable position makes the integers of a network overflow.

use super::Network;
use crate::block::numbers;
use crate::features::FEATURES;
use crate::quantization::{MAX_OUTPUT_WEIGHT, OUTPUT_ONE, QA};
use crate::shape::Shape;
use ferz::{PieceType, Square};

/// Pieces on the board of a reachable position, at most.
const MAX_PIECES: usize = 32;

/// Proof that the scaled output fits `i32`, for any weights.
pub(super) const OUTPUT_FITS: bool = {
    let terms = 2 * Shape::MAX_HIDDEN as i64;
    let sum = terms * QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 + (1 << 31);
    sum * u16::MAX as i64 / OUTPUT_ONE <= i32::MAX as i64
};

/// A weight with which the integers of a network could overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightError {
    /// A neuron of the hidden layer leaves the range of its accumulator.
    #[error(transparent)]
    Accumulator(#[from] AccumulatorOverflow),
    /// An output weight is too large.
    #[error(transparent)]
    Output(#[from] OutputWeightTooLarge),
}

/// A neuron whose sum over some placement of 32 pieces leaves the range of `i16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "neuron {neuron} of the hidden layer ranges from {min} to {max} over placements of 32 pieces; expected \
     {} to {}",
    i16::MIN,
    i16::MAX
)]
pub struct AccumulatorOverflow {
    /// The index of the neuron.
    pub neuron: usize,
    /// The least sum that 32 pieces can give.
    pub min: i32,
    /// The greatest sum that 32 pieces can give.
    pub max: i32,
}

/// An output weight beyond [`MAX_OUTPUT_WEIGHT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("output weight {index} is {found}; expected {} to {MAX_OUTPUT_WEIGHT}", -MAX_OUTPUT_WEIGHT)]
pub struct OutputWeightTooLarge {
    /// The index in the output weights.
    pub index: usize,
    /// The weight found.
    pub found: i16,
}

impl Network {
    /// Checks the bounds of all weights.
    pub(super) fn check_bounds(&self) -> Result<(), WeightError> {
        let limit = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
        for (index, found) in numbers(&self.output_weights).enumerate() {
            if !limit.contains(&found) {
                return Err(OutputWeightTooLarge { index, found }.into());
            }
        }
        let hidden = self.shape.hidden();
        let weights: Vec<i16> = numbers(&self.feature_weights).collect();
        for (neuron, bias) in numbers(&self.feature_bias).enumerate() {
            let (min, max) = accumulator_range(bias, |feature| weights[feature * hidden + neuron]);
            if min < i32::from(i16::MIN) || max > i32::from(i16::MAX) {
                return Err(AccumulatorOverflow { neuron, min, max }.into());
            }
        }
        Ok(())
    }
}

/// Returns the least and the greatest sum of a neuron over all placements of at most 32 pieces, one
/// to a square.
fn accumulator_range(bias: i16, weight: impl Fn(usize) -> i16) -> (i32, i32) {
    const { assert!(FEATURES == 2 * PieceType::COUNT * Square::COUNT) };
    let (mut lowest, mut highest) = ([0; Square::COUNT], [0; Square::COUNT]);
    for feature in 0..FEATURES {
        let (square, weight) = (feature % Square::COUNT, i32::from(weight(feature)));
        lowest[square] = weight.min(lowest[square]);
        highest[square] = weight.max(highest[square]);
    }
    lowest.sort_unstable();
    highest.sort_unstable();
    let min: i32 = lowest[..MAX_PIECES].iter().sum();
    let max: i32 = highest[Square::COUNT - MAX_PIECES..].iter().sum();
    (i32::from(bias) + min, i32::from(bias) + max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Block;

    fn network() -> Network {
        Network::random(7, Shape::new(32, 1).expect("an accepted shape"))
    }

    #[test]
    fn range_takes_one_piece_of_a_square_and_32_squares() {
        assert_eq!(accumulator_range(5, |_| 10), (5, 325));
        assert_eq!(accumulator_range(-5, |_| -10), (-325, -5));
        assert_eq!(
            accumulator_range(0, |feature| if feature / 64 == 3 { 7 } else { -2 }),
            (-64, 224)
        );
        assert_eq!(accumulator_range(1, |feature| if feature < 3 { 100 } else { 0 }), (1, 301));
    }

    #[test]
    fn accumulator_overflow_is_refused_at_the_first_number_beyond() {
        let mut network = network();
        network.feature_weights.fill(Block([1000; 32]));
        network.feature_bias.fill(Block([767; 32]));
        assert_eq!(network.check_bounds(), Ok(()));
        network.feature_bias[0].0[9] = 768;
        let error = AccumulatorOverflow { neuron: 9, min: 768, max: 32768 };
        assert_eq!(network.check_bounds(), Err(error.into()));

        network.feature_weights.fill(Block([-1000; 32]));
        network.feature_bias.fill(Block([-768; 32]));
        assert_eq!(network.check_bounds(), Ok(()));
        network.feature_bias[0].0[31] = -769;
        let error = AccumulatorOverflow { neuron: 31, min: -32769, max: -769 };
        assert_eq!(network.check_bounds(), Err(error.into()));
    }

    #[test]
    fn output_weights_beyond_127_are_refused() {
        let mut network = network();
        for found in [128, -128, i16::MAX, i16::MIN] {
            network.output_weights[1].0[3] = found;
            let error = OutputWeightTooLarge { index: 35, found };
            assert_eq!(network.check_bounds(), Err(error.into()));
        }
        for accepted in [127, -127] {
            network.output_weights[1].0[3] = accepted;
            assert_eq!(network.check_bounds(), Ok(()));
        }
    }
}
