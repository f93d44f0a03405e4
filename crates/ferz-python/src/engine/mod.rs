//! `Engine`: Ferz as an engine in the process, without UCI and a second process.

mod analysis;
mod arguments;
mod convert;
mod running;

pub(crate) use analysis::Analysis;

use crate::arguments::Natural;
use crate::board::Board;
use crate::errors::clipped;
use analysis::Lines;
use arguments::SearchArguments;
use ferz::Position;
use ferz_engine::eval::default_network;
use ferz_engine::tablebase::Tablebases;
use ferz_engine::{AUTHORS, Control, NAME, SearchResult, Searcher};
use ferz_nnue::Network;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use running::{Event, Running, Search, SharedSearcher, lock};
use std::collections::HashMap;
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
    /// The object that identifies the game of the last search.
    game: Mutex<Option<Py<PyAny>>>,
}

/// The names of the options.
const THREADS: &str = "Threads";
const HASH: &str = "Hash";

/// The parts of a searcher, which `configure` changes.
#[derive(Clone)]
struct Resources {
    threads: usize,
    /// MiB.
    hash: usize,
    network: Option<Arc<Network>>,
    tablebases: Option<Arc<Tablebases>>,
}

impl Resources {
    /// Creates a searcher.
    ///
    /// # Errors
    /// `ValueError` without a thread or a table, `MemoryError` without memory for it.
    fn searcher(&self, py: Python<'_>) -> PyResult<Searcher> {
        if self.threads == 0 || self.hash == 0 {
            return Err(PyValueError::new_err("threads and hash must be at least 1"));
        }
        let mut builder = Searcher::builder()
            .threads(self.threads)
            .hash_mib(self.hash)
            .network(self.network.clone());
        if let Some(tablebases) = &self.tablebases {
            builder = builder.tablebases(Arc::clone(tablebases));
        }
        py.detach(|| builder.build()).map_err(|error| PyMemoryError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads=Natural(1), hash=Natural(64), network=None, classical=false, syzygy=None))]
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
        let resources =
            Resources { threads: threads.size(), hash: hash.size(), network, tablebases };
        Ok(Self {
            searcher: SharedSearcher::new(resources.searcher(py)?),
            control: Mutex::default(),
            resources: Mutex::new(resources),
            game: Mutex::default(),
        })
    }

    /// The options that `configure()` sets, as `SimpleEngine.options` has them.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let option = py.import("ferz.engine.option")?;
        let options = option.getattr("UciOptionMap")?.call0()?;
        for (name, default) in [(THREADS, 1), (HASH, 64)] {
            let none = py.None();
            let arguments = (name, "spin", default, 1, u32::MAX, none);
            options.set_item(name, option.getattr("Option")?.call1(arguments)?)?;
        }
        Ok(options)
    }

    /// Sets the options `Threads` and `Hash` (in MiB), by their names in any case. The transposition
    /// table is cleared. Raises `ferz.engine.EngineError` for other options.
    fn configure(&self, py: Python<'_>, options: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut resources = lock(&self.resources).clone();
        for item in options.call_method0("items")?.try_iter()? {
            let (name, value) = item?.extract::<(String, Natural)>()?;
            if name.eq_ignore_ascii_case(THREADS) {
                resources.threads = value.size();
            } else if name.eq_ignore_ascii_case(HASH) {
                resources.hash = value.size();
            } else {
                let text = format!(
                    "the engine has no option {} (available: {THREADS}, {HASH})",
                    clipped(&name)
                );
                let class = py.import("ferz.engine.exchange")?.getattr("EngineError")?;
                return Err(PyErr::from_value(class.call1((text,))?));
            }
        }
        *self.searcher.lock()? = resources.searcher(py)?;
        *lock(&self.resources) = resources;
        Ok(())
    }

    /// Does nothing: the engine is always ready. For programs written for `SimpleEngine`.
    fn ping(&self) {}

    /// Stops the current search, as `close()` does.
    fn quit(&self) {
        self.stop();
    }

    /// Stops the current search. The engine needs no other end.
    fn close(&self) {
        self.stop();
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        _exc_type: &Bound<'_, PyAny>,
        _exc_value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) {
        self.stop();
    }

    /// The names of the engine and its authors, as `SimpleEngine.id` has them.
    #[getter]
    fn id(&self) -> HashMap<&'static str, &'static str> {
        HashMap::from([("name", NAME), ("author", AUTHORS)])
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        lock(&self.resources).threads
    }

    /// The size of the transposition table in MiB.
    #[getter]
    fn hash(&self) -> usize {
        lock(&self.resources).hash
    }

    /// Searches a position and returns its `ferz.engine.InfoDict`: score, principal variation,
    /// depth, nodes and so on. With `multipv`, returns a list with the best line first.
    ///
    /// `limit` is a `ferz.engine.Limit`; the keywords nodes, depth (plies), time (seconds) and mate
    /// (moves) override it. The search ends at the first limit that is reached. `root_moves` are the
    /// moves to search, all by default. Another object `game` than before begins a new game, and
    /// `info` selects the kinds of information, all by default.
    #[pyo3(signature = (board, limit=None, *, nodes=None, depth=None, time=None, mate=None,
        multipv=None, root_moves=None, game=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn analyse<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<Natural>,
        depth: Option<Natural>,
        time: Option<f64>,
        mate: Option<Natural>,
        multipv: Option<Natural>,
        root_moves: Option<&Bound<'py, PyAny>>,
        game: Option<&Bound<'py, PyAny>>,
        info: Option<u32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv, root_moves };
        let py = board.py();
        let search = arguments.limited_search()?;
        self.begin_game(py, game)?;
        let position = search.position.clone();
        let (_, lines) = self.run(py, search)?;
        let infos = lines
            .as_slice()
            .iter()
            .map(|line| convert::select(convert::info(py, &position, line)?, info));
        let infos = PyList::new(py, infos.collect::<PyResult<Vec<_>>>()?)?;
        match multipv {
            Some(_) => Ok(infos.into_any()),
            None => infos.get_item(0),
        }
    }

    /// Searches a position and returns a `ferz.engine.PlayResult`: the move to play, the expected
    /// reply, and the information of the search. The limits are those of `analyse()`; a `limit` with
    /// clocks is a time control.
    #[pyo3(signature = (board, limit=None, *, nodes=None, depth=None, time=None, mate=None,
        root_moves=None, game=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn play<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<Natural>,
        depth: Option<Natural>,
        time: Option<f64>,
        mate: Option<Natural>,
        root_moves: Option<&Bound<'py, PyAny>>,
        game: Option<&Bound<'py, PyAny>>,
        info: Option<u32>,
    ) -> PyResult<Py<PyAny>> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv: None, root_moves };
        let search = arguments.limited_search()?;
        self.begin_game(board.py(), game)?;
        let position = search.position.clone();
        let (result, lines) = self.run(board.py(), search)?;
        convert::play_result(board.py(), &position, &result, lines.as_slice().first(), info)
    }

    /// Starts a search and returns its `Analysis`, an iterator of information. Without a limit it
    /// runs until it is stopped. The arguments are those of `analyse()`.
    #[pyo3(signature = (board, limit=None, *, nodes=None, depth=None, time=None, mate=None,
        multipv=None, root_moves=None, game=None, info=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn analysis<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<Natural>,
        depth: Option<Natural>,
        time: Option<f64>,
        mate: Option<Natural>,
        multipv: Option<Natural>,
        root_moves: Option<&Bound<'py, PyAny>>,
        game: Option<&Bound<'py, PyAny>>,
        info: Option<u32>,
    ) -> PyResult<Analysis> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv, root_moves };
        let mut search = arguments.search()?;
        search.limits.infinite = !search.limits.is_limited();
        self.begin_game(board.py(), game)?;
        let analysis = Analysis::start(&self.searcher, search, info)?;
        *lock(&self.control) = analysis.control();
        Ok(analysis)
    }

    /// Stops the current search, which returns its result so far. May be called from any thread.
    fn stop(&self) {
        lock(&self.control).stop();
    }

    /// Clears the transposition table and all history, for the first position of another game.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.searcher.lock().map(|mut searcher| searcher.clear()))
    }

    fn __repr__(&self) -> String {
        format!("Engine(threads={}, hash={})", self.threads(), self.hash())
    }
}

impl Engine {
    /// Clears the tables if a search is of another game than the last one.
    fn begin_game(&self, py: Python<'_>, game: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let last = lock(&self.game).as_ref().map(|last| last.clone_ref(py));
        let is_same = match (&last, game) {
            (Some(last), Some(game)) => game.eq(last)?,
            (last, game) => last.is_none() && game.is_none(),
        };
        if !is_same {
            self.new_game(py)?;
            *lock(&self.game) = game.map(|game| game.clone().unbind());
        }
        Ok(())
    }

    /// Runs a search to its end and returns its result and its last lines.
    fn run(&self, py: Python<'_>, search: Search) -> PyResult<(SearchResult, Lines)> {
        let running = Running::start(&self.searcher, search)?;
        *lock(&self.control) = Arc::clone(running.control());
        let mut lines = Lines::default();
        loop {
            match running.next(py)? {
                Event::Line(line) => lines.add(line),
                Event::CurrentMove(..) => {}
                Event::Done(result) => return Ok((result, lines)),
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
    Network::load(&path)
        .map(Arc::new)
        .map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))
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
