//! A node from entry to exit: draws, the table, the static evaluation, and what is kept.

use super::correction::CorrectionKeys;
use super::history::ContinuationKey;
use super::moves::SearchedMoves;
use super::worker::Worker;
use crate::params;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_tt, mate_in, mated_in, to_tt,
};
use ferz::Move;

/// What kind of node is searched, known when the program is compiled.
pub(super) trait NodeType {
    /// The root of the tree.
    const ROOT: bool;
    /// On a principal variation: the window is open.
    const PV: bool;
    /// What its children on the principal variation are.
    type Child: NodeType;
}

/// The root.
pub(super) struct Root;
/// Any other node of a principal variation.
pub(super) struct Pv;
/// A node with an empty window, to be proven at least or at most so good.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Child = Self;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Child = Self;
}

/// A node at work: its window and all that is found out about it before its moves are searched.
pub(super) struct Node {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) pv: bool,
    /// A move is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// The value is no less, as tablebases know; else `-INFINITE`.
    pub(super) tb_min: Value,
    /// The value is no greater, as tablebases know; else `INFINITE`.
    pub(super) tb_max: Value,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    pub(super) tt_entry: Option<TtEntry>,
    /// The table's value, mates counted from the root, or `NONE`.
    pub(super) tt_value: Value,
    pub(super) tt_move: Option<Move>,
    /// A principal variation passes here or once did.
    pub(super) tt_pv: bool,
    /// The evaluation as the table keeps it, before corrections.
    pub(super) raw_eval: Value,
    /// The evaluation with corrections, or `NONE` in check.
    pub(super) static_eval: Value,
    /// The best estimate: the table's value where it says more than the static evaluation.
    pub(super) eval: Value,
    /// The static evaluation is better than at this side's turn before.
    pub(super) improving: bool,
    pub(super) correction_keys: Option<CorrectionKeys>,
    pub(super) continuation: ContinuationKey,
}

