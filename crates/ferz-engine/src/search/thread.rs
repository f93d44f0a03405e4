//! A search thread: its state, the search stack, the state that all threads share, and the only
//! places that make and undo moves of the search.

use super::history::{
    CONTINUATIONS, ContinuationKey, CorrectionKeys, Histories, PieceTo, QuietKey,
    THREADS_PER_HISTORY,
};
use super::parallel::{PvProgress, SearchingTable, SharedPv};
use super::picker::{RankedMove, Source};
use super::root_moves::RootMoves;
use crate::clock;
use crate::control::Control;
use crate::eval::{Evaluator, scale_by_rule50};
use crate::info::Report;
use crate::limits::Limits;
use crate::tablebase::Probe;
use crate::time::{TimeManager, Trend};
use crate::tt::{TranspositionTable, TtEntry};
use crate::value::{DRAW, MAX_PLY, NONE, Value};
use ferz::{Bitboard, Move, PieceType, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Type of a node, a compile-time parameter of the search.
pub(super) trait NodeType {
    /// True at the root of the tree.
    const ROOT: bool;
    /// True on a principal variation, where the window may be open.
    const PV: bool;
    /// Type of the child on the principal variation.
    type Child: NodeType;
}

/// The root.
pub(super) struct Root;

/// A principal variation node below the root.
pub(super) struct Pv;

/// A node with a null window.
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

/// Nodes between two polls of clock and signals.
pub(super) const POLL_INTERVAL: u64 = 512;

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
    /// The lines of the last complete iteration.
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

    /// Returns the key of the histories of the quiet moves at `ply`.
    #[inline(always)]
    pub(super) fn quiet_key(&self, ply: usize) -> QuietKey {
        let pawn_key = self.evaluator.sums().pawn_key();
        QuietKey::new(self.stack.continuation_key(ply), pawn_key, self.pos.enemy_attacks())
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
        clock::poll();
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

    /// Stops the search up to the first open node that another thread has completed, if there is
    /// one.
    pub(super) fn poll_shared_pv(&mut self) {
        let Some(shared_pv) = self.shared.shared_pv.as_ref() else { return };
        let mut open = self.pv_progress.open.iter().enumerate();
        self.pv_progress.completed =
            open.find_map(|(ply, node)| Some((ply, shared_pv.find(node)?)));
        self.stopped |= self.pv_progress.completed.is_some();
    }

    /// Evaluates a position that is not in check: takes the raw evaluation from the table entry, or
    /// from the evaluator if there is none, scales it by the fifty-move counter and corrects it.
    /// Returns both evaluations, and the keys of the corrections.
    #[inline(always)]
    pub(super) fn static_eval(
        &mut self,
        ply: usize,
        entry: Option<TtEntry>,
    ) -> (Value, Value, CorrectionKeys) {
        let moves = [1, 2].map(|back| self.stack.entry_before(ply, back).moved);
        let keys = CorrectionKeys::of(&self.pos, self.evaluator.sums().pawn_key(), moves);
        let corrections = &self.histories.corrections;
        corrections.prefetch(&keys);
        let stored = entry.map_or(NONE, |entry| entry.eval);
        let raw = if stored == NONE { self.evaluator.evaluate_raw(&self.pos) } else { stored };
        (raw, corrections.correct(&keys, scale_by_rule50(raw, &self.pos)), keys)
    }

    /// Returns the evaluation of the current position without corrections; a draw in check.
    pub(crate) fn evaluate_position(&mut self) -> Value {
        if self.pos.in_check() { DRAW } else { self.evaluator.evaluate(&self.pos) }
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

    /// Returns the input of the move picker.
    #[inline(always)]
    pub(super) fn source(&mut self) -> Source<'_> {
        Source { pos: &self.pos, history: &self.histories.moves, moves: &mut self.stack.moves }
    }
}

/// Entries before the root, so that looking back needs no bounds test.
const BEFORE_ROOT: usize = 6;

/// Entries beyond the last ply, which nodes at that ply write to.
const BEYOND_LAST: usize = 4;

/// Data of one ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// Move made at this ply, as piece and target.
    pub(super) moved: PieceTo,
    /// Move excluded by a singular search at this ply.
    pub(super) excluded: Option<Move>,
    /// Killer moves: the last two quiet moves that failed high at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// Static evaluation, or `NONE` in check.
    pub(super) static_eval: Value,
    /// Fail highs at this ply since the node two plies above was entered.
    pub(super) cutoffs: i32,
    /// Double extensions of the line up to and with the move made at this ply.
    pub(super) double_extensions: i32,
    /// Current reduction of the move made at this ply, in plies.
    pub(super) reduction: i32,
    /// Squares that the enemy attacks.
    pub(super) threats: Bitboard,
}

impl StackEntry {
    const EMPTY: Self = Self {
        moved: PieceTo::NONE,
        excluded: None,
        killers: [None; 2],
        static_eval: NONE,
        cutoffs: 0,
        double_extensions: 0,
        reduction: 0,
        threats: Bitboard::EMPTY,
    };
}

/// The current line of a thread: entries, principal variations and generated moves of all plies.
pub(super) struct SearchStack {
    entries: Box<[StackEntry]>,
    pub(super) pv_table: PvTable,
    /// Moves of all nodes of the line, each node's after its parent's.
    pub(super) moves: Vec<RankedMove>,
    /// First ply at which a null move is allowed, above 0 during a null move verification.
    pub(super) nmp_min_ply: usize,
}

