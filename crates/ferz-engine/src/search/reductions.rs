//! Late move reductions, and the correction of reductions in hindsight.

use super::lmr_table::{PLY, base_reduction};
use super::node_state::{Candidate, Node, is_noisy};
use super::worker::Worker;
use crate::params;
use crate::value::NONE;

impl Worker<'_> {
    /// Late move reduction: returns the reduction of a move in 1024ths of a ply.
    ///
    /// It is higher at cut nodes and while the evaluation does not improve, lower on principal
    /// variations and for checks, killers and moves with a good history.
    pub(super) fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let mut reduction = base_reduction(node.depth, candidate.number, candidate.noisy);
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if node.pv {
            reduction -= params::lmr_pv();
        }
        if node.tt.pv {
            reduction -= params::lmr_tt_pv();
        }
        if !node.eval.improving {
            reduction += params::lmr_not_improving();
        }
        if node.tt.mv.is_some_and(is_noisy) {
            reduction += params::lmr_tt_capture();
        }
        if self.stack.entry(node.ply + 1).cutoffs > params::lmr_child_cutoffs_min() {
            reduction += params::lmr_child_cutoffs();
        }
        if candidate.gives_check {
            reduction -= params::lmr_check();
        }
        if candidate.killer {
            reduction -= params::lmr_killer();
        }
        let history_divisor =
            if candidate.noisy { params::lmr_capture_history() } else { params::lmr_history() };
        reduction - candidate.history * PLY / history_divisor
    }

    /// Hindsight: returns a change of depth for a node reached by a reduced move. The evaluations
    /// before and after that move show its effect: +1 if it gained after a reduction of three plies
    /// or more, -1 if it lost after one of two plies or more.
    pub(super) fn hindsight(&self, node: &Node) -> i32 {
        let before = self.stack.entry_before(node.ply, 1);
        let missing = [node.eval.static_eval, before.static_eval].contains(&NONE);
        if node.pv || node.excluded.is_some() || missing {
            return 0;
        }
        // The loss of the side that made the move, as each evaluation is for the side to move.
        let loss = node.eval.static_eval + before.static_eval;
        if before.reduction >= 3 && loss <= -params::hindsight_gain() {
            1
        } else if before.reduction >= 2 && node.depth >= 2 && loss > params::hindsight_loss() {
            -1
        } else {
            0
        }
    }
}
