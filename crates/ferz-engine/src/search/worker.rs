//! A search thread: its state, and the only places that make and undo moves of the search.

use super::histories::{Histories, THREADS_PER_HISTORY};
use super::history::QuietKey;
use super::history_entry::PieceTo;
use super::parallel::shared_pv::PvProgress;
use super::report::Report;
use super::root_moves::RootMoves;
use super::shared::Shared;
use super::stack::SearchStack;
use crate::eval::Evaluator;
use crate::time::Trend;
use crate::tt::TtEntry;
use ferz::{Move, PieceType, Position};
use std::sync::atomic::Ordering::Relaxed;

/// Nodes between two polls of clock and signals.
const POLL_INTERVAL: u64 = 512;

/// State of a search thread.
pub(crate) struct Worker<'a> {
    /// Number of the thread, from 0.
    pub(super) id: usize,
    pub(super) shared: &'a Shared<'a>,
    pub(super) histories: &'a Histories,
    pub(super) evaluator: &'a mut Evaluator,
    /// Receiver of reports; only thread 0 has one.
    pub(super) report: Option<&'a mut (dyn FnMut(Report) + 'a)>,
    pub(super) pos: Position,
    pub(super) root: RootMoves,
    pub(super) stack: SearchStack,
    pub(super) iteration: Iteration,
    pub(super) counters: NodeCounters,
    pub(super) pv_progress: PvProgress,
    /// Set while the search unwinds: a limit is reached, or another thread has completed a node of
    /// the current line.
    pub(super) stopped: bool,
}

/// State of iterative deepening.
#[derive(Default)]
pub(super) struct Iteration {
    /// Depth of the current iteration.
    pub(super) depth: i32,
    /// Depth of the last completed iteration, 0 before the first.
    pub(super) completed: i32,
    /// Selective depth: the longest line of the current iteration and line, in plies.
    pub(super) seldepth: usize,
    /// Best move and value of the last iterations; only thread 0 updates it.
    pub(super) trend: Trend,
    /// Root moves after the last iteration, with several lines only.
    pub(super) last_lines: Option<RootMoves>,
    /// Set if the soft limit was reached while pondering: the ponder hit ends the search.
    pub(super) soft_limit_reached: bool,
}

/// Counts of one thread in the current search.
pub(super) struct NodeCounters {
    pub(super) nodes: u64,
    /// Positions found in tablebases inside the tree.
    pub(super) tb_hits: u64,
    /// Nodes at which to poll out of turn, so that a node limit of one thread is met exactly.
    node_limit: u64,
}

