//! What a node teaches once its value is known: histories and corrections.

use super::is_noisy;
use super::moves::{Candidate, SearchedMoves};
use super::node::Node;
use super::worker::Worker;
use crate::params;
use crate::value::{Bound, Value, is_decided};
use ferz::Move;

impl Worker<'_> {
    /// Histories: the move that failed high is praised, those tried before it are blamed.
    pub(super) fn update_histories_on_cutoff(
        &mut self,
        node: &Node,
        best: Move,
        tried: &SearchedMoves,
    ) {
        self.entry_mut(node.ply).cutoffs += 1;
        let (pos, history) = (&self.pos, &self.histories.history);
        let bonus = history_bonus(node.depth);
        let malus = -(params::malus_factor() * node.depth).min(params::malus_max());
        if is_noisy(best) {
            history.update_capture(pos, best, bonus);
        } else {
            history.update_quiet(pos, best, &node.continuation, bonus);
            for mv in tried.quiets() {
                history.update_quiet(pos, mv, &node.continuation, malus);
            }
            let killers = &mut self.entry_mut(node.ply).killers;
            if killers[0] != Some(best) && best.promotion().is_none() {
                *killers = [Some(best), killers[0]];
            }
        }
        let (pos, history) = (&self.pos, &self.histories.history);
        for mv in tried.captures() {
            history.update_capture(pos, mv, malus);
        }
    }

    /// A quiet move that fails high again from the table earns its history bonus again.
    pub(super) fn reward_tt_move(&mut self, node: &Node) {
        let quiet = |mv: &Move| !is_noisy(*mv) && self.pos.pseudo_legal(*mv);
        if let Some(mv) = node.tt_move.filter(quiet) {
            let bonus = history_bonus(node.depth);
            self.histories.history.update_quiet(&self.pos, mv, &node.continuation, bonus);
        }
    }

    /// Continuation history learns from the search at full depth of a reduced quiet move.
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
        let share = if value > alpha { params::answer_bonus() } else { -params::answer_malus() };
        let at = self.entry(node.ply).moved;
        self.histories.history.update_continuation(at, &node.continuation, bonus * share / 1024);
    }

    /// A node that fails low praises the quiet move that led to it, for it refutes every answer.
    /// Brought 15 +/- 17 Elo (1000 games at 8000 nodes a move).
    pub(super) fn reward_prior_move(&mut self, node: &Node) {
        let Some(mv) = self.pos.last_move().filter(|&mv| !is_noisy(mv)) else { return };
        let bonus = history_bonus(node.depth) * params::refutation_bonus() / 1024;
        let (before, side) = (node.ply - 1, !self.pos.side_to_move());
        let (at, line) = (self.entry(before).moved, self.continuation_key(before));
        let history = &self.histories.history;
        history.update_butterfly(&self.pos, side, mv, bonus);
        history.update_continuation(at, &line, bonus);
    }

    /// Correction history: the evaluation was wrong by the difference to what the search found,
    /// where the search says on which side the truth lies and no capture explains it.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node,
        best: Value,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let Some(traits) = node.correction_keys else { return };
        let explained = best_move.is_some_and(is_noisy) || is_decided(best);
        let above = best > node.static_eval;
        if !explained && (if above { bound.is_lower() } else { bound.is_upper() }) {
            self.histories.corrections.learn(&traits, best - node.static_eval, node.depth);
        }
    }
}

/// The history bonus of a move that fails high.
fn history_bonus(depth: i32) -> i32 {
    (params::bonus_factor() * depth).min(params::bonus_max())
}
