//! Portable backend: the eight bitboards in an array.

use core::ops::{BitAnd, BitOr, Not};
use ferz::Bitboard;

/// Eight bitboards.
#[derive(Clone, Copy)]
pub(crate) struct U64x8([u64; 8]);

impl From<[u64; 8]> for U64x8 {
    #[inline(always)]
    fn from(sets: [u64; 8]) -> Self {
        Self(sets)
    }
}

impl U64x8 {
    /// Returns eight copies of a set.
    #[inline(always)]
    pub(crate) fn broadcast(set: u64) -> Self {
        Self([set; 8])
    }

    /// Returns the sets.
    #[cfg(test)]
    pub(crate) fn to_array(self) -> [u64; 8] {
        self.0
    }

    /// Rotates each set left by its own number of squares.
    #[inline(always)]
    pub(crate) fn rotate_left(self, steps: &[u64; 8]) -> Self {
        Self(core::array::from_fn(|i| self.0[i].rotate_left(steps[i] as u32)))
    }

    /// Returns the union of the eight sets.
    #[inline(always)]
    pub(crate) fn reduce_or(self) -> u64 {
        self.0.into_iter().fold(0, |union, set| union | set)
    }

    /// Returns the number of squares in all sets together.
    #[inline(always)]
    pub(crate) fn count_ones(self) -> i32 {
        self.0.into_iter().map(|set| set.count_ones() as i32).sum()
    }
}

impl BitAnd for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for U64x8 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|set| !set))
    }
}

/// Signed 8-bit count for every square.
#[derive(Clone, Copy)]
pub(crate) struct SquareCounts([i8; 64]);

impl Default for SquareCounts {
    #[inline(always)]
    fn default() -> Self {
        Self([0; 64])
    }
}

impl SquareCounts {
    /// Adds to each square the number of sets that contain it.
    #[inline(always)]
    pub(crate) fn add(&mut self, sets: U64x8) {
        for square in sets.0.into_iter().flat_map(Bitboard) {
            self.0[square] += 1;
        }
    }

    /// Subtracts from each square the number of sets that contain it.
    #[inline(always)]
    pub(crate) fn sub(&mut self, sets: U64x8) {
        for square in sets.0.into_iter().flat_map(Bitboard) {
            self.0[square] -= 1;
        }
    }

    /// Adds the sum of the counts over a set.
    #[inline(always)]
    pub(crate) fn sum(&self, set: u64, to: &mut PartialSums) {
        to.0 += Bitboard(set).into_iter().map(|square| i64::from(self.0[square])).sum::<i64>();
    }
}

/// Sums of [`SquareCounts`] over sets.
#[derive(Default)]
pub(crate) struct PartialSums(i64);

impl PartialSums {
    /// Returns the sum of everything added.
    #[inline(always)]
    pub(crate) fn total(&self) -> i64 {
        self.0
    }
}
