//! One search thread: what it owns, what it shares, and how it makes moves.

use super::busy::SearchingTable;
use super::correction::CorrectionHistory;
use super::driver::Trend;
use super::history::{CONTINUATIONS, ContinuationKey, History, PieceTo};
use super::lead::{Completed, OpenNode, SharedPv};
use super::report::Report;
use super::root::RootMoves;
use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::tablebase::Probe;
use crate::time::TimeManager;
use crate::tt::{TranspositionTable, TtEntry};
use crate::value::{DRAW, MAX_PLY, NONE, Value};
use ferz::{Move, PieceType, Position, ScoredMove};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How many threads learn together. Two do better so than apart; the bound is there because what one
/// writes the others' processors have to fetch again, and has not been measured.
pub(crate) const THREADS_PER_HISTORY: usize = 4;

/// What threads learn together and remember from search to search.
pub(crate) struct Histories {
    pub(crate) history: History,
    pub(crate) corrections: CorrectionHistory,
}

impl Histories {
    pub(crate) fn new() -> Self {
        Self { history: History::new(), corrections: CorrectionHistory::new() }
    }

    /// Forgets all, as for a new game.
    pub(crate) fn clear(&mut self) {
        self.history.clear();
        self.corrections.clear();
    }
}

/// What a thread has done, as of a short while ago. No other thread's counters share a cache line
/// with these.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

/// What all threads of a search see.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// What was learned, by each [`LEARNING_TOGETHER`] threads.
    pub(crate) histories: &'a [Histories],
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) time: TimeManager,
    /// How many lines are searched.
    pub(crate) multipv: usize,
    /// How many of them are told.
    pub(crate) lines_reported: usize,
    /// How to ask tablebases inside the tree, if at all.
    pub(crate) probe: Option<Probe<'a>>,
    /// The positions found in tablebases at the root.
    pub(crate) root_tb_hits: u64,
    /// One for each thread.
    pub(crate) counters: Vec<Counters>,
    /// The moves that are being searched, if there is more than one thread.
    pub(crate) searching: Option<SearchingTable>,
    /// The nodes of the principal variation that they completed last, if there is more than one.
    pub(crate) shared_pv: Option<SharedPv>,
    /// The nodes that all threads had searched when the search was last seen to ponder.
    pub(crate) pondered: AtomicU64,
    /// Set by the thread that finds the search at its end, so that the others end too.
    pub(crate) stop_all: AtomicBool,
}

impl Shared<'_> {
    /// The nodes of all threads, as of a short while ago.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Relaxed)).sum()
    }

    /// The nodes of all threads that count for this move: pondering ones do not.
    pub(crate) fn nodes_since_ponderhit(&self) -> u64 {
        // Another thread may count on between the two.
        self.total_nodes().saturating_sub(self.pondered.load(Relaxed))
    }

    /// The positions that all threads found in tablebases, as of a short while ago.
    pub(crate) fn total_tb_hits(&self) -> u64 {
        let hits = self.counters.iter().map(|counters| counters.table_hits.load(Relaxed));
        self.root_tb_hits + hits.sum::<u64>()
    }
}

#[cfg(test)]
impl<'a> Shared<'a> {
    /// For a thread that believes that it has company, in a search to a depth.
    pub(crate) fn for_two_threads(
        table: &'a TranspositionTable,
        experiences: &'a [Histories],
        control: &'a Control,
        limits: &'a Limits,
    ) -> Self {
        let overhead = crate::threads::SearchSettings::MOVE_OVERHEAD;
        let measure = crate::time::TimeSource::Clock { overhead };
        Self {
            tt: table,
            histories: experiences,
            control,
            limits,
            time: TimeManager::new(limits, ferz::Color::White, measure),
            multipv: 1,
            lines_reported: 1,
            probe: None,
            root_tb_hits: 0,
            counters: vec![Counters::default(), Counters::default()],
            searching: Some(SearchingTable::new()),
            shared_pv: Some(SharedPv::new()),
            pondered: AtomicU64::new(0),
            stop_all: AtomicBool::new(false),
        }
    }
}

/// What a thread keeps for each ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// The move made here, as piece and target.
    pub(super) moved: PieceTo,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The last two quiet moves that failed high here.
    pub(super) killers: [Option<Move>; 2],
    /// The static evaluation, or `NONE` in check.
    pub(super) static_eval: Value,
    /// How often nodes at this ply failed high since their grandparent was entered.
    pub(super) cutoffs: i32,
    /// The double extensions on the line so far, and of the move made here.
    pub(super) double_extensions: i32,
    /// By how many plies the move made here is searched less deeply at the moment.
    pub(super) reduction: i32,
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
    };
}

/// The frames before the root, so that looking back needs no test.
const BEFORE_ROOT: usize = 6;
/// The nodes between two looks at clock and signals.
const POLL_INTERVAL: u64 = 512;

