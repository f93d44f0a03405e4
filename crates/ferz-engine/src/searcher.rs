//! The searcher: searches positions with one or more threads.
//!
//! Lazy SMP: all threads search the same position and share the transposition table and histories.
//! [`parallel`](crate::search::parallel) adds a shared principal variation and deferred moves.

use crate::control::{Control, SearchError};
use crate::eval::{Evaluator, default_network};
use crate::info::{Report, SearchResult};
use crate::limits::{Limits, SearchSettings};
use crate::memory::{address_space_mib, available_mib};
use crate::search::history::{Histories, THREADS_PER_HISTORY};
use crate::search::mate::MateSearch;
use crate::search::parallel::{SearchingTable, SharedPv};
use crate::search::root::{finish, last_line, report_no_move, result_of};
use crate::search::root_moves::RootMoves;
use crate::search::thread::{Shared, Totals, Worker};
use crate::skill::Skill;
use crate::tablebase::{Probe, Tablebases};
use crate::time::{ClockDelays, NodesTime, TimeManager};
use crate::tt::{AllocationError, MAX_MIB, TranspositionTable};
use crate::value::MAX_PLY;
use ferz::Position;
use ferz_nnue::Network;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::sync::{Arc, RwLock};
use std::thread::{Builder, Scope};

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
    clock_delays: ClockDelays,
    /// See [`SearcherOptions::move_pruning`].
    move_pruning: bool,
    /// Random numbers of [`Skill::choose`].
    rng: fastrand::Rng,
}

impl Searcher {
    /// Largest transposition table in MiB (32 TiB).
    pub const HASH_MIB_MAX: usize = MAX_MIB;

    /// Stack size in bytes of a search thread, and of a thread that calls
    /// [`search_on_current_thread`](Self::search_on_current_thread). The longest line uses a good part of
    /// it in debug builds.
    pub const STACK_SIZE: usize = 16 << 20;

