//! Quiescence search: captures, some checks, and evasions of checks.

use super::history::is_noisy;
use super::picker::{Picker, gain};
use super::thread::{NodeType, Worker};
use crate::params;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_tt, is_decided, is_loss, mated_in, to_tt,
};
use ferz::Move;

/// State of a quiescence node before its moves are searched.
struct QuiescenceNode {
    in_check: bool,
    entry: Option<TtEntry>,
    raw_eval: Value,
    /// Stand pat: the value of making no capture, a lower bound since some quiet move is as good;
    /// `-INFINITE` in check.
    stand_pat: Value,
    tt_pv: bool,
}

impl Worker<'_> {
    /// Quiescence search of the position at `ply`. Quiet checks are searched at `depth` 0 only; the
    /// depth falls by one each ply.
    pub(super) fn quiescence<T: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        if T::PV {
            self.iteration.seldepth = self.iteration.seldepth.max(ply + 1);
            self.stack.pv_table.clear(ply);
        }
        if self.stopped || self.is_draw(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate_position();
        }
        alpha = self.raise_alpha_for_repetition(ply, alpha);
        if alpha >= beta {
            return alpha;
        }
        let node = match self.evaluate_quiescence::<T>(ply, beta) {
            Ok(node) => node,
            Err(value) => return value,
        };
        let old_alpha = alpha;
        alpha = alpha.max(node.stand_pat);
        let (best, best_move) = self.search_captures::<T>(ply, alpha, beta, depth, &node);
        if self.stopped {
            return DRAW;
        }
        if best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if T::PV && best > old_alpha && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_quiescence(ply, &node, best, bound, best_move);
        best
    }

    /// Probes the table and evaluates a node. Returns its value as an error if the table or the
    /// evaluation (stand pat) causes a cutoff.
    fn evaluate_quiescence<T: NodeType>(
        &mut self,
        ply: usize,
        beta: Value,
    ) -> Result<QuiescenceNode, Value> {
        let in_check = self.pos.in_check();
        let entry = self.shared.tt.probe(self.pos.key());
        let value = entry.map_or(NONE, |entry| from_tt(entry.value, ply, &self.pos));
        let bound = entry.and_then(|entry| entry.bound).filter(|_| value != NONE);
        if !T::PV && bound.is_some_and(|bound| bound.allows_cutoff(value, beta)) {
            return Err(value);
        }
        let tt_pv = T::PV || entry.is_some_and(|entry| entry.pv);
        let mut node =
            QuiescenceNode { in_check, entry, raw_eval: NONE, stand_pat: -INFINITE, tt_pv };
        if in_check {
            return Ok(node);
        }
        let eval = self.static_eval(ply, entry);
        (node.raw_eval, node.stand_pat) = (eval.raw, eval.static_eval);
        if let Some(bound) = bound
            && !is_decided(value)
            && bound.allows_cutoff(value, node.stand_pat + 1)
        {
            node.stand_pat = value;
        }
        if node.stand_pat >= beta {
            if entry.is_none() {
                self.store_quiescence(ply, &node, node.stand_pat, Bound::Lower, None);
            }
            return Err(node.stand_pat);
        }
        Ok(node)
    }

    /// Searches captures and checks, or all evasions in check. Returns the best value, `-INFINITE`
    /// for mate, and the best move if it beats alpha.
    fn search_captures<T: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        node: &QuiescenceNode,
    ) -> (Value, Option<Move>) {
        let tt_move = node.entry.and_then(|entry| entry.best);
        let quiet_key = self.quiet_key(ply);
        let checks = depth == 0;
        let mut picker = Picker::quiescence(&self.source(), tt_move, quiet_key, checks);
        let (mut best, mut best_move) = (node.stand_pat, None);
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.keeps_king_safe(mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = self.pos.gives_check(mv);
            if !is_loss(best) {
                if node.in_check && !is_noisy(mv) {
                    // After an evasion that is not lost, only one quiet evasion is searched.
                    picker.skip_quiets();
                } else if let Some(bound) = self.prune_quiescence_move(node, mv, gives_check, alpha)
                {
                    best = best.max(bound);
                    continue;
                }
            }
            self.do_move(ply, mv, gives_check);
            let value = -self.quiescence::<T::Child>(ply + 1, -beta, -alpha, depth - 1);
            self.undo_move();
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if T::PV {
                    self.stack.pv_table.prepend(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.stack.moves);
        (best, best_move)
    }

    /// Futility and SEE pruning: returns a value for a move that is not searched, an upper bound if it
    /// cannot reach alpha, -INFINITE if it loses material.
    fn prune_quiescence_move(
        &self,
        node: &QuiescenceNode,
        mv: Move,
        gives_check: bool,
        alpha: Value,
    ) -> Option<Value> {
        if !node.in_check && !gives_check && mv.promotion().is_none() {
            let base = node.stand_pat + params::quiescence_margin();
            let with_gain = base + gain(&self.pos, mv);
            if with_gain <= alpha {
                return Some(with_gain);
            }
            if base <= alpha && !self.pos.see_ge(mv, 1) {
                return Some(base);
            }
        }
        let see_min = if node.in_check { -params::evasion_see_margin() } else { 0 };
        (!self.pos.see_ge(mv, see_min)).then_some(-INFINITE)
    }

    /// Stores the result of a node at depth 0.
    fn store_quiescence(
        &self,
        ply: usize,
        node: &QuiescenceNode,
        value: Value,
        bound: Bound,
        best: Option<Move>,
    ) {
        self.store_tt_entry(TtEntry {
            best,
            value: to_tt(value, ply),
            depth: 0,
            bound: Some(bound),
            ..TtEntry::of_eval(node.raw_eval, node.tt_pv)
        });
    }
}
