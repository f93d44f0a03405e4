//! SSSE3 kernel for x86-64 machines without AVX2: 8 lanes of 16 bits.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::{Block, ByteBlock};
use crate::dense::DenseLayers;
use crate::quantization::QA;
use crate::shape::BLOCK;
use std::arch::x86_64::*;

pub(super) static FUNCTIONS: Functions = Functions {
    name: "ssse3",
    is_available: || is_x86_feature_detected!("ssse3"),
    accumulate,
    output,
};

/// # Safety
/// The machine must have SSSE3.
#[target_feature(enable = "ssse3")]
unsafe fn accumulate(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
) {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::accumulate::<__m128i>(input, output, weights, changes) }
}

/// # Safety
/// The machine must have SSSE3.
#[target_feature(enable = "ssse3")]
unsafe fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<__m128i>(us, them, layers) }
}

// SAFETY: a vector is a quarter of a block, aligned to 16 bytes, and `part` is below 4.
unsafe impl Vector for __m128i {
    const LANES: usize = 8;
    type Sum = Self;
    type Bytes = Self;

    #[inline(always)]
    unsafe fn load(block: &Block, part: usize) -> Self {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block, on a boundary of 16; the
        // caller guarantees the instruction set.
        unsafe { _mm_load_si128(block.0.as_ptr().add(part * Self::LANES).cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block, part: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm_store_si128(block.0.as_mut_ptr().add(part * Self::LANES).cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn inputs(low: Self, high: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [low, high] = [low, high].map(|sums| {
                let positive = _mm_max_epi16(sums, _mm_setzero_si128());
                let clamped = _mm_min_epi16(positive, _mm_set1_epi16(QA));
                // (64 v * v + 2^14) / 2^15 is v * v / 512, rounded.
                _mm_mulhrs_epi16(_mm_slli_epi16::<6>(clamped), clamped)
            });
            _mm_packus_epi16(low, high)
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm_setzero_si128() }
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self, inputs: Self, weights: &ByteBlock, part: usize) -> Self {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block, on a boundary of 16; the
        // caller guarantees the instruction set.
        unsafe {
            let weights = _mm_load_si128(weights.0.as_ptr().cast::<Self>().add(part));
            let pairs = _mm_maddubs_epi16(inputs, weights);
            _mm_add_epi32(sum, _mm_madd_epi16(pairs, _mm_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn total(sum: Self) -> i32 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let two = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
        }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self, inputs: i32, weights: &Block, part: usize) -> Self {
        // SAFETY: the caller guarantees the instruction set and a part of the block.
        unsafe {
            let products = _mm_madd_epi16(_mm_set1_epi32(inputs), Self::load(weights, part));
            _mm_add_epi32(sum, products)
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: Self, b: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn store_sum(sum: Self, lanes: &mut [i32; BLOCK / 2], part: usize) {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the lanes; the caller guarantees the
        // instruction set.
        unsafe { _mm_storeu_si128(lanes.as_mut_ptr().cast::<Self>().add(part), sum) }
    }
}