impl<'a> Worker<'a> {
    /// Creates the thread with number `id` for a search of `pos`.
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a mut Evaluator,
        report: Option<&'a mut (dyn FnMut(Report) + 'a)>,
        id: usize,
        pos: &Position,
        root: RootMoves,
    ) -> Self {
        let single = shared.totals.threads() == 1;
        let node_limit = shared.limits.nodes.filter(|_| single).unwrap_or(u64::MAX);
        evaluator.reset(pos);
        Self {
            id,
            shared,
            histories: &shared.histories[id / THREADS_PER_HISTORY],
            evaluator,
            report,
            pos: pos.clone(),
            root,
            stack: SearchStack::new(),
            iteration: Iteration::default(),
            counters: NodeCounters { nodes: 0, tb_hits: 0, node_limit },
            pv_progress: PvProgress::default(),
            stopped: false,
        }
    }

    /// Returns what selects the histories of the quiet moves at `ply`.
    #[inline(always)]
    pub(super) fn quiet_key(&self, ply: usize) -> QuietKey {
        QuietKey::new(self.stack.continuation_key(ply), self.evaluator.sums().pawn_key())
    }

    /// Returns true if the side to move has a piece besides king and pawns.
    #[inline(always)]
    pub(super) fn has_pieces(&self) -> bool {
        let others = self.pos.by_type(PieceType::Pawn) | self.pos.by_type(PieceType::King);
        (self.pos.by_color(self.pos.side_to_move()) - others).any()
    }

    /// Makes a legal move at `ply`.
    #[inline]
    pub(super) fn do_move(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.stack.entry_mut(ply).moved = PieceTo::of(&self.pos, mv);
        self.evaluator.do_move(&mut self.pos, mv, gives_check);
        self.count_node();
    }

    /// Undoes the last move.
    #[inline]
    pub(super) fn undo_move(&mut self) {
        self.evaluator.undo_move(&mut self.pos);
    }

    /// Makes a null move at `ply`. The evaluator does not observe it: the pieces stay in place.
    #[inline]
    pub(super) fn do_null_move(&mut self, ply: usize) {
        self.stack.entry_mut(ply).moved = PieceTo::NONE;
        self.pos.do_null_move();
        self.shared.tt.prefetch(self.pos.key());
        self.count_node();
    }

    /// Undoes a null move.
    #[inline]
    pub(super) fn undo_null_move(&mut self) {
        self.pos.undo_null_move();
    }

    /// Prefetches the transposition table entry of the position after a move.
    #[inline(always)]
    pub(super) fn prefetch_after(&self, mv: Move) {
        self.shared.tt.prefetch(self.pos.key_after(mv));
    }

    /// Stores an entry for the current position in the transposition table.
    #[inline(always)]
    pub(super) fn store_tt_entry(&self, entry: TtEntry) {
        self.shared.tt.store(self.pos.key(), entry);
    }

    /// Counts a node and polls at intervals.
    #[inline]
    fn count_node(&mut self) {
        self.counters.nodes += 1;
        let nodes = self.counters.nodes;
        if nodes.is_multiple_of(POLL_INTERVAL) || nodes >= self.counters.node_limit {
            self.poll();
        }
    }

    /// Polls signals, limits and the nodes completed by other threads, and stops the search if one
    /// of them requires it. Every thread polls the limits: with fewer processors than threads,
    /// thread 0 may not run for long.
    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        if shared.control.is_stopped() || shared.stop_all.load(Relaxed) {
            self.stopped = true;
        } else if self.limit_reached() {
            shared.stop_all.store(true, Relaxed);
            self.stopped = true;
        } else {
            self.poll_shared_pv();
        }
    }

    /// Returns true if the node limit, the hard time limit or the soft limit of a finished ponder
    /// search is reached. Time does not stop the first iteration of thread 0, so that there is
    /// always a best move.
    fn limit_reached(&mut self) -> bool {
        let Shared { totals, control, limits, time, .. } = self.shared;
        let pondering = control.is_pondering();
        if pondering && self.id == 0 {
            totals.set_pondered();
        }
        let has_move = self.id > 0 || self.iteration.completed > 0;
        limits.nodes.is_some_and(|limit| totals.nodes() >= limit)
            || (has_move && time.hard_limit_reached(control, || totals.nodes_since_ponderhit()))
            || (self.iteration.soft_limit_reached && !pondering)
    }

    /// Publishes the counts of this thread.
    pub(super) fn publish_nodes(&self) {
        let NodeCounters { nodes, tb_hits, .. } = self.counters;
        self.shared.totals.publish(self.id, nodes, tb_hits);
    }

    /// Returns true if the search was stopped before its last iteration was complete.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns the depth of the last completed iteration, 0 if there is none.
    pub(crate) fn completed_depth(&self) -> i32 {
        self.iteration.completed
    }

    /// Returns the root moves, best first.
    pub(crate) fn root(&self) -> &RootMoves {
        &self.root
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::limits::Limits;
    use crate::tt::TranspositionTable;
    use crate::value::MAX_PLY;

    #[test]
    fn any_thread_stops_all_threads_at_the_node_limit() {
        let pos = Position::startpos();
        let limits = Limits { nodes: Some(2000), ..Limits::depth(9) };
        let (control, histories) = (Control::default(), [Histories::new()]);
        let tt = TranspositionTable::new(1).unwrap();
        let shared = Shared::for_two_threads(&tt, &histories, &control, &limits);
        let mut evaluator = Evaluator::new(None);
        let root = RootMoves::new(&pos, &[]);
        let mut second = Worker::new(&shared, &mut evaluator, None, 1, &pos, root);
        assert!(!second.iterate(MAX_PLY));
        assert!(second.is_stopped() && shared.stop_all.load(Relaxed));
        assert!((2000..2000 + POLL_INTERVAL).contains(&shared.totals.nodes()));
    }
}