    /// Creates a searcher.
    ///
    /// # Errors
    /// If the memory for the transposition table or the threads is not available.
    pub fn new(options: SearcherOptions) -> Result<Self, AllocationError> {
        let SearcherOptions { threads, hash_mib, network, tablebases, seed, move_pruning } =
            options;
        let mut searcher = Self {
            tt: TranspositionTable::new(hash_mib)?,
            network,
            evaluators: Vec::new(),
            histories: Vec::new(),
            tablebases,
            nodes_time: NodesTime::default(),
            clock_delays: ClockDelays::default(),
            move_pruning,
            rng: seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed),
        };
        searcher.set_threads(threads)?;
        Ok(searcher)
    }

    /// Sets the number of threads, at least one.
    ///
    /// # Errors
    /// If the memory for the threads is not available; their number is unchanged.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), AllocationError> {
        let threads = threads.max(1);
        check_threads(threads, self.threads())?;
        self.allocate_threads(threads);
        Ok(())
    }

    fn allocate_threads(&mut self, threads: usize) {
        let network = &self.network;
        self.evaluators.resize_with(threads, || Evaluator::new(network.clone()));
        self.histories.resize_with(threads.div_ceil(THREADS_PER_HISTORY), Histories::new);
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.evaluators.len()
    }

    /// Replaces the transposition table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not available. The table is unchanged if the size exceeds the available
    /// memory. If the allocation itself fails, it is empty, of its old size or, if that fails too, a
    /// smaller one.
    pub fn resize_table(&mut self, mib: usize) -> Result<(), AllocationError> {
        self.tt.resize(mib)
    }

    /// Returns the size of the transposition table in MiB.
    pub fn table_mib(&self) -> usize {
        self.tt.mib()
    }

    /// Evaluates by this network from the next search on, or by the classical evaluation without one.
    /// The default is the [embedded network](crate::eval::default_network). Clears the transposition table and the
    /// histories, which hold values of the old evaluation; the same network changes nothing.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        if network == self.network {
            return;
        }
        let threads = self.evaluators.len();
        self.network = network;
        self.evaluators.clear();
        self.allocate_threads(threads);
        self.clear_table();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Returns the endgame tablebases, if there are any.
    pub fn tablebases(&self) -> Option<&Tablebases> {
        self.tablebases.as_deref()
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
        self.clock_delays = ClockDelays::default();
    }

    /// Seeds the random choices below full strength, which otherwise differ between processes.
    pub fn seed(&mut self, seed: u64) {
        self.rng.seed(seed);
    }

    /// Searches a position until a limit is reached or `control` stops it, and passes its progress to
    /// `report`. For searches of a few hundred nodes reports would take a good part of the time.
    ///
    /// At least one line is reported before the result, and the result before the call returns. An
    /// infinite search, or one that ponders, reports its result only after the stop or ponder hit.
    ///
    /// The search runs on threads of its own with the stack that they need, and waits while `report`
    /// runs on the calling thread. If the system refuses threads, the search runs with fewer, and with
    /// none on the calling thread.
    ///
    /// # Errors
    /// If none of the search moves is legal, or `control` is still stopped from an earlier search.
    ///
    /// ```
    /// use ferz::Position;
    /// use ferz_engine::{Control, Limits, SearchSettings, Searcher, SearcherOptions};
    ///
    /// let mut searcher = Searcher::new(SearcherOptions::default())?;
    /// let position = Position::startpos();
    /// let settings = SearchSettings { multipv: 3, ..SearchSettings::default() };
    /// let result = searcher.search(&position, &Limits::depth(4), &settings, &Control::default(), None)?;
    /// assert_eq!(result.lines.len(), 3);
    /// assert_eq!(result.lines[0].pv.first().copied(), result.best);
    /// for line in &result.lines {
    ///     println!("{} {} {}", line.depth, line.score(), position.numbered_san_line(&line.pv)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        mut report: Option<&mut (dyn FnMut(Report) + '_)>,
    ) -> Result<SearchResult, SearchError> {
        let searcher = &mut *self;
        let has_report = report.is_some();
        let searched = std::thread::scope(|scope| {
            let (report_sender, reports) = channel();
            let (handled_sender, handled) = channel();
            let mut send = move |update| {
                let is_handled = report_sender.send(update).is_ok() && handled.recv().is_ok();
                // The caller's function panicked.
                if !is_handled {
                    control.stop();
                }
            };
            let work = move || {
                let report = has_report.then_some(&mut send as &mut dyn FnMut(Report));
                searcher.search_on_current_thread(pos, limits, settings, control, report)
            };
            let thread = thread_builder().spawn_scoped(scope, work).ok()?;
            for update in reports {
                if let Some(report) = report.as_mut() {
                    report(update);
                }
                // Ignores send errors: the search has panicked, and `join` returns the panic.
                let _ = handled_sender.send(());
            }
            Some(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        searched.unwrap_or_else(|| {
            self.search_on_current_thread(pos, limits, settings, control, report)
        })
    }

    /// Searches as [`search`](Self::search) does, with the first thread of the search on the calling
    /// thread: for many short searches, where starting a thread for each would take a good part of the time.
    ///
    /// With one thread it spawns none: the stack of the calling thread must have
    /// [`STACK_SIZE`](Self::STACK_SIZE) bytes, more than a spawned thread has by default.
    ///
    /// # Errors
    /// Those of [`search`](Self::search).
    pub fn search_on_current_thread(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        report: Option<&mut (dyn FnMut(Report) + '_)>,
    ) -> Result<SearchResult, SearchError> {
        let mut root = RootMoves::new(pos, &limits.search_moves);
        if root.len() == 0 && !limits.search_moves.is_empty() {
            return Err(SearchError::NoLegalSearchMove);
        }
        control.begin()?;
        self.tt.new_search();
        let (side, skill) = (pos.side_to_move(), settings.skill);
        let limits = &self.effective_limits(limits, settings, pos);
        self.clock_delays.measure(limits, side);
        let time = TimeManager::new(limits, pos, settings, &self.clock_delays);
        if root.len() == 0 {
            return Ok(report_no_move(pos, limits, control, &time, report));
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
            move_pruning: self.move_pruning,
            probe,
            totals: Totals::new(threads, root_tb_hits),
            searching: (threads > 1).then(SearchingTable::new),
            shared_pv: (threads > 1).then(SharedPv::new),
            stop_all: AtomicBool::new(false),
        };
        let choice = (!skill.is_full()).then(|| (skill, self.rng.f64()));
        let evaluators = &mut self.evaluators[..threads];
        let (result, nodes) = run_threads(&shared, evaluators, pos, &root, choice, report);
        // A search stopped while pondering makes no move, so it uses none of the game's time.
        if !control.is_pondering() {
            self.clock_delays.searched(limits, side, time.elapsed_on_clock(control));
            if let Some(per_ms) = settings.nodes_per_ms {
                self.nodes_time.charge(limits, side, nodes, per_ms);
            }
        }
        Ok(result)
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

/// The resources of a [`Searcher`].
///
/// ```
/// use ferz_engine::{Searcher, SearcherOptions};
///
/// let options = SearcherOptions { threads: 2, hash_mib: 64, ..SearcherOptions::default() };
/// let searcher = Searcher::new(options)?;
/// assert_eq!((searcher.threads(), searcher.table_mib()), (2, 64));
/// # Ok::<(), ferz_engine::AllocationError>(())
/// ```
#[derive(Clone)]
pub struct SearcherOptions {
    /// Number of search threads; 0 counts as 1, which is the default.
    pub threads: usize,
    /// Size of the transposition table in MiB, at least 1; 16 by default.
    pub hash_mib: usize,
    /// Network of the evaluation, by default the embedded one; the classical evaluation without one.
    pub network: Option<Arc<Network>>,
    /// Endgame tablebases, by default none.
    pub tablebases: Option<Arc<Tablebases>>,
    /// Seed of the random choices below full strength. Without one they differ between processes.
    pub seed: Option<u64>,
    /// Set, as by default, if moves are pruned in the move loop: late move, futility, history and SEE
    /// pruning. With at most some hundred nodes a search without them gives scores closer to those of
    /// deep searches.
    pub move_pruning: bool,
}

impl SearcherOptions {
    /// Returns the defaults with the classical evaluation. A program that takes its options from here
    /// alone does not contain the embedded network.
    pub const fn without_network() -> Self {
        Self {
            threads: 1,
            hash_mib: 16,
            network: None,
            tablebases: None,
            seed: None,
            move_pruning: true,
        }
    }
}

impl Default for SearcherOptions {
    fn default() -> Self {
        Self { network: Some(default_network()), ..Self::without_network() }
    }
}

/// Memory that a search thread uses, in MiB: its evaluator, its share of the histories, and the used
/// part of its stack.
const MIB_PER_THREAD: usize = 4;

/// Returns an error if a searcher of `held` threads has no memory for `threads`: their memory exceeds
/// the available memory, or their stacks exceed the address space.
fn check_threads(threads: usize, held: usize) -> Result<(), AllocationError> {
    let added = threads.saturating_sub(held);
    let with_stack = MIB_PER_THREAD + (Searcher::STACK_SIZE >> 20);
    // The stacks of threads other than the first are mapped during searches only.
    let stacks = threads.saturating_sub(1).saturating_mul(Searcher::STACK_SIZE >> 20);
    let memory = (added.saturating_mul(MIB_PER_THREAD), available_mib());
    let address_space = (memory.0.saturating_add(stacks), address_space_mib());
    for (needed, available) in [memory, address_space] {
        if let Some(available) = available.filter(|&available| added > 0 && available < needed) {
            let mib = threads.saturating_mul(with_stack);
            return Err(AllocationError::Threads { threads, mib, available });
        }
    }
    Ok(())
}

/// Runs thread 0 in the calling thread and the others beside it. Reports and returns the result, and
/// returns the nodes since the ponder hit.
fn run_threads(
    shared: &Shared,
    evaluators: &mut [Evaluator],
    pos: &Position,
    root: &RootMoves,
    choice: Option<(Skill, f64)>,
    mut report: Option<&mut (dyn FnMut(Report) + '_)>,
) -> (SearchResult, u64) {
    let (first, others) = evaluators.split_first_mut().expect("a searcher has an evaluator");
    let start_lock = &RwLock::new(());
    std::thread::scope(|scope| {
        let stop_others = StopOnDrop(&shared.stop_all);
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
        let mut mate = MateSearch::default();
        if worker.iterate(1, &mut mate) {
            spawn_workers(scope, shared, others, pos, root, start_lock);
            worker.iterate(MAX_PLY, &mut mate);
        }
        shared.control.wait(shared.limits.infinite);
        drop(stop_others);
        let chosen = finish(&mut worker, choice);
        let result = result_of(shared, &mut worker, &chosen);
        let nodes = shared.totals.nodes_since_ponderhit();
        if let Some(report) = report {
            if let Some(line) = last_line(shared, &result).filter(|_| !has_reported) {
                report(Report::Line(line));
            }
            // The result does not wait for the other threads to stop.
            report(Report::Done(result.clone()));
        }
        (result, nodes)
    })
}

/// The end of thread 0, by which the others stop: after a panic too, since the scope waits for them.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Returns the settings of a search thread.
fn thread_builder() -> Builder {
    Builder::new().stack_size(Searcher::STACK_SIZE)
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
            let mut worker = Worker::new(shared, evaluator, None, i + 1, pos, root);
            worker.iterate(MAX_PLY, &mut MateSearch::default());
        };
        let _ = thread_builder().spawn_scoped(scope, work);
    }
    drop(locked);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn limits_used_again_give_each_search_its_time() {
        let options = SearcherOptions { hash_mib: 1, ..SearcherOptions::default() };
        let mut searcher = Searcher::new(options).unwrap();
        let limits = Limits::move_time(Duration::from_millis(60));
        for _ in 0..3 {
            let start = Instant::now();
            searcher
                .search(
                    &Position::startpos(),
                    &limits,
                    &SearchSettings::default(),
                    &Control::default(),
                    None,
                )
                .unwrap();
            assert!(start.elapsed() >= Duration::from_millis(40), "{:?}", start.elapsed());
        }
    }
}
