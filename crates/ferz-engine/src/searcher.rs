//! Parallel search: all threads search the same position, share the table and what they learn, and
//! share out the moves; the first to complete a node of the principal variation completes it for
//! all.

use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::nodestime::NodesTime;
use crate::search::histories::{Histories, THREADS_PER_HISTORY};
use crate::search::parallel::searching::SearchingTable;
use crate::search::parallel::shared_pv::SharedPv;
use crate::search::report::{Line, Report, SearchResult};
use crate::search::root_moves::{RootMove, RootMoves};
use crate::search::shared::{Shared, Totals};
use crate::search::skill::Skill;
use crate::search::worker::Worker;
use crate::tablebase::{Probe, TablebaseSettings, Tablebases};
use crate::time::{TimeManager, TimeSource};
use crate::tt::{AllocationError, TranspositionTable};
use crate::value::{Bound, DRAW, INFINITE, MAX_PLY, Value, mated_in};
use ferz::{Move, Position};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, RwLock};
use std::thread::Scope;
use std::time::Duration;

/// How to search, apart from how far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// How many lines to report, at least 1.
    pub multipv: usize,
    /// The time lost between the engine and the clock, a move.
    pub move_overhead: Duration,
    /// How strongly to play. Below full strength one thread searches, whatever their number.
    pub skill: Skill,
    /// How many nodes stand for a millisecond, where time is to be told in nodes. The clocks are
    /// then kept from search to search until [`Searcher::clear`].
    pub nodes_per_ms: Option<NonZeroU64>,
    /// When to ask tablebases, if there are any.
    pub tablebases: TablebaseSettings,
}

impl SearchSettings {
    /// The overhead of a move unless told otherwise.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    fn measure(&self) -> TimeSource {
        match self.nodes_per_ms {
            Some(per_ms) => TimeSource::Nodes { per_ms },
            None => TimeSource::Clock { overhead: self.move_overhead },
        }
    }
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            multipv: 1,
            move_overhead: Self::MOVE_OVERHEAD,
            skill: Skill::FULL,
            nodes_per_ms: None,
            tablebases: TablebaseSettings::default(),
        }
    }
}

/// The stack of a search thread: the deepest line takes a good part of it in debug builds.
const STACK_SIZE: usize = 16 << 20;

/// Searches positions, and remembers from search to search what helps the next one.
pub struct Searcher {
    table: TranspositionTable,
    /// One for each thread.
    evaluators: Vec<Evaluator>,
    /// One for each [`LEARNING_TOGETHER`] threads.
    experiences: Vec<Histories>,
    tablebases: Option<Arc<Tablebases>>,
    node_clock: NodesTime,
    /// What a choice among good moves is drawn with, below full strength.
    luck: fastrand::Rng,
}

impl Searcher {
    /// With this many threads (at least one) and a table of so many MiB.
    ///
    /// # Errors
    /// If the memory for the table cannot be had.
    pub fn new(threads: usize, mib: usize) -> Result<Self, AllocationError> {
        let mut searcher = Self {
            table: TranspositionTable::new(mib)?,
            evaluators: Vec::new(),
            experiences: Vec::new(),
            tablebases: None,
            node_clock: NodesTime::default(),
            luck: fastrand::Rng::new(),
        };
        searcher.set_threads(threads);
        Ok(searcher)
    }

