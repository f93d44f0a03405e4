//! The move loop of a node: pruning, extension, reduced and full searches of its moves.

use super::lmr_table::PLY;
use super::node_state::{Candidate, Node, NodeType, NonPv, PruneDecision, SearchedMoves, is_noisy};
use super::parallel::deferred::Deferred;
use super::parallel::searching::SearchingTable;
use super::picker::Picker;
use super::worker::Worker;
use crate::params;
use crate::value::{DRAW, Value, is_decided, is_loss};
use ferz::Move;

/// State of a node's move loop.
struct MoveLoop {
    picker: Picker,
    deferred: Deferred,
    searched: SearchedMoves,
    /// Number of the last candidate.
    number: usize,
    alpha: Value,
    best: Value,
    best_move: Option<Move>,
}

/// Result of the search of one candidate.
enum Step {
    /// The next candidate follows.
    Continue,
    /// No further candidate needs a search.
    Cutoff,
    /// The node returns this value at once.
    Return(Value),
}

impl<'a> Worker<'a> {
    /// Searches a node's moves until one fails high or none is left, and finishes the node.
    pub(super) fn search_moves<T: NodeType>(&mut self, node: &mut Node) -> Value {
        let killers = self.stack.entry(node.ply).killers;
        self.stack.entry_mut(node.ply + 1).killers = [None; 2];
        let mut moves = MoveLoop {
            picker: Picker::new(&self.source(), node.tt.mv, killers, node.quiet_key),
            deferred: Deferred::default(),
            searched: SearchedMoves::default(),
            number: 0,
            alpha: node.alpha,
            best: node.tb.min,
            best_move: None,
        };
        while let Some(candidate) = self.select_candidate::<T>(node, &mut moves) {
            match self.search_candidate::<T>(node, &mut moves, &candidate) {
                Step::Continue => {}
                Step::Cutoff => break,
                Step::Return(value) => {
                    moves.picker.finish(&mut self.stack.moves);
                    return value;
                }
            }
        }
        let MoveLoop { picker, searched, alpha, best, best_move, .. } = moves;
        picker.finish(&mut self.stack.moves);
        self.finish_node::<T>(node, alpha, best, best_move, &searched)
    }

    /// Returns the next move to search: the picker's moves without those that are pruned or
    /// deferred, then the deferred ones.
    #[inline(always)]
    fn select_candidate<T: NodeType>(
        &mut self,
        node: &Node,
        moves: &mut MoveLoop,
    ) -> Option<Candidate> {
        while let Some(candidate) = self.next_candidate::<T>(node, moves) {
            moves.number = candidate.number;
            if !T::ROOT && self.shared.move_pruning && !is_loss(moves.best) {
                match self.prune_move(node, &candidate, moves.alpha) {
                    PruneDecision::Search => {}
                    PruneDecision::Skip => continue,
                    PruneDecision::SkipAllQuiets => {
                        moves.picker.skip_quiets();
                        continue;
                    }
                }
            }
            let is_searched = |table: &SearchingTable| {
                candidate.number > 1 && table.is_searched(self.pos.key_after(candidate.mv))
            };
            if self.searching_table(node).is_some_and(is_searched) && moves.deferred.push(candidate)
            {
                continue;
            }
            return Some(candidate);
        }
        moves.deferred.pop()
    }

    /// Returns the next legal move of the picker.
    #[inline(always)]
    fn next_candidate<T: NodeType>(
        &mut self,
        node: &Node,
        moves: &mut MoveLoop,
    ) -> Option<Candidate> {
        while let Some(mv) = moves.picker.next(&mut self.source()) {
            if Some(mv) != node.excluded
                && self.pos.keeps_king_safe(mv)
                && (!T::ROOT || self.root.find(mv).is_some())
            {
                self.prefetch_after(mv);
                return Some(self.candidate(node, mv, moves.number + 1));
            }
        }
        None
    }

