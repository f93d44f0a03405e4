//! `Analysis`: a running analysis of the engine in the process.

use super::convert;
use super::running::{RunningSearch, SearchEvent, SearchRequest, SharedSearcher, lock};
use crate::arguments::Natural;
use ferz::Position;
use ferz_engine::{Control, PvLine, SearchResult};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// The newest line of each rank, the best first.
#[derive(Default)]
pub(super) struct RankedLines(Vec<PvLine>);

impl RankedLines {
    /// Adds a line, in place of an older one of the same rank.
    pub(super) fn add(&mut self, line: PvLine) {
        match self.0.get_mut(line.multipv - 1) {
            Some(older) => *older = line,
            None => self.0.push(line),
        }
    }

    /// Returns the lines, the best first.
    pub(super) fn as_slice(&self) -> &[PvLine] {
        &self.0
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
    lines: RankedLines,
    posted: VecDeque<SearchEvent>,
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

    fn add(&self, event: SearchEvent) {
        let mut state = lock(&self.state);
        match event {
            SearchEvent::Done(result) => state.result = Some(result),
            SearchEvent::Line(line) => {
                state.lines.add(line.clone());
                state.posted.push_back(SearchEvent::Line(line));
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

    fn dict<'py>(&self, py: Python<'py>, event: &SearchEvent) -> PyResult<Bound<'py, PyDict>> {
        let info = match event {
            SearchEvent::Line(line) => convert::info(py, &self.position, line),
            SearchEvent::CurrentMove(depth, mv, number) => {
                convert::current_move(py, &self.position, *depth, *mv, *number)
            }
            SearchEvent::Done(_) => Ok(PyDict::new(py)),
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
        let lines = lock(&self.state).lines.as_slice().to_vec();
        let info = |line| convert::select(convert::info(py, &self.position, line)?, self.selector);
        lines.iter().map(info).collect()
    }

    /// Stops the search. May be called from any thread.
    fn stop(&self) {
        self.running.control().stop();
    }

    /// Waits for the end of the search and returns its best move, a `ferz.engine.BestMove`.
    fn wait(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
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
