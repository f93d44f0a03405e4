//! AVX-512 backend: the eight bitboards in one register.
//!
//! All unsafe code of the crate is in this file. The intrinsics work on registers alone and are
//! unsafe only because the processor must support the instruction; the parent module compiles this
//! file only for targets with all required features.

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, Not};

/// Eight bitboards.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(__m512i);

impl From<[u64; 8]> for U64x8 {
    #[inline(always)]
    fn from(sets: [u64; 8]) -> Self {
        // SAFETY: both types have 64 bytes, and every bit pattern is valid for both.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(sets) })
    }
}

impl U64x8 {
    /// Returns eight copies of a set.
    #[inline(always)]
    pub(crate) fn broadcast(set: u64) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_set1_epi64(set as i64) })
    }

    /// Returns the sets.
    #[cfg(test)]
    pub(crate) fn to_array(self) -> [u64; 8] {
        // SAFETY: see `from`.
        unsafe { core::mem::transmute::<__m512i, [u64; 8]>(self.0) }
    }

    /// Rotates each set left by its own number of squares.
    #[inline(always)]
    pub(crate) fn rotate_left(self, steps: &[u64; 8]) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_rolv_epi64(self.0, Self::from(*steps).0) })
    }

    /// Returns the union of the eight sets.
    #[inline(always)]
    pub(crate) fn reduce_or(self) -> u64 {
        // SAFETY: see the module documentation.
        unsafe { _mm512_reduce_or_epi64(self.0) as u64 }
    }

    /// Returns the number of squares in all sets together.
    #[inline(always)]
    pub(crate) fn count_ones(self) -> i32 {
        // SAFETY: see the module documentation.
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(self.0)) as i32 }
    }

    /// Returns a byte for each square, with one bit for each set that contains it.
    #[inline(always)]
    fn by_square(self) -> __m512i {
        // Byte `r` of each lane is a rank. The permutation gathers the eight bytes of one rank in
        // one lane; the product transposes that lane as a matrix of 8 x 8 bits, which leaves one
        // byte for each square of the rank.
        const GATHER: [u8; 64] = {
            let mut from = [0; 64];
            let mut i = 0;
            while i < 64 {
                // The matrix product numbers its rows from the last byte.
                from[i] = (8 * (7 - i % 8) + i / 8) as u8;
                i += 1;
            }
            from
        };
        const IDENTITY: i64 = 0x8040_2010_0804_0201u64 as i64;
        // SAFETY: see the module documentation and `from`.
        unsafe {
            let order = core::mem::transmute::<[u8; 64], __m512i>(GATHER);
            let ranks = _mm512_permutexvar_epi8(order, self.0);
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), ranks)
        }
    }
}

impl BitAnd for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl Not for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
    }
}

/// Bias of the stored bytes, which makes them unsigned.
const BIAS: i8 = -128;

/// Signed 8-bit count for every square.
#[derive(Clone, Copy)]
pub(crate) struct SquareCounts(__m512i);

impl Default for SquareCounts {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_set1_epi8(BIAS) })
    }
}

impl SquareCounts {
    /// Adds to each square the number of sets that contain it.
    #[inline(always)]
    pub(crate) fn add(&mut self, sets: U64x8) {
        // SAFETY: see the module documentation.
        self.0 = unsafe { _mm512_add_epi8(self.0, _mm512_popcnt_epi8(sets.by_square())) };
    }

    /// Subtracts from each square the number of sets that contain it.
    #[inline(always)]
    pub(crate) fn sub(&mut self, sets: U64x8) {
        // SAFETY: see the module documentation.
        self.0 = unsafe { _mm512_sub_epi8(self.0, _mm512_popcnt_epi8(sets.by_square())) };
    }

    /// Adds the sum of the counts over a set.
    #[inline(always)]
    pub(crate) fn sum(&self, set: u64, to: &mut PartialSums) {
        // SAFETY: see the module documentation.
        unsafe {
            let chosen = _mm512_maskz_mov_epi8(set, self.0);
            let sums = _mm512_sad_epu8(chosen, _mm512_setzero_si512());
            to.sums = _mm512_add_epi64(to.sums, sums);
        }
        to.squares += u64::from(set.count_ones());
    }
}

/// Sums of [`SquareCounts`] over sets, in eight parts and with the bias of every summed square.
pub(crate) struct PartialSums {
    sums: __m512i,
    squares: u64,
}

impl Default for PartialSums {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module documentation.
        Self { sums: unsafe { _mm512_setzero_si512() }, squares: 0 }
    }
}

impl PartialSums {
    /// Returns the sum of everything added.
    #[inline(always)]
    pub(crate) fn total(&self) -> i64 {
        // SAFETY: see the module documentation.
        let sums = unsafe { _mm512_reduce_add_epi64(self.sums) };
        sums + i64::from(BIAS) * self.squares as i64
    }
}
