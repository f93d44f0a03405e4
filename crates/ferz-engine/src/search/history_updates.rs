//! Updates of the histories after a node.

use super::history::{SearchedMoves, is_noisy};
use super::node::{Candidate, Node};
use super::thread::Worker;
use crate::params;
use crate::value::{Bound, Value, is_decided};
use ferz::Move;

impl Worker<'_> {
    /// History update on a cutoff: a bonus for the move that failed high, a malus for the moves
    /// searched before it. A quiet move also becomes a killer.
    pub(super) fn update_histories_on_cutoff(
        &mut self,
        node: &Node,
        best: Move,
        searched: &SearchedMoves,
    ) {
        let (pos, history) = (&self.pos, &self.histories.moves);
        let entry = self.stack.entry_mut(node.ply);
        entry.cutoffs += 1;
        let bonus = history_bonus(node.depth);
        let malus = -(params::malus_factor() * node.depth).min(params::malus_max());
        if is_noisy(best) {
            history.update_capture(pos, best, bonus);
        } else {
            history.update_quiet(pos, best, &node.quiet_key, bonus);
            for mv in searched.quiets() {
                history.update_quiet(pos, mv, &node.quiet_key, malus);
            }
            if entry.killers[0] != Some(best) && best.promotion().is_none() {
                entry.killers = [Some(best), entry.killers[0]];
            }
        }
        for mv in searched.captures() {
            history.update_capture(pos, mv, malus);
        }
    }

    /// History bonus for a quiet table move that causes a cutoff without a search.
    pub(super) fn reward_tt_move(&mut self, node: &Node) {
        let quiet = |mv: &Move| !is_noisy(*mv) && self.pos.is_pseudo_legal(*mv);
        if let Some(mv) = node.tt_move.filter(quiet) {
            let bonus = history_bonus(node.depth);
            self.histories.moves.update_quiet(&self.pos, mv, &self.quiet_key(node.ply), bonus);
        }
    }

    /// Post-LMR update: continuation history bonus or malus of a reduced quiet move after its search
    /// at full depth.
    pub(super) fn update_history_after_research(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        value: Value,
        alpha: Value,
    ) {
        if candidate.noisy || self.stopped {
            return;
        }
        let bonus = history_bonus(node.depth);
        let factor =
            if value > alpha { params::post_lmr_bonus() } else { -params::post_lmr_malus() };
        let moved = self.stack.entry(node.ply).moved;
        let history = &self.histories.moves;
        history.update_continuation(moved, node.quiet_key.continuation(), bonus * factor / 1024);
    }

    /// Bonus for the quiet move that led to a node that fails low, since it refutes every reply.
    pub(super) fn reward_prior_move(&mut self, node: &Node) {
        let Some(mv) = self.pos.last_move().filter(|&mv| !is_noisy(mv)) else { return };
        let bonus = history_bonus(node.depth) * params::prior_move_bonus() / 1024;
        let (ply, side) = (node.ply - 1, !self.pos.side_to_move());
        let (moved, key) = (self.stack.entry(ply).moved, self.stack.continuation_key(ply));
        let history = &self.histories.moves;
        history.update_butterfly(side, mv, self.stack.entry(ply).threats, bonus);
        history.update_continuation(moved, &key, bonus);
    }

    /// Correction history update with the difference between search value and static evaluation,
    /// if the bound proves the direction of the error and no capture explains it.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        best: Value,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let Some(keys) = node.correction_keys else { return };
        if best_move.is_some_and(is_noisy) || is_decided(best) {
            return;
        }
        let error = best - node.static_eval;
        if if error > 0 { bound.is_lower() } else { bound.is_upper() } {
            self.histories.corrections.update(&keys, error, node.depth);
        }
    }
}

/// Returns the history bonus of a fail high at a depth.
fn history_bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth).min(params::bonus_max())
}
