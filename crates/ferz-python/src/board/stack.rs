//! `MoveStack`: the view of the moves of a board.

use super::Board;
use super::views::iterate;
use crate::arguments::{Clamped, equality};
use crate::chess_move::{Move, SharedMove};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

/// The moves of a board since its root position: a sequence that always shows the current moves. It
/// is compared, sliced and copied like a list, but cannot be changed.
#[pyclass(frozen, sequence, module = "ferz._core")]
pub struct MoveStack {
    board: Py<Board>,
}

impl MoveStack {
    pub(super) fn new(board: Py<Board>) -> Self {
        Self { board }
    }

    fn moves(&self, py: Python<'_>) -> Vec<Move> {
        self.board.borrow(py).stack.iter().map(|ply| ply.mv).collect()
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.moves(py).into_iter().map(SharedMove))
    }
}

#[pymethods]
impl MoveStack {
    fn __len__(&self, py: Python<'_>) -> usize {
        self.board.borrow(py).stack.len()
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if index.cast::<PySlice>().is_ok() {
            return self.list(py)?.as_any().get_item(index);
        }
        let (index, board) = (index.extract::<Clamped>()?.0, self.board.borrow(py));
        let index = if index < 0 {
            index.checked_add_unsigned(board.stack.len() as u64)
        } else {
            Some(index)
        };
        let ply = index.and_then(|index| board.stack.get(usize::try_from(index).ok()?));
        let ply = ply.ok_or_else(|| PyIndexError::new_err("move stack index out of range"))?;
        Ok(ply.mv.object(py)?.into_bound(py).into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        iterate(py, self.moves(py))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        iterate(py, self.moves(py).into_iter().rev())
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> bool {
        r#move.cast::<Move>().is_ok_and(|mv| self.moves(py).contains(mv.get()))
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.list(other.py())?.as_any().add(other)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if let Ok(stack) = other.cast::<Self>() {
            return equality(other, Some(stack.get().moves(py) == self.moves(py)));
        }
        match other.cast::<PyList>() {
            Ok(list) => equality(other, Some(self.list(py)?.eq(list)?)),
            Err(_) => equality(other, None),
        }
    }

    /// Returns the number of times that a move is among the moves.
    fn count(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        Ok(self.list(py)?.call_method1("count", (r#move,))?.unbind())
    }

    /// Returns the first index of a move. Raises `ValueError` if it is not among the moves.
    #[pyo3(signature = (r#move, start=Clamped(0), stop=Clamped(i64::MAX)), text_signature = "($self, move, start=0, stop=9223372036854775807)")]
    fn index(
        &self,
        py: Python<'_>,
        r#move: &Bound<'_, PyAny>,
        start: Clamped,
        stop: Clamped,
    ) -> PyResult<Py<PyAny>> {
        Ok(self.list(py)?.call_method1("index", (r#move, start.0, stop.0))?.unbind())
    }

    /// Returns the moves as a new list.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.list(py)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        Ok((py.get_type::<PyList>().into_any(), (self.list(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.list(py)?.repr()?.to_string())
    }
}
