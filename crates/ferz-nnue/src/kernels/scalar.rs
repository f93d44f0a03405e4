//! Portable kernel: the definition of all others.

use super::functions::{Changes, Functions, row};
use crate::block::Block;
use crate::quantization::QA;

pub(super) static FUNCTIONS: Functions =
    Functions { name: "scalar", is_available: || true, accumulate, output };

fn accumulate(input: &[Block], output: &mut [Block], weights: &[Block], changes: Changes<'_>) {
    output.copy_from_slice(input);
    for &feature in changes.added {
        add(output, row(weights, feature, input.len()), i16::wrapping_add);
    }
    for &feature in changes.removed {
        add(output, row(weights, feature, input.len()), i16::wrapping_sub);
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

fn output(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    let (our_weights, their_weights) = weights.split_at(us.len());
    side_output(us, our_weights) + side_output(them, their_weights)
}

fn side_output(accumulator: &[Block], weights: &[Block]) -> i64 {
    accumulator
        .iter()
        .zip(weights)
        .map(|(sums, weights)| i64::from(block_output(sums, weights)))
        .sum()
}

/// Returns the sum over one block: at most 32 * 255^2 * 127, which fits 32 bits.
#[inline(always)]
fn block_output(accumulator: &Block, weights: &Block) -> i32 {
    let neurons = accumulator.0.iter().zip(&weights.0);
    neurons
        .map(|(&sum, &weight)| {
            let activation = i32::from(sum.clamp(0, QA));
            activation * activation * i32::from(weight)
        })
        .sum()
}
