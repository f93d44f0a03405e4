//! Pruning of single moves at shallow depth.

use super::lmr_table::{PLY, base_reduction};
use super::node_state::{Candidate, Node, PruneDecision};
use super::worker::Worker;
use crate::params;
use crate::value::Value;

impl Worker<'_> {
    /// Decides about a move of a node in which some move is not lost. With pawns alone nothing is
    /// pruned.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
    ) -> PruneDecision {
        if !self.has_pieces() {
            return PruneDecision::Search;
        }
        if candidate.noisy {
            return if self.loses_capture(node, candidate) {
                PruneDecision::Skip
            } else {
                PruneDecision::Search
            };
        }
        if is_late(node, candidate) {
            return PruneDecision::SkipAllQuiets;
        }
        let depth = lmr_depth(node, candidate);
        if has_bad_history(candidate, depth) {
            PruneDecision::Skip
        } else if is_futile(node, candidate, depth, alpha) {
            PruneDecision::SkipAllQuiets
        } else if self.loses_material(candidate, depth) {
            PruneDecision::Skip
        } else {
            PruneDecision::Search
        }
    }

    /// SEE pruning of captures: returns true if the exchange loses more than a margin that grows
    /// with the depth and the capture history.
    fn loses_capture(&self, node: &Node, candidate: &Candidate) -> bool {
        let margin = params::see_capture_margin() * node.depth
            + candidate.history / params::see_capture_history();
        node.depth <= params::see_capture_depth() && !self.pos.see_ge(candidate.mv, -margin.max(0))
    }

    /// SEE pruning of quiet moves: returns true if the exchange on the target square loses more
    /// than a margin that grows with the square of the reduced depth.
    fn loses_material(&self, candidate: &Candidate, depth: i32) -> bool {
        let margin = params::see_quiet_margin() * depth * depth;
        depth <= params::see_quiet_depth() && !self.pos.see_ge(candidate.mv, -margin)
    }
}

/// Late move pruning: returns true once enough moves were searched for the depth.
fn is_late(node: &Node, candidate: &Candidate) -> bool {
    let count = params::lmp_base() + node.depth * node.depth;
    let count = if node.eval.improving { count } else { count / 2 };
    node.depth <= params::lmp_depth() && candidate.number > count as usize
}

/// Returns the approximate depth of a quiet move after late move reductions.
fn lmr_depth(node: &Node, candidate: &Candidate) -> i32 {
    let not_improving = if node.eval.improving { 0 } else { params::prune_not_improving() };
    let reduction = base_reduction(node.depth, candidate.number, false) + not_improving
        - candidate.history * PLY / params::lmr_history();
    (node.depth - reduction / PLY).clamp(0, node.depth)
}

/// History pruning: returns true for a quiet move that failed in similar positions.
fn has_bad_history(candidate: &Candidate, depth: i32) -> bool {
    depth <= params::history_prune_depth()
        && candidate.history < -params::history_prune_margin() * (depth + 1)
}

/// Futility pruning: returns true if the evaluation is so far below alpha that a quiet move without
/// check cannot raise it.
fn is_futile(node: &Node, candidate: &Candidate, depth: i32, alpha: Value) -> bool {
    let margin = params::futility_base() + params::futility_margin() * depth;
    depth <= params::futility_depth()
        && !node.in_check
        && !candidate.gives_check
        && node.eval.static_eval + margin <= alpha
}
