//! `Engine`: Ferz as an engine in the process, without UCI and a second process.

mod arguments;
mod convert;
mod running;

pub(crate) use running::Analysis;

use crate::arguments::{Natural, clipped};
use crate::board::Board;
use crate::file_error::file_error;
use crate::package;
use arguments::SearchArguments;
use ferz::Position;
use ferz_engine::eval::default_network;
use ferz_engine::tablebase::Tablebases;
use ferz_engine::{
    AUTHORS, Control, Limits, NAME, PvLine, Report, SearchResult, SearchSettings, Searcher,
    SearcherOptions, Skill,
};
use ferz_nnue::{LoadError, Network};
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use running::{RunningSearch, SearchRequest, SharedSearcher, add_line, lock};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The engine Ferz in the process.
///
/// `Engine(threads=1, hash=64)` has a number of search threads and a transposition table in MiB.
/// `network` is the path of a network file in place of the embedded network, `classical=True`
/// selects the classical evaluation, and `syzygy` is a directory of tablebases or a list of them.
///
/// Searches run without the lock of the interpreter, so that other threads of Python run meanwhile.
/// Ctrl-C stops a search and raises `KeyboardInterrupt`; `stop()` stops it from another thread. The
/// moves of the board count for repetitions. An engine runs one search at a time; use several engines
/// for several searches.
#[pyclass(frozen, module = "ferz")]
pub struct Engine {
    searcher: Arc<SharedSearcher>,
    /// The signals to the last search.
    control: Mutex<Arc<Control>>,
    resources: Mutex<Resources>,
    /// The settings between searches, which options of a search override.
    configured: Mutex<Settings>,
    /// The object that identifies the game of the last search.
    game: Mutex<Option<Py<PyAny>>>,
    /// The search on the opponent's time.
    pondering: Mutex<Option<RunningSearch>>,
}

/// The names of the options.
const THREADS: &str = "Threads";
const HASH: &str = "Hash";
const SKILL_LEVEL: &str = "Skill Level";
const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const OPTION_NAMES: [&str; 5] = [THREADS, HASH, SKILL_LEVEL, LIMIT_STRENGTH, ELO];

/// The default of `UCI_Elo`, which has no effect without `UCI_LimitStrength`.
const DEFAULT_ELO: u32 = 2000;

/// The values of the options.
#[derive(Clone, Copy)]
struct Settings {
    threads: usize,
    /// MiB.
    hash: usize,
    /// The level of the strength, unless `limit_strength` is set.
    skill_level: u32,
    limit_strength: bool,
    /// The Elo of limited strength.
    elo: u32,
}

impl Settings {
    /// Sets options from a mapping.
    ///
    /// # Errors
    /// `ferz.engine.EngineError` for other options, `ValueError` for numbers out of range.
    fn with(mut self, options: &Bound<'_, PyAny>) -> PyResult<Self> {
        for item in options.call_method0("items")?.try_iter()? {
            let (name, value) = item?.extract::<(String, Bound<'_, PyAny>)>()?;
            match OPTION_NAMES.into_iter().find(|known| name.eq_ignore_ascii_case(known)) {
                Some(THREADS) => self.threads = value.extract::<Natural>()?.size(),
                Some(HASH) => self.hash = value.extract::<Natural>()?.size(),
                Some(SKILL_LEVEL) => {
                    self.skill_level = number_in(SKILL_LEVEL, &value, 0..=Skill::MAX_LEVEL)?;
                }
                Some(ELO) => {
                    self.elo = number_in(ELO, &value, Skill::MIN_ELO..=Skill::MAX_ELO)?;
                }
                Some(_) => self.limit_strength = value.extract()?,
                None => {
                    let text = format!(
                        "the engine has no option {} (available: {})",
                        clipped(&name),
                        OPTION_NAMES.join(", ")
                    );
                    let module = package::engine(options.py())?;
                    return Err(PyErr::from_value(module.getattr("EngineError")?.call1((text,))?));
                }
            }
        }
        Ok(self)
    }

    /// Returns the strength of the searches.
    fn skill(self) -> Skill {
        if self.limit_strength {
            Skill::from_elo(self.elo)
        } else {
            Skill::from_level(self.skill_level)
        }
    }
}

/// Returns the number of an option.
///
/// # Errors
/// `TypeError` for other types, `ValueError` for a number out of range.
fn number_in(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u32>) -> PyResult<u32> {
    let number = value.extract::<Natural>()?.count();
    if !range.contains(&number) {
        let (min, max) = range.into_inner();
        return Err(PyValueError::new_err(format!("{name} must be from {min} to {max}")));
    }
    Ok(number)
}

/// The parts of a searcher.
#[derive(Clone)]
struct Resources {
    settings: Settings,
    network: Option<Arc<Network>>,
    tablebases: Option<Arc<Tablebases>>,
}

impl Resources {
    /// Creates a searcher.
    ///
    /// # Errors
    /// `ValueError` without a thread or a table, `MemoryError` without memory for it.
    fn searcher(&self, py: Python<'_>) -> PyResult<Searcher> {
        let Settings { threads, hash, .. } = self.settings;
        if threads == 0 || hash == 0 {
            return Err(PyValueError::new_err("threads and hash must be at least 1"));
        }
        let options = SearcherOptions {
            threads,
            hash_mib: hash,
            network: self.network.clone(),
            tablebases: self.tablebases.clone(),
            ..SearcherOptions::default()
        };
        py.detach(|| Searcher::new(options))
            .map_err(|error| PyMemoryError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (*, threads=Natural(1), hash=Natural(64), network=None, classical=false, syzygy=None),
        text_signature = "(*, threads=1, hash=64, network=None, classical=False, syzygy=None)"
    )]
    fn new(
        py: Python<'_>,
        threads: Natural,
        hash: Natural,
        network: Option<PathBuf>,
        classical: bool,
        syzygy: Option<Directories>,
    ) -> PyResult<Self> {
        let network = if classical { None } else { Some(load_network(network)?) };
        let tablebases = syzygy.map(Directories::open).transpose()?.map(Arc::new);
        let settings = Settings {
            threads: threads.size(),
            hash: hash.size(),
            skill_level: Skill::MAX_LEVEL,
            limit_strength: false,
            elo: DEFAULT_ELO,
        };
        let resources = Resources { settings, network, tablebases };
        Ok(Self {
            searcher: SharedSearcher::new(resources.searcher(py)?),
            control: Mutex::default(),
            resources: Mutex::new(resources),
            configured: Mutex::new(settings),
            game: Mutex::default(),
            pondering: Mutex::default(),
        })
    }

