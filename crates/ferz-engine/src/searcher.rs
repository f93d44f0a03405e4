//! The searcher: searches positions with one or more threads.
//!
//! Lazy SMP: all threads search the same position and share the transposition table and histories.
//! [`parallel`](crate::search::parallel) adds a shared principal variation and deferred moves.

use crate::control::Control;
use crate::eval::{Evaluator, default_network};
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
use ferz_nnue::Network;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, RwLock};
use std::thread::Scope;
use std::time::Duration;

/// Settings of a search besides its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time lost per move between the engine and the clock.
    pub move_overhead: Duration,
    /// Playing strength. Below full strength a single thread searches.
    pub skill: Skill,
    /// Nodes per millisecond if time is measured in nodes. The searcher then keeps the clocks of the
    /// game itself until [`Searcher::clear`].
    pub nodes_per_ms: Option<NonZeroU64>,
    /// Use of tablebases, if the searcher has any.
    pub tablebases: TablebaseSettings,
}

impl SearchSettings {
    /// Default move overhead.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);

    fn time_source(&self) -> TimeSource {
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

/// Stack size of a search thread. The longest line uses a good part of it in debug builds.
const STACK_SIZE: usize = 16 << 20;

/// Searches positions, and keeps transposition table and histories from search to search.
pub struct Searcher {
    tt: TranspositionTable,
    /// The network of the evaluators; none for the classical evaluation.
    network: Option<Arc<Network>>,
    /// One for each thread.
    evaluators: Vec<Evaluator>,
    /// One for each [`THREADS_PER_HISTORY`] threads.
    histories: Vec<Histories>,
    tablebases: Option<Arc<Tablebases>>,
    nodes_time: NodesTime,
    /// Random numbers of [`Skill::choose`].
    rng: fastrand::Rng,
}

impl Searcher {
    /// Creates a searcher with a number of threads (at least one) and a transposition table of `mib`
    /// MiB.
    ///
    /// # Errors
    /// If the table cannot be allocated.
    pub fn new(threads: usize, mib: usize) -> Result<Self, AllocationError> {
        let mut searcher = Self {
            tt: TranspositionTable::new(mib)?,
            network: Some(default_network()),
            evaluators: Vec::new(),
            histories: Vec::new(),
            tablebases: None,
            nodes_time: NodesTime::default(),
            rng: fastrand::Rng::new(),
        };
        searcher.set_threads(threads);
        Ok(searcher)
    }

    /// Sets the number of threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.max(1);
        let network = &self.network;
        self.evaluators.resize_with(threads, || Evaluator::new(network.clone()));
        self.histories.resize_with(threads.div_ceil(THREADS_PER_HISTORY), Histories::new);
    }

    /// Replaces the transposition table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// If the table cannot be allocated; see [`TranspositionTable::resize`].
    pub fn resize_table(&mut self, mib: usize) -> Result<(), AllocationError> {
        self.tt.resize(mib)
    }

    /// Returns the size of the transposition table in MiB.
    pub fn table_mib(&self) -> usize {
        self.tt.mib()
    }

    /// Evaluates by this network from the next search on, or by the classical evaluation without one.
    /// The default is the [embedded network](default_network). Clears the transposition table and the
    /// histories, which hold values of the old evaluation.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        let threads = self.evaluators.len();
        self.network = network;
        self.evaluators.clear();
        self.set_threads(threads);
        self.clear_table();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Sets or removes the endgame tablebases.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Clears the transposition table.
    pub fn clear_table(&mut self) {
        self.tt.clear();
    }

    /// Clears all state, for a new game.
    pub fn clear(&mut self) {
        self.clear_table();
        self.evaluators.iter_mut().for_each(Evaluator::clear);
        self.histories.iter_mut().for_each(Histories::clear);
        self.nodes_time = NodesTime::default();
    }

    /// Seeds the random choices below full strength, which otherwise differ between processes.
    pub fn seed(&mut self, seed: u64) {
        self.rng.seed(seed);
    }

    /// Searches a position until a limit is reached or `control` stops it, and passes its progress to
    /// `report`.
    ///
    /// At least one line is reported before the result, and the result before the call returns. An
    /// infinite search, or one that ponders, reports its result only after the stop or ponder hit.
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

    /// Searches like [`search`](Self::search) without reports, for searches of a few hundred nodes,
    /// in which reports would take a good part of the time. With one thread it spawns none.
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
        report: Option<&mut (dyn FnMut(Report) + '_)>,
    ) -> SearchResult {
        self.tt.new_search();
        let (side, skill) = (pos.side_to_move(), settings.skill);
        let limits = &self.effective_limits(limits, settings, pos);
        let time = TimeManager::new(limits, side, settings.time_source());
        let mut root = RootMoves::new(pos, &limits.search_moves);
        if root.len() == 0 {
            return report_no_move(pos, limits, control, &time, report);
        }
        let probe = |tables| Probe::new(tables, &settings.tablebases);
        let mut probe = self.tablebases.as_deref().and_then(probe);
        let ranking = probe.and_then(|probe| probe.rank(pos, &root.list()));
        if let Some(ranking) = &ranking {
            root = RootMoves::ranked(&ranking.moves);
            probe = probe.filter(|_| ranking.probe_tree);
        }
        let root_tb_hits = ranking.map_or(0, |ranking| ranking.moves.len() as u64);
        let threads = if skill.is_full() { self.evaluators.len() } else { 1 };
        let multipv = settings.multipv.max(1);
        let shared = Shared {
            tt: &self.tt,
            histories: &self.histories,
            control,
            limits,
            time,
            multipv: if skill.is_full() { multipv } else { multipv.max(skill.lines()) },
            lines_reported: multipv,
            probe,
            totals: Totals::new(threads, root_tb_hits),
            searching: (threads > 1).then(SearchingTable::new),
            shared_pv: (threads > 1).then(SharedPv::new),
            stop_all: AtomicBool::new(false),
        };
        let random = self.rng.f64();
        let choose = |values: &[Value]| skill.choose(values, random);
        let evaluators = &mut self.evaluators[..threads];
        let (result, nodes) = run_threads(&shared, evaluators, pos, &root, choose, report);
        // A search stopped while pondering makes no move, so it uses none of the game's time.
        if let Some(per_ms) = settings.nodes_per_ms.filter(|_| !control.is_pondering()) {
            self.nodes_time.charge(limits, side, nodes, per_ms);
        }
        result
    }

    /// Returns the limits with the clocks of `nodestime` and the node limit of the skill level.
    fn effective_limits(
        &mut self,
        limits: &Limits,
        settings: &SearchSettings,
        pos: &Position,
    ) -> Limits {
        let mut effective = match settings.nodes_per_ms {
            Some(_) => self.nodes_time.limits(limits, pos.side_to_move()),
            None => limits.clone(),
        };
        if !settings.skill.is_full() {
            let limit = settings.skill.nodes();
            effective.nodes = Some(effective.nodes.map_or(limit, |nodes| nodes.min(limit)));
        }
        effective
    }
}

/// Reports and returns the result of a position without root moves.
fn report_no_move(
    pos: &Position,
    limits: &Limits,
    control: &Control,
    time: &TimeManager,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> SearchResult {
    let value = if pos.in_check() { mated_in(0) } else { DRAW };
    let result = SearchResult { best: None, ponder: None, value, depth: 0, nodes: 0 };
    if let Some(report) = report.as_mut() {
        report(Report::Line(line_at_depth_0(value, true, Vec::new(), time)));
    }
    control.wait(limits.infinite);
    if let Some(report) = report.as_mut() {
        report(Report::Done(result.clone()));
    }
    result
}

/// Runs thread 0 in the calling thread and the others beside it. Reports and returns the result, and
/// returns the nodes since the ponder hit.
fn run_threads(
    shared: &Shared,
    evaluators: &mut [Evaluator],
    pos: &Position,
    root: &RootMoves,
    choose: impl Fn(&[Value]) -> usize,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> (SearchResult, u64) {
    let (first, others) = evaluators.split_first_mut().expect("a searcher has an evaluator");
    let start_lock = &RwLock::new(());
    std::thread::scope(|scope| {
        let mut has_reported = false;
        let mut report_of_worker = report.as_mut().map(|report| {
            |update: Report| {
                has_reported |= matches!(update, Report::Line(_));
                report(update);
            }
        });
        let report_of_worker =
            report_of_worker.as_mut().map(|report| report as &mut dyn FnMut(Report));
        let mut worker = Worker::new(shared, first, report_of_worker, 0, pos, root.clone());
        if worker.iterate(1) {
            spawn_workers(scope, shared, others, pos, root, start_lock);
            worker.iterate(MAX_PLY);
        }
        shared.control.wait(shared.limits.infinite);
        shared.stop_all.store(true, Relaxed);
        if worker.is_stopped() {
            worker.report_last_lines();
        }
        let index = pick_best_index(&worker, shared, choose);
        let chosen = worker.root().all()[index].clone();
        let result = result_of(shared, pos, &mut worker, &chosen);
        let nodes = shared.totals.nodes_since_ponderhit();
        if let Some(report) = report {
            if !has_reported || index > 0 {
                report(Report::Line(last_line(shared, &chosen, &result)));
            }
            // The result does not wait for the other threads to stop.
            report(Report::Done(result.clone()));
        }
        (result, nodes)
    })
}

/// Spawns the threads beside thread 0. They wait until all are spawned, because running threads
/// delay the start of others. Ignores spawn failures: the search runs with fewer threads.
fn spawn_workers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    shared: &'scope Shared<'scope>,
    others: &'scope mut [Evaluator],
    pos: &'scope Position,
    root: &RootMoves,
    start_lock: &'scope RwLock<()>,
) {
    let locked = start_lock.write();
    for (i, evaluator) in others.iter_mut().enumerate() {
        let root = root.clone();
        let work = move || {
            drop(start_lock.read());
            Worker::new(shared, evaluator, None, i + 1, pos, root).iterate(MAX_PLY);
        };
        let _ = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
    }
    drop(locked);
}

/// Returns the index of the root move to play.
fn pick_best_index(worker: &Worker, shared: &Shared, choose: impl Fn(&[Value]) -> usize) -> usize {
    if shared.multipv == 1 {
        return 0;
    }
    let lines = worker.root().all().iter().take(shared.multipv);
    // Lines without a value were not searched.
    let values = lines.map(RootMove::last_value).take_while(|&value| value > -INFINITE);
    choose(&values.collect::<Vec<_>>())
}

/// Returns the result of a search that plays `chosen`.
fn result_of(
    shared: &Shared,
    pos: &Position,
    worker: &mut Worker,
    chosen: &RootMove,
) -> SearchResult {
    let value = match chosen.last_value() {
        // The search was stopped before it completed a move.
        value if value == -INFINITE => worker.evaluate_position(),
        value => value,
    };
    let best = chosen.mv();
    let from_tt = || ponder_move(shared.tt, pos, best);
    SearchResult {
        best: Some(best),
        ponder: chosen.pv.get(1).copied().or_else(from_tt),
        value: chosen.tb_value_for(value).unwrap_or(value),
        depth: worker.completed_depth().max(0) as u32,
        nodes: shared.totals.nodes(),
    }
}

/// Returns the table move after a move, unless the game ends with it.
fn ponder_move(tt: &TranspositionTable, pos: &Position, mv: Move) -> Option<Move> {
    let mut after = pos.clone();
    after.do_move(mv);
    let claimable_draw = after.is_fifty_move_draw() || after.is_repetition(3);
    if claimable_draw || after.outcome().is_some() {
        return None;
    }
    tt.probe(after.key())?.best.filter(|&reply| after.is_legal(reply))
}

/// Returns the line of the move to play, for the last report of a line.
fn last_line(shared: &Shared, chosen: &RootMove, result: &SearchResult) -> Line {
    let proven = chosen.tb_value_for(result.value).is_some();
    Line {
        depth: result.depth.max(1),
        seldepth: chosen.seldepth.max(1) as u32,
        nodes: result.nodes,
        tb_hits: shared.totals.tb_hits(),
        hashfull: shared.tt.hashfull(),
        ..line_at_depth_0(result.value, proven, chosen.pv.clone(), &shared.time)
    }
}

/// Returns an exact line at depth 0 without any nodes.
fn line_at_depth_0(value: Value, proven: bool, pv: Vec<Move>, time: &TimeManager) -> Line {
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
