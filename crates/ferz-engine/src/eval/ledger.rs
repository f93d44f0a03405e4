//! How terms add up weights, so that one text serves play and tuning: in play a term's ledger is
//! the sum itself, for tuning it is the list of what was added.

use super::weights::VALUES;
use ferz::Score;

/// One weight: its place in the list of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weight(usize);

impl Weight {
    /// Its place in the list.
    pub(super) const fn index(self) -> usize {
        self.0
    }

    /// What it is worth.
    #[inline(always)]
    pub(super) fn value(self) -> Score {
        VALUES[self.0]
    }
}

/// `N` weights of one kind, of which one has the place `first` in the list of all, and the others
/// follow.
#[derive(Clone, Copy)]
pub(super) struct Weights<const N: usize> {
    first: usize,
}

impl<const N: usize> Weights<N> {
    pub(super) const fn starting_at(first: usize) -> Self {
        Self { first }
    }

    /// The place of the first of them.
    pub(super) const fn first(self) -> usize {
        self.first
    }

    /// One of them.
    #[inline(always)]
    pub(super) fn at(self, index: usize) -> Weight {
        debug_assert!(index < N);
        Weight(self.first + index)
    }
}

impl From<Weights<1>> for Weight {
    #[inline(always)]
    fn from(only: Weights<1>) -> Self {
        Self(only.first)
    }
}

/// What a term writes weights into.
pub(super) trait TermAccumulator: Default {
    /// Adds a weight so many times.
    fn add(&mut self, weight: impl Into<Weight>, times: i32);

    /// What has been added up for the middlegame.
    fn middlegame(&self) -> i32;
}

impl TermAccumulator for Score {
    #[inline(always)]
    fn add(&mut self, weight: impl Into<Weight>, times: i32) {
        *self += weight.into().value() * times;
    }

    #[inline(always)]
    fn middlegame(&self) -> i32 {
        (*self).middlegame()
    }
}
