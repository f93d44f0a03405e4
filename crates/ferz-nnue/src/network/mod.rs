//! A quantised network: weights, evaluation from scratch, contributions of pieces.

mod bounds;
mod file;
mod float;

pub use bounds::{AccumulatorOverflow, DenseOverflow, WeightError};
pub use file::{LoadError, NetworkFileError};
pub use float::{FloatNetwork, QuantizeError};

use crate::features::{FEATURES, Perspective, PieceSets};
use crate::kernels::{Changes, Kernel};
use crate::layers::{
    DenseLayers, FIRST_NEURONS, Layers, MAX_OUTPUT, MAX_PROVENANCE, OUTPUT_ONE, SECOND_NEURONS,
};
use crate::shape::{Block, Shape};
use ferz::{Board, PieceType, Square};
use std::fmt;

/// A network `(1536 -> N) x 2 -> 8 -> 32 -> 1` with quantised weights.
///
/// The two accumulators of N neurons, the side to move first, pass a squared clipped ReLU and dense
/// layers, chosen by the number of pieces; see [`FloatNetwork`] for the formulas. Weights are checked
/// when a network is made: no position of at most 32 pieces can make its integers overflow.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    shape: Shape,
    scale: u16,
    provenance: String,
    /// The rows of the 1536 features, `shape.blocks()` blocks each.
    feature_weights: Vec<Block>,
    /// The accumulator of an empty board.
    feature_bias: Vec<Block>,
    /// The dense layers of each bucket.
    layers: Vec<DenseLayers>,
    kernel: Kernel,
}

impl Network {
    /// The first bytes of a network's file.
    pub const MAGIC: [u8; 8] = *b"FERZNNUE";

    /// Returns the sizes of the network.
    #[inline]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the centipawns that an output of 1.0 stands for.
    #[inline]
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// Returns the text about the network's origin: data, settings, revision.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Returns the kernel that evaluates the network.
    #[inline]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Sets the kernel that evaluates the network. All kernels give the same values.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// Sets the centipawns that an output of 1.0 stands for, which rescales all values.
    ///
    /// # Panics
    /// If the scale is 0.
    #[must_use]
    pub fn with_scale(mut self, scale: u16) -> Self {
        assert!(scale > 0, "a scale of at least 1 centipawn");
        self.scale = scale;
        self
    }

    /// Sets the text about the network's origin; text beyond 65,535 bytes is cut off.
    #[must_use]
    pub fn with_provenance(mut self, provenance: &str) -> Self {
        let mut end = provenance.len().min(MAX_PROVENANCE);
        while !provenance.is_char_boundary(end) {
            end -= 1;
        }
        self.provenance = provenance[..end].to_owned();
        self
    }

    /// Returns the value of a position in centipawns for the side to move, computed from scratch.
    ///
    /// A search uses an [`AccumulatorStack`](crate::AccumulatorStack), which computes the same value faster.
    pub fn evaluate(&self, position: &Board) -> i32 {
        let pieces = PieceSets::of(position);
        let [us, them] = self.sides(position).map(|side| self.accumulator(side, pieces));
        self.output(&us, &them, self.bucket(position))
    }

    /// Returns the share of each piece in [`evaluate`](Self::evaluate), in centipawns for the side
    /// to move: the value minus the value without the piece. Kings have none. The output bucket
    /// remains that of the position.
    ///
    /// ```
    /// use ferz::{Position, Square};
    /// use ferz_nnue::{Network, Shape};
    ///
    /// let network = Network::random(1, Shape::new(64, 1)?);
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// let bare_kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let contributions = network.contributions(&position);
    /// let pawn = network.evaluate(&position) - network.evaluate(&bare_kings);
    /// assert_eq!(contributions[Square::E2], Some(pawn));
    /// assert_eq!(contributions[Square::E1], None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contributions(&self, position: &Board) -> [Option<i32>; Square::COUNT] {
        let (sides, bucket) = (self.sides(position), self.bucket(position));
        let value = |pieces: PieceSets| {
            let [us, them] = sides.map(|side| self.accumulator(side, pieces));
            self.output(&us, &them, bucket)
        };
        let pieces = PieceSets::of(position);
        let full = value(pieces);
        let mut contributions = [None; Square::COUNT];
        for square in position.occupied() - position.by_type(PieceType::King) {
            contributions[square] = Some(full - value(pieces.without(square)));
        }
        contributions
    }

    /// Returns both perspectives, the side to move first.
    fn sides(&self, position: &Board) -> [Perspective; 2] {
        let us = position.side_to_move();
        [us, !us].map(|color| Perspective::of(color, position))
    }

    /// Computes the accumulator of a perspective from scratch.
    fn accumulator(&self, side: Perspective, pieces: PieceSets) -> Vec<Block> {
        let added: Vec<u16> = pieces.features(side).map(|feature| feature as u16).collect();
        let mut accumulator = self.feature_bias.clone();
        let changes = Changes { added: &added, removed: &[], flip: 0 };
        self.update(&self.feature_bias, &mut accumulator, changes);
        accumulator
    }

    /// Returns the accumulator of an empty board.
    #[inline]
    pub(crate) fn feature_bias(&self) -> &[Block] {
        &self.feature_bias
    }

    /// Returns the output bucket of a position.
    #[inline]
    pub(crate) fn bucket(&self, position: &Board) -> usize {
        self.shape.bucket(position.occupied().len())
    }

    /// Adds and removes features: `output = input + changes`.
    #[inline]
    pub(crate) fn update(&self, input: &[Block], output: &mut [Block], changes: Changes<'_>) {
        self.kernel.accumulate(input, output, &self.feature_weights, changes);
    }

    /// Returns the value of the accumulators of the side to move and of its opponent, in
    /// centipawns, rounded toward zero.
    #[inline]
    pub(crate) fn output(&self, us: &[Block], them: &[Block], bucket: usize) -> i32 {
        const { assert!(MAX_OUTPUT * u16::MAX as i64 / OUTPUT_ONE as i64 <= i32::MAX as i64) };
        let output = self.kernel.output(us, them, &self.layers[bucket]);
        (output * i64::from(self.scale) / i64::from(OUTPUT_ONE)) as i32
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Network(({FEATURES} -> {}) x 2 -> ({FIRST_NEURONS} -> {SECOND_NEURONS} -> 1) x {}, scale {}, {})",
            self.shape.hidden(),
            self.shape.buckets(),
            self.scale,
            self.kernel
        )
    }
}

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
