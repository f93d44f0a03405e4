//! AVX2 kernel: 16 lanes of 16 bits.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::{Block, ByteBlock};
use crate::dense::DenseLayers;
use crate::quantization::QA;
use crate::shape::BLOCK;
use std::arch::x86_64::*;

pub(super) static FUNCTIONS: Functions = Functions {
    name: "avx2",
    is_available: || is_x86_feature_detected!("avx2"),
    accumulate,
    output,
};

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
unsafe fn accumulate(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
) {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::accumulate::<__m256i>(input, output, weights, changes) }
}

/// # Safety
/// The machine must have AVX2.
#[target_feature(enable = "avx2")]
unsafe fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<__m256i>(us, them, layers) }
}

// SAFETY: a vector is half a block, aligned to 32 bytes, and `part` is 0 or 1.
unsafe impl Vector for __m256i {
    const LANES: usize = 16;
    type Sum = Self;
    type Bytes = Self;

    #[inline(always)]
    unsafe fn load(block: &Block, part: usize) -> Self {
        // SAFETY: `part` is 0 or 1, so the 32 bytes lie in the block, on a boundary of 32; the
        // caller guarantees the instruction set.
        unsafe { _mm256_load_si256(block.0.as_ptr().add(part * Self::LANES).cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block, part: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm256_store_si256(block.0.as_mut_ptr().add(part * Self::LANES).cast(), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_add_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_sub_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn inputs(low: Self, high: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [low, high] = [low, high].map(|sums| {
                let positive = _mm256_max_epi16(sums, _mm256_setzero_si256());
                let clamped = _mm256_min_epi16(positive, _mm256_set1_epi16(QA));
                // (64 v * v + 2^14) / 2^15 is v * v / 512, rounded.
                _mm256_mulhrs_epi16(_mm256_slli_epi16::<6>(clamped), clamped)
            });
            // The bytes come in groups of eight from both vectors in turn.
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high))
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self, inputs: Self, weights: &ByteBlock, part: usize) -> Self {
        // SAFETY: `part` is 0 or 1, so the 32 bytes lie in the block, on a boundary of 32; the
        // caller guarantees the instruction set.
        unsafe {
            let weights = _mm256_load_si256(weights.0.as_ptr().cast::<Self>().add(part));
            let pairs = _mm256_maddubs_epi16(inputs, weights);
            _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
        }
    }

    #[inline(always)]
    unsafe fn total(sum: Self) -> i32 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let four =
                _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
        }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self, inputs: i32, weights: &Block, part: usize) -> Self {
        // SAFETY: the caller guarantees the instruction set and a part of the block.
        unsafe {
            let products = _mm256_madd_epi16(_mm256_set1_epi32(inputs), Self::load(weights, part));
            _mm256_add_epi32(sum, products)
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: Self, b: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn store_sum(sum: Self, lanes: &mut [i32; BLOCK / 2], part: usize) {
        // SAFETY: `part` is 0 or 1, so the 32 bytes lie in the lanes; the caller guarantees the
        // instruction set.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast::<Self>().add(part), sum) }
    }
}
