//! AVX2 kernel: 16 lanes of 16 bits.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::Block;
use crate::quantization::QA;
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
unsafe fn output(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<__m256i>(us, them, weights) }
}

// SAFETY: a vector is half a block, aligned to 32 bytes, and `part` is 0 or 1.
unsafe impl Vector for __m256i {
    const LANES: usize = 16;
    type Sum = Self;

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
    unsafe fn clamp(self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            _mm256_min_epi16(_mm256_max_epi16(self, _mm256_setzero_si256()), _mm256_set1_epi16(QA))
        }
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_mullo_epi16(self, other) }
    }

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    unsafe fn add_products(sum: Self, a: Self, b: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)) }
    }

    #[inline(always)]
    unsafe fn total(sums: [Self; 2]) -> i64 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [a, b] = sums.map(|sum| {
                let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
                let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sum));
                _mm256_add_epi64(low, high)
            });
            let four = _mm256_add_epi64(a, b);
            let two =
                _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
            _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two)
        }
    }
}