    /// The options that `configure()` sets, as `SimpleEngine.options` has them.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let option = package::engine(py)?;
        let options = option.getattr("UciOptionMap")?.call0()?;
        let class = option.getattr("Option")?;
        for (name, default, range) in [
            (THREADS, 1, 1..=u32::MAX),
            (HASH, 64, 1..=u32::MAX),
            (SKILL_LEVEL, Skill::MAX_LEVEL, 0..=Skill::MAX_LEVEL),
            (ELO, DEFAULT_ELO, Skill::MIN_ELO..=Skill::MAX_ELO),
        ] {
            let (min, max) = range.into_inner();
            let arguments = (name, "spin", default, min, max, py.None());
            options.set_item(name, class.call1(arguments)?)?;
        }
        let arguments = (LIMIT_STRENGTH, "check", false, py.None(), py.None(), py.None());
        options.set_item(LIMIT_STRENGTH, class.call1(arguments)?)?;
        Ok(options)
    }

    /// Sets options by their names in any case, as those of the UCI engine. A change of `Threads` or `Hash`
    /// (in MiB) clears the transposition table. `Skill Level` is the strength from 0 to 20, which is
    /// full strength; with `UCI_LimitStrength` the strength is `UCI_Elo` instead, on the scale of
    /// computer rating lists. Below full strength one thread searches a number of nodes that depends on
    /// the strength, and `play()` chooses among the best moves.
    ///
    /// Raises `ferz.engine.EngineError` for other options and `ValueError` for values out of range.
    fn configure(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let settings = lock(&self.configured).with(options)?;
        self.stop_pondering(py);
        self.apply(py, settings)?;
        *lock(&self.configured) = settings;
        Ok(())
    }

    /// Does nothing: the engine is always ready. For programs written for `SimpleEngine`.
    fn ping(&self) {}

    /// Does nothing: the engine plays alike against all opponents. For programs written for
    /// `SimpleEngine`.
    #[pyo3(signature = (*, opponent=None, engine_rating=None))]
    fn send_opponent_information(
        &self,
        opponent: Option<&Bound<'_, PyAny>>,
        engine_rating: Option<&Bound<'_, PyAny>>,
    ) {
        let _ = (opponent, engine_rating);
    }

    /// Does nothing: UCI has no results. For programs written for `SimpleEngine`.
    #[pyo3(signature = (board, winner=None, game_ending=None, game_complete=true))]
    fn send_game_result(
        &self,
        board: &Bound<'_, PyAny>,
        winner: Option<&Bound<'_, PyAny>>,
        game_ending: Option<&Bound<'_, PyAny>>,
        game_complete: bool,
    ) {
        let _ = (board, winner, game_ending, game_complete);
    }

    /// Stops the current search, as `close()` does.
    fn quit(&self, py: Python<'_>) {
        self.stop(py);
    }

