//! Loops over vectors of any instruction set.
#![expect(unsafe_code, reason = "calls vector instructions")]

use super::{Changes, row};
use crate::layers::{DenseLayers, FIRST_NEURONS, SECOND_INPUTS, SECOND_NEURONS, second_inputs};
use crate::shape::{BLOCK, Block, ByteBlock};

/// A vector of 16-bit lanes, and of 32-bit lanes for sums.
///
/// # Safety
/// `LANES` divides a block, is at least a quarter of it, and functions with a `part` touch only that
/// part of a block, of which there are `BLOCK / LANES`. All functions may require that the machine has
/// the instruction set; those with a `part` also that it is below that number.
pub(super) unsafe trait Vector: Copy {
    /// The number of 16-bit lanes.
    const LANES: usize;
    /// A vector of half as many 32-bit lanes.
    type Sum: Copy;
    /// A vector of twice as many bytes.
    type Bytes: Copy;

    /// Loads one part of a block.
    unsafe fn load(block: &Block, part: usize) -> Self;
    /// Stores one part of a block.
    unsafe fn store(self, block: &mut Block, part: usize);
    /// Adds, modulo 2^16.
    unsafe fn add(self, other: Self) -> Self;
    /// Subtracts, modulo 2^16.
    unsafe fn sub(self, other: Self) -> Self;
    /// Returns `clamp(lane, 0, QA)^2` of both vectors in order, scaled so that the largest is 127 and
    /// rounded to the nearest.
    unsafe fn inputs(low: Self, high: Self) -> Self::Bytes;
    /// Returns a sum of 0.
    unsafe fn zero() -> Self::Sum;
    /// Adds to each lane of the sum the products of four inputs with their weights, the bytes of a
    /// block from `2 * part * LANES` on.
    unsafe fn add_bytes(
        sum: Self::Sum,
        inputs: Self::Bytes,
        weights: &ByteBlock,
        part: usize,
    ) -> Self::Sum;
    /// Returns the sum of all lanes.
    unsafe fn total(sum: Self::Sum) -> i32;
    /// Adds to each lane of the sum the products of the two 16-bit numbers of `inputs` with two
    /// numbers of one part of the weights.
    unsafe fn add_pairs(sum: Self::Sum, inputs: i32, weights: &Block, part: usize) -> Self::Sum;
    /// Adds two sums.
    unsafe fn add_sums(a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// Writes the lanes of a sum from `part * LANES / 2` on.
    unsafe fn store_sum(sum: Self::Sum, lanes: &mut [i32; BLOCK / 2], part: usize);
}

/// Vectors that one pass over the changes keeps in registers; a part of it for the rest.
const TILE: usize = 12;
const SMALL_TILE: usize = 4;

/// Declares a kernel: its static, name, vector, instructions, and the test for them.
macro_rules! vector_kernel {
    ($functions:ident, $name:literal, $vector:ty, $features:literal, $is_available:expr) => {
        pub(in crate::kernels) static $functions: $crate::kernels::Functions = {
            use $crate::kernels::{Changes, Functions, vector};
            use $crate::layers::DenseLayers;
            use $crate::shape::Block;

            /// # Safety
            /// The machine must have the instructions.
            #[target_feature(enable = $features)]
            unsafe fn accumulate(
                input: &[Block],
                output: &mut [Block],
                weights: &[Block],
                changes: Changes<'_>,
            ) {
                // SAFETY: the caller guarantees the instruction set.
                unsafe { vector::accumulate::<$vector>(input, output, weights, changes) }
            }

            /// # Safety
            /// The machine must have the instructions.
            #[target_feature(enable = $features)]
            unsafe fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
                // SAFETY: the caller guarantees the instruction set.
                unsafe { vector::output::<$vector>(us, them, layers) }
            }

            Functions { name: $name, is_available: || $is_available, accumulate, output }
        };
    };
}

pub(super) use vector_kernel;

/// See [`Functions::accumulate`](super::Functions): one tile of the accumulator after the other.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
pub(super) unsafe fn accumulate<V: Vector>(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
) {
    let parts = BLOCK / V::LANES;
    let vectors = input.len() * parts;
    let mut first = 0;
    // SAFETY: the caller guarantees the instruction set; `part`, a remainder of `parts`, is below
    // it.
    unsafe {
        while first + TILE <= vectors {
            accumulate_tile::<V, TILE>(input, output, weights, changes, first);
            first += TILE;
        }
        while first + SMALL_TILE <= vectors {
            accumulate_tile::<V, SMALL_TILE>(input, output, weights, changes, first);
            first += SMALL_TILE;
        }
        while first < vectors {
            accumulate_tile::<V, 1>(input, output, weights, changes, first);
            first += 1;
        }
    }
}

