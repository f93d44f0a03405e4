//! Proofs on load that no reachable position makes the integers of a network overflow.

use super::Network;
use crate::features::PIECE_FEATURES;
use crate::layers::Layers;
use crate::shape::numbers;
use ferz::{PieceType, Square};

/// Pieces on the board of a reachable position, at most.
const MAX_PIECES: usize = 32;

/// A weight with which the integers of a network could overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightError {
    /// A neuron of the accumulator leaves the range of `i16`.
    #[error(transparent)]
    Accumulator(#[from] AccumulatorOverflow),
    /// A weight or bias of a dense layer is too large.
    #[error(transparent)]
    Dense(#[from] DenseOverflow),
}

/// A neuron whose sum over some placement of 32 pieces leaves the range of `i16`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "neuron {neuron} of the accumulator ranges from {min} to {max} over placements of 32 pieces; \
     expected {} to {}",
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

/// A weight or bias of a dense layer with which a sum could leave its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} of bucket {bucket} have {found} at {index}; expected -{limit} to {limit}")]
pub struct DenseOverflow {
    /// The kind of number, for example `first weights`.
    pub name: &'static str,
    /// The output bucket.
    pub bucket: usize,
    /// The index among the numbers of this kind in the bucket, in the order of the file.
    pub index: usize,
    /// The number found.
    pub found: i32,
    /// The largest magnitude accepted.
    pub limit: i32,
}

impl Network {
    /// Checks the bounds of all weights.
    pub(super) fn check_bounds(&self) -> Result<(), WeightError> {
        for (bucket, layers) in self.layers.iter().enumerate() {
            check_layers(bucket, &layers.plain())?;
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

/// Checks the bounds of the dense layers of a bucket.
fn check_layers(bucket: usize, layers: &Layers<Vec<i32>>) -> Result<(), DenseOverflow> {
    for ((numbers, limit), name) in layers.as_ref().zip(Layers::LIMIT).zip(Layers::NAMES) {
        let is_beyond = |number: &i32| number.unsigned_abs() > limit as u32;
        if let Some(index) = numbers.iter().position(is_beyond) {
            return Err(DenseOverflow { name, bucket, index, found: numbers[index], limit });
        }
    }
    Ok(())
}

/// Returns the least and the greatest sum of a neuron over all placements of at most 32 pieces, one
/// to a square.
fn accumulator_range(bias: i16, weight: impl Fn(usize) -> i16) -> (i32, i32) {
    const { assert!(PIECE_FEATURES == 2 * PieceType::COUNT * Square::COUNT) };
    let (mut lowest, mut highest) = ([0; Square::COUNT], [0; Square::COUNT]);
    for feature in 0..PIECE_FEATURES {
        let square = feature % Square::COUNT;
        let safe = i32::from(weight(feature));
        let en_prise = safe + i32::from(weight(PIECE_FEATURES + feature));
        lowest[square] = safe.min(en_prise).min(lowest[square]);
        highest[square] = safe.max(en_prise).max(highest[square]);
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
    use crate::layers::DenseLayers;
    use crate::shape::Block;
    use crate::shape::Shape;

    fn network() -> Network {
        Network::random(7, Shape::new(32, 1).expect("an accepted shape"))
    }

    #[test]
    fn range_takes_one_piece_of_a_square_and_32_squares() {
        // A piece en prise has two features.
        assert_eq!(accumulator_range(5, |_| 10), (5, 645));
        assert_eq!(accumulator_range(-5, |_| -10), (-645, -5));
        assert_eq!(
            accumulator_range(0, |feature| if feature / 64 == 3 { 7 } else { -2 }),
            (-128, 224)
        );
        assert_eq!(accumulator_range(1, |feature| if feature < 3 { 100 } else { 0 }), (1, 301));
    }

    #[test]
    fn accumulator_overflow_is_refused_at_the_first_number_beyond() {
        let mut network = network();
        network.feature_weights.fill(Block([500; 32]));
        network.feature_bias.fill(Block([767; 32]));
        assert_eq!(network.check_bounds(), Ok(()));
        network.feature_bias[0].0[9] = 768;
        let error = AccumulatorOverflow { neuron: 9, min: 768, max: 32768 };
        assert_eq!(network.check_bounds(), Err(error.into()));

        network.feature_weights.fill(Block([-500; 32]));
        network.feature_bias.fill(Block([-768; 32]));
        assert_eq!(network.check_bounds(), Ok(()));
        network.feature_bias[0].0[31] = -769;
        let error = AccumulatorOverflow { neuron: 31, min: -32769, max: -769 };
        assert_eq!(network.check_bounds(), Err(error.into()));
    }

    #[test]
    fn numbers_of_dense_layers_beyond_their_limits_are_refused() {
        type Set = fn(&mut Layers<Vec<i32>>, i32);
        let cases: [(&str, i32, Set); 6] = [
            ("first weights", 127, |layers, x| layers.first_weights[3] = x),
            ("second weights", 2047, |layers, x| layers.second_weights[3] = x),
            ("output weights", 2047, |layers, x| layers.output_weights[3] = x),
            ("first biases", 1 << 24, |layers, x| layers.first_bias[3] = x),
            ("second biases", 1 << 24, |layers, x| layers.second_bias[3] = x),
            ("output biases", 1 << 24, |layers, x| layers.output_bias[0] = x),
        ];
        for (name, limit, set) in cases {
            let index = if name == "output biases" { 0 } else { 3 };
            let mut network = network();
            let mut with = |found: i32| {
                let mut plain = network.layers[0].plain();
                set(&mut plain, found);
                network.layers[0] = DenseLayers::new(&plain);
                network.check_bounds()
            };
            assert_eq!([with(limit), with(-limit)], [Ok(()), Ok(())], "{name}");
            // A byte holds 127 at most.
            let beyond = if limit == 127 { vec![-128] } else { vec![limit + 1, -limit - 1] };
            for found in beyond {
                let error = DenseOverflow { name, bucket: 0, index, found, limit };
                assert_eq!(with(found), Err(error.into()));
            }
        }
    }
}
