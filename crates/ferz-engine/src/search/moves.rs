//! The loop over a node's moves: which to skip, how deep to search the others, and which is best.

use super::busy::SearchingTable;
use super::is_noisy;
use super::node::{Node, NodeType, NonPv};
use super::picker::Picker;
use super::reductions::{PLY, base_reduction};
use super::worker::Worker;
use crate::params;
use crate::value::{DRAW, Value, is_decided, is_not_lost};
use ferz::Move;

/// From this depth on threads put off moves that another one is searching.
const DEFER_DEPTH: i32 = 2;

/// A legal move about to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its number among the legal moves tried, from 1.
    pub(super) number: usize,
    pub(super) noisy: bool,
    pub(super) gives_check: bool,
    pub(super) killer: bool,
    /// How it fared elsewhere.
    pub(super) history: i32,
}

/// A list that keeps no more than its first `N` items.
struct ArrayVec<T, const N: usize> {
    items: [Option<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> Default for ArrayVec<T, N> {
    fn default() -> Self {
        Self { items: [None; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> ArrayVec<T, N> {
    /// Whether there was room for the item.
    fn push(&mut self, item: T) -> bool {
        let place = self.items.get_mut(self.len);
        self.len += usize::from(place.is_some());
        place.map(|place| *place = Some(item)).is_some()
    }

    fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.items[..self.len].iter().flatten().copied()
    }
}

/// The moves that were searched and did not fail high.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiets: ArrayVec<Move, 32>,
    captures: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    fn push(&mut self, mv: Move) {
        let list = if is_noisy(mv) { &mut self.captures } else { &mut self.quiets };
        list.push(mv);
    }

    pub(super) fn quiets(&self) -> impl Iterator<Item = Move> + '_ {
        self.quiets.iter()
    }

    pub(super) fn captures(&self) -> impl Iterator<Item = Move> + '_ {
        self.captures.iter()
    }
}

/// The moves put off because another thread is searching them, in their order.
#[derive(Default)]
struct Deferred {
    candidates: ArrayVec<Candidate, 16>,
    popped: usize,
}

impl Deferred {
    fn pop(&mut self) -> Option<Candidate> {
        let candidate = self.candidates.iter().nth(self.popped)?;
        self.popped += 1;
        Some(candidate)
    }
}

/// What becomes of a move before it is searched.
enum PruneDecision {
    Search,
    Skip,
    SkipAllQuiets,
}

impl<'a> Worker<'a> {
    /// Searches a node's moves until one fails high or none is left.
    pub(super) fn search_moves<K: NodeType>(&mut self, node: &mut Node) -> Value {
        let killers = self.entry(node.ply).killers;
        let mut picker = Picker::new(&self.source(), node.tt_move, killers, node.continuation);
        let mut tried = SearchedMoves::default();
        let (mut alpha, mut best, mut best_move) = (node.alpha, node.tb_min, None);
        let mut number = 0;
        self.entry_mut(node.ply + 1).killers = [None; 2];
        let mut deferred = Deferred::default();
        loop {
            let fresh = self.next_candidate::<K>(node, &mut picker, number);
            let is_fresh = fresh.is_some();
            let Some(candidate) = fresh.or_else(|| deferred.pop()) else { break };
            let mv = candidate.mv;
            number = number.max(candidate.number);
            if is_fresh && !K::ROOT && is_not_lost(best) {
                match self.prune_move(node, &candidate, alpha) {
                    PruneDecision::Search => {}
                    PruneDecision::Skip => continue,
                    PruneDecision::SkipAllQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let (busy, after) = (self.busy_at(node), || self.pos.key_after(mv));
            if is_fresh
                && number > 1
                && busy.is_some_and(|busy| busy.is_searched(after()))
                && deferred.candidates.push(candidate)
            {
                continue;
            }
            let mark = busy.and_then(|busy| busy.claim(after()));
            if K::ROOT {
                self.report_currmove(&candidate);
            }
            let extension = match self.extension::<K>(node, &candidate) {
                Ok(extension) => extension,
                Err(value) => {
                    picker.finish(&mut self.moves);
                    return value;
                }
            };
            self.entry_mut(node.ply).double_extensions =
                self.entry_before(node.ply, 1).double_extensions + i32::from(extension > 1);
            let nodes_before = self.nodes;
            self.do_move(node.ply, mv, candidate.gives_check);
            let value = self.search_candidate::<K>(node, &candidate, extension, alpha, best);
            self.pos.undo_move();
            drop(mark);
            if K::PV && !self.stopped {
                self.poll_shared_pv();
            }
            if self.stopped {
                picker.finish(&mut self.moves);
                return DRAW;
            }
            if K::ROOT {
                self.update_root_move(&candidate, value, (alpha, node.beta), nodes_before);
            }
            best = best.max(value);
            if value > alpha {
                best_move = Some(mv);
                alpha = value;
                if K::PV {
                    self.pv_table.put(node.ply, mv);
                }
                if value >= node.beta {
                    break;
                }
                node.depth -= i32::from(reduces_the_rest(node.depth, value));
            }
            tried.push(mv);
        }
        picker.finish(&mut self.moves);
        self.finish_node::<K>(node, alpha, best, best_move, &tried)
    }

    /// The moves that are being searched, where threads share a node's work.
    #[inline(always)]
    fn busy_at(&self, node: &Node) -> Option<&'a SearchingTable> {
        let busy = self.shared.searching.as_ref();
        busy.filter(|_| node.depth >= DEFER_DEPTH && node.excluded.is_none())
    }

    /// The next legal move of a node after `number` others, if there is one.
    #[inline(always)]
    fn next_candidate<K: NodeType>(
        &mut self,
        node: &Node,
        picker: &mut Picker,
        number: usize,
    ) -> Option<Candidate> {
        while let Some(mv) = picker.next(&mut self.source()) {
            if Some(mv) != node.excluded
                && self.pos.legal(mv)
                && (!K::ROOT || self.root.find(mv).is_some())
            {
                self.prefetch_after(mv);
                return Some(self.candidate(node, mv, number + 1));
            }
        }
        None
    }

    #[inline(always)]
    fn candidate(&self, node: &Node, mv: Move, number: usize) -> Candidate {
        let noisy = is_noisy(mv);
        let history = &self.histories.history;
        Candidate {
            mv,
            number,
            noisy,
            gives_check: self.pos.gives_check(mv),
            killer: self.entry(node.ply).killers.contains(&Some(mv)),
            history: if noisy {
                history.capture(&self.pos, mv)
            } else {
                history.quiet(&self.pos, mv, &node.continuation)
            },
        }
    }

    /// Move pruning at shallow depth, once some move holds. Losing exchanges brought 105 +/- 37 Elo,
    /// futility 0 +/- 33, late move pruning -19 +/- 36, and pruning by history -26 +/- 32.
    fn prune_move(&self, node: &Node, candidate: &Candidate, alpha: Value) -> PruneDecision {
        if self.pos.non_pawn_material(self.pos.side_to_move()) == 0 {
            return PruneDecision::Search;
        }
        let mv = candidate.mv;
        if candidate.noisy {
            // Captures that lose more than the depth could win back.
            let loss = params::see_capture_margin() * node.depth
                + candidate.history / params::see_capture_history();
            let lost =
                node.depth <= params::see_capture_depth() && !self.pos.see_ge(mv, -loss.max(0));
            return if lost { PruneDecision::Skip } else { PruneDecision::Search };
        }
        // Late move pruning: enough moves have been tried.
        if node.depth <= params::lmp_depth() && candidate.number > late_move_count(node) {
            return PruneDecision::SkipAllQuiets;
        }
        let reduction = base_reduction(node.depth, candidate.number, false)
            + if node.improving { 0 } else { params::prune_not_improving() }
            - candidate.history * PLY / params::lmr_history();
        let depth = (node.depth - reduction / PLY).clamp(0, node.depth);
        // Pruning by history: the move has failed in places like this.
        if depth <= params::history_prune_depth()
            && candidate.history < -params::history_prune_margin() * (depth + 1)
        {
            return PruneDecision::Skip;
        }
        // Futility: so far below alpha that a quiet move will not bring it back.
        let futility = params::futility_base() + params::futility_margin() * depth;
        if depth <= params::futility_depth()
            && !node.in_check
            && !candidate.gives_check
            && node.static_eval + futility <= alpha
        {
            return PruneDecision::SkipAllQuiets;
        }
        // Quiet moves that lose material.
        let loss = params::see_quiet_margin() * depth * depth;
        if depth <= params::see_quiet_depth() && !self.pos.see_ge(mv, -loss) {
            PruneDecision::Skip
        } else {
            PruneDecision::Search
        }
    }

    /// Principal variation search: the first move with the open window, the others with an empty
    /// one, late ones less deeply (late move reductions); searched again where they turn out better.
    /// Reductions brought 189 +/- 42 Elo.
    fn search_candidate<K: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        alpha: Value,
        best: Value,
    ) -> Value {
        let next = node.ply + 1;
        let mut depth = node.depth - 1 + extension;
        let mut value = alpha + 1;
        let late = candidate.number > 1 + usize::from(K::PV);
        if late && node.depth >= 2 {
            let reduction = self.reduction(node, candidate) / PLY;
            let reduced = (depth - reduction).clamp(1, (depth + i32::from(K::PV)).max(1));
            self.entry_mut(node.ply).reduction = depth - reduced;
            value = -self.search::<NonPv>(next, -alpha - 1, -alpha, reduced, true);
            self.entry_mut(node.ply).reduction = 0;
            if value > alpha && reduced < depth {
                let deeper =
                    value > best + params::lmr_deeper() + params::lmr_deeper_depth() * depth;
                let shallower = value < best + depth;
                depth += i32::from(deeper) - i32::from(shallower);
                if reduced < depth {
                    value = -self.search::<NonPv>(next, -alpha - 1, -alpha, depth, !node.cut_node);
                }
                self.update_history_after_research(node, candidate, value, alpha);
            }
        } else if !K::PV || candidate.number > 1 {
            value = -self.search::<NonPv>(next, -alpha - 1, -alpha, depth, !node.cut_node);
        }
        if K::PV && (candidate.number == 1 || value > alpha) && !self.stopped {
            value = -self.search::<K::Child>(next, -node.beta, -alpha, depth, false);
        }
        value
    }
}

/// Whether a move that has raised alpha to `value` settles the node so far that the others need only
/// be shown to be worse, for which a little less depth will do.
fn reduces_the_rest(depth: i32, value: Value) -> bool {
    (params::raised_alpha_least()..=params::raised_alpha_most()).contains(&depth)
        && !is_decided(value)
}

/// Late move pruning: how many moves to try.
fn late_move_count(node: &Node) -> usize {
    let count = params::lmp_base() + node.depth * node.depth;
    (if node.improving { count } else { count / 2 }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::eval::Evaluator;
    use crate::limits::Limits;
    use crate::search::root::RootMoves;
    use crate::search::worker::{Histories, Shared};
    use crate::tt::TranspositionTable;
    use crate::value::{MAX_PLY, mate_in};
    use ferz::Position;

    #[test]
    fn a_move_that_another_thread_is_at_is_put_off_but_not_forgotten() {
        let pos = Position::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap();
        let (limits, control) = (Limits::depth(6), Control::default());
        let (table, experiences) = (TranspositionTable::new(1).unwrap(), [Histories::new()]);
        let shared = Shared::for_two_threads(&table, &experiences, &control, &limits);
        let root = RootMoves::new(&pos, &[]);
        let busy = shared.searching.as_ref().unwrap();
        let key = pos.parse_uci("a1a6").map(|mv| pos.key_after(mv)).unwrap();
        let _elsewhere = busy.claim(key);
        let mut evaluator = Evaluator::new();
        let mut worker = Worker::new(&shared, &mut evaluator, None, 0, &pos, root);
        worker.iterate(MAX_PLY);
        assert_eq!(worker.root().best().mv().to_string(), "a1a6");
        assert_eq!(worker.root().best().best_known(), mate_in(3));
        assert!(busy.is_searched(key));
    }
}
