//! The eight sets as an array, for every machine.

use super::super::bits::Squares;
use core::ops::{BitAnd, BitOr, Not};

/// Eight sets.
#[derive(Clone, Copy)]
pub(crate) struct Lanes([u64; 8]);

impl From<[u64; 8]> for Lanes {
    #[inline(always)]
    fn from(sets: [u64; 8]) -> Self {
        Self(sets)
    }
}

impl Lanes {
    /// The same set eight times.
    #[inline(always)]
    pub(crate) fn splat(set: u64) -> Self {
        Self([set; 8])
    }

    /// The sets.
    #[cfg(test)]
    pub(crate) fn to_array(self) -> [u64; 8] {
        self.0
    }

    /// Each set rotated left by its own number of squares.
    #[inline(always)]
    pub(crate) fn rotate(self, steps: &[u64; 8]) -> Self {
        Self(core::array::from_fn(|i| self.0[i].rotate_left(steps[i] as u32)))
    }

    /// The union of the eight sets.
    #[inline(always)]
    pub(crate) fn union(self) -> u64 {
        self.0.into_iter().fold(0, |union, set| union | set)
    }

    /// The number of squares in all sets together.
    #[inline(always)]
    pub(crate) fn squares(self) -> i32 {
        self.0.into_iter().map(|set| set.count_ones() as i32).sum()
    }
}

impl BitAnd for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Lanes {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Lanes {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|set| !set))
    }
}

/// A small number for every square.
#[derive(Clone, Copy)]
pub(crate) struct Census([i8; 64]);

impl Default for Census {
    #[inline(always)]
    fn default() -> Self {
        Self([0; 64])
    }
}

impl Census {
    /// Adds to each square the number of sets that hold it.
    #[inline(always)]
    pub(crate) fn add(&mut self, lanes: Lanes) {
        for square in lanes.0.into_iter().flat_map(Squares) {
            self.0[square] += 1;
        }
    }

    /// Subtracts from each square the number of sets that hold it.
    #[inline(always)]
    pub(crate) fn sub(&mut self, lanes: Lanes) {
        for square in lanes.0.into_iter().flat_map(Squares) {
            self.0[square] -= 1;
        }
    }

    /// Adds the sum over a set to the tally.
    #[inline(always)]
    pub(crate) fn sum(&self, set: u64, tally: &mut Tally) {
        tally.0 += Squares(set).map(|square| i64::from(self.0[square])).sum::<i64>();
    }
}

/// Sums of a census.
#[derive(Default)]
pub(crate) struct Tally(i64);

impl Tally {
    /// The sum of all sums.
    #[inline(always)]
    pub(crate) fn total(&self) -> i64 {
        self.0
    }
}
