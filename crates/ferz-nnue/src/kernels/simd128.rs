//! WebAssembly kernel: 8 lanes of 16 bits.
//!
//! A module with vector instructions does not load where they are missing, so that a build for them needs
//! no test at run time.
#![expect(unsafe_code, reason = "vector instructions")]

use super::vector::{Vector, vector_kernel};
use crate::layers::QA;
use crate::shape::{BLOCK, Block, ByteBlock};
use std::arch::wasm32::*;

vector_kernel!(FUNCTIONS, "simd128", v128, "simd128", true);

// SAFETY: a vector is a quarter of a block, and `part` is below 4.
unsafe impl Vector for v128 {
    const LANES: usize = 8;
    type Sum = Self;
    type Bytes = Self;

    #[inline(always)]
    unsafe fn load(block: &Block, part: usize) -> Self {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block.
        unsafe { v128_load(block.0.as_ptr().add(part * Self::LANES).cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block, part: usize) {
        // SAFETY: as in `load`.
        unsafe { v128_store(block.0.as_mut_ptr().add(part * Self::LANES).cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        i16x8_add(self, other)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        i16x8_sub(self, other)
    }

    #[inline(always)]
    unsafe fn inputs(low: Self, high: Self) -> Self {
        let [low, high] = [low, high].map(|sums| {
            let clamped = i16x8_min(i16x8_max(sums, i16x8_splat(0)), i16x8_splat(QA));
            // (64 v * v + 2^14) / 2^15 is v * v / 512, rounded.
            i16x8_q15mulr_sat(i16x8_shl(clamped, 6), clamped)
        });
        i8x16_narrow_i16x8(low, high)
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        i32x4_splat(0)
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self, inputs: Self, weights: &ByteBlock, part: usize) -> Self {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block.
        let weights = unsafe { v128_load(weights.0.as_ptr().cast::<Self>().add(part)) };
        let low = i16x8_extmul_low_i8x16(inputs, weights);
        let high = i16x8_extmul_high_i8x16(inputs, weights);
        // Two products of at most 127 * 127 fit 16 bits.
        i32x4_add(sum, i32x4_extadd_pairwise_i16x8(i16x8_add(low, high)))
    }

    #[inline(always)]
    unsafe fn total(sum: Self) -> i32 {
        let two = i32x4_add(sum, i32x4_shuffle::<2, 3, 0, 1>(sum, sum));
        i32x4_extract_lane::<0>(two) + i32x4_extract_lane::<1>(two)
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self, inputs: i32, weights: &Block, part: usize) -> Self {
        // SAFETY: the caller guarantees a part of the block.
        let weights = unsafe { Self::load(weights, part) };
        i32x4_add(sum, i32x4_dot_i16x8(i32x4_splat(inputs), weights))
    }

    #[inline(always)]
    unsafe fn add_sums(a: Self, b: Self) -> Self {
        i32x4_add(a, b)
    }

    #[inline(always)]
    unsafe fn store_sum(sum: Self, lanes: &mut [i32; BLOCK / 2], part: usize) {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the lanes.
        unsafe { v128_store(lanes.as_mut_ptr().add(part * Self::LANES / 2).cast(), sum) }
    }
}
