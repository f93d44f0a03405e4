//! Networks with random weights, for tests and measurements.

use super::Network;
use crate::block::Block;
use crate::dense::DenseLayers;
use crate::features::FEATURES;
use crate::kernels::Kernel;
use crate::layers::Layers;
use crate::shape::Shape;

/// Pseudo-random numbers within limits.
struct RandomWeights(fastrand::Rng);

impl RandomWeights {
    fn blocks(&mut self, count: usize, limit: i16) -> Vec<Block> {
        Block::collect((0..count).map(|_| self.0.i16(-limit..=limit)))
    }

    /// Returns layers whose sums lie below, inside and above the range of the activation.
    fn layers(&mut self, shape: Shape) -> DenseLayers {
        let limits =
            Layers::from([(24, 1), (16_000, 1), (700, 1), (1000, 2000), (1000, 1), (1000, 4000)]);
        let numbers = |(length, (limit, factor)): (usize, (i32, i32))| {
            (0..length).map(|_| self.0.i32(-limit..=limit) * factor).collect()
        };
        DenseLayers::new(&Layers::lengths(shape).zip(limits).map(numbers))
    }
}

impl Network {
    /// Returns a network with random weights, for tests and measurements: the same for the same
    /// seed and shape.
    ///
    /// Its accumulators lie below, inside and above the range of the activation in almost every
    /// position.
    pub fn random(seed: u64, shape: Shape) -> Self {
        let mut random = RandomWeights(fastrand::Rng::with_seed(seed));
        let hidden = shape.hidden();
        Self {
            shape,
            scale: 400,
            provenance: format!("random weights of seed {seed}"),
            feature_weights: random.blocks(FEATURES * hidden, 100),
            feature_bias: random.blocks(hidden, 300),
            layers: (0..shape.buckets()).map(|_| random.layers(shape)).collect(),
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
