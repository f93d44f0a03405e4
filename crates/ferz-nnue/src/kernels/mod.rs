//! Loops over accumulators and weights, for each instruction set, chosen at run time.
//!
//! All kernels compute with exact integers, so they agree bit for bit. Accumulators are sums modulo
//! 2^16; `network::bounds` proves on load that no position of at most 32 pieces leaves the range of
//! `i16`. The first dense layer multiplies bytes: squared accumulators from 0 to 127 with weights from
//! -127 to 127, so that two products fit 16 bits. All sums of the dense layers fit 32 bits, which
//! `layers` proves.

#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::layers::DenseLayers;
use crate::shape::Block;
use std::fmt;

/// Instruction set of the inference loops.
///
/// A value exists only for an instruction set that this machine has, so it is safe to use. A new
/// [`Network`](crate::Network) uses [`Kernel::best`]; the others serve tests and measurements.
#[derive(Clone, Copy)]
pub struct Kernel(&'static Functions);

/// All kernels of this architecture, fastest first.
static KERNELS: &[&Functions] = &[
    #[cfg(target_arch = "x86_64")]
    &x86::avx512::VNNI_FUNCTIONS,
    #[cfg(target_arch = "x86_64")]
    &x86::avx512::FUNCTIONS,
    #[cfg(target_arch = "x86_64")]
    &x86::avx2::FUNCTIONS,
    #[cfg(target_arch = "x86_64")]
    &x86::ssse3::FUNCTIONS,
    #[cfg(target_arch = "aarch64")]
    &neon::FUNCTIONS,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    &simd128::FUNCTIONS,
    &scalar::FUNCTIONS,
];

impl Kernel {
    /// Returns the portable kernel, which every machine has.
    pub fn scalar() -> Self {
        Self(&scalar::FUNCTIONS)
    }

    /// Returns the fastest kernel of this machine.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::scalar())
    }

    /// Returns the kernels of this machine, fastest first; the last one is the portable one.
    pub fn available() -> impl Iterator<Item = Self> {
        KERNELS
            .iter()
            .filter(|functions| (functions.is_available)())
            .map(|functions| Self(functions))
    }

    /// Returns the name of the instruction set: `avx512vnni`, `avx512`, `avx2`, `ssse3`,
    /// `neon`, `simd128` (WebAssembly) or `scalar`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Computes `output = input + rows of added features - rows of removed features`, modulo 2^16.
    ///
    /// # Panics
    /// If `input` and `output` differ in length, or a row lies outside of the weights.
    #[inline]
    pub(crate) fn accumulate(
        self,
        input: &[Block],
        output: &mut [Block],
        weights: &[Block],
        changes: Changes<'_>,
    ) {
        assert_eq!(input.len(), output.len(), "accumulators of one size");
        #[expect(unsafe_code, reason = "calls a function that needs an instruction set")]
        // SAFETY: a `Kernel` is made only by `scalar`, which every machine has, and by `available`,
        // which checks for the instruction set first.
        unsafe {
            (self.0.accumulate)(input, output, weights, changes)
        }
    }

    /// Computes the output of the dense layers, of which 1.0 is
    /// [`OUTPUT_ONE`](crate::layers::OUTPUT_ONE), from the accumulators of the side to move and of
    /// its opponent.
    ///
    /// # Panics
    /// If the sizes of accumulators and layers differ.
    #[inline]
    pub(crate) fn output(self, us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
        assert!(
            us.len() == them.len() && layers.first_weights.len() == us.len(),
            "accumulators and layers of one size"
        );
        #[expect(unsafe_code, reason = "calls a function that needs an instruction set")]
        // SAFETY: as in `accumulate`.
        unsafe {
            (self.0.output)(us, them, layers)
        }
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kernel {}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The loops of one instruction set.
pub(super) struct Functions {
    pub(super) name: &'static str,
    /// Returns true if the machine can run the loops.
    pub(super) is_available: fn() -> bool,
    /// Computes `output = input + rows of added features - rows of removed features`, modulo 2^16.
    ///
    /// # Safety
    /// The machine must have the instruction set.
    pub(super) accumulate: unsafe fn(&[Block], &mut [Block], &[Block], Changes<'_>),
    /// Computes the output of the dense layers, of which 1.0 is `OUTPUT_ONE`.
    ///
    /// # Safety
    /// The machine must have the instruction set.
    pub(super) output: unsafe fn(&[Block], &[Block], &DenseLayers) -> i64,
}

/// Features that an accumulator gains and loses.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
    pub(crate) added: &'a [u16],
    pub(crate) removed: &'a [u16],
    /// Combined with each feature by exclusive or, so that both perspectives share the lists.
    pub(crate) flip: u16,
}

/// Returns the weights of a feature, `blocks` of them.
#[inline(always)]
pub(super) fn row(weights: &[Block], feature: u16, blocks: usize) -> &[Block] {
    &weights[usize::from(feature) * blocks..][..blocks]
}

/// Every kernel of the machine against the portable one, bit for bit.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FEATURES;
    use crate::layers::{DenseLayers, FIRST_ONE, Layers, MAX_BIAS, MAX_DENSE_WEIGHT, OUTPUT_ONE};
    use crate::shape::{Block, Shape};

    /// Hidden layers of one block, of odd numbers of vectors, of whole tiles and more, up to the
    /// largest.
    const BLOCKS: [usize; 9] = [1, 2, 3, 4, 7, 8, 9, 16, 32];

    /// Pseudo-random numbers, the same on every machine.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }

        fn choose(&mut self, numbers: &[i16]) -> i16 {
            numbers[self.below(numbers.len())]
        }

        /// Any 16 bits, one in four of them an extreme or a bound of the activation.
        fn any(&mut self) -> i16 {
            if self.below(4) > 0 {
                return self.below(1 << 16) as u16 as i16;
            }
            self.choose(&[i16::MIN, i16::MAX, -1, 0, 1, 254, 255, 256, -255, 127, -128])
        }

        fn blocks(&mut self, count: usize, mut number: impl FnMut(&mut Self) -> i16) -> Vec<Block> {
            Block::collect((0..count * 32).map(|_| number(self)))
        }

        fn features(&mut self, count: usize) -> Vec<u16> {
            (0..count).map(|_| self.below(FEATURES) as u16).collect()
        }
    }

    fn vector_kernels() -> impl Iterator<Item = Kernel> {
        Kernel::available().filter(|&kernel| kernel != Kernel::scalar())
    }

    #[test]
    fn updates_agree_bit_for_bit() {
        let mut random = Random(1);
        for blocks in BLOCKS {
            let weights = random.blocks(FEATURES * blocks, Random::any);
            for added in 0..34 {
                for removed in [0, 1, 2, 3, 5, 30] {
                    let input = random.blocks(blocks, Random::any);
                    let changes = [random.features(added), random.features(removed)];
                    let changes = Changes { added: &changes[0], removed: &changes[1], flip: 77 };
                    let output = |kernel: Kernel| {
                        let mut output = vec![Block([-7; 32]); blocks];
                        kernel.accumulate(&input, &mut output, &weights, changes);
                        output
                    };
                    let expected = output(Kernel::scalar());
                    for kernel in vector_kernels() {
                        assert!(
                            output(kernel) == expected,
                            "{kernel}: {added}, {removed}, {blocks} blocks"
                        );
                    }
                }
            }
        }
    }

    /// Layers whose numbers come from a function of their limit.
    fn layers(blocks: usize, mut number: impl FnMut(i32) -> i32) -> DenseLayers {
        let shape = Shape::new(32 * blocks, 1).expect("an accepted shape");
        let vectors = Layers::lengths(shape).zip(Layers::LIMIT);
        DenseLayers::new(
            &vectors.map(|(length, limit)| (0..length).map(|_| number(limit)).collect()),
        )
    }

    #[test]
    fn outputs_agree_bit_for_bit() {
        let mut random = Random(2);
        for blocks in BLOCKS {
            for round in 0..60 {
                let [us, them] = [(); 2].map(|()| random.blocks(blocks, Random::any));
                // Small numbers leave the second layer inside of its range, large ones beyond.
                let divisor = [1, 8, 64][round % 3];
                let layers = layers(blocks, |limit| {
                    let limit = if limit == MAX_BIAS { 9000 } else { (limit / divisor).max(1) };
                    random.below(2 * limit as usize + 1) as i32 - limit
                });
                let output = |kernel: Kernel| kernel.output(&us, &them, &layers);
                let expected = output(Kernel::scalar());
                for kernel in vector_kernels() {
                    assert_eq!(output(kernel), expected, "{kernel}: {blocks} blocks");
                }
            }
        }
    }

    /// The sums that come nearest to overflow: every neuron at its largest, with the largest weights.
    #[test]
    fn extreme_outputs_are_exact() {
        for kernel in Kernel::available() {
            for blocks in BLOCKS {
                for sign in [1, -1] {
                    for accumulator in [i16::MAX, 256, 255, 254, 1, 0, -1, i16::MIN] {
                        let neurons = vec![Block([accumulator; 32]); blocks];
                        let layers = layers(blocks, |limit| sign * limit);
                        let clamped = i64::from(accumulator.clamp(0, 255));
                        let input = (clamped * clamped + 256) / 512;
                        let bias = i64::from(sign * MAX_BIAS);
                        let first = 64 * blocks as i64 * input * 127 * i64::from(sign) + bias;
                        let direct = first * i64::from(OUTPUT_ONE) / i64::from(FIRST_ONE);
                        // Positive sums are clipped to 1, negative ones give squares of 1 and zeros; the
                        // second layer's sums have the sign of its weights.
                        let dense =
                            if sign > 0 { 32 * 4096 * i64::from(MAX_DENSE_WEIGHT) } else { 0 };
                        let found = kernel.output(&neurons, &neurons, &layers);
                        assert_eq!(
                            found,
                            direct + dense + bias,
                            "{kernel}: {blocks} blocks of {accumulator}"
                        );
                    }
                }
            }
        }
    }

    /// The definition, one neuron at a time, for the portable kernel itself.
    #[test]
    fn portable_kernel_computes_its_definition() {
        let mut random = Random(3);
        let weights = random.blocks(FEATURES * 2, Random::any);
        let input = random.blocks(2, Random::any);
        let mut output = input.clone();
        let changes = Changes { added: &[1, 4, 766], removed: &[8, 101], flip: 1 };
        Kernel::scalar().accumulate(&input, &mut output, &weights, changes);
        for neuron in 0..64 {
            let at = |blocks: &[Block], row: usize| {
                i64::from(blocks[row * 2 + neuron / 32].0[neuron % 32])
            };
            let added: i64 = [0, 5, 767].iter().map(|&row| at(&weights, row)).sum();
            let removed: i64 = [9, 100].iter().map(|&row| at(&weights, row)).sum();
            let expected = at(&input, 0) + added - removed;
            assert_eq!(at(&output, 0), i64::from(expected as i16));
        }
    }

    #[test]
    fn portable_kernel_is_always_available_and_last() {
        let names: Vec<_> = Kernel::available().map(Kernel::name).collect();
        assert_eq!(names.last(), Some(&"scalar"));
        assert_eq!(Kernel::scalar().to_string(), "scalar");
        assert_eq!(Kernel::best().name(), names[0]);
    }

    #[test]
    #[should_panic(expected = "one size")]
    fn accumulators_of_different_sizes_are_refused() {
        let changes = Changes { added: &[], removed: &[], flip: 0 };
        Kernel::best().accumulate(&[Block::ZERO; 2], &mut [Block::ZERO], &[], changes);
    }

    #[test]
    #[should_panic(expected = "range end index")]
    fn features_outside_of_the_weights_are_refused() {
        let changes = Changes { added: &[1, 1, 1], removed: &[], flip: 0 };
        Kernel::best().accumulate(&[Block::ZERO], &mut [Block::ZERO], &[Block::ZERO], changes);
    }
}