impl SearchStack {
    pub(super) fn new() -> Self {
        let len = BEFORE_ROOT + MAX_PLY + BEYOND_LAST;
        Self {
            entries: vec![StackEntry::EMPTY; len].into_boxed_slice(),
            pv_table: PvTable::new(),
            moves: Vec::with_capacity(4096),
            nmp_min_ply: 0,
        }
    }

    #[inline(always)]
    pub(super) fn entry(&self, ply: usize) -> &StackEntry {
        &self.entries[ply + BEFORE_ROOT]
    }

    #[inline(always)]
    pub(super) fn entry_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.entries[ply + BEFORE_ROOT]
    }

    /// Returns the entry `back` plies before `ply`, at most 6; those before the root are empty.
    #[inline(always)]
    pub(super) fn entry_before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.entries[ply + BEFORE_ROOT - back]
    }

    /// Returns the moves that lead to `ply`, for continuation history.
    #[inline(always)]
    pub(super) fn continuation_key(&self, ply: usize) -> ContinuationKey {
        CONTINUATIONS.map(|back| self.entry_before(ply, back).moved)
    }
}

/// The principal variations of the plies of the current line: each ply's first move and the next ply's
/// variation. Most searches need those of a few plies, so that each grows on its own.
pub(super) struct PvTable {
    lines: Box<[Vec<Move>]>,
}

impl PvTable {
    fn new() -> Self {
        Self { lines: vec![Vec::new(); MAX_PLY + 2].into_boxed_slice() }
    }

    /// Empties the variation of `ply`.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the variation of `ply` to `mv` and the variation of the next ply.
    pub(super) fn prepend(&mut self, ply: usize, mv: Move) {
        let (before, next) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&next[0]);
    }

    /// Sets the variation of `ply`.
    pub(super) fn set(&mut self, ply: usize, line: &[Move]) {
        line.clone_into(&mut self.lines[ply]);
    }

    /// Returns the variation of `ply`.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}

/// Shared state of a search.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// One set for each [`THREADS_PER_HISTORY`](super::history::THREADS_PER_HISTORY) threads.
    pub(crate) histories: &'a [Histories],
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) time: TimeManager,
    /// Number of lines to search.
    pub(crate) multipv: usize,
    /// Number of lines to report, at most `multipv`.
    pub(crate) lines_reported: usize,
    /// Set if the move loop prunes moves.
    pub(crate) move_pruning: bool,
    /// Tablebase access inside the tree.
    pub(crate) probe: Option<Probe<'a>>,
    pub(crate) totals: Totals,
    /// Moves being searched, with several threads.
    pub(crate) searching: Option<SearchingTable>,
    /// Completed nodes of the principal variation, with several threads.
    pub(crate) shared_pv: Option<SharedPv>,
    /// Set by the thread that reaches a limit, to stop the others.
    pub(crate) stop_all: AtomicBool,
}

/// Node and tablebase counts of all threads. Each thread publishes its own from time to time, so
/// sums lag behind.
pub(crate) struct Totals {
    counters: Vec<Counters>,
    /// Nodes of all threads when the search was last seen to ponder.
    pondered: AtomicU64,
    /// Root positions found in tablebases.
    root_tb_hits: u64,
}

/// Published counts of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl Totals {
    pub(crate) fn new(threads: usize, root_tb_hits: u64) -> Self {
        let counters = (0..threads).map(|_| Counters::default()).collect();
        Self { counters, pondered: AtomicU64::new(0), root_tb_hits }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.counters.len()
    }

    /// Publishes the counts of a thread.
    pub(super) fn publish(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counters = &self.counters[thread];
        counters.nodes.store(nodes, Relaxed);
        counters.tb_hits.store(tb_hits, Relaxed);
    }

    /// Returns the nodes of all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// Marks all nodes up to now as nodes of pondering.
    pub(super) fn set_pondered(&self) {
        self.pondered.store(self.nodes(), Relaxed);
    }

    /// Returns the nodes of all threads since the search last pondered.
    pub(crate) fn nodes_since_ponderhit(&self) -> u64 {
        // Another thread may raise `pondered` between the two loads.
        self.nodes().saturating_sub(self.pondered.load(Relaxed))
    }

    /// Returns the tablebase hits of all threads.
    pub(crate) fn tb_hits(&self) -> u64 {
        let hits = self.counters.iter().map(|counters| counters.tb_hits.load(Relaxed));
        self.root_tb_hits + hits.sum::<u64>()
    }
}

#[cfg(test)]
impl<'a> Shared<'a> {
    /// Creates the shared state of a search by two threads, of which a test may run only one.
    pub(crate) fn for_two_threads(
        tt: &'a TranspositionTable,
        histories: &'a [Histories],
        control: &'a Control,
        limits: &'a Limits,
    ) -> Self {
        let settings = crate::limits::SearchSettings::default();
        Self {
            tt,
            histories,
            control,
            limits,
            time: TimeManager::new(
                limits,
                &ferz::Board::startpos(),
                &settings,
                &crate::time::ClockDelays::default(),
            ),
            multipv: 1,
            lines_reported: 1,
            move_pruning: true,
            probe: None,
            totals: Totals::new(2, 0),
            searching: Some(SearchingTable::new()),
            shared_pv: Some(SharedPv::new()),
            stop_all: AtomicBool::new(false),
        }
    }
}