/// A thread at work.
pub(crate) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) histories: &'a Histories,
    pub(super) evaluator: &'a mut Evaluator,
    /// Where news goes; the first thread alone has it.
    pub(super) report: Option<&'a mut (dyn FnMut(Report) + 'a)>,
    /// The thread's number, the first being 0.
    pub(super) id: usize,
    pub(super) pos: Position,
    pub(super) root: RootMoves,
    stack: Box<[StackEntry]>,
    pub(super) pv_table: PvTable,
    /// The moves of all nodes of the current line, each node's after its parent's.
    pub(super) moves: Vec<ScoredMove>,
    pub(super) nodes: u64,
    /// The positions found in tablebases.
    pub(super) tb_hits: u64,
    node_limit: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    /// No null move before this ply, while one is verified.
    pub(super) nmp_min_ply: usize,
    /// Whatever is being searched is broken off.
    pub(super) stopped: bool,
    /// It is so up to this ply, as another thread has completed the node there.
    pub(super) adopted: Option<(usize, Completed)>,
    /// The nodes of the principal variation on the current line, where threads share their results.
    pub(super) pv_path: Vec<OpenNode>,
    /// How the best move fared; the first thread alone follows it.
    pub(super) trend: Trend,
    /// The time for this move is used up, except that the search still ponders.
    pub(super) soft_limit_reached: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        evaluator: &'a mut Evaluator,
        report: Option<&'a mut (dyn FnMut(Report) + 'a)>,
        id: usize,
        pos: &Position,
        root: RootMoves,
    ) -> Self {
        let alone = shared.counters.len() == 1;
        Self {
            shared,
            histories: &shared.histories[id / THREADS_PER_HISTORY],
            evaluator,
            report,
            id,
            pos: pos.clone(),
            root,
            stack: vec![StackEntry::EMPTY; BEFORE_ROOT + MAX_PLY + 4].into_boxed_slice(),
            pv_table: PvTable::new(),
            moves: Vec::with_capacity(4096),
            nodes: 0,
            tb_hits: 0,
            node_limit: shared.limits.nodes.filter(|_| alone).unwrap_or(u64::MAX),
            seldepth: 0,
            root_depth: 0,
            completed_depth: 0,
            nmp_min_ply: 0,
            stopped: false,
            adopted: None,
            pv_path: Vec::new(),
            trend: Trend::default(),
            soft_limit_reached: false,
        }
    }

    #[inline(always)]
    pub(super) fn entry(&self, ply: usize) -> &StackEntry {
        &self.stack[ply + BEFORE_ROOT]
    }

    #[inline(always)]
    pub(super) fn entry_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + BEFORE_ROOT]
    }

    /// The frame `back` plies before `ply`; before the root all are empty.
    #[inline(always)]
    pub(super) fn entry_before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.stack[ply + BEFORE_ROOT - back]
    }

    /// The last moves of the line that leads to `ply`, for continuation history.
    #[inline(always)]
    pub(super) fn continuation_key(&self, ply: usize) -> ContinuationKey {
        CONTINUATIONS.map(|back| self.entry_before(ply, back).moved)
    }

    /// Asks for what the table knows of the position after a move that is likely to be made.
    #[inline(always)]
    pub(super) fn prefetch_after(&self, mv: Move) {
        self.shared.tt.prefetch(self.pos.key_after(mv));
    }

    /// Keeps an entry for the position in the table.
    #[inline(always)]
    pub(super) fn store_tt_entry(&self, entry: TtEntry) {
        self.shared.tt.store(self.pos.key(), entry);
    }

    /// Makes a legal move at `ply`.
    #[inline]
    pub(super) fn do_move(&mut self, ply: usize, mv: Move, gives_check: bool) {
        self.entry_mut(ply).moved = PieceTo::of(&self.pos, mv);
        self.pos.do_move_with(mv, Some(gives_check), &mut ());
        self.count_node();
    }

    /// Makes a null move at `ply`.
    #[inline]
    pub(super) fn do_null_move(&mut self, ply: usize) {
        self.entry_mut(ply).moved = PieceTo::NONE;
        self.pos.do_null_move();
        self.shared.tt.prefetch(self.pos.key());
        self.count_node();
    }

    /// Counts a node, and now and then looks whether the search must stop.
    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) || self.nodes >= self.node_limit {
            self.poll();
        }
    }

    /// Looks whether the search must stop. The first iteration, of the first thread alone, is not
    /// stopped by time, so that there is a move to give. Later each thread looks: where there are more of them
    /// than processors, the first may not run for long.
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

    /// Whether nodes or time are used up.
    fn limit_reached(&mut self) -> bool {
        let shared = self.shared;
        let pondering = shared.control.is_pondering();
        if pondering && self.id == 0 {
            shared.pondered.store(shared.total_nodes(), Relaxed);
        }
        let spent = shared.limits.nodes.is_some_and(|most| shared.total_nodes() >= most);
        let late =
            || shared.time.hard_limit_reached(shared.control, || shared.nodes_since_ponderhit());
        let has_move = self.id > 0 || self.completed_depth > 0;
        spent || (has_move && late()) || (self.soft_limit_reached && !pondering)
    }

    /// Lets the others know how many nodes this thread has searched.
    pub(super) fn publish_nodes(&self) {
        let counters = &self.shared.counters[self.id];
        counters.nodes.store(self.nodes, Relaxed);
        counters.table_hits.store(self.tb_hits, Relaxed);
    }

    /// Whether the search was broken off.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// The last depth that was completed, 0 if none was.
    pub(crate) fn depth(&self) -> i32 {
        self.completed_depth
    }

    /// The root's moves, best first.
    pub(crate) fn root(&self) -> &RootMoves {
        &self.root
    }

    /// What the evaluation alone says of the position.
    pub(crate) fn static_value(&mut self) -> Value {
        self.evaluator.evaluate(&self.pos)
    }

    /// Whether the position is drawn by repetition, by the fifty-move rule or for want of material.
    #[inline]
    pub(super) fn is_draw(&self, ply: usize) -> bool {
        let pos = &self.pos;
        pos.is_search_repetition(ply)
            || (pos.rule50() >= 100 && pos.is_fifty_move_draw())
            || (self.may_lack_material() && pos.is_insufficient_material())
    }

    /// Upcoming repetition: where a draw is at hand the position is worth no less, so alpha rises to
    /// it. Brought -6 +/- 36 Elo.
    #[inline(always)]
    pub(super) fn raise_alpha_for_repetition(&self, ply: usize, alpha: Value) -> Value {
        if alpha < DRAW && self.pos.upcoming_repetition(ply) { DRAW } else { alpha }
    }

    /// Whether material can be insufficient: few men, or kings and bishops alone.
    #[inline(always)]
    fn may_lack_material(&self) -> bool {
        let pos = &self.pos;
        let harmless = pos.by_type(PieceType::King) | pos.by_type(PieceType::Bishop);
        pos.occupied().len() <= 4 || pos.occupied() == harmless
    }

    /// The evaluation where the line is as long as it may be.
    pub(super) fn max_ply_eval(&mut self) -> Value {
        if self.pos.in_check() { DRAW } else { self.evaluator.evaluate(&self.pos) }
    }
}

