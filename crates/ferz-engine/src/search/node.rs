//! A node from entry to exit: draws, the table, the static evaluation, and what is kept.

use super::correction::Traits;
use super::history::Line;
use super::moves::Tried;
use super::worker::Worker;
use crate::params;
use crate::tt::Entry;
use crate::value::{
    Bound, DRAW, INFINITE, MAX_PLY, NONE, Value, from_table, mate_in, mated_in, to_table,
};
use ferz::Move;

/// What kind of node is searched, known when the program is compiled.
pub(super) trait Kind {
    /// The root of the tree.
    const ROOT: bool;
    /// On a principal variation: the window is open.
    const PV: bool;
    /// What its children on the principal variation are.
    type Child: Kind;
}

/// The root.
pub(super) struct Root;
/// Any other node of a principal variation.
pub(super) struct Pv;
/// A node with an empty window, to be proven at least or at most so good.
pub(super) struct NonPv;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl Kind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Child = Self;
}

impl Kind for NonPv {
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
    pub(super) floor: Value,
    /// The value is no greater, as tablebases know; else `INFINITE`.
    pub(super) ceiling: Value,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    pub(super) table: Option<Entry>,
    /// The table's value, mates counted from the root, or `NONE`.
    pub(super) table_value: Value,
    pub(super) best_from_table: Option<Move>,
    /// A principal variation passes here or once did.
    pub(super) table_pv: bool,
    /// The evaluation as the table keeps it, before corrections.
    pub(super) raw_eval: Value,
    /// The evaluation with corrections, or `NONE` in check.
    pub(super) static_eval: Value,
    /// The best estimate: the table's value where it says more than the static evaluation.
    pub(super) eval: Value,
    /// The static evaluation is better than at this side's turn before.
    pub(super) improving: bool,
    pub(super) traits: Option<Traits>,
    pub(super) line: Line,
}

