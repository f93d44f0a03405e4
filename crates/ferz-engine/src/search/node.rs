//! A node of the search, from entry to exit.

use super::flight_squares::{attacks_next_to_king, lacks_flight_square};
use super::history::{ArrayVec, CorrectionKeys, QuietKey, SearchedMoves, is_noisy};
use super::parallel::{OpenNode, SearchingTable, next_path, path_before_root};
use super::picker::Picker;
use super::reductions::{PLY, base_reduction};
use super::thread::{NodeType, NonPv, Worker};
use crate::params;
use crate::tt::TtEntry;
use crate::value::{
    Bound, DRAW, EVAL_LIMIT, INFINITE, MAX_PLY, NONE, Value, from_tt, is_decided, is_loss, mate_in,
    mated_in, to_tt,
};
use ferz::Move;

/// From this counter of the fifty-move rule on the table allows no cutoff: a draw may be near, and
/// entries are stored without the counter.
const TT_CUTOFF_RULE50: u16 = 90;

/// Depth added to table entries that hold a tablebase value.
const TB_DEPTH_BONUS: i32 = 6;

/// First depth at which moves are deferred.
const DEFER_DEPTH: i32 = 2;

/// Most moves that a node defers.
const DEFERRED_MAX: usize = 16;

/// The moves that shallow-depth pruning leaves out.
enum PrunedMoves {
    None,
    /// The move at hand.
    This,
    /// The move at hand and all quiet moves after it.
    ThisAndQuiets,
}

/// State of a node while it is searched.
pub(super) struct Node {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Set on principal variations, as [`NodeType::PV`].
    pub(super) pv: bool,
    /// Set if the node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// Move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Range of the value by tablebases.
    pub(super) tb_min: Value,
    pub(super) tb_max: Value,
    pub(super) tt_entry: Option<TtEntry>,
    /// Value of the entry with mates counted from the root, or `NONE`.
    pub(super) tt_value: Value,
    /// Move of the entry; at the root the best move of the last iteration.
    pub(super) tt_move: Option<Move>,
    /// Set if the position is or ever was on a principal variation.
    pub(super) tt_pv: bool,
    /// Raw output of the evaluator, as stored in the transposition table; this and the two below are
    /// `NONE` in check.
    pub(super) raw_eval: Value,
    /// The raw evaluation after the scaling by the fifty-move counter and correction history.
    pub(super) static_eval: Value,
    /// The table value where its bound is tighter than the static evaluation, else the latter.
    pub(super) eval: Value,
    /// Set if the static evaluation is better than at this side's previous turn.
    pub(super) improving: bool,
    pub(super) correction_keys: Option<CorrectionKeys>,
    /// The key of the histories of quiet moves; empty before the move loop.
    pub(super) quiet_key: QuietKey,
}

/// A legal move of a node before its search.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Number among the node's legal moves, from 1.
    pub(super) move_count: usize,
    /// Set for captures and queen promotions.
    pub(super) noisy: bool,
    pub(super) gives_check: bool,
    pub(super) killer: bool,
    /// Sum of the histories of the move.
    pub(super) history: i32,
}

/// The moves of a node in the order of their search.
struct NodeMoves {
    picker: Picker,
    /// Number of legal moves that the picker has yielded.
    count: usize,
    deferred: ArrayVec<Candidate, DEFERRED_MAX>,
    /// Number of deferred moves that were taken up again.
    resumed: usize,
}

