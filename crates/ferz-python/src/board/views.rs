//! The views `legal_moves`, `pseudo_legal_moves` and `move_stack`.
//!
//! An iteration generates all moves at its start and is that of a Python list, the fastest one.

use super::Board;
use crate::arguments::Clamped;
use crate::chess_move::{Move, SharedMove};
use crate::state::{Masks, State};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PySlice};

/// Returns an iterator over moves, that of a list.
pub(crate) fn iterate<'py>(
    py: Python<'py>,
    moves: impl IntoIterator<Item = Move, IntoIter: ExactSizeIterator>,
) -> PyResult<Bound<'py, PyIterator>> {
    PyList::new(py, moves.into_iter().map(SharedMove))?.try_iter()
}

/// Returns the state of a `Board`, or `None` for another type, whose methods are called instead.
fn exact_state(board: &Bound<'_, PyAny>) -> Option<State> {
    let board = board.cast_exact::<Board>().ok()?;
    Some(Board::snapshot(board))
}

/// Declares a view of the moves of a board: its class, the functions of a state that generate and
/// test its moves, and the methods of other boards.
macro_rules! view {
    ($(#[$doc:meta])* $name:ident, $moves:ident, $count:ident, $test:ident, $method:literal, $test_method:literal, $text:expr) => {
        $(#[$doc])*
        #[pyclass(module = "ferz")]
        pub struct $name {
            board: Py<PyAny>,
        }

        #[pymethods]
        impl $name {
            #[new]
            pub(crate) fn new(board: Py<PyAny>) -> Self {
                Self { board }
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                let board = self.board.bind(py);
                match exact_state(board) {
                    Some(state) => iterate(py, state.$moves(Masks::ALL)),
                    None => board.call_method0($method)?.try_iter(),
                }
            }

            fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
                let board = self.board.bind(py);
                match (exact_state(board), r#move.cast::<Move>()) {
                    (Some(state), Ok(mv)) => Ok(state.$test(*mv.get())),
                    (Some(_), Err(_)) => Ok(false),
                    (None, _) => board.call_method1($test_method, (r#move,))?.is_truthy(),
                }
            }

            fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.__iter__(py)?.next().is_some())
            }

            /// Returns the number of moves.
            fn count(&self, py: Python<'_>) -> PyResult<usize> {
                match exact_state(self.board.bind(py)) {
                    Some(state) => Ok(state.$count()),
                    None => self.__iter__(py)?.try_fold(0, |count, mv| mv.map(|_| count + 1)),
                }
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let py = slf.py();
                let board = slf.borrow().board.clone_ref(py).into_bound(py);
                let text = |mv: PyResult<Bound<'_, PyAny>>| -> PyResult<String> {
                    $text(&board, mv?)
                };
                let moves: Vec<String> =
                    slf.borrow().__iter__(py)?.map(text).collect::<PyResult<_>>()?;
                let address = slf.as_ptr() as usize;
                Ok(format!("<{} at {address:#x} ({})>", stringify!($name), moves.join(", ")))
            }
        }
    };
}

/// Returns a legal move in SAN.
fn san(board: &Bound<'_, PyAny>, mv: Bound<'_, PyAny>) -> PyResult<String> {
    board.call_method1("san", (mv,))?.extract()
}

/// Returns a legal move in SAN and another one in UCI notation.
fn san_or_uci(board: &Bound<'_, PyAny>, mv: Bound<'_, PyAny>) -> PyResult<String> {
    if board.call_method1("is_legal", (&mv,))?.is_truthy()? {
        return san(board, mv);
    }
    board.call_method1("uci", (mv,))?.extract()
}

view! {
    /// The legal moves of a board. The view always shows the current position; an iteration shows
    /// the position at its start, so the board may change meanwhile.
    LegalMoveGenerator,
    legal_moves,
    count_legal_moves,
    is_legal,
    "generate_legal_moves", "is_legal", san
}

view! {
    /// The pseudo-legal moves of a board, which may leave the king in check.
    PseudoLegalMoveGenerator,
    pseudo_legal,
    count_pseudo_legal,
    is_pseudo_legal,
    "generate_pseudo_legal_moves",
    "is_pseudo_legal",
    san_or_uci
}

/// The moves of a board since its root position: a sequence that always shows the current moves. It
/// is compared, sliced and copied like a list, but cannot be changed.
#[pyclass(frozen, sequence, module = "ferz._core")]
pub struct MoveStack {
    board: Py<Board>,
}

/// The objects that a stack can be equal to.
#[derive(FromPyObject)]
enum ComparedMoves<'py> {
    Stack(Bound<'py, MoveStack>),
    List(Bound<'py, PyList>),
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

    fn __eq__(&self, py: Python<'_>, other: ComparedMoves<'_>) -> PyResult<bool> {
        match other {
            ComparedMoves::Stack(stack) => Ok(stack.get().moves(py) == self.moves(py)),
            ComparedMoves::List(list) => self.list(py)?.eq(list),
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
