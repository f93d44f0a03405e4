//! AVX-512 kernels: 32 lanes of 16 bits, without and with VNNI.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::Block;
use crate::quantization::QA;
use std::arch::x86_64::*;

pub(super) static FUNCTIONS: Functions =
    Functions { name: "avx512", is_available: has_avx512, accumulate, output };

pub(super) static VNNI_FUNCTIONS: Functions = Functions {
    name: "avx512vnni",
    is_available: || has_avx512() && is_x86_feature_detected!("avx512vnni"),
    // VNNI has only multiplications.
    accumulate,
    output: output_vnni,
};

fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
}

/// # Safety
/// The machine must have AVX-512 F and BW.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn accumulate(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
) {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::accumulate::<Vector512<false>>(input, output, weights, changes) }
}

/// # Safety
/// The machine must have AVX-512 F and BW.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn output(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<Vector512<false>>(us, them, weights) }
}

/// # Safety
/// The machine must have AVX-512 F, BW and VNNI.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn output_vnni(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<Vector512<true>>(us, them, weights) }
}

/// A vector of 512 bits. With `VNNI` one instruction multiplies and adds.
#[derive(Clone, Copy)]
struct Vector512<const VNNI: bool>(__m512i);

// SAFETY: a vector is a whole block, aligned to 64 bytes, and `part` is 0.
unsafe impl<const VNNI: bool> Vector for Vector512<VNNI> {
    const LANES: usize = 32;
    type Sum = __m512i;

    #[inline(always)]
    unsafe fn load(block: &Block, _part: usize) -> Self {
        // SAFETY: a block is 64 bytes on a boundary of 64; the caller guarantees the instruction
        // set.
        Self(unsafe { _mm512_load_si512(block.0.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block, _part: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        Self(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        Self(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn clamp(self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let positive = _mm512_max_epi16(self.0, _mm512_setzero_si512());
            Self(_mm512_min_epi16(positive, _mm512_set1_epi16(QA)))
        }
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        Self(unsafe { _mm512_mullo_epi16(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn add_products(sum: Self::Sum, a: Self, b: Self) -> Self::Sum {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            if VNNI {
                _mm512_dpwssd_epi32(sum, a.0, b.0)
            } else {
                _mm512_add_epi32(sum, _mm512_madd_epi16(a.0, b.0))
            }
        }
    }

    #[inline(always)]
    unsafe fn total(sums: [Self::Sum; 2]) -> i64 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [a, b] = sums.map(|sum| {
                let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
                let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
                _mm512_add_epi64(low, high)
            });
            _mm512_reduce_add_epi64(_mm512_add_epi64(a, b))
        }
    }
}
