//! AVX-512 kernels: 32 lanes of 16 bits, without and with VNNI.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::{Block, ByteBlock};
use crate::dense::DenseLayers;
use crate::quantization::QA;
use crate::shape::BLOCK;
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
unsafe fn output(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<Vector512<false>>(us, them, layers) }
}

/// # Safety
/// The machine must have AVX-512 F, BW and VNNI.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
unsafe fn output_vnni(us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<Vector512<true>>(us, them, layers) }
}

/// A vector of 512 bits. With `VNNI` one instruction multiplies and adds.
#[derive(Clone, Copy)]
struct Vector512<const VNNI: bool>(__m512i);

// SAFETY: a vector is a whole block, aligned to 64 bytes, and `part` is 0.
unsafe impl<const VNNI: bool> Vector for Vector512<VNNI> {
    const LANES: usize = 32;
    type Sum = __m512i;
    type Bytes = __m512i;

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
    unsafe fn inputs(low: Self, high: Self) -> __m512i {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [low, high] = [low.0, high.0].map(|sums| {
                let positive = _mm512_max_epi16(sums, _mm512_setzero_si512());
                let clamped = _mm512_min_epi16(positive, _mm512_set1_epi16(QA));
                // (64 v * v + 2^14) / 2^15 is v * v / 512, rounded.
                _mm512_mulhrs_epi16(_mm512_slli_epi16::<6>(clamped), clamped)
            });
            // The bytes come in groups of eight from both vectors in turn.
            let order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_permutexvar_epi64(order, _mm512_packus_epi16(low, high))
        }
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn add_bytes(
        sum: __m512i,
        inputs: __m512i,
        weights: &ByteBlock,
        _part: usize,
    ) -> __m512i {
        // SAFETY: as in `load`.
        unsafe {
            let weights = _mm512_load_si512(weights.0.as_ptr().cast());
            if VNNI {
                _mm512_dpbusd_epi32(sum, inputs, weights)
            } else {
                let pairs = _mm512_maddubs_epi16(inputs, weights);
                _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)))
            }
        }
    }

    #[inline(always)]
    unsafe fn total(sum: __m512i) -> i32 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm512_reduce_add_epi32(sum) }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self::Sum, inputs: i32, weights: &Block, part: usize) -> Self::Sum {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let (inputs, weights) = (_mm512_set1_epi32(inputs), Self::load(weights, part).0);
            if VNNI {
                _mm512_dpwssd_epi32(sum, inputs, weights)
            } else {
                _mm512_add_epi32(sum, _mm512_madd_epi16(inputs, weights))
            }
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: Self::Sum, b: Self::Sum) -> Self::Sum {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { _mm512_add_epi32(a, b) }
    }

    #[inline(always)]
    unsafe fn store_sum(sum: Self::Sum, lanes: &mut [i32; BLOCK / 2], _part: usize) {
        // SAFETY: 64 bytes, all of the lanes; the caller guarantees the instruction set.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sum) }
    }
}