impl Worker<'_> {
    /// The value of the position at `ply`, searched `depth` plies deep within `alpha` and `beta`.
    ///
    /// It is exact between the two, and else a bound. When the search has been stopped the value
    /// means nothing.
    pub(super) fn search<K: Kind>(
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
            && let Some(value) = self.value_without_search(&mut node)
        {
            return value;
        }
        if let Some(value) = self.look_up::<K>(&mut node) {
            return value;
        }
        if let Some(value) = self.probe_tables::<K>(&mut node) {
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

    fn new_node<K: Kind>(
        &mut self,
        ply: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
        cut_node: bool,
    ) -> Node {
        if K::PV {
            self.seldepth = self.seldepth.max(ply + 1);
            self.lines.clear(ply);
        }
        self.frame_mut(ply + 2).cutoffs = 0;
        self.frame_mut(ply).doubles = self.frame_before(ply, 1).doubles;
        Node {
            alpha,
            beta,
            depth,
            ply,
            pv: K::PV,
            cut_node,
            in_check: self.pos.in_check(),
            floor: -INFINITE,
            ceiling: INFINITE,
            excluded: self.frame(ply).excluded,
            table: None,
            table_value: NONE,
            best_from_table: None,
            table_pv: K::PV,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            traits: None,
            line: self.line_to(ply),
        }
    }

    /// What needs no search: a stopped search, draws, the end of the line, and mate distance.
    fn value_without_search(&mut self, node: &mut Node) -> Option<Value> {
        let ply = node.ply;
        if self.stopped || self.is_draw(ply) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            return Some(self.value_at_horizon());
        }
        // Mate-distance pruning: no line from here beats a shorter mate found elsewhere.
        node.alpha = node.alpha.max(mated_in(ply));
        node.beta = node.beta.min(mate_in(ply + 1));
        if node.alpha >= node.beta {
            return Some(node.alpha);
        }
        node.alpha = self.alpha_with_draw_at_hand(ply, node.alpha);
        (node.alpha >= node.beta).then_some(node.alpha)
    }

    /// Transposition table: what an earlier search found settles this one if it was as deep and
    /// its bound lies on the right side; else its move is tried first.
    fn look_up<K: Kind>(&mut self, node: &mut Node) -> Option<Value> {
        let entry = self.shared.table.probe(self.pos.key());
        if node.excluded.is_some() {
            node.table_pv |= entry.is_some_and(|entry| entry.pv);
            return None;
        }
        let Some(entry) = entry else {
            if K::ROOT {
                node.best_from_table = self.root_best();
            }
            return None;
        };
        node.table_value = from_table(entry.value, node.ply, &self.pos);
        node.best_from_table = if K::ROOT { self.root_best() } else { entry.best };
        node.table_pv |= entry.pv;
        node.table = Some(entry);
        let settled = !K::PV
            && entry.depth >= node.depth
            && node.table_value != NONE
            && entry.bound.is_some_and(|bound| bound.settles(node.table_value, node.beta))
            // A fifty-move draw may be near, which the table knows nothing of.
            && self.pos.rule50() < 90;
        if !settled {
            return None;
        }
        if node.table_value >= node.beta {
            self.reward_table_move(node);
        }
        Some(node.table_value)
    }

    /// The move that led the iteration before.
    fn root_best(&self) -> Option<Move> {
        (self.root_depth > 1).then(|| self.root.leader().mv())
    }

    /// Static evaluation: from the table or anew, corrected by experience, refined by the table's
    /// value; and whether it improves on this side's turn before. Taking no node to improve cost
    /// 110 +/- 36 Elo.
    fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.frame_mut(ply).static_eval = NONE;
            return;
        }
        if node.excluded.is_some() {
            // The position has been judged before the move was left out.
            node.static_eval = self.frame(ply).static_eval;
            node.eval = node.static_eval;
            node.improving = self.is_improving(node);
            return;
        }
        let (traits, raw_eval, static_eval) = self.static_eval(ply, node.table);
        node.traits = Some(traits);
        node.raw_eval = raw_eval;
        node.static_eval = static_eval;
        node.eval = node.static_eval;
        if let Some(bound) = node.table.and_then(|entry| entry.bound)
            && node.table_value != NONE
            && bound.settles(node.table_value, node.static_eval + 1)
        {
            node.eval = node.table_value;
        }
        if node.table.is_none() {
            self.store(Entry::of_eval(node.raw_eval, node.table_pv));
        }
        self.frame_mut(ply).static_eval = node.static_eval;
        node.improving = self.is_improving(node);
    }

    /// Static evaluation of a position that is not in check, from its entry in the table or anew: the
    /// groups whose experience corrects it, and its value before and after that.
    #[inline(always)]
    pub(super) fn static_eval(
        &mut self,
        ply: usize,
        entry: Option<Entry>,
    ) -> (Traits, Value, Value) {
        let moves = (self.frame_before(ply, 1).moved, self.frame_before(ply, 2).moved);
        let traits = Traits::of(&self.pos, moves);
        self.experience.corrections.prefetch(&traits);
        let known = entry.map_or(NONE, |entry| entry.eval);
        let raw = if known == NONE { self.evaluator.evaluate(&self.pos) } else { known };
        (traits, raw, self.experience.corrections.correct(&traits, raw))
    }

    /// Whether the static evaluation is better than when this side last had the turn and was not in
    /// check, one or two moves before.
    fn is_improving(&self, node: &Node) -> bool {
        let before = [2, 4].map(|back| self.frame_before(node.ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != NONE);
        before.is_some_and(|before| node.static_eval > before + params::improving_margin())
    }

    /// The value of a node whose moves have all been searched or cut off, and what is learned.
    pub(super) fn finish_node<K: Kind>(
        &mut self,
        node: &Node,
        alpha: Value,
        best: Value,
        best_move: Option<Move>,
        tried: &Tried,
    ) -> Value {
        if best == -INFINITE {
            return match node.excluded {
                Some(_) => node.alpha,
                None if node.in_check => mated_in(node.ply),
                None => DRAW,
            };
        }
        let best = best.min(node.ceiling);
        if best >= node.beta {
            if let Some(m) = best_move {
                self.learn_from_cutoff(node, m, tried);
            }
        } else if best <= node.alpha && node.excluded.is_none() && !K::ROOT {
            self.reward_prior_move(node);
        }
        if node.excluded.is_none() {
            let bound = if best >= node.beta {
                Bound::Lower
            } else if K::PV && alpha > node.alpha {
                Bound::Exact
            } else if best == node.floor {
                Bound::Lower
            } else {
                Bound::Upper
            };
            // A later line's value is not the root's.
            if !K::ROOT || self.root.is_first_line() {
                self.remember(node, best, bound, best_move);
                self.correct_evaluation(node, best, bound, best_move);
            }
        }
        best
    }

    fn remember(&self, node: &Node, best: Value, bound: Bound, best_move: Option<Move>) {
        self.store(Entry {
            best: best_move,
            value: to_table(best, node.ply),
            depth: node.depth,
            bound: Some(bound),
            ..Entry::of_eval(node.raw_eval, node.table_pv)
        });
    }
}