    /// Returns the properties of a legal move.
    #[inline(always)]
    fn candidate(&self, node: &Node, mv: Move, number: usize) -> Candidate {
        let noisy = is_noisy(mv);
        let history = &self.histories.history;
        Candidate {
            mv,
            number,
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

    /// Extends and searches a candidate and updates the best move.
    #[inline(always)]
    fn search_candidate<T: NodeType>(
        &mut self,
        node: &mut Node,
        moves: &mut MoveLoop,
        candidate: &Candidate,
    ) -> Step {
        let mv = candidate.mv;
        let claim =
            self.searching_table(node).and_then(|table| table.claim(self.pos.key_after(mv)));
        if T::ROOT {
            self.report_currmove(candidate);
        }
        let extension = match self.extension::<T>(node, candidate) {
            Ok(extension) => extension,
            Err(value) => return Step::Return(value),
        };
        let double_extensions = self.stack.entry_before(node.ply, 1).double_extensions;
        self.stack.entry_mut(node.ply).double_extensions =
            double_extensions + i32::from(extension > 1);
        let nodes_before = self.counters.nodes;
        self.do_move(node.ply, mv, candidate.gives_check);
        let value = self.search_child::<T>(node, moves, candidate, extension);
        self.undo_move();
        drop(claim);
        if T::PV && !self.stopped {
            self.poll_shared_pv();
        }
        if self.stopped {
            return Step::Return(DRAW);
        }
        if T::ROOT {
            self.update_root_move(candidate, value, (moves.alpha, node.beta), nodes_before);
        }
        self.update_best::<T>(node, moves, mv, value)
    }

    /// Updates best value, alpha and principal variation with the value of a move.
    #[inline(always)]
    fn update_best<T: NodeType>(
        &mut self,
        node: &mut Node,
        moves: &mut MoveLoop,
        mv: Move,
        value: Value,
    ) -> Step {
        moves.best = moves.best.max(value);
        if value > moves.alpha {
            moves.best_move = Some(mv);
            moves.alpha = value;
            if T::PV {
                self.stack.pv_table.prepend(node.ply, mv);
            }
            if value >= node.beta {
                return Step::Cutoff;
            }
            node.depth -= i32::from(reduces_remaining_moves(node.depth, value));
        }
        moves.searched.push(mv);
        Step::Continue
    }

    /// Principal variation search: the first move with the full window, the others with a null
    /// window, late ones first at a reduced depth (late move reductions). A move that beats alpha is
    /// searched again, at full depth and with the full window.
    #[inline(always)]
    fn search_child<T: NodeType>(
        &mut self,
        node: &Node,
        moves: &MoveLoop,
        candidate: &Candidate,
        extension: i32,
    ) -> Value {
        let (ply, alpha) = (node.ply + 1, moves.alpha);
        let mut depth = node.depth - 1 + extension;
        let mut value = alpha + 1;
        let late = candidate.number > 1 + usize::from(T::PV);
        if late && node.depth >= 2 {
            value = self.search_reduced(node, moves, candidate, &mut depth);
        } else if !T::PV || candidate.number > 1 {
            value = -self.search::<NonPv>(ply, -alpha - 1, -alpha, depth, !node.cut_node);
        }
        if T::PV && (candidate.number == 1 || value > alpha) && !self.stopped {
            value = -self.search::<T::Child>(ply, -node.beta, -alpha, depth, false);
        }
        value
    }

    /// Late move reductions: a null window search at reduced depth, and one at full depth if that
    /// beats alpha. The full depth grows by a ply if the reduced search is far above the best value
    /// and shrinks by one if it is hardly above.
    #[inline(always)]
    fn search_reduced(
        &mut self,
        node: &Node,
        moves: &MoveLoop,
        candidate: &Candidate,
        depth: &mut i32,
    ) -> Value {
        let (ply, alpha) = (node.ply + 1, moves.alpha);
        let reduction = self.reduction(node, candidate) / PLY;
        let reduced = (*depth - reduction).clamp(1, (*depth + i32::from(node.pv)).max(1));
        self.stack.entry_mut(node.ply).reduction = *depth - reduced;
        let mut value = -self.search::<NonPv>(ply, -alpha - 1, -alpha, reduced, true);
        self.stack.entry_mut(node.ply).reduction = 0;
        if value > alpha && reduced < *depth {
            let margin = params::lmr_deeper() + params::lmr_deeper_depth() * *depth;
            let deeper = value > moves.best + margin;
            let shallower = value < moves.best + *depth;
            *depth += i32::from(deeper) - i32::from(shallower);
            if reduced < *depth {
                value = -self.search::<NonPv>(ply, -alpha - 1, -alpha, *depth, !node.cut_node);
            }
            self.update_history_after_research(node, candidate, value, alpha);
        }
        value
    }
}

/// Alpha-raise reduction: returns true if the moves after one that raised alpha to `value` are
/// searched one ply shallower, as they need only be refuted.
fn reduces_remaining_moves(depth: i32, value: Value) -> bool {
    (params::alpha_raise_depth_min()..=params::alpha_raise_depth_max()).contains(&depth)
        && !is_decided(value)
}
