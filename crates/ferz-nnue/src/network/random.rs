//! Networks with random weights, for tests and measurements.

use super::Network;
use crate::block::Block;
use crate::dense::{DenseLayers, Lengths, PlainLayers};
use crate::features::FEATURES;
use crate::kernels::Kernel;
use crate::shape::Shape;

/// Pseudo-random numbers, the same on every machine: SplitMix64 (Steele, Lea and Flood).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number from `-limit` to `limit`.
    fn within(&mut self, limit: i16) -> i16 {
        let count = 2 * i64::from(limit) + 1;
        ((self.next() >> 33) as i64 % count) as i16 - limit
    }

    fn blocks(&mut self, count: usize, limit: i16) -> Vec<Block> {
        Block::collect((0..count).map(|_| self.within(limit)))
    }

    /// Returns layers whose sums lie below, inside and above the range of the activation.
    fn layers(&mut self, lengths: Lengths) -> DenseLayers {
        let mut numbers = |count: usize, limit: i16, factor: i32| -> Vec<i32> {
            (0..count).map(|_| i32::from(self.within(limit)) * factor).collect()
        };
        DenseLayers::new(&PlainLayers {
            first_weights: numbers(lengths.first_weights, 24, 1).iter().map(|&w| w as i8).collect(),
            first_bias: numbers(lengths.first_bias, 16_000, 1),
            second_weights: numbers(lengths.second_weights, 700, 1)
                .iter()
                .map(|&w| w as i16)
                .collect(),
            second_bias: numbers(lengths.second_bias, 1000, 2000),
            output_weights: numbers(lengths.output_weights, 1000, 1)
                .iter()
                .map(|&w| w as i16)
                .collect(),
            output_bias: numbers(1, 1000, 4000)[0],
        })
    }
}

impl Network {
    /// Returns a network with random weights, for tests and measurements: the same for the same
    /// seed and shape.
    ///
    /// Its accumulators lie below, inside and above the range of the activation in almost every
    /// position.
    pub fn random(seed: u64, shape: Shape) -> Self {
        let mut random = SplitMix64(seed);
        let (hidden, lengths) = (shape.hidden(), Lengths::new(shape));
        Self {
            shape,
            scale: 400,
            provenance: format!("random weights of seed {seed}"),
            feature_weights: random.blocks(FEATURES * hidden, 100),
            feature_bias: random.blocks(hidden, 300),
            layers: (0..shape.buckets()).map(|_| random.layers(lengths)).collect(),
            kernel: Kernel::best(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_networks_pass_the_checks_of_a_file() {
        for hidden in [32, 96, 1024] {
            let shape = Shape::new(hidden, 2).expect("an accepted shape");
            let network = Network::random(hidden as u64, shape);
            assert_eq!(network.check_bounds(), Ok(()));
            assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
            assert!(network == Network::random(hidden as u64, shape));
            assert!(network != Network::random(hidden as u64 + 1, shape));
        }
    }
}