    /// Stops the current search. The engine needs no other end.
    fn close(&self, py: Python<'_>) {
        self.stop(py);
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (exc_type, exc_value, traceback, /))]
    fn __exit__(
        &self,
        py: Python<'_>,
        exc_type: &Bound<'_, PyAny>,
        exc_value: &Bound<'_, PyAny>,
        traceback: &Bound<'_, PyAny>,
    ) {
        let _ = (exc_type, exc_value, traceback);
        self.stop(py);
    }

    /// The names of the engine and its authors, as `SimpleEngine.id` has them.
    #[getter]
    fn id(&self) -> HashMap<&'static str, &'static str> {
        HashMap::from([("name", NAME), ("author", AUTHORS)])
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        lock(&self.configured).threads
    }

    /// The size of the transposition table in MiB.
    #[getter]
    fn hash(&self) -> usize {
        lock(&self.configured).hash
    }

    /// Searches a position and returns its `ferz.engine.InfoDict`: score, principal variation,
    /// depth, nodes and so on. With `multipv`, returns a list with the best line first.
    ///
    /// `limit` is a `ferz.engine.Limit`; the keywords `nodes`, `depth` (plies), `time` (seconds) and
    /// `mate` (moves) override it. The search ends at the first limit that is reached. `root_moves` are
    /// the moves to search, all by default. Another object `game` than before begins a new game, `info`
    /// selects the kinds of information, all by default, and `options` are those of `configure()` for
    /// this search.
    #[pyo3(
        signature = (board, limit=None, **options),
        text_signature = "($self, board, limit=None, *, multipv=None, nodes=None, depth=None, time=None, mate=None, \
            game=None, info=None, root_moves=None, options=None)"
    )]
    fn analyse<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = board.py();
        let arguments = SearchArguments::new("analyse", options)?;
        let mut search = arguments.limited_search(board, limit)?;
        search.settings.skill = self.begin(py, &arguments)?;
        let position = search.position.clone();
        let (_, lines) = self.run(py, search)?;
        let infos = lines
            .iter()
            .map(|line| convert::select(convert::info(py, &position, line)?, arguments.info));
        let infos = PyList::new(py, infos.collect::<PyResult<Vec<_>>>()?)?;
        match arguments.multipv {
            Some(_) => Ok(infos.into_any()),
            None => infos.get_item(0),
        }
    }

    /// Searches a position and returns a `ferz.engine.PlayResult`: the move to play, the expected
    /// reply, and the information of the search. The arguments are those of `analyse()` without
    /// `multipv`; a `limit` with clocks is a time control.
    ///
    /// With `ponder` the position after the expected reply is searched until the next call, which then
    /// finds the results in the transposition table. `draw_offered` and `opponent` have no effect.
    #[pyo3(
        signature = (board, limit=None, **options),
        text_signature = "($self, board, limit=None, *, nodes=None, depth=None, time=None, mate=None, \
            game=None, info=None, root_moves=None, options=None, ponder=False, draw_offered=False, opponent=None)"
    )]
    fn play<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = board.py();
        let arguments = SearchArguments::new("play", options)?;
        let mut search = arguments.limited_search(board, limit)?;
        let skill = self.begin(py, &arguments)?;
        search.settings.skill = skill;
        let position = search.position.clone();
        let (result, lines) = self.run(py, search)?;
        if arguments.ponder {
            self.ponder(position.clone(), &result, skill)?;
        }
        convert::play_result(py, &position, &result, lines.first(), arguments.info)
    }

    /// Starts a search and returns its `Analysis`, an iterator of information. Without a limit it
    /// runs until it is stopped. The arguments are those of `analyse()`.
    #[pyo3(
        signature = (board, limit=None, **options),
        text_signature = "($self, board, limit=None, *, multipv=None, nodes=None, depth=None, time=None, mate=None, \
            game=None, info=None, root_moves=None, options=None)"
    )]
    fn analysis<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Analysis> {
        let arguments = SearchArguments::new("analysis", options)?;
        let mut search = arguments.search(board, limit)?;
        search.limits.infinite = !search.limits.is_limited();
        search.settings.skill = self.begin(board.py(), &arguments)?;
        let analysis = Analysis::start(&self.searcher, search, arguments.info)?;
        *lock(&self.control) = analysis.control();
        Ok(analysis)
    }

    /// Stops the current search, which returns its result so far. May be called from any thread.
    fn stop(&self, py: Python<'_>) {
        lock(&self.control).stop();
        self.stop_pondering(py);
    }

    /// Clears the transposition table and all history, for the first position of another game.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        self.stop_pondering(py);
        py.detach(|| self.searcher.lock().map(|mut searcher| searcher.clear()))
    }

    fn __repr__(&self) -> String {
        format!("Engine(threads={}, hash={})", self.threads(), self.hash())
    }
}

