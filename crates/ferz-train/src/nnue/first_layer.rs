//! The products of the first dense layer, the largest, for several samples at once: its weights are
//! loaded once for all.

use ferz_nnue::FIRST_NEURONS;

/// Samples that pass the dense layers together.
pub(super) const GROUP: usize = 8;
/// Numbers of a vector.
const LANES: usize = 16;
/// Samples and rows whose products are summed at once, so that the sums stay in registers.
const TILE: usize = 4;

/// Numbers that pass an operation together, a vector of the machine after optimisation.
type Vector = [f32; LANES];

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
    let inputs: [&[Vector]; TILE] = std::array::from_fn(|i| row(inputs, i, width));
    let weights: [&[Vector]; TILE] = std::array::from_fn(|i| row(weights, i, width));
    let mut sums = [[[0.0; LANES]; TILE]; TILE];
    for chunk in 0..width / LANES {
        let inputs = inputs.map(|row| row[chunk]);
        let weights = weights.map(|row| row[chunk]);
        for (sums, input) in sums.iter_mut().zip(&inputs) {
            for (sum, weight) in sums.iter_mut().zip(&weights) {
                *sum = mul_add(input, weight, sum);
            }
        }
    }
    sums.map(|sums| sums.map(total))
}

/// Returns a row of numbers in chunks.
#[inline(always)]
fn row(numbers: &[f32], i: usize, width: usize) -> &[Vector] {
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
        let rows: [Vector; FIRST_NEURONS] =
            std::array::from_fn(|n| load(weights, n * width + column));
        for (i, slopes) in slopes.iter().enumerate() {
            let mut sum = [0.0; LANES];
            for (row, &slope) in rows.iter().zip(slopes) {
                sum = mul_add(row, &[slope; LANES], &sum);
            }
            store(sum, input_slopes, i * width + column);
        }
        let inputs: [Vector; GROUP] = std::array::from_fn(|i| load(inputs, i * width + column));
        for n in 0..FIRST_NEURONS {
            let at = n * width + column;
            let mut sum = load(weight_slopes, at);
            for (input, slopes) in inputs.iter().zip(slopes) {
                sum = mul_add(input, &[slopes[n]; LANES], &sum);
            }
            store(sum, weight_slopes, at);
        }
    }
}

/// Returns `a * b + c` for each lane, fused if the build has the instruction.
#[inline(always)]
fn mul_add(a: &Vector, b: &Vector, c: &Vector) -> Vector {
    std::array::from_fn(|i| {
        if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
            a[i].mul_add(b[i], c[i])
        } else {
            a[i] * b[i] + c[i]
        }
    })
}

/// Returns the sum of the lanes, added in pairs.
#[inline(always)]
fn total(vector: Vector) -> f32 {
    let eight: [f32; 8] = std::array::from_fn(|i| vector[i] + vector[i + 8]);
    let four: [f32; 4] = std::array::from_fn(|i| eight[i] + eight[i + 4]);
    (four[0] + four[2]) + (four[1] + four[3])
}

#[inline(always)]
fn load(numbers: &[f32], at: usize) -> Vector {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&numbers[at..at + LANES]);
    lanes
}

#[inline(always)]
fn store(vector: Vector, numbers: &mut [f32], at: usize) {
    numbers[at..at + LANES].copy_from_slice(&vector);
}
