//! Portable kernel: the definition of all others.

use super::functions::{Changes, Functions, row};
use crate::block::Block;
use crate::dense::{DenseLayers, FIRST, second_inputs};
use crate::quantization::QA;
use crate::shape::BLOCK;

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

fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    let mut first = layers.first_bias;
    for ((us, them), weights) in us.iter().zip(them).zip(&layers.first_weights) {
        let mut inputs = [0; 2 * BLOCK];
        for (input, &sum) in inputs.iter_mut().zip(us.0.iter().chain(&them.0)) {
            let clamped = i32::from(sum.clamp(0, QA));
            *input = ((clamped * clamped + 256) >> 9) as i16;
        }
        for (sum, weights) in first.iter_mut().zip(weights) {
            let products = inputs.iter().zip(&weights.0);
            *sum += products.map(|(&x, &w)| i32::from(x) * i32::from(w)).sum::<i32>();
        }
    }
    let mut second = layers.second_bias;
    let (halves, inputs) = (layers.second_weights.as_chunks::<2>().0, second_inputs(&first));
    for (blocks, &[a, b]) in halves.iter().zip(inputs.as_chunks::<2>().0) {
        let weights = blocks.iter().flat_map(|block| block.0.as_chunks::<2>().0);
        for (sum, &[weight_a, weight_b]) in second.iter_mut().zip(weights) {
            *sum += i32::from(a) * i32::from(weight_a) + i32::from(b) * i32::from(weight_b);
        }
    }
    layers.output(first[FIRST - 1], &second)
}
