//! Portable kernel: the definition of what every other kernel computes.

use super::{Changes, Functions, row};
use crate::block::{Block, BlockPair};
use crate::network::QA;

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

fn output(accumulators: BlockPair<'_>, weights: BlockPair<'_>) -> i64 {
    let blocks = accumulators.into_iter().flatten().zip(weights.into_iter().flatten());
    blocks.map(|(accumulator, weights)| i64::from(block_output(accumulator, weights))).sum()
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
