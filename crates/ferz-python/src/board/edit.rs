//! Changes of boards apart from moves. They clear the move stack of a `Board`.

use super::Board;
use crate::arguments::{Natural, SquareArg};
use crate::base_board::BaseBoard;
use crate::piece::Piece;
use crate::square_set::MaskArg;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyType};

impl Board {
    /// Replaces the state and clears the move stack.
    pub(super) fn replace(slf: &Bound<'_, Self>, state: State) -> PyResult<()> {
        edit(slf.as_super(), |base| {
            base.state = state;
            Ok(())
        })
    }

    /// Clears the move stack by the `clear_stack` of the board's class.
    fn drop_stack(slf: &Bound<'_, Self>) -> PyResult<()> {
        if Self::is_exact(slf) {
            Self::clear_stack(slf.borrow_mut());
            return Ok(());
        }
        slf.call_method0("clear_stack").map(drop)
    }
}

/// Changes a board and clears the move stack if it is a `Board`.
fn edit<T>(
    board: &Bound<'_, BaseBoard>,
    change: impl FnOnce(&mut BaseBoard) -> PyResult<T>,
) -> PyResult<T> {
    let result = change(&mut board.borrow_mut())?;
    if let Ok(board) = board.cast::<Board>() {
        Board::drop_stack(board)?;
    }
    Ok(result)
}

/// Changes the state of a board, as [`edit`].
fn edit_state<T>(
    board: &Bound<'_, BaseBoard>,
    change: impl FnOnce(&mut State) -> T,
) -> PyResult<T> {
    edit(board, |base| Ok(change(&mut base.state)))
}

/// Returns a copy without moves.
fn copy<'py>(board: &Bound<'py, BaseBoard>) -> PyResult<Bound<'py, PyAny>> {
    if board.cast::<Board>().is_err() {
        return board.call_method0("copy");
    }
    let keywords = [("stack", false)].into_py_dict(board.py())?;
    board.call_method("copy", (), Some(&keywords))
}

#[pymethods]
impl BaseBoard {
    /// Puts the pieces on their initial squares. Clears the move stack of a `Board`.
    fn reset_board(slf: &Bound<'_, Self>) -> PyResult<()> {
        edit_state(slf, |state| state.set_placement(&State::start()))
    }

    /// Removes all pieces. Clears the move stack of a `Board`.
    fn clear_board(slf: &Bound<'_, Self>) -> PyResult<()> {
        edit_state(slf, |state| state.set_placement(&State::empty()))
    }

    /// Removes and returns the piece on a square, or returns `None`. Clears the move stack of a
    /// `Board`.
    fn remove_piece_at(slf: &Bound<'_, Self>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let removed = edit_state(slf, |state| state.remove(square.0))?;
        removed.map(|piece| Piece::object(slf.py(), piece)).transpose()
    }

    /// Puts a piece on a square in place of another, or removes the piece for `None`. Clears the
    /// move stack of a `Board`.
    #[pyo3(signature = (square, piece, promoted=false))]
    fn set_piece_at(
        slf: &Bound<'_, Self>,
        square: SquareArg,
        piece: Option<PyRef<'_, Piece>>,
        promoted: bool,
    ) -> PyResult<()> {
        edit_state(slf, |state| match piece {
            Some(piece) => state.put(square.0, piece.piece, promoted),
            None => {
                state.remove(square.0);
            }
        })
    }

    /// Reads the piece placement of a FEN. Clears the move stack of a `Board`.
    ///
    /// Raises `ValueError` for other text.
    fn set_board_fen(slf: &Bound<'_, Self>, fen: &str) -> PyResult<()> {
        edit(slf, |board| board.read_board_fen(fen))
    }

