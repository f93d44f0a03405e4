//! The evaluator of a search thread.

use super::classical::{ClassicalEvaluator, EvalBreakdown};
use crate::value::Value;
use ferz::{Observer, Position};

/// An evaluator, chosen once per search. It follows the moves of the search through
/// [`observer`](Self::observer) and [`undo`](Self::undo).
pub enum Evaluator {
    /// The classical evaluation.
    Classical(ClassicalEvaluator),
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluator {
    /// Creates a classical evaluator with empty tables.
    pub fn new() -> Self {
        Self::Classical(ClassicalEvaluator::new())
    }

    /// Empties the tables of the evaluator. Evaluations do not depend on them.
    pub fn clear(&mut self) {
        match self {
            Self::Classical(classical) => classical.clear(),
        }
    }

    /// Prepares for a search that starts at this position.
    #[inline]
    pub fn reset(&mut self, _pos: &Position) {
        match self {
            // Evaluates each position from scratch.
            Self::Classical(_) => {}
        }
    }

    /// Returns the observer of the next move. The move is made with it before anything else is
    /// evaluated.
    #[inline(always)]
    pub fn observer(&mut self) -> impl Observer + '_ {
        match self {
            Self::Classical(_) => {}
        }
    }

    /// Undoes the last observed move.
    #[inline(always)]
    pub fn undo(&mut self) {
        match self {
            Self::Classical(_) => {}
        }
    }

    /// Evaluates a position for the side to move. The result is meaningless in check.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position) -> Value {
        match self {
            Self::Classical(classical) => classical.evaluate(pos),
        }
    }

    /// Returns the evaluation by terms.
    pub fn breakdown(&mut self, pos: &Position) -> EvalBreakdown {
        match self {
            Self::Classical(classical) => classical.breakdown(pos),
        }
    }
}