    /// Changes the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        self.evaluators.resize_with(threads, Evaluator::new);
        self.experiences.resize_with(threads.div_ceil(THREADS_PER_HISTORY), Histories::new);
    }

    /// Replaces the table by an empty one of so many MiB.
    ///
    /// # Errors
    /// If the memory cannot be had; see [`Table::resize`].
    pub fn resize_table(&mut self, mib: usize) -> Result<(), AllocationError> {
        self.table.resize(mib)
    }

    /// The size of the table in MiB.
    pub fn table_mib(&self) -> usize {
        self.table.mib()
    }

    /// Gives the search endgame tablebases to ask, or takes them away.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Forgets the table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.clear_table();
        self.evaluators.iter_mut().for_each(Evaluator::clear);
        self.experiences.iter_mut().for_each(Histories::clear);
        self.node_clock = NodesTime::default();
    }

    /// Makes the choices below full strength the same as after the same seed before. Without it
    /// they differ from process to process.
    pub fn seed(&mut self, seed: u64) {
        self.luck.seed(seed);
    }

    /// Searches a position until a limit is reached or `control` says stop, and tells the news.
    ///
    /// At least one line is told before the result, and the result before it returns. While
    /// `limits` say `infinite` or the search ponders, it does neither before it is told to.
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        report: &mut (dyn FnMut(Report) + '_),
    ) -> SearchResult {
        self.search_inner(pos, limits, settings, control, Some(report))
    }

    /// Searches like [`search`](Self::search) and tells nothing on the way, for searches of a few
    /// hundred nodes, in which putting the news together would be a good part of the work. The
    /// first thread is always the caller's, so with one thread none is started.
    pub fn search_silent(
        &mut self,
        pos: &Position,
        limits: &Limits,
        control: &Control,
    ) -> SearchResult {
        self.search_inner(pos, limits, &SearchSettings::default(), control, None)
    }

    fn search_inner(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        mut report: Option<&mut (dyn FnMut(Report) + '_)>,
    ) -> SearchResult {
        self.table.new_search();
        let (side, strength) = (pos.side_to_move(), settings.skill);
        let limits = &self.effective_limits(limits, settings, pos);
        let time = TimeManager::new(limits, side, settings.measure());
        let mut root = RootMoves::new(pos, &limits.search_moves);
        if root.len() == 0 {
            let value = if pos.in_check() { mated_in(0) } else { DRAW };
            let outcome = SearchResult { best: None, ponder: None, value, depth: 0, nodes: 0 };
            let line = closing_line(value, true, Vec::new(), &time);
            let mut tell = |news| report.as_mut().map_or((), |report| report(news));
            tell(Report::Line(line));
            control.wait(limits.infinite);
            tell(Report::Done(outcome.clone()));
            return outcome;
        }
        let probe = |tables| Probe::new(tables, &settings.tablebases);
        let mut probe = self.tablebases.as_deref().and_then(probe);
        let verdict = probe.and_then(|probe| probe.rank(pos, &root.list()));
        if let Some(verdict) = &verdict {
            root = RootMoves::ranked(&verdict.moves);
            probe = probe.filter(|_| !verdict.is_enough);
        }
        let threads = if strength.is_full() { self.evaluators.len() } else { 1 };
        let evaluators = &mut self.evaluators[..threads];
        let multipv = settings.multipv.max(1);
        let shared = Shared {
            tt: &self.table,
            histories: &self.experiences,
            control,
            limits,
            time,
            multipv: if strength.is_full() { multipv } else { multipv.max(strength.lines()) },
            lines_reported: multipv,
            probe,
            totals: Totals::new(threads, verdict.map_or(0, |verdict| verdict.moves.len() as u64)),
            searching: (threads > 1).then(SearchingTable::new),
            shared_pv: (threads > 1).then(SharedPv::new),
            stop_all: AtomicBool::new(false),
        };
        let chance = self.luck.f64();
        let choose = |values: &[Value]| strength.choose(values, chance);
        let (outcome, nodes) = search_together(&shared, evaluators, pos, &root, choose, report);
        // After pondering in vain no move is made.
        if let Some(per_ms) = settings.nodes_per_ms.filter(|_| !control.is_pondering()) {
            self.node_clock.charge(limits, side, nodes, per_ms);
        }
        outcome
    }

    /// The limits of a search by the engine's own clock, and as its strength allows.
    fn effective_limits(
        &mut self,
        limits: &Limits,
        settings: &SearchSettings,
        pos: &Position,
    ) -> Limits {
        let mut own = match settings.nodes_per_ms {
            Some(_) => self.node_clock.limits(limits, pos.side_to_move()),
            None => limits.clone(),
        };
        if !settings.skill.is_full() {
            let most = settings.skill.nodes();
            own.nodes = Some(own.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        own
    }
}

/// The answer that the table knows to a move, unless the game ends with it.
fn ponder_move(table: &TranspositionTable, pos: &Position, mv: Move) -> Option<Move> {
    let mut after = pos.clone();
    after.do_move(mv);
    let claimed = after.is_fifty_move_draw() || after.is_repetition(3);
    if claimed || after.outcome().is_some() {
        return None;
    }
    table.probe(after.key())?.best.filter(|&answer| after.is_legal(answer))
}

/// The last word of a search that has told nothing of its result yet, at depth 0.
fn closing_line(value: Value, proven: bool, pv: Vec<Move>, time: &TimeManager) -> Line {
    Line {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        value,
        proven,
        bound: Bound::Exact,
        nodes: 0,
        tb_hits: 0,
        elapsed: time.elapsed(),
        hashfull: 0,
        pv,
    }
}

/// Runs the first thread here and the others beside it, and tells and gives the outcome, and the
/// nodes that count for this move.
fn search_together(
    shared: &Shared,
    evaluators: &mut [Evaluator],
    pos: &Position,
    root: &RootMoves,
    choose: impl Fn(&[Value]) -> usize,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> (SearchResult, u64) {
    let (first, others) = evaluators.split_first_mut().expect("there is at least one thread");
    let barrier = &RwLock::new(());
    std::thread::scope(|scope| {
        let mut is_told = false;
        let mut tell = report.as_mut().map(|report| {
            |news: Report| {
                is_told |= matches!(news, Report::Line(_));
                report(news);
            }
        });
        let tell = tell.as_mut().map(|tell| tell as &mut dyn FnMut(Report));
        let mut worker = Worker::new(shared, first, tell, 0, pos, root.clone());
        if worker.iterate(1) {
            start(scope, shared, others, pos, root, barrier);
            worker.iterate(MAX_PLY);
        }
        shared.control.wait(shared.limits.infinite);
        shared.stop_all.store(true, Relaxed);
        if worker.is_stopped() {
            worker.report_last_lines();
        }
        let place = pick_best_index(&worker, shared, choose);
        let (chosen, depth) = (worker.root().all()[place].clone(), worker.depth());
        let value = match chosen.last_value() {
            // Stopped before anything was searched.
            value if value == -INFINITE => worker.evaluate_position(),
            value => value,
        };
        let value = chosen.tb_value_for(value).unwrap_or(value);
        let counted = shared.totals.nodes_since_ponderhit();
        let outcome = outcome(shared, pos, &chosen, value, depth);
        if let Some(report) = report {
            if !is_told || place > 0 {
                report(Report::Line(last_line(shared, &chosen, &outcome)));
            }
            // The others need not have come to rest for the move to be out.
            report(Report::Done(outcome.clone()));
        }
        (outcome, counted)
    })
}

/// Starts the threads beside the first, all to set off at once: those at work would keep this one
/// from starting the rest.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<'scope>,
    others: &'scope mut [Evaluator],
    pos: &'scope Position,
    root: &RootMoves,
    barrier: &'scope RwLock<()>,
) {
    let closed = barrier.write();
    for (i, evaluator) in others.iter_mut().enumerate() {
        let root = root.clone();
        let work = move || {
            drop(barrier.read());
            Worker::new(shared, evaluator, None, i + 1, pos, root).iterate(MAX_PLY);
        };
        // A thread that the system does not grant is done without.
        let _ = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
    }
    drop(closed);
}

/// The place of the move to play in the order of the root.
fn pick_best_index(worker: &Worker, shared: &Shared, choose: impl Fn(&[Value]) -> usize) -> usize {
    if shared.multipv == 1 {
        return 0;
    }
    // The lines that have been searched, in their order.
    let lines = worker.root().all().iter().take(shared.multipv);
    let values = lines.map(RootMove::last_value).take_while(|&value| value > -INFINITE);
    choose(&values.collect::<Vec<_>>())
}

/// What comes of the move chosen.
fn outcome(
    shared: &Shared,
    pos: &Position,
    chosen: &RootMove,
    value: Value,
    depth: i32,
) -> SearchResult {
    let mv = chosen.mv();
    let expected = || ponder_move(shared.tt, pos, mv);
    SearchResult {
        best: Some(mv),
        ponder: chosen.pv.get(1).copied().or_else(expected),
        value,
        depth: depth.max(0) as u32,
        nodes: shared.totals.nodes(),
    }
}

/// The line of the move to play, told last of all.
fn last_line(shared: &Shared, chosen: &RootMove, outcome: &SearchResult) -> Line {
    let proven = chosen.tb_value_for(outcome.value).is_some();
    Line {
        depth: outcome.depth.max(1),
        seldepth: chosen.seldepth.max(1) as u32,
        nodes: outcome.nodes,
        tb_hits: shared.totals.tb_hits(),
        hashfull: shared.tt.hashfull(),
        ..closing_line(outcome.value, proven, chosen.pv.clone(), &shared.time)
    }
}