impl<'a> Worker<'a> {
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
        // Step 1. Horizon: quiescence search takes over.
        if depth <= 0 {
            return self.quiescence::<T>(ply, alpha, beta, 0);
        }
        let depth = depth.min(MAX_PLY as i32 - 1);
        // Step 2. Initialise the node and its stack entries.
        let mut node = self.new_node::<T>(ply, alpha, beta, depth, cut_node);
        // Steps 3 to 5. Stop, draw and last ply; mate distance pruning; upcoming repetition.
        if !T::ROOT
            && let Some(value) = self.draw_or_mate_distance(&mut node)
        {
            return value;
        }
        // Step 6. Transposition table.
        if let Some(value) = self.probe_tt::<T>(&mut node) {
            return value;
        }
        // Step 7. Tablebases.
        if let Some(value) = self.probe_tablebases::<T>(&mut node) {
            return value;
        }
        // Step 8. Static evaluation, improving.
        self.evaluate_node(&mut node);
        // Step 9. Hindsight.
        node.depth += self.hindsight(&node);
        // Steps 10 to 14. Razoring, reverse futility, null move, ProbCut, internal iterative reduction.
        if let Some(value) = self.prune_node::<T>(&mut node) {
            return value;
        }
        // Step 15. A principal variation that another thread completes.
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
        // The nodes of a ply count their cutoffs in one entry. That of the grandchildren is cleared here, so that it adds up over
        // all children: a child is reduced by what its siblings found, not by other branches.
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
            tb_min: -INFINITE,
            tb_max: INFINITE,
            tt_entry: None,
            tt_value: NONE,
            tt_move: None,
            tt_pv: T::PV,
            raw_eval: NONE,
            static_eval: NONE,
            eval: NONE,
            improving: false,
            correction_keys: None,
            quiet_key: QuietKey::EMPTY,
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
        node.tt_pv |= entry.is_some_and(|entry| entry.pv);
        // A singular search asks for the value without the move of the entry, which the value of the entry includes.
        if node.excluded.is_some() {
            return None;
        }
        node.tt_entry = entry;
        node.tt_move = if T::ROOT { self.root_best() } else { entry.and_then(|entry| entry.best) };
        let entry = entry?;
        let value = from_tt(entry.value, node.ply, &self.pos);
        node.tt_value = value;
        // No cutoff on the principal variation: the line would end there, and a repetition after it would not be seen.
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
        (self.iteration.depth > 1).then(|| self.root.best().mv)
    }

    /// Tablebase probe: returns the node's value if the tables decide it, else narrows its range.
    #[inline]
    fn probe_tablebases<T: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if T::ROOT || node.excluded.is_some() {
            return None;
        }
        let probe = self.shared.probe.as_ref()?;
        let outcome = probe.outcome(&mut self.pos, node.depth)?;
        let (value, bound) = probe.value(outcome, node.ply);
        self.counters.tb_hits += 1;
        let inside_window = node.alpha < value && value < node.beta;
        let cutoff = bound.allows_cutoff(value, node.beta) && !inside_window;
        if bound == Bound::Exact || cutoff {
            // Other lines to the position need no second probe, which can read from the disk.
            self.store_tb_value(node, value, bound);
            return Some(value);
        }
        if T::PV {
            if bound.is_lower() {
                node.tb_min = value;
                node.alpha = node.alpha.max(value);
            } else {
                node.tb_max = value;
            }
        }
        None
    }

    fn store_tb_value(&self, node: &Node, value: Value, bound: Bound) {
        self.store_tt_entry(TtEntry {
            value: to_tt(value, node.ply),
            depth: (node.depth + TB_DEPTH_BONUS).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            ..TtEntry::of_eval(NONE, node.tt_pv)
        });
    }

    /// Evaluates a node, unless it is in check, and sets its improving flag. A position without a
    /// table entry gets one that holds the evaluation alone.
    fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if node.in_check {
            self.stack.entry_mut(ply).static_eval = NONE;
            return;
        }
        if node.excluded.is_some() {
            // A singular search of the same position: the stack holds the evaluation.
            node.static_eval = self.stack.entry(ply).static_eval;
            node.eval = node.static_eval;
            node.improving = self.is_improving(node);
            return;
        }
        // The table stores the raw evaluation, which costs most. The corrections change from search to search, and the fifty-move
        // counter from line to line, so that both are applied after the lookup.
        let (raw_eval, static_eval, keys) = self.static_eval(ply, node.tt_entry);
        (node.raw_eval, node.static_eval, node.eval) = (raw_eval, static_eval, static_eval);
        node.correction_keys = Some(keys);
        if let Some(bound) = node.tt_entry.and_then(|entry| entry.bound)
            && node.tt_value != NONE
            && bound.allows_cutoff(node.tt_value, node.static_eval + 1)
        {
            node.eval = node.tt_value;
        }
        if node.tt_entry.is_none() {
            self.store_tt_entry(TtEntry::of_eval(node.raw_eval, node.tt_pv));
        }
        self.stack.entry_mut(ply).static_eval = node.static_eval;
        node.improving = self.is_improving(node);
    }

    /// Improving: returns true if the static evaluation is better than two plies before, or four
    /// plies before if this side was in check then.
    fn is_improving(&self, node: &Node) -> bool {
        let before = [2, 4].map(|back| self.stack.entry_before(node.ply, back).static_eval);
        let before = before.into_iter().find(|&eval| eval != NONE);
        before.is_some_and(|before| node.static_eval > before + params::improving_margin())
    }

    /// Hindsight: returns a change of depth for a node reached by a reduced move. The evaluations
    /// before and after that move show its effect: +1 if it gained after a reduction of three plies
    /// or more, -1 if it lost after one of two plies or more.
    fn hindsight(&self, node: &Node) -> i32 {
        let before = self.stack.entry_before(node.ply, 1);
        let missing = [node.static_eval, before.static_eval].contains(&NONE);
        if node.pv || node.excluded.is_some() || missing {
            return 0;
        }
        // The loss of the side that made the move, as each evaluation is for the side to move.
        let loss = node.static_eval + before.static_eval;
        if before.reduction >= 3 && loss <= -params::hindsight_gain() {
            1
        } else if before.reduction >= 2 && node.depth >= 2 && loss > params::hindsight_loss() {
            -1
        } else {
            0
        }
    }

    /// Prunes a node: returns its value if one of the heuristics below decides it. None applies in
    /// check, on principal variations or during singular searches. May reduce the node's depth.
    fn prune_node<T: NodeType>(&mut self, node: &mut Node) -> Option<Value> {
        if node.excluded.is_some() {
            return None;
        }
        if !T::PV && !node.in_check {
            let value = self
                .razor(node)
                .or_else(|| self.reverse_futility(node))
                .or_else(|| self.null_move(node))
                .or_else(|| self.prob_cut(node));
            if value.is_some() || self.stopped {
                return value.or(Some(DRAW));
            }
        }
        reduce_without_tt_move(node);
        None
    }

    /// Razoring: far below alpha near the leaves only captures can raise alpha, so quiescence
    /// search decides.
    fn razor(&mut self, node: &Node) -> Option<Value> {
        let margin = params::razor_margin() * node.depth;
        if node.depth > params::razor_depth() || node.eval + margin >= node.alpha {
            return None;
        }
        let value = self.quiescence::<NonPv>(node.ply, node.alpha, node.beta, 0);
        (value <= node.alpha || self.stopped).then_some(value)
    }

    /// Reverse futility pruning (static null move pruning): near the leaves an evaluation far above
    /// beta stays above it after any move of the opponent. Not where a principal variation ever
    /// passed, or the evaluation after a sacrifice would hide it from every later iteration; and not
    /// for a king that the next check may mate, as the evaluation sees no mates.
    fn reverse_futility(&self, node: &Node) -> Option<Value> {
        let estimate = node.eval;
        let improving = if node.improving { params::rfp_improving() } else { 0 };
        let margin = (params::rfp_margin() * node.depth - improving).max(params::rfp_margin_min());
        let applies = !node.tt_pv
            && node.depth <= params::rfp_depth()
            && !is_decided(node.beta)
            && estimate <= EVAL_LIMIT
            && node.tt_move.is_none_or(is_noisy)
            && estimate - margin >= node.beta
            && !lacks_flight_square(&self.pos, self.pos.side_to_move());
        // Between both: the estimate is no value of a search, and returned as one it would raise those of all nodes above.
        applies.then_some((estimate + node.beta) / 2)
    }

    /// Null move pruning: if the side to move beats beta even after passing, some move does too.
    /// Not where zugzwang is likely: with pawns alone, or with a king that has no flight square and
    /// that a forced move may expose to mate.
    fn null_move(&mut self, node: &Node) -> Option<Value> {
        if !self.allows_null_move(node) {
            return None;
        }
        // The further the evaluation is above beta, the less a shallow search errs; limited, or a queen ahead would reduce
        // every search to its quiescence.
        let eval_term = ((node.eval - node.beta) / params::nmp_eval()).min(3);
        let reduction = params::nmp_base() + node.depth / params::nmp_divisor() + eval_term;
        let depth = node.depth - reduction;
        self.do_null_move(node.ply);
        let value =
            -self.search::<NonPv>(node.ply + 1, -node.beta, 1 - node.beta, depth, !node.cut_node);
        self.undo_null_move();
        if self.stopped {
            return Some(DRAW);
        }
        if value < node.beta {
            return None;
        }
        // Mates and tablebase wins after a null move are unproven.
        let value = if is_decided(value) { node.beta } else { value };
        if node.depth < params::nmp_verify_depth() || self.stack.nmp_min_ply > 0 {
            return Some(value);
        }
        self.verify_null_move(node, depth).then_some(value)
    }

    /// Returns true if the conditions of null move pruning hold.
    fn allows_null_move(&self, node: &Node) -> bool {
        let margin = params::nmp_margin() - params::nmp_margin_depth() * node.depth;
        node.depth >= params::nmp_depth()
            && node.eval >= node.beta
            && node.static_eval >= node.beta + margin
            // Two null moves in a row would be the same position at less depth.
            && self.pos.last_move().is_some()
            && self.has_pieces()
            && node.ply >= self.stack.nmp_min_ply
            && !is_decided(node.beta)
            && !lacks_flight_square(&self.pos, self.pos.side_to_move())
    }

    /// Null move verification: at high depth a reduced search without null moves near the root
    /// confirms the cutoff.
    fn verify_null_move(&mut self, node: &Node, depth: i32) -> bool {
        self.stack.nmp_min_ply = node.ply + 3 * depth.max(0) as usize / 4;
        let verified = self.search::<NonPv>(node.ply, node.beta - 1, node.beta, depth, false);
        self.stack.nmp_min_ply = 0;
        verified >= node.beta || self.stopped
    }

    /// ProbCut (Buro): a capture that beats beta by a margin at reduced depth beats beta at full
    /// depth with high probability.
    fn prob_cut(&mut self, node: &Node) -> Option<Value> {
        let target = node.beta + params::probcut_margin();
        let refuted_by_tt = node.tt_entry.is_some_and(|entry| {
            entry.depth >= node.depth - 3 && node.tt_value != NONE && node.tt_value < target
        });
        if node.depth < params::probcut_depth()
            || target >= EVAL_LIMIT
            || is_decided(node.beta)
            || refuted_by_tt
        {
            return None;
        }
        let ply = node.ply;
        // Captures that win less cannot lift the evaluation to the target.
        let see_min = target - node.static_eval;
        let mut picker = Picker::prob_cut(&self.source(), node.tt_move, see_min);
        let mut found = None;
        while let Some(mv) = picker.next(&mut self.source()) {
            if !self.pos.keeps_king_safe(mv) {
                continue;
            }
            self.prefetch_after(mv);
            self.do_move(ply, mv, self.pos.gives_check(mv));
            // Quiescence refutes most candidates at a small part of the cost of the reduced search.
            let mut value = -self.quiescence::<NonPv>(ply + 1, -target, 1 - target, 0);
            if value >= target {
                let depth = node.depth - 4;
                value = -self.search::<NonPv>(ply + 1, -target, 1 - target, depth, !node.cut_node);
            }
            self.undo_move();
            if self.stopped {
                break;
            }
            if value >= target {
                self.store_tt_entry(TtEntry {
                    best: Some(mv),
                    value: to_tt(value, ply),
                    depth: node.depth - 3,
                    bound: Some(Bound::Lower),
                    ..TtEntry::of_eval(node.raw_eval, node.tt_pv)
                });
                // The search was one against the target: what exceeds beta by the margin is not shown at full depth.
                let margin = if is_decided(value) { 0 } else { params::probcut_margin() };
                found = Some(value - margin);
                break;
            }
        }
        picker.finish(&mut self.stack.moves);
        found
    }

    /// Searches the moves of a node of the principal variation, unless or until another thread
    /// completes it. `depth` is the requested depth, before reductions of the node.
    fn search_pv_moves<T: NodeType>(&mut self, node: &mut Node, depth: i32) -> Value {
        let Some(shared_pv) = self.shared.shared_pv.as_ref() else {
            return self.search_moves::<T>(node);
        };
        let (alpha, beta) = (node.alpha, node.beta);
        let path = match self.pv_progress.open.last() {
            Some(parent) => parent.path,
            None => path_before_root(self.keys_of_better_lines(), depth, alpha, beta),
        };
        let open = OpenNode { path: next_path(path, self.pos.key()), depth, alpha, beta };
        self.pv_progress.open.push(open);
        self.poll_shared_pv();
        let value = if self.stopped { DRAW } else { self.search_moves::<T>(node) };
        self.pv_progress.open.pop();
        let completed = self.pv_progress.completed.take_if(|(ply, _)| *ply == node.ply);
        if let Some((_, completed)) = completed {
            self.stopped = false;
            return self.adopt_pv::<T>(node, completed);
        }
        if !self.stopped {
            shared_pv.publish(self.pv_result::<T>(node.ply, &open, value));
        }
        value
    }

    /// Searches a node's moves and finishes the node. The picker's moves are on the stack meanwhile.
    #[inline(always)]
    fn search_moves<T: NodeType>(&mut self, node: &mut Node) -> Value {
        let first = self.stack.moves.len();
        let value = self.search_picked_moves::<T>(node);
        self.stack.moves.truncate(first);
        value
    }

    /// Searches a node's moves until one fails high or none is left, and finishes the node.
    fn search_picked_moves<T: NodeType>(&mut self, node: &mut Node) -> Value {
        let ply = node.ply;
        node.quiet_key = self.quiet_key(ply);
        self.stack.entry_mut(ply).threats = node.quiet_key.threats();
        let killers = self.stack.entry(ply).killers;
        // The killers of the children are those of siblings, not of other branches. Killers shared between plies were tried
        // without a gain.
        self.stack.entry_mut(ply + 1).killers = [None; 2];
        let picker = Picker::new(&self.source(), node.tt_move, killers, node.quiet_key);
        let deferred = ArrayVec::default();
        let mut moves = NodeMoves { picker, count: 0, deferred, resumed: 0 };
        let mut searched = SearchedMoves::default();
        let (mut alpha, mut best, mut best_move) = (node.alpha, node.tb_min, None);

        // Step 16. Move loop: the moves of the picker, then the deferred ones.
        while let Some(candidate) = self.next_candidate::<T>(node, &mut moves, alpha, best) {
            // Step 20. Claim of the move, so that other threads defer it; report of a long search.
            let mv = candidate.mv;
            let table = self.searching_table(node);
            let claim = table.and_then(|table| table.claim(self.pos.key_after(mv)));
            if T::ROOT {
                self.report_currmove(&candidate);
            }

            // Step 21. Singular extension: a reduced search without the table move tests if all other
            // moves stay below the table value by a margin. If so, the move is singular and extended.
            // Multicut: if another move beats beta too, the node fails high at once.
            let mut extension = 0;
            if !T::ROOT && self.allows_singular_search(node, &candidate) {
                let target = node.tt_value - params::singular_margin() * node.depth / 16;
                let value = self.search_without(node, mv, target);
                if self.stopped || (value >= target && value >= node.beta && !is_decided(value)) {
                    return value;
                }
                extension = self.singular_extension(node, &candidate, target - value);
            }

            // Steps 22 to 26. Search of the move.
            let nodes_before = self.counters.nodes;
            let value = self.search_move::<T>(node, &candidate, extension, alpha, best);
            drop(claim);
            if T::PV && !self.stopped {
                self.poll_shared_pv();
            }
            if self.stopped {
                return DRAW;
            }
            if T::ROOT {
                self.update_root_move(&candidate, value, (alpha, node.beta), nodes_before);
            }

            // Step 27. New best value, alpha, cutoff. The moves after one that raised alpha are
            // searched a ply shallower, as they need only be refuted.
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if T::PV {
                    self.stack.pv_table.prepend(ply, mv);
                }
                if value >= node.beta {
                    break;
                }
                node.depth -= i32::from(alpha_raise_reduces(node.depth, value));
            }
            searched.push(mv);
        }
        // Step 28. Mate or stalemate, histories, table entry, correction history.
        self.finish_node::<T>(node, alpha, best, best_move, &searched)
    }

    /// Returns the next move of a node that is to be searched.
    #[inline(always)]
    fn next_candidate<T: NodeType>(
        &mut self,
        node: &Node,
        moves: &mut NodeMoves,
        alpha: Value,
        best: Value,
    ) -> Option<Candidate> {
        while let Some(mv) = moves.picker.next(&mut self.source()) {
            // Step 17. Legality, prefetch of the table entry, properties of the move.
            if Some(mv) == node.excluded
                || !self.pos.keeps_king_safe(mv)
                || (T::ROOT && self.root.find(mv).is_none())
            {
                continue;
            }
            self.prefetch_after(mv);
            moves.count += 1;
            let candidate = self.candidate(node, mv, moves.count);

            // Step 18. Pruning at shallow depth, once some move is not lost. With pawns alone nothing
            // is pruned.
            if !T::ROOT && self.shared.move_pruning && !is_loss(best) && self.has_pieces() {
                match self.pruned_moves(node, &candidate, alpha) {
                    PrunedMoves::None => {}
                    PrunedMoves::This => continue,
                    PrunedMoves::ThisAndQuiets => {
                        moves.picker.skip_quiets();
                        continue;
                    }
                }
            }

            // Step 19. Deferring (ABDADA): a move that another thread searches comes last.
            // The first move is never deferred: it sets alpha, and an order that differs between threads would only be worse.
            let is_searched = |table: &SearchingTable| {
                moves.count > 1 && table.is_searched(self.pos.key_after(mv))
            };
            if self.searching_table(node).is_some_and(is_searched) && moves.deferred.push(candidate)
            {
                continue;
            }
            return Some(candidate);
        }
        let candidate = moves.deferred.get(moves.resumed)?;
        moves.resumed += 1;
        Some(candidate)
    }

    /// Returns the moves that are pruned at shallow depth when the picker yields this one.
    #[inline(always)]
    fn pruned_moves(&self, node: &Node, candidate: &Candidate, alpha: Value) -> PrunedMoves {
        let this_if = |pruned| if pruned { PrunedMoves::This } else { PrunedMoves::None };
        if candidate.noisy {
            return this_if(self.see_prunes_capture(node, candidate));
        }
        if late_move_prunes(node, candidate) {
            return PrunedMoves::ThisAndQuiets;
        }
        let lmr_depth = lmr_depth(node, candidate);
        if history_prunes(candidate, lmr_depth) {
            return PrunedMoves::This;
        }
        if futility_prunes(node, candidate, lmr_depth, alpha) {
            // A move may mate a king without a flight square, whatever the evaluation.
            let enemy = !self.pos.side_to_move();
            if !lacks_flight_square(&self.pos, enemy) {
                return PrunedMoves::ThisAndQuiets;
            }
            if !attacks_next_to_king(&self.pos, candidate.mv, enemy) {
                return PrunedMoves::This;
            }
        }
        this_if(self.see_prunes_quiet(candidate, lmr_depth))
    }

    /// Makes, searches and undoes a move (principal variation search).
    #[inline(always)]
    fn search_move<T: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        alpha: Value,
        best: Value,
    ) -> Value {
        let ply = node.ply;
        let double_extensions = self.stack.entry_before(ply, 1).double_extensions;
        self.stack.entry_mut(ply).double_extensions = double_extensions + i32::from(extension > 1);

        // Step 22. Make the move.
        self.do_move(ply, candidate.mv, candidate.gives_check);
        let mut depth = node.depth - 1 + extension;
        let mut value = alpha + 1;

        if node.depth >= 2 && lmr_applies::<T>(candidate) {
            // Step 23. Late move reduction: a null window at reduced depth. If that beats alpha, one at
            // full depth, a ply more if the value is far above the best one, a ply less if hardly.
            let reduction = self.reduction(node, candidate) / PLY;
            let reduced = (depth - reduction).clamp(1, (depth + i32::from(node.pv)).max(1));
            // The child reads the reduction for its hindsight. It is expected to fail high, since late moves rarely beat alpha.
            self.stack.entry_mut(ply).reduction = depth - reduced;
            value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, reduced, true);
            self.stack.entry_mut(ply).reduction = 0;
            if value > alpha && reduced < depth {
                let margin = params::lmr_deeper() + params::lmr_deeper_depth() * depth;
                let (deeper, shallower) = (value > best + margin, value < best + depth);
                depth += i32::from(deeper) - i32::from(shallower);
                if reduced < depth {
                    let cut_node = !node.cut_node;
                    value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, depth, cut_node);
                }
                self.update_history_after_research(node, candidate, value, alpha);
            }
        } else if !T::PV || candidate.move_count > 1 {
            // Step 24. Null window at full depth.
            value = -self.search::<NonPv>(ply + 1, -alpha - 1, -alpha, depth, !node.cut_node);
        }

        // Step 25. Full window: the first move of a principal variation, and each that beats alpha.
        if T::PV && (candidate.move_count == 1 || value > alpha) && !self.stopped {
            value = -self.search::<T::Child>(ply + 1, -node.beta, -alpha, depth, false);
        }

        // Step 26. Undo the move.
        self.undo_move();
        value
    }

    /// Searches a node without a move at reduced depth, with a null window below `target`.
    #[inline(never)]
    fn search_without(&mut self, node: &Node, mv: Move, target: Value) -> Value {
        // Half of the depth: the search comes in addition to that of the move itself.
        let (ply, depth) = (node.ply, (node.depth - 1) / 2);
        self.stack.entry_mut(ply).excluded = Some(mv);
        let value = self.search::<NonPv>(ply, target - 1, target, depth, node.cut_node);
        self.stack.entry_mut(ply).excluded = None;
        if self.stopped { DRAW } else { value }
    }

    /// Returns the properties of a legal move.
    #[inline(always)]
    fn candidate(&self, node: &Node, mv: Move, move_count: usize) -> Candidate {
        let noisy = is_noisy(mv);
        let history = &self.histories.moves;
        Candidate {
            mv,
            move_count,
            noisy,
            gives_check: self.pos.gives_check(mv),
            killer: self.stack.entry(node.ply).killers.contains(&Some(mv)),
            history: if noisy {
                history.capture(&self.pos, mv)
            } else {
                history.quiet(&self.pos, mv, &node.quiet_key)
            },
        }
    }

    /// SEE pruning of captures: returns true if the exchange loses more than a margin that grows
    /// with the depth and the capture history.
    fn see_prunes_capture(&self, node: &Node, candidate: &Candidate) -> bool {
        let margin = params::see_capture_margin() * node.depth
            + candidate.history / params::see_capture_history();
        node.depth <= params::see_capture_depth() && !self.pos.see_ge(candidate.mv, -margin.max(0))
    }

    /// SEE pruning of quiet moves: returns true if the exchange on the target square loses more
    /// than a margin that grows with the square of the reduced depth.
    fn see_prunes_quiet(&self, candidate: &Candidate, lmr_depth: i32) -> bool {
        let margin = params::see_quiet_margin() * lmr_depth * lmr_depth;
        lmr_depth <= params::see_quiet_depth() && !self.pos.see_ge(candidate.mv, -margin)
    }

    /// Returns the table of moves being searched, for nodes whose moves may be deferred.
    #[inline(always)]
    fn searching_table(&self, node: &Node) -> Option<&'a SearchingTable> {
        let table = self.shared.searching.as_ref();
        table.filter(|_| node.depth >= DEFER_DEPTH && node.excluded.is_none())
    }

    /// Returns true if the candidate is a table move with a lower bound of sufficient depth.
    fn allows_singular_search(&self, node: &Node, candidate: &Candidate) -> bool {
        let Some(entry) = node.tt_entry else { return false };
        node.excluded.is_none()
            && Some(candidate.mv) == node.tt_move
            && node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && entry.depth >= node.depth - 3
            && entry.bound.is_some_and(|bound| bound.is_lower())
            && node.tt_value != NONE
            && !is_decided(node.tt_value)
            // Else extensions could prolong a line of forced moves without end.
            && (node.ply as i32) < 2 * self.iteration.depth
    }

    /// Returns the extension of a table move by the margin of the other moves below the target of the
    /// singular search: two plies if they are far below (double extension), three if the move is also
    /// quiet and the margin larger still; negative if one of them reaches the target and the node is
    /// expected to fail high.
    fn singular_extension(&self, node: &Node, candidate: &Candidate, margin: Value) -> i32 {
        let double_extensions = self.stack.entry(node.ply).double_extensions;
        // The move is not singular: another one is about as good. If one beats beta, a shallower search of this one shows it too.
        if margin <= 0 {
            if node.tt_value >= node.beta {
                -2 - i32::from(!node.pv)
            } else if node.cut_node {
                -2
            } else {
                0
            }
        } else if node.pv
            || margin <= params::double_margin()
            || double_extensions >= params::double_extensions_max()
        {
            1
        } else if margin > params::triple_margin() && !candidate.noisy {
            3
        } else {
            2
        }
    }

    /// Late move reduction: returns the reduction of a move in 1024ths of a ply.
    ///
    /// It is higher at cut nodes and while the evaluation does not improve, lower on principal
    /// variations and for checks, killers and moves with a good history.
    fn reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        // In 1024ths of a ply, so that small terms add up in place of being rounded away one by one. A cut node's first moves were
        // expected to fail high: the later ones are worse still, and reduced most. Where a principal variation passed, an error
        // costs the move, not only time.
        let mut reduction = base_reduction(node.depth, candidate.move_count, candidate.noisy);
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if node.pv {
            reduction -= params::lmr_pv();
        }
        if node.tt_pv {
            reduction -= params::lmr_tt_pv();
        }
        if !node.improving {
            reduction += params::lmr_not_improving();
        }
        if node.tt_move.is_some_and(is_noisy) {
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

    /// Finishes a node after its move loop: updates the histories, stores the table entry and
    /// returns the value.
    fn finish_node<T: NodeType>(
        &mut self,
        node: &Node,
        alpha: Value,
        best: Value,
        best_move: Option<Move>,
        searched: &SearchedMoves,
    ) -> Value {
        if best == -INFINITE {
            // Without a legal move but the excluded one, that is singular: fail low.
            return match node.excluded {
                Some(_) => node.alpha,
                None if node.in_check => mated_in(node.ply),
                None => DRAW,
            };
        }
        // The tables know better than a search that found no way to lose what is lost.
        let best = best.min(node.tb_max);
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
            } else if best == node.tb_min {
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
            ..TtEntry::of_eval(node.raw_eval, node.tt_pv)
        });
    }
}

