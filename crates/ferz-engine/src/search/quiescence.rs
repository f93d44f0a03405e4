//! Quiescence: beyond the last ply, captures, some checks and answers to checks are searched until
//! the position is quiet enough to be judged.

use super::is_noisy;
use super::node::NodeType;
use super::picker::{Picker, gain};
use super::worker::Worker;
use crate::params;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_tt, is_decided, is_not_lost, mated_in, to_tt,
};
use ferz::Move;

/// What is known of a quiescence node before its moves are searched.
struct QuiescenceNode {
    in_check: bool,
    entry: Option<TtEntry>,
    raw_eval: Value,
    /// The value of making no move: a lower bound, as some quiet move will be as good.
    stand_pat: Value,
    table_pv: bool,
}

impl Worker<'_> {
    /// The value of the position at `ply` once nothing is left to capture. Quiet checks are tried
    /// at `depth` 0, not at -1 and deeper.
    pub(super) fn quiescence<K: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        if K::PV {
            self.seldepth = self.seldepth.max(ply + 1);
            self.pv_table.clear(ply);
        }
        if self.stopped || self.is_draw(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.max_ply_eval();
        }
        alpha = self.raise_alpha_for_repetition(ply, alpha);
        if alpha >= beta {
            return alpha;
        }
        let node = match self.evaluate_quiescence::<K>(ply, alpha, beta) {
            Ok(node) => node,
            Err(value) => return value,
        };
        let old_alpha = alpha;
        alpha = alpha.max(node.stand_pat);
        let (best, best_move) = self.search_captures::<K>(ply, alpha, beta, depth, &node);
        if self.stopped {
            return DRAW;
        }
        if best == -INFINITE {
            return mated_in(ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if K::PV && best > old_alpha && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store_quiescence(ply, &node, best, bound, best_move);
        best
    }

    /// Table and stand pat; the value if these settle the node.
    fn evaluate_quiescence<K: NodeType>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Result<QuiescenceNode, Value> {
        let in_check = self.pos.in_check();
        let entry = self.shared.tt.probe(self.pos.key());
        let value = entry.map_or(NONE, |entry| from_tt(entry.value, ply, &self.pos));
        let bound = entry.and_then(|entry| entry.bound).filter(|_| value != NONE);
        if !K::PV && bound.is_some_and(|bound| bound.allows_cutoff(value, beta)) {
            return Err(value);
        }
        let table_pv = K::PV || entry.is_some_and(|entry| entry.pv);
        let mut node =
            QuiescenceNode { in_check, entry, raw_eval: NONE, stand_pat: -INFINITE, table_pv };
        if in_check {
            return Ok(node);
        }
        (_, node.raw_eval, node.stand_pat) = self.static_eval(ply, entry);
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
        debug_assert!(alpha < beta);
        Ok(node)
    }

    /// The best of captures and checks, or of all evasions in check, and its move if it beats
    /// alpha; `-INFINITE` if the side to move is mated.
    fn search_captures<K: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        node: &QuiescenceNode,
    ) -> (Value, Option<Move>) {
        let table_move = node.entry.and_then(|entry| entry.best);
        let line = self.continuation_key(ply);
        let mut picker = Picker::quiescence(&self.source(), table_move, line, depth == 0);
        let (mut best, mut best_move) = (node.stand_pat, None);
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.legal(mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = self.pos.gives_check(mv);
            if is_not_lost(best) {
                if node.in_check && !is_noisy(mv) {
                    // Once one evasion holds, this quiet one is the last.
                    picker.skip_quiets();
                } else if let Some(bound) = self.futile_capture(node, mv, gives_check, alpha) {
                    best = best.max(bound);
                    continue;
                }
            }
            self.do_move(ply, mv, gives_check);
            let value = -self.quiescence::<K::Child>(ply + 1, -beta, -alpha, depth - 1);
            self.pos.undo_move();
            if self.stopped {
                break;
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if K::PV {
                    self.pv_table.put(ply, mv);
                }
                if value >= beta {
                    break;
                }
            }
        }
        picker.finish(&mut self.moves);
        (best, best_move)
    }

    /// Futility and losing exchanges in quiescence: an upper bound of a capture that cannot reach
    /// alpha, or that loses material. Futility brought 33 +/- 37 Elo.
    fn futile_capture(
        &self,
        node: &QuiescenceNode,
        mv: Move,
        gives_check: bool,
        alpha: Value,
    ) -> Option<Value> {
        if !node.in_check && !gives_check && mv.promotion().is_none() {
            let reach = node.stand_pat + params::quiescence_margin();
            let with_gain = reach + gain(&self.pos, mv);
            if with_gain <= alpha {
                return Some(with_gain);
            }
            if reach <= alpha && !self.pos.see_ge(mv, 1) {
                return Some(reach);
            }
        }
        let least = if node.in_check { -params::evasion_loss() } else { 0 };
        (!self.pos.see_ge(mv, least)).then_some(-INFINITE)
    }

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
            ..TtEntry::of_eval(node.raw_eval, node.table_pv)
        });
    }
}
