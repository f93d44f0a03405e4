//! NEON kernel: 8 lanes of 16 bits.
#![expect(unsafe_code, reason = "vector instructions")]

use super::vector::{Vector, vector_kernel};
use crate::layers::QA;
use crate::shape::{BLOCK, Block, ByteBlock};
use std::arch::aarch64::*;

vector_kernel!(
    FUNCTIONS,
    "neon",
    int16x8_t,
    "neon",
    std::arch::is_aarch64_feature_detected!("neon")
);

// SAFETY: a vector is a quarter of a block, and `part` is below 4.
unsafe impl Vector for int16x8_t {
    const LANES: usize = 8;
    type Sum = int32x4_t;
    type Bytes = int8x16_t;

    #[inline(always)]
    unsafe fn load(block: &Block, part: usize) -> Self {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block; the caller guarantees the
        // instruction set.
        unsafe { vld1q_s16(block.0.as_ptr().add(part * Self::LANES)) }
    }

    #[inline(always)]
    unsafe fn store(self, block: &mut Block, part: usize) {
        // SAFETY: as in `load`.
        unsafe { vst1q_s16(block.0.as_mut_ptr().add(part * Self::LANES), self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vaddq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vsubq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn inputs(low: Self, high: Self) -> int8x16_t {
        // SAFETY: the caller guarantees the instruction set.
        unsafe {
            let [low, high] = [low, high].map(|sums| {
                let clamped = vminq_s16(vmaxq_s16(sums, vdupq_n_s16(0)), vdupq_n_s16(QA));
                // (2 * 64 v * v + 2^15) / 2^16 is v * v / 512, rounded.
                vqrdmulhq_s16(vshlq_n_s16::<6>(clamped), clamped)
            });
            vmovn_high_s16(vmovn_s16(low), high)
        }
    }

    #[inline(always)]
    unsafe fn zero() -> int32x4_t {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn add_bytes(
        sum: int32x4_t,
        inputs: int8x16_t,
        weights: &ByteBlock,
        part: usize,
    ) -> int32x4_t {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the block; the caller guarantees the
        // instruction set.
        unsafe {
            let weights = vld1q_s8(weights.0.as_ptr().add(part * 2 * Self::LANES));
            let low = vmull_s8(vget_low_s8(inputs), vget_low_s8(weights));
            // Two products of at most 127 * 127 fit 16 bits.
            vpadalq_s16(sum, vmlal_high_s8(low, inputs, weights))
        }
    }

    #[inline(always)]
    unsafe fn total(sum: int32x4_t) -> i32 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vaddvq_s32(sum) }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: int32x4_t, inputs: i32, weights: &Block, part: usize) -> int32x4_t {
        // SAFETY: the caller guarantees the instruction set and a part of the block.
        unsafe {
            let inputs = vreinterpretq_s16_s32(vdupq_n_s32(inputs));
            let weights = Self::load(weights, part);
            let low = vmull_s16(vget_low_s16(inputs), vget_low_s16(weights));
            let high = vmull_high_s16(inputs, weights);
            vaddq_s32(sum, vpaddq_s32(low, high))
        }
    }

    #[inline(always)]
    unsafe fn add_sums(a: int32x4_t, b: int32x4_t) -> int32x4_t {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vaddq_s32(a, b) }
    }

    #[inline(always)]
    unsafe fn store_sum(sum: int32x4_t, lanes: &mut [i32; BLOCK / 2], part: usize) {
        // SAFETY: `part` is below 4, so the 16 bytes lie in the lanes; the caller guarantees the
        // instruction set.
        unsafe { vst1q_s32(lanes.as_mut_ptr().add(part * Self::LANES / 2), sum) }
    }
}
