//! Syzygy endgame tablebases, for `ferz.syzygy`.

use crate::arguments::Clamped;
use crate::board::Board;
use crate::file_error::file_error;
use ferz::Position;
use ferz_syzygy::{ProbeError, TableKind, Tablebases, Wdl};
use pyo3::exceptions::{PyKeyError, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pyo3::create_exception!(
    ferz.syzygy,
    MissingTableError,
    PyKeyError,
    "A table that a probe requires is missing."
);

/// A set of tables. Threads may probe at once.
#[pyclass(frozen, module = "ferz._core")]
#[derive(Default)]
pub(crate) struct SyzygyTables(RwLock<Tablebases>);

impl SyzygyTables {
    fn read(&self) -> RwLockReadGuard<'_, Tablebases> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tablebases> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Probes the tables with the position of a board, without the interpreter's lock.
    fn probe<T: Send>(
        &self,
        board: &Bound<'_, Board>,
        probe: impl Fn(&Tablebases, &Position) -> Result<T, ProbeError> + Send + Sync,
    ) -> PyResult<T> {
        if let Some(name) = Board::variant(board)? {
            let missing = "the board is of a variant whose tables are not supported";
            return Err(MissingTableError::new_err(format!("{missing}: {name}")));
        }
        let state = Board::snapshot(board);
        let position = state.position().map_err(|faults| {
            let fen = state.default_fen();
            PyKeyError::new_err(format!("syzygy tables have legal positions only: {faults}: {fen}"))
        })?;
        let value = board.py().detach(|| probe(&self.read(), &position));
        value.map_err(|error| error_object(error, &state.default_fen()))
    }
}

fn error_object(error: ProbeError, fen: &str) -> PyErr {
    match error {
        ProbeError::Missing { table, kind } => {
            let kind = kind.extension().replace("rtbw", "wdl").replace("rtbz", "dtz");
            MissingTableError::new_err(format!("did not find {kind} table {table}"))
        }
        ProbeError::TooManyMen { men } => PyKeyError::new_err(format!(
            "syzygy tables support up to {} pieces, not {men}: {fen}",
            ferz_syzygy::MAX_MEN
        )),
        ProbeError::CastlingRights => PyKeyError::new_err(format!(
            "syzygy tables do not contain positions with castling rights: {fen}"
        )),
        error => PyOSError::new_err(error.to_string()),
    }
}

fn kinds(wdl: bool, dtz: bool) -> Vec<TableKind> {
    let kinds = [(wdl, TableKind::Wdl), (dtz, TableKind::Dtz)];
    kinds.into_iter().filter_map(|(is_used, kind)| is_used.then_some(kind)).collect()
}

#[pymethods]
impl SyzygyTables {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds the tables of a directory and returns the number of files.
    fn add_directory(
        &self,
        py: Python<'_>,
        path: PathBuf,
        wdl: bool,
        dtz: bool,
    ) -> PyResult<usize> {
        py.detach(|| self.write().add_directory(&path, &kinds(wdl, dtz)))
            .map_err(|error| file_error(&path, &error))
    }

    /// Adds a table and returns true, or false if the file is no table of these kinds.
    fn add_file(&self, py: Python<'_>, path: PathBuf, wdl: bool, dtz: bool) -> bool {
        py.detach(|| self.write().add_file(path, &kinds(wdl, dtz)))
    }

    /// Closes all tables.
    fn close(&self) {
        *self.write() = Tablebases::default();
    }

    /// Returns the outcome of a position, -2 to 2.
    fn wdl(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.probe(board, |tables, position| tables.wdl(position).map(Wdl::value))
    }

    /// Returns the distance to zeroing of a position.
    fn dtz(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.probe(board, |tables, position| tables.dtz(position))
    }

    /// Returns the value of the WDL table alone.
    fn wdl_table(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        self.probe(board, |tables, position| tables.probe_wdl_table(position).map(Wdl::value))
    }

    /// Returns the value of the DTZ table alone, or `None` if it stores the other side to move.
    fn dtz_table(&self, board: &Bound<'_, Board>, wdl: Clamped) -> PyResult<Option<i32>> {
        let value = i32::try_from(wdl.0).ok().and_then(Wdl::from_value);
        let wdl = value.ok_or_else(|| PyValueError::new_err("expected -2 to 2 for wdl"))?;
        self.probe(board, |tables, position| tables.probe_dtz_table(position, wdl))
    }
}
