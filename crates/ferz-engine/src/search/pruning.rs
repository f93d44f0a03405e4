//! Leaving a node early, as a whole, because its value is clear enough.

use super::is_noisy;
use super::node::{Node, NodeType, NonPv};
use super::picker::{Picker, Source};
use super::worker::Worker;
use crate::params;
use crate::tt::TtEntry;
use crate::value::{Bound, DRAW, EVAL_LIMIT, NONE, Value, is_decided, to_tt};

impl Worker<'_> {
    /// The chapters of whole-node pruning in turn. Nothing is pruned in check, on principal
    /// variations, or while a singular search leaves a move out.
    pub(super) fn prune_node<K: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if node.excluded.is_some() {
            return None;
        }
        if !K::PV && !node.in_check {
            let value = self
                .razor(node)
                .or_else(|| reverse_futility(node))
                .or_else(|| self.null_move(node))
                .or_else(|| self.prob_cut(node));
            if value.is_some() || self.stopped {
                return value.or(Some(DRAW));
            }
        }
        reduce_without_table_move(node);
        None
    }

    /// Razoring: far below alpha near the leaves, only captures could help, so look at those.
    /// Brought -2 +/- 36 Elo.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        let margin = params::razor_margin() * node.depth;
        if node.depth > params::razor_depth() || node.eval + margin >= node.alpha {
            return None;
        }
        let value = self.quiescence::<NonPv>(node.ply, node.alpha, node.beta, 0);
        (value <= node.alpha || self.stopped).then_some(value)
    }

    /// Null move pruning: if passing the turn still holds beta, a move would too. Not without
    /// pieces, where having to move may be what loses (zugzwang). Brought 20 +/- 33 Elo.
    fn null_move(&mut self, node: &Node) -> Option<Value> {
        let us = self.pos.side_to_move();
        let allowed = node.depth >= params::null_depth()
            && node.eval >= node.beta
            && node.static_eval
                >= node.beta + params::null_margin() - params::null_margin_depth() * node.depth
            && self.pos.last_move().is_some()
            && self.pos.non_pawn_material(us) > 0
            && node.ply >= self.nmp_min_ply
            && !is_decided(node.beta);
        if !allowed {
            return None;
        }
        let above = ((node.eval - node.beta) / params::null_eval()).min(3);
        let reduction = params::null_base() + node.depth / params::null_divisor() + above;
        let depth = node.depth - reduction;
        self.do_null_move(node.ply);
        let value =
            -self.search::<NonPv>(node.ply + 1, -node.beta, 1 - node.beta, depth, !node.cut_node);
        self.pos.undo_null_move();
        if self.stopped {
            return Some(DRAW);
        }
        if value < node.beta {
            return None;
        }
        let value = if is_decided(value) { node.beta } else { value };
        if node.depth < params::null_verify_depth() || self.nmp_min_ply > 0 {
            return Some(value);
        }
        // Deep down a mistake is dear: verify by a reduced search that may not pass itself.
        self.nmp_min_ply = node.ply + 3 * depth.max(0) as usize / 4;
        let verified = self.search::<NonPv>(node.ply, node.beta - 1, node.beta, depth, false);
        self.nmp_min_ply = 0;
        (verified >= node.beta || self.stopped).then_some(value)
    }

    /// ProbCut: a capture that beats beta by a margin in a shallow search beats beta in a deep one.
    /// Brought -21 +/- 33 Elo.
    fn prob_cut(&mut self, node: &Node) -> Option<Value> {
        let target = node.beta + params::probcut_margin();
        let hopeless = node.tt_entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && node.tt_value != NONE && node.tt_value < target
        });
        if node.depth < params::probcut_depth()
            || target >= EVAL_LIMIT
            || is_decided(node.beta)
            || hopeless
        {
            return None;
        }
        let ply = node.ply;
        let least = target - node.static_eval;
        let mut picker = Picker::prob_cut(&self.source(), node.tt_move, node.continuation, least);
        let mut found = None;
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.legal(mv) {
                continue;
            }
            self.prefetch_after(mv);
            self.do_move(ply, mv, self.pos.gives_check(mv));
            let mut value = -self.quiescence::<NonPv>(ply + 1, -target, 1 - target, 0);
            if value >= target {
                let depth = node.depth - 4;
                value = -self.search::<NonPv>(ply + 1, -target, 1 - target, depth, !node.cut_node);
            }
            self.pos.undo_move();
            if self.stopped {
                break;
            }
            if value >= target {
                self.store_tt_entry(TtEntry {
                    best: Some(mv),
                    value: to_tt(value, ply),
                    depth: node.depth - 3,
                    bound: Some(Bound::Lower),
                    ..TtEntry::of_eval(node.raw_eval, node.tt_pv)
                });
                found =
                    Some(if is_decided(value) { value } else { value - params::probcut_margin() });
                break;
            }
        }
        picker.finish(&mut self.moves);
        found
    }

    /// What pickers look at.
    #[inline(always)]
    pub(super) fn source(&mut self) -> Source<'_> {
        Source { pos: &self.pos, history: &self.histories.history, moves: &mut self.moves }
    }
}

/// Reverse futility (static null move): so far above beta near the leaves that no move of the
/// opponent's should bring it back. Brought 153 +/- 40 Elo.
fn reverse_futility(node: &Node) -> Option<Value> {
    if node.depth > params::rfp_depth() || is_decided(node.beta) || node.eval > EVAL_LIMIT {
        return None;
    }
    let quiet = node.tt_move.is_none_or(is_noisy);
    let improving = if node.improving { params::rfp_improving() } else { 0 };
    let margin = params::rfp_margin() * node.depth - improving;
    (quiet && node.eval - margin.max(params::rfp_least()) >= node.beta)
        .then_some((node.eval + node.beta) / 2)
}

/// Internal iterative reduction: without a move from the table the search is not worth its full
/// depth; the reduced one leaves a move for the next time. Brought -13 +/- 34 Elo.
fn reduce_without_table_move(node: &mut Node) {
    if (node.pv || node.cut_node) && node.depth >= params::iir_depth() && node.tt_move.is_none() {
        node.depth -= 1;
    }
}