/// Adds and subtracts rows in `T` vectors of the accumulator, from vector `first` on.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
unsafe fn accumulate_tile<V: Vector, const T: usize>(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
    first: usize,
) {
    let parts = BLOCK / V::LANES;
    // The blocks of the tile, a constant number: no access below is checked.
    let blocks = first / parts..first / parts + T.div_ceil(parts);
    let place = |i: usize| (i / parts, (first + i) % parts);
    let (input_tile, output_tile) = (&input[blocks.clone()], &mut output[blocks.clone()]);
    // SAFETY: the caller guarantees the instruction set; a remainder of `parts` is below it.
    unsafe {
        let mut sums: [V; T] = std::array::from_fn(|i| {
            let (block, part) = place(i);
            V::load(&input_tile[block], part)
        });
        for &feature in changes.added {
            let row = &row(weights, feature ^ changes.flip, input.len())[blocks.clone()];
            for (i, sum) in sums.iter_mut().enumerate() {
                let (block, part) = place(i);
                *sum = sum.add(V::load(&row[block], part));
            }
        }
        for &feature in changes.removed {
            let row = &row(weights, feature ^ changes.flip, input.len())[blocks.clone()];
            for (i, sum) in sums.iter_mut().enumerate() {
                let (block, part) = place(i);
                *sum = sum.sub(V::load(&row[block], part));
            }
        }
        for (i, sum) in sums.into_iter().enumerate() {
            let (block, part) = place(i);
            sum.store(&mut output_tile[block], part);
        }
    }
}

/// See [`Functions::output`](super::Functions).
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
pub(super) unsafe fn output<V: Vector>(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe {
        let mut first = first_products::<V>(us, them, &layers.first_weights);
        add_bias(&mut first, &layers.first_bias);
        let mut second = second_products::<V>(&second_inputs(&first), &layers.second_weights);
        add_bias(&mut second, &layers.second_bias);
        layers.output(first[FIRST_NEURONS - 1], &second)
    }
}

#[inline(always)]
fn add_bias<const N: usize>(sums: &mut [i32; N], bias: &[i32; N]) {
    sums.iter_mut().zip(bias).for_each(|(sum, bias)| *sum += bias);
}

/// Returns the sums of the first layer without bias.
///
/// The inputs of a block stay in registers until all neurons have taken them, and so do the sums.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
unsafe fn first_products<V: Vector>(
    us: &[Block],
    them: &[Block],
    weights: &[[ByteBlock; FIRST_NEURONS]],
) -> [i32; FIRST_NEURONS] {
    let parts = BLOCK / V::LANES;
    // SAFETY: the caller guarantees the instruction set; `part` is below `parts`.
    unsafe {
        let mut sums = [V::zero(); FIRST_NEURONS];
        for ((us, them), weights) in us.iter().zip(them).zip(weights) {
            // The vectors of both blocks in order, two for each vector of bytes.
            for part in 0..parts {
                let [low, high] = [2 * part, 2 * part + 1].map(|i| {
                    let block = if i < parts { us } else { them };
                    V::load(block, i % parts)
                });
                let inputs = V::inputs(low, high);
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = V::add_bytes(*sum, inputs, weights, part);
                }
            }
        }
        // A closure is a function without the instruction set. With calls that the compiler does not
        // inline into it, unlike those above, it is slow in builds without link-time optimisation.
        let mut totals = [0; FIRST_NEURONS];
        for (total, sum) in totals.iter_mut().zip(sums) {
            *total = V::total(sum);
        }
        totals
    }
}

/// Returns the sums of the second layer without bias.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
unsafe fn second_products<V: Vector>(
    inputs: &[i16; SECOND_INPUTS],
    weights: &[Block; SECOND_INPUTS],
) -> [i32; SECOND_NEURONS] {
    const HALF: usize = SECOND_NEURONS / 2;
    let mut lanes = [[0; HALF]; 2];
    for (half, lanes) in lanes.iter_mut().enumerate() {
        for part in 0..BLOCK / V::LANES {
            // SAFETY: the caller guarantees the instruction set; `part` is below their number.
            unsafe {
                let mut sums = [V::zero(); 2];
                for (i, &[low, high]) in inputs.as_chunks::<2>().0.iter().enumerate() {
                    let pair = i32::from(high) << 16 | i32::from(low as u16);
                    let sum = &mut sums[i % 2];
                    *sum = V::add_pairs(*sum, pair, &weights[2 * i + half], part);
                }
                V::store_sum(V::add_sums(sums[0], sums[1]), lanes, part);
            }
        }
    }
    let mut joined = [0; SECOND_NEURONS];
    joined[..HALF].copy_from_slice(&lanes[0]);
    joined[HALF..].copy_from_slice(&lanes[1]);
    joined
}
