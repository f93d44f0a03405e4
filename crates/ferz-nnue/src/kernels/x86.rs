//! Kernels of x86-64: SSSE3, AVX2, AVX-512.
#![expect(unsafe_code, reason = "vector instructions")]

use super::vector::{Vector, vector_kernel};
use crate::layers::QA;
use crate::shape::{BLOCK, Block, ByteBlock};
use std::arch::x86_64::*;

/// SSSE3 kernel for x86-64 machines without AVX2: 8 lanes of 16 bits.
pub(super) mod ssse3 {
    use super::*;

    vector_kernel!(FUNCTIONS, "ssse3", __m128i, "ssse3", is_x86_feature_detected!("ssse3"));

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
}

/// AVX2 kernel: 16 lanes of 16 bits.
pub(super) mod avx2 {
    use super::*;

    vector_kernel!(FUNCTIONS, "avx2", __m256i, "avx2", is_x86_feature_detected!("avx2"));

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
                let products =
                    _mm256_madd_epi16(_mm256_set1_epi32(inputs), Self::load(weights, part));
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
}

/// AVX-512 kernels: 32 lanes of 16 bits, without and with VNNI.
pub(super) mod avx512 {
    use super::*;

    vector_kernel!(FUNCTIONS, "avx512", Vector512<false>, "avx512f,avx512bw", has_avx512());
    vector_kernel!(
        VNNI_FUNCTIONS,
        "avx512vnni",
        Vector512<true>,
        "avx512f,avx512bw,avx512vnni",
        has_avx512() && is_x86_feature_detected!("avx512vnni")
    );

    fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
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
        unsafe fn add_pairs(
            sum: Self::Sum,
            inputs: i32,
            weights: &Block,
            part: usize,
        ) -> Self::Sum {
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
}
