//! Quiescence search: captures, some checks, and evasions of checks.

use super::history::{QuietKey, is_noisy};
use super::picker::{Picker, gain};
use super::thread::{NodeType, Worker};
use crate::params;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_tt, is_decided, is_loss, mated_in, to_tt,
};
use ferz::Move;

/// State of a node of quiescence search before its moves are searched.
struct QuiescenceNode {
    ply: usize,
    alpha: Value,
    beta: Value,
    depth: i32,
    entry: Option<TtEntry>,
    /// Set if the position is or ever was on a principal variation.
    tt_pv: bool,
    raw_eval: Value,
    /// The value of making no capture, or -INFINITE in check.
    stand_pat: Value,
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
        // Step 1. Stop, draw, last ply, upcoming repetition.
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
        // Step 2. Transposition table.
        let entry = self.shared.tt.probe(self.pos.key());
        let tt_value = entry.map_or(NONE, |entry| from_tt(entry.value, ply, &self.pos));
        let tt_bound = entry.and_then(|entry| entry.bound).filter(|_| tt_value != NONE);
        // Any depth suffices: each entry with a bound comes from a search at least as deep as this one.
        if !T::PV && tt_bound.is_some_and(|bound| bound.allows_cutoff(tt_value, beta)) {
            return tt_value;
        }
        let tt_pv = T::PV || entry.is_some_and(|entry| entry.pv);
        // Step 3. Stand pat: the value of making no capture, a lower bound since some quiet move is as
        // good. In check there is none.
        let in_check = self.pos.in_check();
        let (mut raw_eval, mut stand_pat) = (NONE, -INFINITE);
        if !in_check {
            (raw_eval, stand_pat, _) = self.static_eval(ply, entry);
            if let Some(bound) = tt_bound
                && !is_decided(tt_value)
                && bound.allows_cutoff(tt_value, stand_pat + 1)
            {
                stand_pat = tt_value;
            }
            if stand_pat >= beta {
                if entry.is_none() {
                    let stored = TtEntry::of_eval(raw_eval, tt_pv);
                    self.store_quiescence(ply, stand_pat, Bound::Lower, stored);
                }
                return stand_pat;
            }
        }
        let node = QuiescenceNode { ply, alpha, beta, depth, entry, tt_pv, raw_eval, stand_pat };
        self.search_captures::<T>(&node)
    }

    /// Searches the moves of a node of quiescence search and stores its value.
    #[inline(always)]
    fn search_captures<T: NodeType>(&mut self, node: &QuiescenceNode) -> Value {
        let QuiescenceNode { ply, mut alpha, beta, depth, entry, tt_pv, raw_eval, stand_pat } =
            *node;
        let in_check = self.pos.in_check();
        // Step 4. Captures and checks, or all evasions in check.
        let old_alpha = alpha;
        alpha = alpha.max(stand_pat);
        let (mut best, mut best_move) = (stand_pat, None);
        let tt_move = entry.and_then(|entry| entry.best);
        // Quiet checks at the first ply only, since captures come to an end and checks need not.
        let checks = depth == 0;
        let quiet_key = if in_check || checks { self.quiet_key(ply) } else { QuietKey::EMPTY };
        let mut picker = Picker::quiescence(&self.source(), tt_move, quiet_key, checks);
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.keeps_king_safe(mv) {
                continue;
            }
            self.prefetch_after(mv);
            let gives_check = self.pos.gives_check(mv);
            // Nothing is pruned until some move is not lost, or a mate would be reported that another evasion avoids.
            if !is_loss(best) {
                if in_check && !is_noisy(mv) {
                    // After an evasion that is not lost, only one quiet evasion is searched.
                    picker.skip_quiets();
                } else if let Some(bound) =
                    self.prune_quiescence_move(mv, gives_check, stand_pat, alpha)
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
        // Step 5. Mate, or the table entry.
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
        let stored = TtEntry { best: best_move, ..TtEntry::of_eval(raw_eval, tt_pv) };
        self.store_quiescence(ply, best, bound, stored);
        best
    }

    /// Futility and SEE pruning: returns a value for a move that is not searched, an upper bound if it
    /// cannot reach alpha, -INFINITE if it loses material.
    fn prune_quiescence_move(
        &self,
        mv: Move,
        gives_check: bool,
        stand_pat: Value,
        alpha: Value,
    ) -> Option<Value> {
        let in_check = self.pos.in_check();
        if !in_check && !gives_check && mv.promotion().is_none() {
            let base = stand_pat + params::quiescence_margin();
            let with_gain = base + gain(&self.pos, mv);
            // The bound is returned, not alpha (fail-soft): the nodes above learn how far below it is.
            if with_gain <= alpha {
                return Some(with_gain);
            }
            if base <= alpha && !self.pos.see_ge(mv, 1) {
                return Some(base);
            }
        }
        let see_min = if in_check { -params::evasion_see_margin() } else { 0 };
        (!self.pos.see_ge(mv, see_min)).then_some(-INFINITE)
    }

    /// Stores a value at depth 0, with the other fields as in `entry`.
    fn store_quiescence(&self, ply: usize, value: Value, bound: Bound, entry: TtEntry) {
        let value = to_tt(value, ply);
        self.store_tt_entry(TtEntry { value, depth: 0, bound: Some(bound), ..entry });
    }
}