impl Worker<'_> {
    /// The value of the position at `ply`, searched `depth` plies deep within `alpha` and `beta`.
    ///
    /// It is exact between the two, and else a bound. When the search has been stopped the value
    /// means nothing.
    pub(super) fn search<K: NodeType>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta && (K::PV || alpha + 1 == beta));
        if depth <= 0 {
            return self.quiescence::<K>(ply, alpha, beta, 0);
        }
        let depth = depth.min(MAX_PLY as i32 - 1);
        let mut node = self.new_node::<K>(ply, alpha, beta, depth, cut_node);
        if !K::ROOT
            && let Some(value) = self.draw_or_mate_distance(&mut node)
        {
            return value;
        }
        if let Some(value) = self.probe_tt::<K>(&mut node) {
            return value;
        }
        if let Some(value) = self.probe_tablebases::<K>(&mut node) {
            return value;
        }
        self.evaluate_node(&mut node);
        node.depth += self.hindsight(&node);
        if let Some(value) = self.prune_node::<K>(&mut node) {
            return value;
        }
        if K::PV {
            return self.search_variation::<K>(&mut node, depth);
        }
        self.search_moves::<K>(&mut node)
    }

    fn new_node<K: NodeType>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
    ) -> Node {
        if K::PV {
            self.seldepth = self.seldepth.max(ply + 1);
            self.pv_table.clear(ply);
        }
        self.entry_mut(ply + 2).cutoffs = 0;
        self.entry_mut(ply).double_extensions = self.entry_before(ply, 1).double_extensions;
        Node {
            alpha,
            beta,
            depth,
            ply,
            pv: K::PV,
            cut_node,
            in_check: self.pos.in_check(),
            tb_min: -INFINITE,
            tb_max: INFINITE,
            excluded: self.entry(ply).excluded,
            tt_entry: None,
            tt_value: NONE,
            tt_move: None,
            tt_pv: K::PV,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            correction_keys: None,
            continuation: self.continuation_key(ply),
        }
    }

    /// What needs no search: a stopped search, draws, the end of the line, and mate distance.
    fn draw_or_mate_distance(&mut self, node: &mut Node) -> Option<Value> {
        let ply = node.ply;
        if self.stopped || self.is_draw(ply) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            return Some(self.max_ply_eval());
        }
        // Mate-distance pruning: no line from here beats a shorter mate found elsewhere.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        if node.alpha >= node.beta {
            return Some(node.alpha);
        }
        node.alpha = self.raise_alpha_for_repetition(ply, node.alpha);
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Transposition table: what an earlier search found settles this one if it was as deep and
    /// its bound lies on the right side; else its move is tried first.
    fn probe_tt<K: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        let entry = self.shared.tt.probe(self.pos.key());
        if node.excluded.is_some() {
            node.tt_pv |= entry.is_some_and(|entry| entry.pv);
            return None;
        }
        let Some(entry) = entry else {
            if K::ROOT {
                node.tt_move = self.root_best();
            }
            return None;
        };
        node.tt_value = from_tt(entry.value, node.ply, &self.pos);
        node.tt_move = if K::ROOT { self.root_best() } else { entry.best };
        node.tt_pv |= entry.pv;
        node.tt_entry = Some(entry);
        let settled = !K::PV
            && entry.depth >= node.depth
            && node.tt_value != NONE
            && entry.bound.is_some_and(|bound| bound.allows_cutoff(node.tt_value, node.beta))
            // A fifty-move draw may be near, which the table knows nothing of.
            && self.pos.rule50() < 90;
        if !settled {
            return None;
        }
        if node.tt_value >= node.beta {
            self.reward_tt_move(node);
        }
        Some(node.tt_value)
    }

    /// The move that led the iteration before.
    fn root_best(&self) -> Option<Move> {
        (self.root_depth > 1).then(|| self.root.best().mv())
    }

    /// Static evaluation: from the table or anew, corrected by experience, refined by the table's
    /// value; and whether it improves on this side's turn before. Taking no node to improve cost
    /// 110 +/- 36 Elo.
    fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.entry_mut(ply).static_eval = NONE;
            return;
        }
        if node.excluded.is_some() {
            // The position has been judged before the move was left out.
            node.static_eval = self.entry(ply).static_eval;
            node.eval = node.static_eval;
            node.improving = self.is_improving(node);
            return;
        }
        let (traits, raw_eval, static_eval) = self.static_eval(ply, node.tt_entry);
        node.correction_keys = Some(traits);
        node.raw_eval = raw_eval;
        node.static_eval = static_eval;
        node.eval = node.static_eval;
        if let Some(bound) = node.tt_entry.and_then(|entry| entry.bound)
            && node.tt_value != NONE
            && bound.allows_cutoff(node.tt_value, node.static_eval + 1)
        {
            node.eval = node.tt_value;
        }
        if node.tt_entry.is_none() {
            self.store_tt_entry(TtEntry::of_eval(node.raw_eval, node.tt_pv));
        }
        self.entry_mut(ply).static_eval = node.static_eval;
        node.improving = self.is_improving(node);
    }

    /// Static evaluation of a position that is not in check, from its entry in the table or anew: the
    /// groups whose experience corrects it, and its value before and after that.
    #[inline(always)]
    pub(super) fn static_eval(
        &mut self,
        ply: usize,
        entry: Option<TtEntry>,
    ) -> (CorrectionKeys, Value, Value) {
        let moves = (self.entry_before(ply, 1).moved, self.entry_before(ply, 2).moved);
        let traits = CorrectionKeys::of(&self.pos, moves);
        self.histories.corrections.prefetch(&traits);
        let known = entry.map_or(NONE, |entry| entry.eval);
        let raw = if known == NONE { self.evaluator.evaluate(&self.pos) } else { known };
        (traits, raw, self.histories.corrections.correct(&traits, raw))
    }

    /// Whether the static evaluation is better than when this side last had the turn and was not in
    /// check, one or two moves before.
    fn is_improving(&self, node: &Node) -> bool {
        let before = [2, 4].map(|back| self.entry_before(node.ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != NONE);
        before.is_some_and(|before| node.static_eval > before + params::improving_margin())
    }

    /// The value of a node whose moves have all been searched or cut off, and what is learned.
    pub(super) fn finish_node<K: NodeType>(
        &mut self,
        node: &Node,
        alpha: Value,
        best: Value,
        best_move: Option<Move>,
        tried: &SearchedMoves,
    ) -> Value {
        if best == -INFINITE {
            return match node.excluded {
                Some(_) => node.alpha,
                None if node.in_check => mated_in(node.ply),
                None => DRAW,
            };
        }
        let best = best.min(node.tb_max);
        if best >= node.beta {
            if let Some(mv) = best_move {
                self.update_histories_on_cutoff(node, mv, tried);
            }
        } else if best <= node.alpha && node.excluded.is_none() && !K::ROOT {
            self.reward_prior_move(node);
        }
        if node.excluded.is_none() {
            let bound = if best >= node.beta {
                Bound::Lower
            } else if K::PV && alpha > node.alpha {
                Bound::Exact
            } else if best == node.tb_min {
                Bound::Lower
            } else {
                Bound::Upper
            };
            // A later line's value is not the root's.
            if !K::ROOT || self.root.is_first_line() {
                self.store_tt(node, best, bound, best_move);
                self.update_correction_history(node, best, bound, best_move);
            }
        }
        best
    }

    fn store_tt(&self, node: &Node, best: Value, bound: Bound, best_move: Option<Move>) {
        self.store_tt_entry(TtEntry {
            best: best_move,
            value: to_tt(best, node.ply),
            depth: node.depth,
            bound: Some(bound),
            ..TtEntry::of_eval(node.raw_eval, node.tt_pv)
        });
    }
}
