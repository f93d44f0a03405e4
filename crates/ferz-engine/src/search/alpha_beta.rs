//! Alpha-beta search of a node from entry to exit.

use super::node_state::{Node, NodeEval, NodeType, SearchedMoves, TbRange, TtProbe};
use super::worker::Worker;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_tt, mate_in, mated_in, to_tt,
};
use ferz::{Move, PieceType};

/// From this counter of the fifty-move rule on the table allows no cutoff: a draw may be near, and
/// entries are stored without the counter.
const TT_CUTOFF_RULE50: u16 = 90;

impl Worker<'_> {
    /// Searches the position at `ply` to `depth` plies within the window `alpha..beta`.
    ///
    /// The value is exact inside the window, else a bound (fail-soft). It is meaningless once the
    /// search is stopped.
    pub(super) fn search<T: NodeType>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta && (T::PV || alpha + 1 == beta));
        // At the horizon quiescence search takes over.
        if depth <= 0 {
            return self.quiescence::<T>(ply, alpha, beta, 0);
        }
        let depth = depth.min(MAX_PLY as i32 - 1);
        let mut node = self.new_node::<T>(ply, alpha, beta, depth, cut_node);
        if !T::ROOT
            && let Some(value) = self.draw_or_mate_distance(&mut node)
        {
            return value;
        }
        if let Some(value) = self.probe_tt::<T>(&mut node) {
            return value;
        }
        if let Some(value) = self.probe_tablebases::<T>(&mut node) {
            return value;
        }
        self.evaluate_node(&mut node);
        node.depth += self.hindsight(&node);
        if let Some(value) = self.prune_node::<T>(&mut node) {
            return value;
        }
        if T::PV {
            return self.search_pv_moves::<T>(&mut node, depth);
        }
        self.search_moves::<T>(&mut node)
    }

    /// Creates a node and resets its stack entries: the cutoff count of its grandchildren, and the
    /// double extensions of its line.
    fn new_node<T: NodeType>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
    ) -> Node {
        if T::PV {
            self.iteration.seldepth = self.iteration.seldepth.max(ply + 1);
            self.stack.pv_table.clear(ply);
        }
        self.stack.entry_mut(ply + 2).cutoffs = 0;
        let double_extensions = self.stack.entry_before(ply, 1).double_extensions;
        self.stack.entry_mut(ply).double_extensions = double_extensions;
        Node {
            alpha,
            beta,
            depth,
            ply,
            pv: T::PV,
            cut_node,
            in_check: self.pos.in_check(),
            excluded: self.stack.entry(ply).excluded,
            tb: TbRange::ALL,
            tt: TtProbe { entry: None, value: NONE, mv: None, pv: T::PV },
            eval: NodeEval::EMPTY,
            quiet_key: self.quiet_key(ply),
        }
    }

    /// Returns the value of a node that needs no search: a draw, the last ply, or a window that
    /// mate-distance pruning closes.
    ///
    /// Mate-distance pruning: no line from here is better than a mate in one or worse than being
    /// mated now, so the window shrinks to that range.
    fn draw_or_mate_distance(&mut self, node: &mut Node) -> Option<Value> {
        let ply = node.ply;
        if self.stopped || self.is_draw(ply) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            return Some(self.evaluate_position());
        }
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        if node.alpha >= node.beta {
            return Some(node.alpha);
        }
        node.alpha = self.raise_alpha_for_repetition(ply, node.alpha);
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Transposition table probe: returns the table value if depth and bound allow a cutoff, else
    /// supplies value and move of the entry.
    fn probe_tt<T: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        let entry = self.shared.tt.probe(self.pos.key());
        node.tt.pv |= entry.is_some_and(|entry| entry.pv);
        if node.excluded.is_some() {
            return None;
        }
        node.tt.entry = entry;
        node.tt.mv = if T::ROOT { self.root_best() } else { entry.and_then(|entry| entry.best) };
        let entry = entry?;
        let value = from_tt(entry.value, node.ply, &self.pos);
        node.tt.value = value;
        let cutoff = !T::PV
            && entry.depth >= node.depth
            && value != NONE
            && entry.bound.is_some_and(|bound| bound.allows_cutoff(value, node.beta))
            && self.pos.rule50() < TT_CUTOFF_RULE50;
        if cutoff && value >= node.beta {
            self.reward_tt_move(node);
        }
        cutoff.then_some(value)
    }

    /// Returns the best root move of the previous iteration.
    fn root_best(&self) -> Option<Move> {
        (self.iteration.depth > 1).then(|| self.root.best().mv())
    }

    /// Finishes a node after its move loop: updates the histories, stores the table entry and
    /// returns the value.
    pub(super) fn finish_node<T: NodeType>(
        &mut self,
        node: &Node,
        alpha: Value,
        best: Value,
        best_move: Option<Move>,
        searched: &SearchedMoves,
    ) -> Value {
        if best == -INFINITE {
            return match node.excluded {
                Some(_) => node.alpha,
                None if node.in_check => mated_in(node.ply),
                None => DRAW,
            };
        }
        let best = best.min(node.tb.max);
        if best >= node.beta {
            if let Some(mv) = best_move {
                self.update_histories_on_cutoff(node, mv, searched);
            }
        } else if best <= node.alpha && node.excluded.is_none() && !T::ROOT {
            self.reward_prior_move(node);
        }
        // The value of the second and later lines of MultiPV is not that of the root.
        if node.excluded.is_none() && (!T::ROOT || self.root.is_first_line()) {
            let bound = if best >= node.beta {
                Bound::Lower
            } else if T::PV && alpha > node.alpha {
                Bound::Exact
            } else if best == node.tb.min {
                Bound::Lower
            } else {
                Bound::Upper
            };
            self.store_node(node, best, bound, best_move);
            self.update_correction_history(node, best, bound, best_move);
        }
        best
    }

    /// Stores the result of a node in the transposition table.
    fn store_node(&self, node: &Node, best: Value, bound: Bound, best_move: Option<Move>) {
        self.store_tt_entry(TtEntry {
            best: best_move,
            value: to_tt(best, node.ply),
            depth: node.depth,
            bound: Some(bound),
            ..TtEntry::of_eval(node.eval.raw, node.tt.pv)
        });
    }

    /// Returns true for a draw by repetition, by the fifty-move rule or by insufficient material.
    #[inline]
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let pos = &self.pos;
        pos.is_search_repetition(ply)
            || (pos.rule50() >= 100 && pos.is_fifty_move_draw())
            || (self.may_lack_material() && pos.is_insufficient_material())
    }

    /// Returns true if material may be insufficient: at most four pieces, or kings and bishops only.
    #[inline(always)]
    fn may_lack_material(&self) -> bool {
        let pos = &self.pos;
        let kings_and_bishops = pos.by_type(PieceType::King) | pos.by_type(PieceType::Bishop);
        pos.occupied().len() <= 4 || pos.occupied() == kings_and_bishops
    }

    /// Upcoming repetition: raises alpha to a draw if the side to move can repeat a position.
    #[inline(always)]
    pub(super) fn raise_alpha_for_repetition(&self, ply: usize, alpha: Value) -> Value {
        if alpha < DRAW && self.pos.upcoming_repetition(ply) { DRAW } else { alpha }
    }
}
