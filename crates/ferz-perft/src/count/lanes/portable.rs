//! Lanes without instructions of their own: the eight sets in an array.

use super::{Lanes, PartialSums, SquareCounts};
use core::ops::{BitAnd, BitOr, Not};
use ferz::Bitboard;

/// Eight sets in an array.
#[derive(Clone, Copy)]
pub(in crate::count) struct Array([Bitboard; 8]);

impl From<[Bitboard; 8]> for Array {
    #[inline(always)]
    fn from(sets: [Bitboard; 8]) -> Self {
        Self(sets)
    }
}

impl Lanes for Array {
    type Counts = ArrayCounts;
    type Sums = Sum;

    #[inline(always)]
    fn broadcast(set: Bitboard) -> Self {
        Self([set; 8])
    }

    #[inline(always)]
    fn rotate_left(self, steps: &[u64; 8]) -> Self {
        let mut sets = self.0;
        for (set, step) in sets.iter_mut().zip(steps) {
            set.0 = set.0.rotate_left(*step as u32);
        }
        Self(sets)
    }

    #[inline(always)]
    fn reduce_or(self) -> Bitboard {
        let mut union = Bitboard::EMPTY;
        for set in self.0 {
            union |= set;
        }
        union
    }

    #[inline(always)]
    fn len(self) -> i32 {
        let mut len = 0;
        for set in self.0 {
            len += set.len() as i32;
        }
        len
    }
}

impl BitAnd for Array {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (set, other) in self.0.iter_mut().zip(other.0) {
            *set &= other;
        }
        self
    }
}

impl BitOr for Array {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (set, other) in self.0.iter_mut().zip(other.0) {
            *set |= other;
        }
        self
    }
}

impl Not for Array {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for set in &mut self.0 {
            *set = !*set;
        }
        self
    }
}

/// Signed 8-bit count for every square, in an array.
#[derive(Clone, Copy)]
pub(in crate::count) struct ArrayCounts([i8; 64]);

impl Default for ArrayCounts {
    #[inline(always)]
    fn default() -> Self {
        Self([0; 64])
    }
}

impl SquareCounts for ArrayCounts {
    type Lanes = Array;
    type Sums = Sum;

    #[inline(always)]
    fn add(&mut self, sets: Array) {
        for set in sets.0 {
            for square in set {
                self.0[square] += 1;
            }
        }
    }

    #[inline(always)]
    fn sub(&mut self, sets: Array) {
        for set in sets.0 {
            for square in set {
                self.0[square] -= 1;
            }
        }
    }

    #[inline(always)]
    fn sum(&self, set: Bitboard, to: &mut Sum) {
        for square in set {
            to.0 += i64::from(self.0[square]);
        }
    }
}

/// Sum of [`ArrayCounts`] over sets.
#[derive(Default)]
pub(in crate::count) struct Sum(i64);

impl PartialSums for Sum {
    #[inline(always)]
    fn total(&self) -> i64 {
        self.0
    }
}
