//! Portable kernel: the definition of all others.

use super::{Changes, Functions, row};
use crate::layers::{DenseLayers, FIRST_NEURONS, QA, SECOND_NEURONS, second_inputs};
use crate::shape::{BLOCK, Block, ByteBlock};

pub(super) static FUNCTIONS: Functions =
    Functions { name: "scalar", is_available: || true, accumulate, output };

fn accumulate(input: &[Block], output: &mut [Block], weights: &[Block], changes: Changes<'_>) {
    output.copy_from_slice(input);
    for &feature in changes.added {
        add(output, row(weights, feature ^ changes.flip, input.len()), i16::wrapping_add);
    }
    for &feature in changes.removed {
        add(output, row(weights, feature ^ changes.flip, input.len()), i16::wrapping_sub);
    }
}

#[inline(always)]
fn add(output: &mut [Block], row: &[Block], operation: fn(i16, i16) -> i16) {
    for (output, row) in output.iter_mut().zip(row) {
        for (sum, &weight) in output.0.iter_mut().zip(&row.0) {
            *sum = operation(*sum, weight);
        }
    }
}

fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    let mut first = first_products(us, them, &layers.first_weights);
    first.iter_mut().zip(&layers.first_bias).for_each(|(sum, bias)| *sum += bias);
    let mut second = layers.second_bias;
    let (halves, inputs) = (layers.second_weights.as_chunks::<2>().0, second_inputs(&first));
    for (blocks, &[a, b]) in halves.iter().zip(inputs.as_chunks::<2>().0) {
        for (sums, block) in
            second.as_chunks_mut::<{ SECOND_NEURONS / 2 }>().0.iter_mut().zip(blocks)
        {
            for (sum, &[weight_a, weight_b]) in sums.iter_mut().zip(block.0.as_chunks().0) {
                *sum += i32::from(a) * i32::from(weight_a) + i32::from(b) * i32::from(weight_b);
            }
        }
    }
    layers.output(first[FIRST_NEURONS - 1], &second)
}

/// Returns the sums of the first layer without bias.
///
/// The loops are of the form that compilers turn into vectors of eight 16-bit lanes: two products of
/// bytes fit 16 bits, and each neuron has as many sums as there are pairs of lanes.
fn first_products(
    us: &[Block],
    them: &[Block],
    weights: &[[ByteBlock; FIRST_NEURONS]],
) -> [i32; FIRST_NEURONS] {
    let mut sums = [[0; BLOCK / 2]; FIRST_NEURONS];
    for ((us, them), weights) in us.iter().zip(them).zip(weights) {
        let [us, them] = [us, them].map(|block| block.0.map(first_input));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            let mut products = [0; BLOCK];
            for (i, product) in products.iter_mut().enumerate() {
                let [a, b] = [weights.0[i], weights.0[i + BLOCK]].map(i16::from);
                *product = us[i] * a + them[i] * b;
            }
            for (sum, &[a, b]) in sums.iter_mut().zip(products.as_chunks().0) {
                *sum += i32::from(a) + i32::from(b);
            }
        }
    }
    sums.map(|sums| sums.iter().sum())
}

/// Returns `clamp(sum, 0, QA)^2`, scaled so that the largest is 127 and rounded to the nearest.
#[inline(always)]
fn first_input(sum: i16) -> i16 {
    // 255 * 255 + 256 fits 16 bits.
    let clamped = sum.clamp(0, QA) as u16;
    ((clamped * clamped + 256) >> 9) as i16
}
