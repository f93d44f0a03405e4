//! The searcher: searches positions with one or more threads.
//!
//! Lazy SMP: all threads search the same position and share the transposition table and histories.
//! [`parallel`](crate::search::parallel) adds a shared principal variation and deferred moves.

mod builder;
mod error;
mod memory;
mod run;
mod settings;

pub use builder::SearcherBuilder;
pub use error::SearchError;
pub use settings::SearchSettings;

use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::nodestime::NodesTime;
use crate::search::histories::{Histories, THREADS_PER_HISTORY};
use crate::search::parallel::searching::SearchingTable;
use crate::search::parallel::shared_pv::SharedPv;
use crate::search::report::{Report, SearchResult};
use crate::search::root_moves::RootMoves;
use crate::search::shared::{Shared, Totals};
use crate::tablebase::{Probe, Tablebases};
use crate::time::TimeManager;
use crate::tt::{AllocationError, TranspositionTable};
use ferz::Position;
use ferz_nnue::Network;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
    /// See [`SearcherBuilder::move_pruning`].
    move_pruning: bool,
    /// Random numbers of [`Skill::choose`].
    rng: fastrand::Rng,
}

impl Searcher {
    /// Returns the builder of a searcher.
    pub fn builder() -> SearcherBuilder {
        SearcherBuilder::default()
    }

    /// Creates a searcher with a number of threads (at least one) and a transposition table of `mib`
    /// MiB: the short form of [`builder`](Self::builder).
    ///
    /// # Errors
    /// If the memory for the table or the threads is not available.
    pub fn new(threads: usize, mib: usize) -> Result<Self, AllocationError> {
        Self::builder().threads(threads).hash_mib(mib).build()
    }

    fn from_builder(builder: SearcherBuilder) -> Result<Self, AllocationError> {
        let SearcherBuilder { threads, hash_mib, network, tablebases, seed, move_pruning } =
            builder;
        let mut searcher = Self {
            tt: TranspositionTable::new(hash_mib)?,
            network,
            evaluators: Vec::new(),
            histories: Vec::new(),
            tablebases,
            nodes_time: NodesTime::default(),
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
        memory::check_threads(threads, self.threads())?;
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
    /// If the table cannot be allocated; see [`TranspositionTable::resize`].
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
    ///
    /// If the system refuses threads, the search runs with fewer.
    ///
    /// # Errors
    /// If none of the search moves is legal, or `control` is still stopped from an earlier search.
    pub fn search(
        &mut self,
        pos: &Position,
        limits: &Limits,
        settings: &SearchSettings,
        control: &Control,
        report: &mut (dyn FnMut(Report) + '_),
    ) -> Result<SearchResult, SearchError> {
        self.search_inner(pos, limits, settings, control, Some(report))
    }

    /// Searches like [`search`](Self::search) without reports, for searches of a few hundred nodes,
    /// in which reports would take a good part of the time. With one thread it spawns none.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_silent(
        &mut self,
        pos: &Position,
        limits: &Limits,
        control: &Control,
    ) -> Result<SearchResult, SearchError> {
        self.search_inner(pos, limits, &SearchSettings::default(), control, None)
    }

    fn search_inner(
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
        let time = TimeManager::new(limits, side, settings.time_source());
        if root.len() == 0 {
            return Ok(run::report_no_move(pos, limits, control, &time, report));
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
        let (result, nodes) = run::run_threads(&shared, evaluators, pos, &root, choice, report);
        // A search stopped while pondering makes no move, so it uses none of the game's time.
        if let Some(per_ms) = settings.nodes_per_ms.filter(|_| !control.is_pondering()) {
            self.nodes_time.charge(limits, side, nodes, per_ms);
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
