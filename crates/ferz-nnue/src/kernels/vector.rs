//! Loops over vectors of any instruction set.
#![expect(unsafe_code, reason = "calls vector instructions")]

use super::functions::{Changes, row};
use crate::block::Block;
use crate::shape::BLOCK;

/// A vector of 16-bit lanes, and of 32-bit lanes for sums.
///
/// # Safety
/// `LANES` divides a block, and `load` and `store` touch only lanes from `part * LANES` to just before
/// `(part + 1) * LANES` of the block. All functions may require that the machine has the instruction
/// set; `load` and `store` also that `part * LANES` is below the length of a block.
pub(super) unsafe trait Vector: Copy {
    /// The number of 16-bit lanes.
    const LANES: usize;
    /// A vector of half as many 32-bit lanes.
    type Sum: Copy;

    /// Loads one part of a block.
    unsafe fn load(block: &Block, part: usize) -> Self;
    /// Stores one part of a block.
    unsafe fn store(self, block: &mut Block, part: usize);
    /// Adds, modulo 2^16.
    unsafe fn add(self, other: Self) -> Self;
    /// Subtracts, modulo 2^16.
    unsafe fn sub(self, other: Self) -> Self;
    /// Clamps to 0 ..= QA.
    unsafe fn clamp(self) -> Self;
    /// Multiplies, modulo 2^16.
    unsafe fn mul(self, other: Self) -> Self;
    /// Returns a sum of 0.
    unsafe fn zero() -> Self::Sum;
    /// Adds the products of lanes to the sum; each lane of the sum takes two of them.
    unsafe fn add_products(sum: Self::Sum, a: Self, b: Self) -> Self::Sum;
    /// Adds the lanes of two sums up in 64 bits.
    unsafe fn total(sums: [Self::Sum; 2]) -> i64;
}

/// Vectors that one pass over the changes keeps in registers.
const TILE: usize = 8;

/// See [`Functions::accumulate`](super::Functions).
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
    let row = |&feature: &u16| row(weights, feature, input.len());
    // SAFETY: the caller guarantees the instruction set.
    unsafe {
        match (changes.added, changes.removed) {
            // A quiet move, a capture, castling: the numbers of rows are constants.
            ([a], [b]) => accumulate_rows::<V, 1, 1>(input, output, [row(a)], [row(b)]),
            ([a], [b, c]) => accumulate_rows::<V, 1, 2>(input, output, [row(a)], [row(b), row(c)]),
            ([a, b], [c, d]) => {
                accumulate_rows::<V, 2, 2>(input, output, [row(a), row(b)], [row(c), row(d)])
            }
            _ => accumulate_any::<V>(input, output, weights, changes),
        }
    }
}

/// Adds `A` rows and subtracts `R` rows.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
unsafe fn accumulate_rows<V: Vector, const A: usize, const R: usize>(
    input: &[Block],
    output: &mut [Block],
    added: [&[Block]; A],
    removed: [&[Block]; R],
) {
    let blocks = input.len();
    // One length for all: no access below is checked.
    let output = &mut output[..blocks];
    let (added, removed) = (added.map(|row| &row[..blocks]), removed.map(|row| &row[..blocks]));
    for i in 0..blocks {
        for part in 0..BLOCK / V::LANES {
            // SAFETY: the caller guarantees the instruction set; `part * LANES` is below 32.
            unsafe {
                let mut sum = V::load(&input[i], part);
                for row in added {
                    sum = sum.add(V::load(&row[i], part));
                }
                for row in removed {
                    sum = sum.sub(V::load(&row[i], part));
                }
                sum.store(&mut output[i], part);
            }
        }
    }
}

/// Adds and subtracts any number of rows, for one tile of the accumulator after the other.
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
unsafe fn accumulate_any<V: Vector>(
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
    let place = |i: usize| ((first + i) / parts, (first + i) % parts);
    // SAFETY: the caller guarantees the instruction set; a remainder of `parts` is below it.
    unsafe {
        let mut sums: [V; T] = std::array::from_fn(|i| {
            let (block, part) = place(i);
            V::load(&input[block], part)
        });
        for &feature in changes.added {
            let row = row(weights, feature, input.len());
            for (i, sum) in sums.iter_mut().enumerate() {
                let (block, part) = place(i);
                *sum = sum.add(V::load(&row[block], part));
            }
        }
        for &feature in changes.removed {
            let row = row(weights, feature, input.len());
            for (i, sum) in sums.iter_mut().enumerate() {
                let (block, part) = place(i);
                *sum = sum.sub(V::load(&row[block], part));
            }
        }
        for (i, sum) in sums.into_iter().enumerate() {
            let (block, part) = place(i);
            sum.store(&mut output[block], part);
        }
    }
}

/// See [`Functions::output`](super::Functions).
///
/// # Safety
/// The machine must have the instruction set of `V`.
#[inline(always)]
pub(super) unsafe fn output<V: Vector>(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    let blocks = us.len();
    // One length for all: no access below is checked.
    let them = &them[..blocks];
    let (our_weights, their_weights) = (&weights[..blocks], &weights[blocks..][..blocks]);
    // SAFETY: the caller guarantees the instruction set; `part * LANES` is below 32.
    unsafe {
        let mut sums = [V::zero(); 2];
        for i in 0..blocks {
            for part in 0..BLOCK / V::LANES {
                let sides = [(us, our_weights), (them, their_weights)];
                for (sum, (accumulator, weights)) in sums.iter_mut().zip(sides) {
                    let activation = V::load(&accumulator[i], part).clamp();
                    let product = activation.mul(V::load(&weights[i], part));
                    *sum = V::add_products(*sum, activation, product);
                }
            }
        }
        V::total(sums)
    }
}
