//! Lanes of AVX-512: the eight sets in one register.
//!
//! All unsafe code of the crate is in this file. The intrinsics work on registers alone and are
//! unsafe only because the processor must support the instruction. The types are used by versions with
//! [`AVX512`](ferz::isa::Isa::AVX512) alone, which run on such processors.

use super::{Lanes, PartialSums, SquareCounts};
use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, Not};
use ferz::Bitboard;

/// Eight sets in a register.
#[derive(Clone, Copy)]
pub(in crate::count) struct U64x8(__m512i);

impl From<[u64; 8]> for U64x8 {
    #[inline(always)]
    fn from(words: [u64; 8]) -> Self {
        // SAFETY: both types have 64 bytes, and every bit pattern is valid for both.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) })
    }
}

impl From<[Bitboard; 8]> for U64x8 {
    #[inline(always)]
    fn from(sets: [Bitboard; 8]) -> Self {
        Self::from(sets.map(|set| set.0))
    }
}

impl Lanes for U64x8 {
    type Counts = RegisterCounts;
    type Sums = RegisterSums;

    #[inline(always)]
    fn broadcast(set: Bitboard) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_set1_epi64(set.0 as i64) })
    }

    #[inline(always)]
    fn rotate_left(self, steps: &[u64; 8]) -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_rolv_epi64(self.0, Self::from(*steps).0) })
    }

    #[inline(always)]
    fn reduce_or(self) -> Bitboard {
        // SAFETY: see the module documentation.
        Bitboard(unsafe { _mm512_reduce_or_epi64(self.0) as u64 })
    }

    #[inline(always)]
    fn len(self) -> i32 {
        // SAFETY: see the module documentation.
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(self.0)) as i32 }
    }
}

impl U64x8 {
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

/// Signed 8-bit count for every square, in a register.
#[derive(Clone, Copy)]
pub(in crate::count) struct RegisterCounts(__m512i);

impl Default for RegisterCounts {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module documentation.
        Self(unsafe { _mm512_set1_epi8(BIAS) })
    }
}

impl SquareCounts for RegisterCounts {
    type Lanes = U64x8;
    type Sums = RegisterSums;

    #[inline(always)]
    fn add(&mut self, sets: U64x8) {
        // SAFETY: see the module documentation.
        self.0 = unsafe { _mm512_add_epi8(self.0, _mm512_popcnt_epi8(sets.by_square())) };
    }

    #[inline(always)]
    fn sub(&mut self, sets: U64x8) {
        // SAFETY: see the module documentation.
        self.0 = unsafe { _mm512_sub_epi8(self.0, _mm512_popcnt_epi8(sets.by_square())) };
    }

    #[inline(always)]
    fn sum(&self, set: Bitboard, to: &mut RegisterSums) {
        // SAFETY: see the module documentation.
        unsafe {
            let chosen = _mm512_maskz_mov_epi8(set.0, self.0);
            let sums = _mm512_sad_epu8(chosen, _mm512_setzero_si512());
            to.sums = _mm512_add_epi64(to.sums, sums);
        }
        to.squares += set.len() as u64;
    }
}

/// Sums of [`RegisterCounts`] over sets, in eight parts and with the bias of every summed square.
pub(in crate::count) struct RegisterSums {
    sums: __m512i,
    squares: u64,
}

impl Default for RegisterSums {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module documentation.
        Self { sums: unsafe { _mm512_setzero_si512() }, squares: 0 }
    }
}

impl PartialSums for RegisterSums {
    #[inline(always)]
    fn total(&self) -> i64 {
        // SAFETY: see the module documentation.
        let sums = unsafe { _mm512_reduce_add_epi64(self.sums) };
        sums + i64::from(BIAS) * self.squares as i64
    }
}
