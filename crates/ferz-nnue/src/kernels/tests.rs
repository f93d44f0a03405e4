//! Every kernel of the machine against the portable one, bit for bit.

use super::{Changes, Kernel};
use crate::block::Block;
use crate::dense::DenseLayers;
use crate::features::FEATURES;
use crate::layers::Layers;
use crate::quantization::{FIRST_ONE, MAX_BIAS, MAX_DENSE_WEIGHT, OUTPUT_ONE};
use crate::shape::Shape;

/// Hidden layers of one block, of odd numbers of vectors, of whole tiles and more, up to the
/// largest.
const BLOCKS: [usize; 9] = [1, 2, 3, 4, 7, 8, 9, 16, 32];

/// Pseudo-random numbers, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
                let changes = Changes { added: &changes[0], removed: &changes[1] };
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
    DenseLayers::new(&vectors.map(|(length, limit)| (0..length).map(|_| number(limit)).collect()))
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
                    let dense = if sign > 0 { 32 * 4096 * i64::from(MAX_DENSE_WEIGHT) } else { 0 };
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
    let changes = Changes { added: &[0, 5, 767], removed: &[9, 100] };
    Kernel::scalar().accumulate(&input, &mut output, &weights, changes);
    for neuron in 0..64 {
        let at =
            |blocks: &[Block], row: usize| i64::from(blocks[row * 2 + neuron / 32].0[neuron % 32]);
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
    assert_eq!(Kernel::best().name(), names[0]);
}

#[test]
#[should_panic(expected = "one size")]
fn accumulators_of_different_sizes_are_refused() {
    let changes = Changes { added: &[], removed: &[] };
    Kernel::best().accumulate(&[Block::ZERO; 2], &mut [Block::ZERO], &[], changes);
}

#[test]
#[should_panic(expected = "range end index")]
fn features_outside_of_the_weights_are_refused() {
    let changes = Changes { added: &[1, 1, 1], removed: &[] };
    Kernel::best().accumulate(&[Block::ZERO], &mut [Block::ZERO], &[Block::ZERO], changes);
}
