//! NEON kernel: 8 lanes of 16 bits.
#![expect(unsafe_code, reason = "vector instructions")]

use super::functions::{Changes, Functions};
use super::vector::{self, Vector};
use crate::block::Block;
use crate::quantization::QA;
use std::arch::aarch64::*;

pub(super) static FUNCTIONS: Functions = Functions {
    name: "neon",
    is_available: || std::arch::is_aarch64_feature_detected!("neon"),
    accumulate,
    output,
};

/// # Safety
/// The machine must have NEON.
#[target_feature(enable = "neon")]
unsafe fn accumulate(
    input: &[Block],
    output: &mut [Block],
    weights: &[Block],
    changes: Changes<'_>,
) {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::accumulate::<int16x8_t>(input, output, weights, changes) }
}

/// # Safety
/// The machine must have NEON.
#[target_feature(enable = "neon")]
unsafe fn output(us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
    // SAFETY: the caller guarantees the instruction set.
    unsafe { vector::output::<int16x8_t>(us, them, weights) }
}

// SAFETY: a vector is a quarter of a block, and `part` is below 4.
unsafe impl Vector for int16x8_t {
    const LANES: usize = 8;
    type Sum = int32x4_t;

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
    unsafe fn clamp(self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vminq_s16(vmaxq_s16(self, vdupq_n_s16(0)), vdupq_n_s16(QA)) }
    }

    #[inline(always)]
    unsafe fn mul(self, other: Self) -> Self {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vmulq_s16(self, other) }
    }

    #[inline(always)]
    unsafe fn zero() -> int32x4_t {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vdupq_n_s32(0) }
    }

    #[inline(always)]
    unsafe fn add_products(sum: int32x4_t, a: Self, b: Self) -> int32x4_t {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vmlal_high_s16(vmlal_s16(sum, vget_low_s16(a), vget_low_s16(b)), a, b) }
    }

    #[inline(always)]
    unsafe fn total(sums: [int32x4_t; 2]) -> i64 {
        // SAFETY: the caller guarantees the instruction set.
        unsafe { vaddlvq_s32(sums[0]) + vaddlvq_s32(sums[1]) }
    }
}