impl Engine {
    /// Prepares the engine for a search: ends pondering, sets the options, and clears the tables if the
    /// search is of another game than the last one. Returns the strength of the search.
    fn begin(&self, py: Python<'_>, arguments: &SearchArguments<'_>) -> PyResult<Skill> {
        let configured = *lock(&self.configured);
        let settings = match &arguments.options {
            Some(options) => configured.with(options)?,
            None => configured,
        };
        self.stop_pondering(py);
        self.apply(py, settings)?;
        let (game, last) =
            (&arguments.game, lock(&self.game).as_ref().map(|last| last.clone_ref(py)));
        let is_same = match (&last, game) {
            (Some(last), Some(game)) => game.eq(last)?,
            (last, game) => last.is_none() && game.is_none(),
        };
        if !is_same {
            self.new_game(py)?;
            *lock(&self.game) = game.clone().map(Bound::unbind);
        }
        Ok(settings.skill())
    }

    /// Creates another searcher if it has other threads or another table than the current one.
    fn apply(&self, py: Python<'_>, settings: Settings) -> PyResult<()> {
        let mut resources = lock(&self.resources).clone();
        let current = resources.settings;
        if (current.threads, current.hash) != (settings.threads, settings.hash) {
            resources.settings = settings;
            *self.searcher.lock()? = resources.searcher(py)?;
            *lock(&self.resources) = resources;
        }
        Ok(())
    }

    /// Starts a search of the position after the best move and the expected reply, unless that ends the
    /// game.
    fn ponder(&self, mut position: Position, result: &SearchResult, skill: Skill) -> PyResult<()> {
        let (Some(best), Some(reply)) = (result.best, result.ponder) else { return Ok(()) };
        position.do_move(best);
        position.do_move(reply);
        if position.outcome().is_none() {
            let limits = Limits { infinite: true, ..Limits::none() };
            let settings = SearchSettings { skill, ..SearchSettings::default() };
            let search = SearchRequest { position, limits, settings };
            *lock(&self.pondering) = Some(RunningSearch::start(&self.searcher, search)?);
        }
        Ok(())
    }

    /// Stops the search on the opponent's time and waits for its end.
    fn stop_pondering(&self, py: Python<'_>) {
        let pondering = lock(&self.pondering).take();
        py.detach(|| drop(pondering));
    }

    /// Runs a search to its end and returns its result and the last line of each rank.
    fn run(&self, py: Python<'_>, search: SearchRequest) -> PyResult<(SearchResult, Vec<PvLine>)> {
        let running = RunningSearch::start(&self.searcher, search)?;
        *lock(&self.control) = Arc::clone(running.control());
        let mut lines = Vec::new();
        loop {
            match running.next(py)? {
                Report::Line(line) => add_line(&mut lines, line),
                Report::CurrentMove { .. } => {}
                Report::Done(result) => return Ok((result, lines)),
            }
        }
    }
}

/// One or several directories of tablebases.
struct Directories(Vec<PathBuf>);

impl<'py> FromPyObject<'_, 'py> for Directories {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(directory) => Ok(Self(vec![directory])),
            Err(_) => object.extract().map(Self).map_err(|_| {
                PyTypeError::new_err("expected syzygy as a directory or a list of directories")
            }),
        }
    }
}

impl Directories {
    fn open(self) -> PyResult<Tablebases> {
        Tablebases::open(self.0).map_err(|error| PyOSError::new_err(error.to_string()))
    }
}

/// Reads a network from a file, or returns the embedded one.
fn load_network(path: Option<PathBuf>) -> PyResult<Arc<Network>> {
    let Some(path) = path else { return Ok(default_network()) };
    Network::load(&path).map(Arc::new).map_err(|error| match error {
        LoadError::Io { path, error } => file_error(&path, &error),
        error => PyOSError::new_err(error.to_string()),
    })
}

/// Evaluates a position without a search, for the side to move, in centipawns as scores have them:
/// by the embedded network, or with `classical=True` by the classical evaluation. The value of a
/// position in check has no meaning.
#[pyfunction]
#[pyo3(signature = (board, *, classical=false))]
pub(crate) fn evaluate(board: &Bound<'_, Board>, classical: bool) -> PyResult<i32> {
    use ferz_engine::eval::{Evaluator, wdl};
    use std::cell::RefCell;

    thread_local! {
        static EVALUATORS: RefCell<[Evaluator; 2]> = RefCell::new([
            Evaluator::new(Some(default_network())),
            Evaluator::new(None),
        ]);
    }
    let position: Position = Board::position(board)?;
    EVALUATORS.with_borrow_mut(|evaluators| {
        let evaluator = &mut evaluators[usize::from(classical)];
        evaluator.reset(&position);
        Ok(wdl::centipawns(evaluator.evaluate(&position)))
    })
}
