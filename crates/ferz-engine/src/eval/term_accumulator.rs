//! Accumulators of evaluation terms, so that play and tuning share the code of each term: play sums
//! the scores, tuning collects the coefficient of each weight.

use super::weights::Weight;
use ferz::Score;

/// The target of an evaluation term.
pub(super) trait TermAccumulator: Default {
    /// Adds a weight times a coefficient.
    fn add(&mut self, weight: impl Into<Weight>, coefficient: i32);

    /// Returns the middlegame sum.
    fn middlegame(&self) -> i32;
}

impl TermAccumulator for Score {
    #[inline(always)]
    fn add(&mut self, weight: impl Into<Weight>, coefficient: i32) {
        *self += weight.into().value() * coefficient;
    }

    #[inline(always)]
    fn middlegame(&self) -> i32 {
        (*self).middlegame()
    }
}
