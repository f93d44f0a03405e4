//! Perft: leaf counts of the legal move tree.

use crate::arguments::Natural;
use crate::board::Board;
use ferz_perft::parallel::{Counts, divide};
use ferz_perft::{CountOptions, Method, Table};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Counts the leaves of the legal move tree `depth` plies below a position.
///
/// `threads` share the tree; `hash` is the size of a table of subtree counts in MiB, which pays from
/// depth 6 on. Runs without the lock of the interpreter; Ctrl-C raises `KeyboardInterrupt`.
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads=Natural(1), hash=None), text_signature = "(board, depth, *, threads=1, hash=None)")]
pub(crate) fn perft(
    board: &Bound<'_, Board>,
    depth: Natural,
    threads: Natural,
    hash: Option<Natural>,
) -> PyResult<u128> {
    Ok(count(board, depth, threads, hash)?.leaves)
}

/// Counts as `perft()`, separately for each legal move. Returns a dictionary from moves to counts, in
/// the alphabetical order of UCI notation; it is empty at depth 0.
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads=Natural(1), hash=None), text_signature = "(board, depth, *, threads=1, hash=None)")]
pub(crate) fn perft_divide<'py>(
    board: &Bound<'py, Board>,
    depth: Natural,
    threads: Natural,
    hash: Option<Natural>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = board.py();
    let counts = PyDict::new(py);
    for row in count(board, depth, threads, hash)?.rows {
        counts.set_item(Board::snapshot(board).move_of(row.mv).object(py)?, row.leaves)?;
    }
    Ok(counts)
}

/// The largest depth, as of `ferz perft`.
const DEPTH_MAX: u32 = 64;

fn count(
    board: &Bound<'_, Board>,
    depth: Natural,
    threads: Natural,
    hash: Option<Natural>,
) -> PyResult<Counts> {
    let position = Board::position(board)?;
    let (depth, threads, hash) = (depth.count(), threads.size(), hash.map(Natural::size));
    if depth > DEPTH_MAX || threads == 0 || hash == Some(0) {
        return Err(PyValueError::new_err(format!(
            "depth must be at most {DEPTH_MAX}, threads and hash at least 1"
        )));
    }
    let method = match hash {
        None => Method::Count,
        Some(mebibytes) => {
            let table = Table::new(mebibytes);
            Method::CountHashed(Arc::new(
                table.map_err(|error| PyMemoryError::new_err(error.to_string()))?,
            ))
        }
    };
    let options = CountOptions { method, threads };
    let mut interrupt = Ok(());
    let counts = board.py().detach(|| {
        divide(&position, depth, &options, |_| {
            interrupt = Python::attach(|py| py.check_signals());
            if interrupt.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    interrupt?;
    counts.map_err(|error| match error {
        ferz_perft::Error::Overflow => PyOverflowError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    })
}
