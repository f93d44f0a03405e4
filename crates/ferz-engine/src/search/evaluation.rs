//! Static evaluation inside the search: evaluator, correction history and table value.

use super::correction::CorrectionKeys;
use super::node_state::{Node, NodeEval};
use super::worker::Worker;
use crate::eval::scale_by_rule50;
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
    /// from the evaluator if there is none, scales it by the fifty-move counter and corrects it.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, ply: usize, entry: Option<TtEntry>) -> NodeEval {
        let moves = [1, 2].map(|back| self.stack.entry_before(ply, back).moved);
        let keys = CorrectionKeys::of(&self.pos, self.evaluator.sums().pawn_key(), moves);
        let corrections = &self.histories.corrections;
        corrections.prefetch(&keys);
        let stored = entry.map_or(NONE, |entry| entry.eval);
        let raw = if stored == NONE { self.evaluator.evaluate_raw(&self.pos) } else { stored };
        let static_eval = corrections.correct(&keys, scale_by_rule50(raw, &self.pos));
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

    /// Returns the evaluation of the current position without corrections; a draw in check.
    pub(crate) fn evaluate_position(&mut self) -> Value {
        if self.pos.in_check() { DRAW } else { self.evaluator.evaluate(&self.pos) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::eval::Evaluator;
    use crate::limits::Limits;
    use crate::search::histories::Histories;
    use crate::search::root_moves::RootMoves;
    use crate::search::shared::Shared;
    use crate::tt::TranspositionTable;
    use ferz::Position;

    #[test]
    fn evaluation_from_the_table_is_scaled_by_the_current_fifty_move_counter() {
        let fens = ["0 40", "60 70"].map(|end| format!("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - {end}"));
        let positions = fens.map(|fen| Position::from_fen(&fen).unwrap());
        assert_eq!(positions[0].key(), positions[1].key());
        let (limits, control) = (Limits::depth(1), Control::default());
        let (tt, histories) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
        let mut evaluator = Evaluator::new(None);
        let [first, later] = positions.map(|pos| {
            let root = RootMoves::new(&pos, &[]);
            let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
            let entry = tt.probe(pos.key());
            let eval = worker.static_eval(0, entry);
            worker.store_tt_entry(TtEntry::of_eval(eval.raw, false));
            assert_eq!(entry.is_some(), pos.rule50() == 60);
            eval
        });
        assert_eq!(first.raw, later.raw);
        assert_eq!((first.static_eval, later.static_eval), (first.raw, first.raw * 160 / 220));
        assert!(later.static_eval < first.static_eval);
    }
}