/// The principal variations of all plies: each is its first move and the child's variation.
pub(super) struct PvTable {
    moves: Box<[Option<Move>]>,
    lengths: Box<[usize]>,
}

impl PvTable {
    const WIDTH: usize = MAX_PLY + 2;

    fn new() -> Self {
        Self {
            moves: vec![None; Self::WIDTH * Self::WIDTH].into_boxed_slice(),
            lengths: vec![0; Self::WIDTH].into_boxed_slice(),
        }
    }

    /// There is no variation from `ply` on yet.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The variation from `ply` is `mv` and the one from the next ply.
    pub(super) fn put(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(Self::WIDTH - 1);
        let (here, next) = self.moves.split_at_mut((ply + 1) * Self::WIDTH);
        let here = &mut here[ply * Self::WIDTH..];
        here[0] = Some(mv);
        here[1..=length].copy_from_slice(&next[..length]);
        self.lengths[ply] = length + 1;
    }

    /// The variation from `ply` on is `line`.
    pub(super) fn set(&mut self, ply: usize, line: &[Move]) {
        self.lengths[ply] = line.len();
        for (place, &mv) in self.moves[ply * Self::WIDTH..].iter_mut().zip(line) {
            *place = Some(mv);
        }
    }

    /// The variation from `ply` on.
    pub(super) fn line(&self, ply: usize) -> impl Iterator<Item = Move> + '_ {
        self.moves[ply * Self::WIDTH..][..self.lengths[ply]].iter().flatten().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_thread_ends_the_search_for_all_when_the_nodes_are_used_up() {
        let pos = Position::startpos();
        let limits = Limits { nodes: Some(2000), ..Limits::depth(9) };
        let (control, experiences) = (Control::default(), [Histories::new()]);
        let table = TranspositionTable::new(1).unwrap();
        let shared = Shared::for_two_threads(&table, &experiences, &control, &limits);
        let mut evaluator = Evaluator::new();
        let root = RootMoves::new(&pos, &[]);
        let mut second = Worker::new(&shared, &mut evaluator, None, 1, &pos, root);
        assert!(!second.iterate(MAX_PLY));
        assert!(second.is_stopped() && shared.stop_all.load(Relaxed));
        assert!((2000..2000 + POLL_INTERVAL).contains(&shared.total_nodes()));
    }
}
