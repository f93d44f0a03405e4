//! Pruning of whole nodes before their moves are searched.

use super::node_state::{Node, NodeType, NonPv, is_noisy};
use super::picker::{Picker, Source};
use super::worker::Worker;
use crate::params;
use crate::tt::TtEntry;
use crate::value::{Bound, DRAW, EVAL_LIMIT, NONE, Value, is_decided, to_tt};

impl Worker<'_> {
    /// Prunes a node: returns its value if one of the heuristics below decides it. None applies in
    /// check, on principal variations or during singular searches. May reduce the node's depth.
    pub(super) fn prune_node<T: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if node.excluded.is_some() {
            return None;
        }
        if !T::PV && !node.in_check {
            let value = self
                .razor(node)
                .or_else(|| reverse_futility(node))
                .or_else(|| self.null_move(node))
                .or_else(|| self.prob_cut(node));
            if value.is_some() || self.stopped {
                return value.or(Some(DRAW));
            }
        }
        reduce_without_tt_move(node);
        None
    }

    /// Razoring: far below alpha near the leaves only captures can raise alpha, so quiescence
    /// search decides.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        let margin = params::razor_margin() * node.depth;
        if node.depth > params::razor_depth() || node.eval.estimate + margin >= node.alpha {
            return None;
        }
        let value = self.quiescence::<NonPv>(node.ply, node.alpha, node.beta, 0);
        (value <= node.alpha || self.stopped).then_some(value)
    }

    /// Null move pruning: if the side to move beats beta even after passing, some move does too.
    /// Not with pawns alone, because of zugzwang.
    fn null_move(&mut self, node: &Node) -> Option<Value> {
        if !self.allows_null_move(node) {
            return None;
        }
        let eval_term = ((node.eval.estimate - node.beta) / params::nmp_eval()).min(3);
        let reduction = params::nmp_base() + node.depth / params::nmp_divisor() + eval_term;
        let depth = node.depth - reduction;
        self.do_null_move(node.ply);
        let value =
            -self.search::<NonPv>(node.ply + 1, -node.beta, 1 - node.beta, depth, !node.cut_node);
        self.undo_null_move();
        if self.stopped {
            return Some(DRAW);
        }
        if value < node.beta {
            return None;
        }
        // Mates and tablebase wins after a null move are unproven.
        let value = if is_decided(value) { node.beta } else { value };
        if node.depth < params::nmp_verify_depth() || self.stack.nmp_min_ply > 0 {
            return Some(value);
        }
        self.verify_null_move(node, depth).then_some(value)
    }

    /// Returns true if the conditions of null move pruning hold.
    fn allows_null_move(&self, node: &Node) -> bool {
        let margin = params::nmp_margin() - params::nmp_margin_depth() * node.depth;
        node.depth >= params::nmp_depth()
            && node.eval.estimate >= node.beta
            && node.eval.static_eval >= node.beta + margin
            && self.pos.last_move().is_some()
            && self.has_pieces()
            && node.ply >= self.stack.nmp_min_ply
            && !is_decided(node.beta)
    }

    /// Null move verification: at high depth a reduced search without null moves near the root
    /// confirms the cutoff.
    fn verify_null_move(&mut self, node: &Node, depth: i32) -> bool {
        self.stack.nmp_min_ply = node.ply + 3 * depth.max(0) as usize / 4;
        let verified = self.search::<NonPv>(node.ply, node.beta - 1, node.beta, depth, false);
        self.stack.nmp_min_ply = 0;
        verified >= node.beta || self.stopped
    }

    /// ProbCut (Buro): a capture that beats beta by a margin at reduced depth beats beta at full
    /// depth with high probability.
    fn prob_cut(&mut self, node: &Node) -> Option<Value> {
        let target = node.beta + params::probcut_margin();
        let refuted_by_tt = node.tt.entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && node.tt.value != NONE && node.tt.value < target
        });
        if node.depth < params::probcut_depth()
            || target >= EVAL_LIMIT
            || is_decided(node.beta)
            || refuted_by_tt
        {
            return None;
        }
        let ply = node.ply;
        let see_min = target - node.eval.static_eval;
        let mut picker = Picker::prob_cut(&self.source(), node.tt.mv, node.quiet_key, see_min);
        let mut found = None;
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.keeps_king_safe(mv) {
                continue;
            }
            self.prefetch_after(mv);
            self.do_move(ply, mv, self.pos.gives_check(mv));
            let mut value = -self.quiescence::<NonPv>(ply + 1, -target, 1 - target, 0);
            if value >= target {
                let depth = node.depth - 4;
                value = -self.search::<NonPv>(ply + 1, -target, 1 - target, depth, !node.cut_node);
            }
            self.undo_move();
            if self.stopped {
                break;
            }
            if value >= target {
                self.store_tt_entry(TtEntry {
                    best: Some(mv),
                    value: to_tt(value, ply),
                    depth: node.depth - 3,
                    bound: Some(Bound::Lower),
                    ..TtEntry::of_eval(node.eval.raw, node.tt.pv)
                });
                let margin = if is_decided(value) { 0 } else { params::probcut_margin() };
                found = Some(value - margin);
                break;
            }
        }
        picker.finish(&mut self.stack.moves);
        found
    }

    /// Returns the input of the move picker.
    #[inline(always)]
    pub(super) fn source(&mut self) -> Source<'_> {
        Source { pos: &self.pos, history: &self.histories.history, moves: &mut self.stack.moves }
    }
}

/// Reverse futility pruning (static null move pruning): near the leaves an evaluation far above
/// beta stays above it after any move of the opponent.
fn reverse_futility(node: &Node) -> Option<Value> {
    let estimate = node.eval.estimate;
    if node.depth > params::rfp_depth() || is_decided(node.beta) || estimate > EVAL_LIMIT {
        return None;
    }
    let quiet = node.tt.mv.is_none_or(is_noisy);
    let improving = if node.eval.improving { params::rfp_improving() } else { 0 };
    let margin = (params::rfp_margin() * node.depth - improving).max(params::rfp_margin_min());
    (quiet && estimate - margin >= node.beta).then_some((estimate + node.beta) / 2)
}

/// Internal iterative reduction: without a table move the order of moves is poor, so the search is
/// a ply shallower and leaves a table move for the next iteration.
fn reduce_without_tt_move(node: &mut Node) {
    if (node.pv || node.cut_node) && node.depth >= params::iir_depth() && node.tt.mv.is_none() {
        node.depth -= 1;
    }
}