/// Internal iterative reduction: without a table move the order of moves is poor, so the search is
/// a ply shallower and leaves a table move for the next iteration.
fn reduce_without_tt_move(node: &mut Node) {
    if (node.pv || node.cut_node) && node.depth >= params::iir_depth() && node.tt_move.is_none() {
        node.depth -= 1;
    }
}

/// Late move pruning: returns true once enough moves were searched for the depth.
fn late_move_prunes(node: &Node, candidate: &Candidate) -> bool {
    let count = params::lmp_base() + node.depth * node.depth;
    let count = if node.improving { count } else { count / 2 };
    node.depth <= params::lmp_depth() && candidate.move_count > count as usize
}

/// Returns the approximate depth of a quiet move after late move reductions.
fn lmr_depth(node: &Node, candidate: &Candidate) -> i32 {
    let not_improving = if node.improving { 0 } else { params::prune_not_improving() };
    let reduction = base_reduction(node.depth, candidate.move_count, false) + not_improving
        - candidate.history * PLY / params::lmr_history();
    (node.depth - reduction / PLY).clamp(0, node.depth)
}

/// History pruning: returns true for a quiet move that failed in similar positions.
fn history_prunes(candidate: &Candidate, lmr_depth: i32) -> bool {
    lmr_depth <= params::history_prune_depth()
        && candidate.history < -params::history_prune_margin() * (lmr_depth + 1)
}

/// Futility pruning: returns true if the evaluation is so far below alpha that a quiet move without
/// check cannot raise it.
fn futility_prunes(node: &Node, candidate: &Candidate, lmr_depth: i32, alpha: Value) -> bool {
    let margin = params::futility_base() + params::futility_margin() * lmr_depth;
    lmr_depth <= params::futility_depth()
        && !node.in_check
        && !candidate.gives_check
        && node.static_eval + margin <= alpha
}

/// Returns true for the moves that late move reduction applies to.
fn lmr_applies<T: NodeType>(candidate: &Candidate) -> bool {
    candidate.move_count > 1 + usize::from(T::PV)
}

/// Alpha-raise reduction: returns true if the moves after one that raised alpha to `value` are
/// searched one ply shallower, as they need only be refuted.
fn alpha_raise_reduces(depth: i32, value: Value) -> bool {
    (params::alpha_raise_depth_min()..=params::alpha_raise_depth_max()).contains(&depth)
        && !is_decided(value)
}
