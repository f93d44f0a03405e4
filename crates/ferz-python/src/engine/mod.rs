//! `Engine`: Ferz as an engine in the process, without UCI and a second process.

mod analysis;
mod arguments;
mod convert;
mod running;

pub(crate) use analysis::Analysis;

use crate::board::Board;
use analysis::Lines;
use arguments::SearchArguments;
use ferz::Position;
use ferz_engine::eval::default_network;
use ferz_engine::tablebase::Tablebases;
use ferz_engine::{AUTHORS, Control, NAME, SearchResult, Searcher};
use ferz_nnue::Network;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyValueError};
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
    threads: usize,
    hash: usize,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, threads=1, hash=64, network=None, classical=false, syzygy=None))]
    fn new(
        py: Python<'_>,
        threads: usize,
        hash: usize,
        network: Option<PathBuf>,
        classical: bool,
        syzygy: Option<Directories>,
    ) -> PyResult<Self> {
        if threads == 0 || hash == 0 {
            return Err(PyValueError::new_err("threads and hash must be at least 1"));
        }
        let network = if classical { None } else { Some(load_network(network)?) };
        let mut builder = Searcher::builder().threads(threads).hash_mib(hash).network(network);
        if let Some(directories) = syzygy {
            builder = builder.tablebases(Arc::new(directories.open()?));
        }
        let searcher = py
            .detach(|| builder.build())
            .map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        Ok(Self {
            searcher: SharedSearcher::new(searcher),
            control: Mutex::default(),
            threads,
            hash,
        })
    }

    /// The names of the engine and its authors, as `SimpleEngine.id` has them.
    #[getter]
    fn id(&self) -> HashMap<&'static str, &'static str> {
        HashMap::from([("name", NAME), ("author", AUTHORS)])
    }

    /// The number of search threads.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The size of the transposition table in MiB.
    #[getter]
    fn hash(&self) -> usize {
        self.hash
    }

    /// Searches a position and returns its `ferz.engine.InfoDict`: score, principal variation,
    /// depth, nodes and so on. With `multipv`, returns a list with the best line first.
    ///
    /// `limit` is a `ferz.engine.Limit`; the keywords nodes, depth (plies), time (seconds) and mate
    /// (moves) override it. The search ends at the first limit that is reached. `root_moves` are the
    /// moves to search, all by default.
    #[pyo3(signature = (board, limit=None, *, nodes=None, depth=None, time=None, mate=None,
        multipv=None, root_moves=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn analyse<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        mate: Option<u32>,
        multipv: Option<usize>,
        root_moves: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv, root_moves };
        let py = board.py();
        let search = arguments.limited_search()?;
        let position = search.position.clone();
        let (_, lines) = self.run(py, search)?;
        let infos = lines.as_slice().iter().map(|line| convert::info(py, &position, line));
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
        root_moves=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn play<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        mate: Option<u32>,
        root_moves: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv: None, root_moves };
        let search = arguments.limited_search()?;
        let position = search.position.clone();
        let (result, lines) = self.run(board.py(), search)?;
        convert::play_result(board.py(), &position, &result, lines.as_slice().first())
    }

    /// Starts a search and returns its `Analysis`, an iterator of information. Without a limit it
    /// runs until it is stopped. The arguments are those of `analyse()`.
    #[pyo3(signature = (board, limit=None, *, nodes=None, depth=None, time=None, mate=None,
        multipv=None, root_moves=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn analysis<'py>(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
        mate: Option<u32>,
        multipv: Option<usize>,
        root_moves: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Analysis> {
        let arguments =
            SearchArguments { board, limit, nodes, depth, time, mate, multipv, root_moves };
        let mut search = arguments.search()?;
        search.limits.infinite = !search.limits.is_limited();
        let analysis = Analysis::start(&self.searcher, search)?;
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
        format!("Engine(threads={}, hash={})", self.threads, self.hash)
    }
}

impl Engine {
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
#[derive(FromPyObject)]
enum Directories {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

impl Directories {
    fn open(self) -> PyResult<Tablebases> {
        let directories = match self {
            Self::One(directory) => vec![directory],
            Self::Several(directories) => directories,
        };
        Tablebases::open(directories).map_err(|error| PyOSError::new_err(error.to_string()))
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
