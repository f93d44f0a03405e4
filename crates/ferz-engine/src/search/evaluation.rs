//! Static evaluation inside the search: evaluator, correction history and table value.

use super::correction::CorrectionKeys;
use super::node_state::{Node, NodeEval};
use super::worker::Worker;
use crate::params;
use crate::tt::TtEntry;
use crate::value::{DRAW, NONE, Value};

impl Worker<'_> {
    /// Evaluates a node, unless it is in check, and sets its improving flag. A position without a
    /// table entry gets one that holds the evaluation alone.
    pub(super) fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.stack.entry_mut(ply).static_eval = NONE;
            return;
        }
        if node.excluded.is_some() {
            // A singular search of the same position: the stack holds the evaluation.
            node.eval.static_eval = self.stack.entry(ply).static_eval;
            node.eval.estimate = node.eval.static_eval;
            node.eval.improving = self.is_improving(node);
            return;
        }
        node.eval = self.static_eval(ply, node.tt.entry);
        if let Some(bound) = node.tt.entry.and_then(|entry| entry.bound)
            && node.tt.value != NONE
            && bound.allows_cutoff(node.tt.value, node.eval.static_eval + 1)
        {
            node.eval.estimate = node.tt.value;
        }
        if node.tt.entry.is_none() {
            self.store_tt_entry(TtEntry::of_eval(node.eval.raw, node.tt.pv));
        }
        self.stack.entry_mut(ply).static_eval = node.eval.static_eval;
        node.eval.improving = self.is_improving(node);
    }

    /// Evaluates a position that is not in check: takes the raw evaluation from the table entry, or
    /// from the evaluator if there is none, and corrects it.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, ply: usize, entry: Option<TtEntry>) -> NodeEval {
        let moves = [1, 2].map(|back| self.stack.entry_before(ply, back).moved);
        let keys = CorrectionKeys::of(&self.pos, moves);
        let corrections = &self.histories.corrections;
        corrections.prefetch(&keys);
        let stored = entry.map_or(NONE, |entry| entry.eval);
        let raw = if stored == NONE { self.evaluator.evaluate(&self.pos) } else { stored };
        let static_eval = corrections.correct(&keys, raw);
        NodeEval {
            raw,
            static_eval,
            estimate: static_eval,
            improving: false,
            correction_keys: Some(keys),
        }
    }

    /// Improving: returns true if the static evaluation is better than two plies before, or four
    /// plies before if this side was in check then.
    fn is_improving(&self, node: &Node) -> bool {
        let before = [2, 4].map(|back| self.stack.entry_before(node.ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != NONE);
        before.is_some_and(|before| node.eval.static_eval > before + params::improving_margin())
    }

    /// Returns the evaluation of a node at the last ply, a draw in check.
    pub(super) fn max_ply_eval(&mut self) -> Value {
        if self.pos.in_check() { DRAW } else { self.evaluate_position() }
    }

    /// Returns the evaluation of the current position without corrections.
    pub(crate) fn evaluate_position(&mut self) -> Value {
        self.evaluator.evaluate(&self.pos)
    }
}
