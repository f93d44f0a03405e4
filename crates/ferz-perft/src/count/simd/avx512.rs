//! The eight sets in one AVX-512 register.
//!
//! The only unsafe code of the counter. Every intrinsic works on registers alone; what makes them
//! unsafe is that the machine must have the instruction, and `lanes` compiles this module only for
//! targets that have all of them.

use core::arch::x86_64::*;
use core::ops::{BitAnd, BitOr, Not};

/// Eight sets.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(__m512i);

impl From<[u64; 8]> for Lanes {
    #[inline(always)]
    fn from(sets: [u64; 8]) -> Self {
        // SAFETY: an array of 64 bytes is as good as a register of 64 bytes.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(sets) })
    }
}

impl Lanes {
    /// The same set eight times.
    #[inline(always)]
    pub(crate) fn splat(set: u64) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_set1_epi64(set as i64) })
    }

    /// The sets.
    #[cfg(test)]
    pub(crate) fn to_array(self) -> [u64; 8] {
        // SAFETY: as in `from`.
        unsafe { core::mem::transmute::<__m512i, [u64; 8]>(self.0) }
    }

    /// Each set rotated left by its own number of squares.
    #[inline(always)]
    pub(crate) fn rotate(self, steps: &[u64; 8]) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_rolv_epi64(self.0, Self::from(*steps).0) })
    }

    /// The union of the eight sets.
    #[inline(always)]
    pub(crate) fn union(self) -> u64 {
        // SAFETY: see the module.
        unsafe { _mm512_reduce_or_epi64(self.0) as u64 }
    }

    /// The number of squares in all sets together.
    #[inline(always)]
    pub(crate) fn squares(self) -> i32 {
        // SAFETY: see the module.
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(self.0)) as i32 }
    }

    /// For each square, a byte with a bit for every set that holds it.
    #[inline(always)]
    fn by_square(self) -> __m512i {
        // Byte `r` of each lane is a rank. Gathering the eight bytes of one rank into one lane and
        // transposing that lane as a matrix of 8 x 8 bits leaves a byte for each of its squares.
        const GATHER: [u8; 64] = {
            let mut from = [0; 64];
            let mut i = 0;
            while i < 64 {
                // The matrix product counts its rows from the last byte.
                from[i] = (8 * (7 - i % 8) + i / 8) as u8;
                i += 1;
            }
            from
        };
        const IDENTITY: i64 = 0x8040_2010_0804_0201u64 as i64;
        // SAFETY: see the module; the transmutation is between arrays of 64 bytes.
        unsafe {
            let order = core::mem::transmute::<[u8; 64], __m512i>(GATHER);
            let ranks = _mm512_permutexvar_epi8(order, self.0);
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(IDENTITY), ranks)
        }
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_and_si512(self.0, other.0) })
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
}

impl Not for Lanes {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
    }
}

/// The numbers of a census are kept as bytes with this bias, so that none is negative.
const BIAS: i8 = -128;

/// A small number for every square.
#[derive(Clone, Copy)]
pub(crate) struct Census(__m512i);

impl Default for Census {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module.
        Self(unsafe { _mm512_set1_epi8(BIAS) })
    }
}

impl Census {
    /// Adds to each square the number of sets that hold it.
    #[inline(always)]
    pub(crate) fn add(&mut self, lanes: Lanes) {
        // SAFETY: see the module.
        self.0 = unsafe { _mm512_add_epi8(self.0, _mm512_popcnt_epi8(lanes.by_square())) };
    }

    /// Subtracts from each square the number of sets that hold it.
    #[inline(always)]
    pub(crate) fn sub(&mut self, lanes: Lanes) {
        // SAFETY: see the module.
        self.0 = unsafe { _mm512_sub_epi8(self.0, _mm512_popcnt_epi8(lanes.by_square())) };
    }

    /// Adds the sum over a set to the tally.
    #[inline(always)]
    pub(crate) fn sum(&self, set: u64, tally: &mut Tally) {
        // SAFETY: see the module.
        unsafe {
            let chosen = _mm512_maskz_mov_epi8(set, self.0);
            let sums = _mm512_sad_epu8(chosen, _mm512_setzero_si512());
            tally.sums = _mm512_add_epi64(tally.sums, sums);
        }
        tally.squares += u64::from(set.count_ones());
    }
}

/// Sums of a census, still in eight parts and with the bias of every square.
pub(crate) struct Tally {
    sums: __m512i,
    squares: u64,
}

impl Default for Tally {
    #[inline(always)]
    fn default() -> Self {
        // SAFETY: see the module.
        Self { sums: unsafe { _mm512_setzero_si512() }, squares: 0 }
    }
}

impl Tally {
    /// The sum of all sums.
    #[inline(always)]
    pub(crate) fn total(&self) -> i64 {
        // SAFETY: see the module.
        let sums = unsafe { _mm512_reduce_add_epi64(self.sums) };
        sums + i64::from(BIAS) * self.squares as i64
    }
}
