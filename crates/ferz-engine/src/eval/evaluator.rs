//! The evaluator of a search thread.

use super::classical::{ClassicalEvaluator, EvalBreakdown};
use super::material::KNOWN_WIN;
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
        scale_by_rule50(self.evaluate_raw(pos), pos)
    }

    /// Returns the raw evaluation of a position for the side to move, before
    /// [`scale_by_rule50`]. It depends on the pieces, castling rights, en passant square and side to
    /// move only, so that the transposition table can store it.
    #[inline]
    pub(crate) fn evaluate_raw(&mut self, pos: &Position) -> Value {
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

/// Scales a raw evaluation towards a draw as the fifty-move counter grows. Known wins keep their
/// value, which counts the progress towards mate.
#[inline(always)]
pub(crate) fn scale_by_rule50(raw: Value, pos: &Position) -> Value {
    if raw.abs() >= KNOWN_WIN {
        return raw;
    }
    raw * (220 - Value::from(pos.rule50().min(100))) / 220
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_falls_with_the_fifty_move_counter_except_for_known_wins() {
        let mut evaluator = Evaluator::new();
        let mut evaluate = |fen: &str| evaluator.evaluate(&Position::from_fen(fen).unwrap());
        let first = evaluate("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 40");
        let later = evaluate("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 60 70");
        assert!(later > 0 && later == first * 160 / 220, "{first} {later}");
        let known_win = ["8/8/8/4k3/8/8/8/KQ6 w - - 0 40", "8/8/8/4k3/8/8/8/KQ6 w - - 60 70"];
        let [first, later] = known_win.map(evaluate);
        assert_eq!(first, later);
    }
}
