//! A search in a thread of its own, and `Analysis`: the handle of a running analysis.

use super::convert;
use crate::arguments::Natural;
use ferz::Position;
use ferz_engine::{
    Control, Limits, PvLine, Report, SearchError, SearchResult, SearchSettings, Searcher,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Time between two checks for signals of Python, such as Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// A searcher that one search at a time uses.
pub(crate) struct SharedSearcher {
    searcher: Mutex<Searcher>,
    is_searching: AtomicBool,
}

impl SharedSearcher {
    pub(super) fn new(searcher: Searcher) -> Arc<Self> {
        Arc::new(Self { searcher: Mutex::new(searcher), is_searching: AtomicBool::new(false) })
    }

    /// Returns the searcher for a change.
    ///
    /// # Errors
    /// `RuntimeError` during a search.
    pub(super) fn lock(&self) -> PyResult<MutexGuard<'_, Searcher>> {
        if self.is_searching.load(Ordering::Acquire) {
            return Err(searching());
        }
        Ok(self.searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn searching() -> PyErr {
    PyRuntimeError::new_err("the engine is searching: stop the analysis or wait for its end")
}

/// The parts of a search that Python's arguments determine.
pub(super) struct SearchRequest {
    pub(super) position: Position,
    pub(super) limits: Limits,
    pub(super) settings: SearchSettings,
}

/// A search in a thread. It is stopped and awaited when this is dropped.
pub(super) struct RunningSearch {
    events: Mutex<Receiver<Result<Report, SearchError>>>,
    control: Arc<Control>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl RunningSearch {
    /// Starts a search.
    ///
    /// # Errors
    /// `RuntimeError` during another search, or if the system refuses the thread.
    pub(super) fn start(shared: &Arc<SharedSearcher>, search: SearchRequest) -> PyResult<Self> {
        let (sender, events) = channel();
        let control = Arc::new(Control::default());
        if shared.is_searching.swap(true, Ordering::AcqRel) {
            return Err(searching());
        }
        let ending = SearchGuard(Arc::clone(shared));
        let thread_control = Arc::clone(&control);
        let work = move || run(&ending, &search, &thread_control, &sender);
        let thread = Builder::new()
            .name("ferz search".to_owned())
            .stack_size(Searcher::STACK_SIZE)
            .spawn(work)
            .map_err(|error| PyRuntimeError::new_err(format!("no search thread: {error}")))?;
        Ok(Self { events: Mutex::new(events), control, thread: Mutex::new(Some(thread)) })
    }

    /// Returns the signals to the search.
    pub(super) fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Waits for the next event, without the lock of the interpreter.
    ///
    /// # Errors
    /// `ValueError` if the search is refused, and errors of signal handlers, such as
    /// `KeyboardInterrupt`, which stop it.
    ///
    /// # Panics
    /// If the search panicked.
    pub(super) fn next(&self, py: Python<'_>) -> PyResult<Report> {
        loop {
            if let Err(error) = py.check_signals() {
                self.control.stop();
                return Err(error);
            }
            match py.detach(|| lock(&self.events).recv_timeout(SIGNAL_INTERVAL)) {
                Ok(event) => return self.event(py, event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.join(py);
                    return Err(PyRuntimeError::new_err("the search has ended"));
                }
            }
        }
    }

    /// Returns an event that is there already.
    ///
    /// # Errors
    /// `ValueError` if the search is refused.
    pub(super) fn try_next(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        let received = py.detach(|| lock(&self.events).try_recv());
        received.ok().map(|event| self.event(py, event)).transpose()
    }

    fn event(&self, py: Python<'_>, event: Result<Report, SearchError>) -> PyResult<Report> {
        if matches!(event, Ok(Report::Done(_)) | Err(_)) {
            // The searcher is free for the next search once its threads have ended.
            self.join(py);
        }
        event.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Waits for the end of the thread, and passes on its panic.
    fn join(&self, py: Python<'_>) {
        let Some(thread) = lock(&self.thread).take() else { return };
        if let Err(panic) = py.detach(|| thread.join()) {
            std::panic::resume_unwind(panic);
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.control.stop();
        if let Some(thread) = lock(&self.thread).take() {
            // A panic has been printed by the panic hook.
            let _ = thread.join();
        }
    }
}

/// Marks the searcher as free at the end of a search, even of one that panics.
struct SearchGuard(Arc<SharedSearcher>);

impl Drop for SearchGuard {
    fn drop(&mut self) {
        self.0.is_searching.store(false, Ordering::Release);
    }
}

fn run(
    ending: &SearchGuard,
    search: &SearchRequest,
    control: &Control,
    events: &Sender<Result<Report, SearchError>>,
) {
    let mut searcher = lock(&ending.0.searcher);
    // Ignores send errors: the receiver is dropped after a stop.
    let mut report = |report: Report| {
        // The result is sent once all threads of the searcher have ended.
        if !matches!(report, Report::Done(_)) {
            let _ = events.send(Ok(report));
        }
    };
    let SearchRequest { position, limits, settings } = search;
    let result =
        searcher.search_on_current_thread(position, limits, settings, control, Some(&mut report));
    let _ = events.send(result.map(Report::Done));
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a line to the newest ones of each rank, the best first, in place of an older one.
pub(super) fn add_line(lines: &mut Vec<PvLine>, line: PvLine) {
    match lines.get_mut(line.multipv - 1) {
        Some(older) => *older = line,
        None => lines.push(line),
    }
}

/// A running analysis, returned by `Engine.analysis()`.
///
/// Iterating yields the information as the search finds it. The search stops at the end of a `with`
/// block, when the object is deleted, and on Ctrl-C. The methods are those of
/// `ferz.engine.SimpleAnalysisResult`.
#[pyclass(frozen, module = "ferz")]
pub struct Analysis {
    position: Position,
    running: RunningSearch,
    /// The kinds of information, all for `None`.
    selector: Option<Natural>,
    state: Mutex<AnalysisState>,
}

#[derive(Default)]
struct AnalysisState {
    /// The newest line of each rank, the best first.
    lines: Vec<PvLine>,
    posted: VecDeque<Report>,
    result: Option<SearchResult>,
}

impl Analysis {
    pub(super) fn start(
        shared: &Arc<SharedSearcher>,
        search: SearchRequest,
        selector: Option<Natural>,
    ) -> PyResult<Self> {
        let position = search.position.clone();
        let running = RunningSearch::start(shared, search)?;
        Ok(Self { position, running, selector, state: Mutex::default() })
    }

    pub(super) fn control(&self) -> Arc<Control> {
        Arc::clone(self.running.control())
    }

    fn add(&self, event: Report) {
        let mut state = lock(&self.state);
        match event {
            Report::Done(result) => state.result = Some(result),
            Report::Line(line) => {
                add_line(&mut state.lines, line.clone());
                state.posted.push_back(Report::Line(line));
            }
            event => state.posted.push_back(event),
        }
    }

    /// Adds the events that are there already.
    fn update(&self, py: Python<'_>) -> PyResult<()> {
        while let Some(event) = self.running.try_next(py)? {
            self.add(event);
        }
        Ok(())
    }

    fn is_finished(&self) -> bool {
        lock(&self.state).result.is_some()
    }

    fn dict<'py>(&self, py: Python<'py>, event: &Report) -> PyResult<Bound<'py, PyDict>> {
        let info = match event {
            Report::Line(line) => convert::info(py, &self.position, line),
            Report::CurrentMove { depth, mv, number } => {
                convert::current_move(py, &self.position, *depth, *mv, *number)
            }
            Report::Done(_) => Ok(PyDict::new(py)),
        };
        convert::select(info?, self.selector)
    }
}

#[pymethods]
impl Analysis {
    /// The newest information of the best line, as a copy.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let first = self.multipv(py)?.into_iter().next();
        Ok(first.unwrap_or_else(|| PyDict::new(py)))
    }

    /// The newest information of each line, the best line first, as copies.
    #[getter]
    fn multipv<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.update(py)?;
        let lines = lock(&self.state).lines.clone();
        let info = |line| convert::select(convert::info(py, &self.position, line)?, self.selector);
        lines.iter().map(info).collect()
    }

    /// Stops the search. May be called from any thread.
    fn stop(&self) {
        self.running.control().stop();
    }

    /// Waits for the end of the search and returns its best move, a `ferz.engine.BestMove`.
    fn wait<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loop {
            if let Some(result) = lock(&self.state).result.clone() {
                return convert::best_move(py, &self.position, &result);
            }
            self.add(self.running.next(py)?);
        }
    }

    /// Waits for the next information and returns it, or `None` at the end of the search.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            let posted = lock(&self.state).posted.pop_front();
            match posted {
                Some(event) => return self.dict(py, &event).map(Some),
                None if self.is_finished() => return Ok(None),
                None => self.add(self.running.next(py)?),
            }
        }
    }

    /// As `next()`, but raises `ferz.engine.AnalysisComplete` at the end.
    fn get<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        match self.next(py)? {
            Some(info) => Ok(info),
            None => {
                let class = crate::package::engine(py)?.getattr("AnalysisComplete")?;
                Err(PyErr::from_value(class.call0()?))
            }
        }
    }

    /// Returns true if `next()` would wait.
    fn would_block(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.empty(py)? && !self.is_finished())
    }

    /// Returns true if all information so far has been returned.
    fn empty(&self, py: Python<'_>) -> PyResult<bool> {
        self.update(py)?;
        Ok(lock(&self.state).posted.is_empty())
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.next(py)
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _exc_type: &Bound<'_, PyAny>,
        _exc_value: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        self.stop();
        // The engine is free for the next search after the block.
        self.wait(py).map(drop)
    }
}
