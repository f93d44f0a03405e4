//! The products of the first dense layer, the largest, for several samples at once: its weights are
//! loaded once for all.

use ferz_nnue::FIRST_NEURONS;
use wide::f32x16;

/// Samples that pass the dense layers together.
pub(super) const GROUP: usize = 8;
/// Numbers of a vector.
const LANES: usize = 16;
/// Samples and rows whose products are summed at once, so that the sums stay in registers.
const TILE: usize = 4;

/// Returns the dot products of the inputs of each sample, rows of `width`, with the weights of each
/// neuron, rows of `width` too, which is a multiple of 16.
pub(super) fn products(
    inputs: &[f32],
    weights: &[f32],
    width: usize,
) -> [[f32; FIRST_NEURONS]; GROUP] {
    let mut sums = [[0.0; FIRST_NEURONS]; GROUP];
    for samples in 0..GROUP / TILE {
        for neurons in 0..FIRST_NEURONS / TILE {
            let inputs = &inputs[samples * TILE * width..];
            let tile = tile(inputs, &weights[neurons * TILE * width..], width);
            for (sums, products) in sums[samples * TILE..].iter_mut().zip(tile) {
                sums[neurons * TILE..][..TILE].copy_from_slice(&products);
            }
        }
    }
    sums
}

/// Returns the dot products of the first rows.
#[inline(always)]
fn tile(inputs: &[f32], weights: &[f32], width: usize) -> [[f32; TILE]; TILE] {
    let inputs: [&[[f32; LANES]]; TILE] = std::array::from_fn(|i| row(inputs, i, width));
    let weights: [&[[f32; LANES]]; TILE] = std::array::from_fn(|i| row(weights, i, width));
    let mut sums = [[f32x16::ZERO; TILE]; TILE];
    for chunk in 0..width / LANES {
        let inputs = inputs.map(|row| f32x16::from(row[chunk]));
        let weights = weights.map(|row| f32x16::from(row[chunk]));
        for (sums, input) in sums.iter_mut().zip(inputs) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum = input.mul_add(weight, *sum);
            }
        }
    }
    sums.map(|sums| sums.map(f32x16::reduce_add))
}

/// Returns a row of numbers in chunks.
#[inline(always)]
fn row(numbers: &[f32], i: usize, width: usize) -> &[[f32; LANES]] {
    numbers[i * width..][..width].as_chunks::<LANES>().0
}

/// Computes the gradient from the slopes of the layer's sums: writes the slopes of the inputs, and
/// adds those of the weights.
pub(super) fn add_gradient(
    slopes: &[[f32; FIRST_NEURONS]; GROUP],
    inputs: &[f32],
    weights: &[f32],
    input_slopes: &mut [f32],
    weight_slopes: &mut [f32],
) {
    let width = weights.len() / FIRST_NEURONS;
    for column in (0..width).step_by(LANES) {
        let rows: [f32x16; FIRST_NEURONS] =
            std::array::from_fn(|n| load(weights, n * width + column));
        for (i, slopes) in slopes.iter().enumerate() {
            let mut sum = f32x16::ZERO;
            for (row, &slope) in rows.iter().zip(slopes) {
                sum = row.mul_add(f32x16::from(slope), sum);
            }
            store(sum, input_slopes, i * width + column);
        }
        let inputs: [f32x16; GROUP] = std::array::from_fn(|i| load(inputs, i * width + column));
        for n in 0..FIRST_NEURONS {
            let at = n * width + column;
            let mut sum = load(weight_slopes, at);
            for (input, slopes) in inputs.iter().zip(slopes) {
                sum = input.mul_add(f32x16::from(slopes[n]), sum);
            }
            store(sum, weight_slopes, at);
        }
    }
}

#[inline(always)]
fn load(numbers: &[f32], at: usize) -> f32x16 {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&numbers[at..at + LANES]);
    f32x16::from(lanes)
}

#[inline(always)]
fn store(vector: f32x16, numbers: &mut [f32], at: usize) {
    numbers[at..at + LANES].copy_from_slice(vector.as_array());
}