    /// Replaces the pieces by those of a dictionary of pieces by square. Clears the move stack of a
    /// `Board`.
    fn set_piece_map(slf: &Bound<'_, Self>, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut list = Vec::new();
        for item in pieces.call_method0("items")?.try_iter()? {
            let (square, piece) = item?.extract::<(SquareArg, PyRef<'_, Piece>)>()?;
            list.push((square.0, piece.piece));
        }
        edit_state(slf, |state| {
            state.set_placement(&State::empty());
            for (square, piece) in list {
                state.put(square, piece, false);
            }
        })
    }

    /// Applies a function from masks to masks to the board: the placement and, of a `Board`, the
    /// castling rights and the en passant square. Clears the move stack.
    fn apply_transform(slf: &Bound<'_, Self>, f: &Bound<'_, PyAny>) -> PyResult<()> {
        // The function may read the board, so that the board is not borrowed while it runs.
        let mut state = slf.borrow().state;
        state.transform(|mask| Ok::<_, PyErr>(f.call1((mask.0,))?.extract::<MaskArg>()?.0))?;
        edit_state(slf, |changed| *changed = state)
    }

    /// Returns a copy, without moves, with a function from masks to masks applied.
    fn transform<'py>(
        slf: &Bound<'py, Self>,
        f: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copy = copy(slf)?;
        copy.call_method1("apply_transform", (f,))?;
        Ok(copy)
    }

    /// Mirrors the board top to bottom and exchanges the colours; of a `Board` also castling rights,
    /// en passant square and side to move. Clears the move stack.
    fn apply_mirror(slf: &Bound<'_, Self>) -> PyResult<()> {
        edit_state(slf, State::mirror)
    }

    /// Returns a mirrored copy without moves: see `apply_mirror()`.
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = copy(slf)?;
        copy.call_method0("apply_mirror")?;
        Ok(copy)
    }
}

#[pymethods]
impl Board {
    /// Restores the initial position and clears the move stack.
    fn reset(slf: &Bound<'_, Self>) -> PyResult<()> {
        let chess960 = Self::snapshot(slf).chess960;
        Self::replace(slf, State { chess960, ..State::start() })
    }

    /// Removes all pieces, resets the other fields and clears the move stack.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        let chess960 = Self::snapshot(slf).chess960;
        Self::replace(slf, State { chess960, ..State::empty() })
    }

    /// Clears the move stack.
    fn clear_stack(mut slf: PyRefMut<'_, Self>) {
        slf.stack.clear();
        Self::state_mut(&mut slf).after_move = false;
    }

    /// Sets up a Chess960 initial position with a number 0 to 959, with all castling rights.
    ///
    /// Raises `ValueError` for another number.
    fn set_chess960_pos(slf: &Bound<'_, Self>, scharnagl: Natural) -> PyResult<()> {
        edit(slf.as_super(), |board| {
            board.write_chess960_pos(scharnagl)?;
            let state = board.state;
            let mut fresh = State { chess960: true, ..State::empty() };
            fresh.set_placement(&state);
            fresh.castling_rights = fresh.by_type[ferz::PieceType::Rook];
            board.state = fresh;
            Ok(())
        })
    }

    /// Returns the Chess960 number of an initial position, or `None`.
    ///
    /// The side to move must be White and the castling rights complete, unless they are ignored.
    /// The counters are ignored by default.
    #[pyo3(signature = (*, ignore_turn=false, ignore_castling=false, ignore_counters=true))]
    fn chess960_pos(
        slf: PyRef<'_, Self>,
        ignore_turn: bool,
        ignore_castling: bool,
        ignore_counters: bool,
    ) -> Option<u16> {
        let state = Self::state(&slf);
        let complete = State { chess960: true, ..*state }.clean_castling_rights()
            == state.by_type[ferz::PieceType::Rook];
        let fits = state.ep_square.is_none()
            && (ignore_turn || state.turn == ferz::Color::White)
            && (ignore_castling || complete)
            && (ignore_counters || (state.fullmove_number == 1 && state.halfmove_clock == 0));
        if fits { state.chess960_placement() } else { None }
    }

    /// Creates a Chess960 initial position with a number 0 to 959.
    #[classmethod]
    fn from_chess960_pos<'py>(
        cls: &Bound<'py, PyType>,
        scharnagl: Natural,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = Self::empty(cls, true)?;
        board.call_method1("set_chess960_pos", (scharnagl.0,))?;
        Ok(board)
    }
}
