//! Changes of the board apart from moves. Most clear the move stack.

use super::Board;
use crate::arguments::{Natural, SquareArg};
use crate::base_board::{BaseBoard, call_transform, read_piece_map};
use crate::piece::Piece;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::PyType;

impl Board {
    /// Replaces the state and clears the move stack.
    pub(super) fn replace(slf: &Bound<'_, Self>, state: State) -> PyResult<()> {
        *Self::state_mut(&mut slf.borrow_mut()) = state;
        Self::drop_stack(slf)
    }

    /// Clears the move stack by the `clear_stack` of the board's class.
    fn drop_stack(slf: &Bound<'_, Self>) -> PyResult<()> {
        if Self::is_exact(slf) {
            Self::clear_stack(slf.borrow_mut());
            return Ok(());
        }
        slf.call_method0("clear_stack").map(drop)
    }

    /// Changes the placement and clears the move stack.
    fn edit<T>(
        slf: &Bound<'_, Self>,
        change: impl FnOnce(&mut BaseBoard) -> PyResult<T>,
    ) -> PyResult<T> {
        let result = change(slf.borrow_mut().as_super())?;
        Self::drop_stack(slf)?;
        Ok(result)
    }
}

#[pymethods]
impl Board {
    /// Restores the initial position and clears the move stack.
    fn reset(slf: &Bound<'_, Self>) -> PyResult<()> {
        let chess960 = Self::snapshot(slf).chess960;
        Self::replace(slf, State { chess960, ..State::start() })
    }

    /// Restores the initial placement and clears the move stack.
    fn reset_board(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::edit(slf, |board| {
            board.state.set_placement(&State::start());
            Ok(())
        })
    }

    /// Removes all pieces, resets the other fields and clears the move stack.
    fn clear(slf: &Bound<'_, Self>) -> PyResult<()> {
        let chess960 = Self::snapshot(slf).chess960;
        Self::replace(slf, State { chess960, ..State::empty() })
    }

    /// Removes all pieces and clears the move stack.
    fn clear_board(slf: &Bound<'_, Self>) -> PyResult<()> {
        Self::edit(slf, |board| {
            board.state.clear_placement();
            Ok(())
        })
    }

    /// Clears the move stack.
    fn clear_stack(mut slf: PyRefMut<'_, Self>) {
        slf.stack.clear();
        Self::state_mut(&mut slf).after_move = false;
    }

    /// Removes and returns the piece on a square, or returns `None`. Clears the move stack.
    fn remove_piece_at(slf: &Bound<'_, Self>, square: SquareArg) -> PyResult<Option<Py<Piece>>> {
        let removed = Self::edit(slf, |board| Ok(board.state.remove(square.0)))?;
        removed.map(|piece| Piece::object(slf.py(), piece)).transpose()
    }

    /// Puts a piece on a square in place of another, or removes the piece for `None`. Clears the
    /// move stack.
    #[pyo3(signature = (square, piece, promoted=false))]
    fn set_piece_at(
        slf: &Bound<'_, Self>,
        square: SquareArg,
        piece: Option<PyRef<'_, Piece>>,
        promoted: bool,
    ) -> PyResult<()> {
        Self::edit(slf, |board| {
            board.write_piece(square.0, piece.map(|piece| piece.piece), promoted);
            Ok(())
        })
    }

    /// Reads the piece placement of a FEN and clears the move stack.
    ///
    /// Raises `ValueError` for other text.
    fn set_board_fen(slf: &Bound<'_, Self>, fen: &str) -> PyResult<()> {
        Self::edit(slf, |board| board.read_board_fen(fen))
    }

    /// Replaces the pieces by those of a dictionary of pieces by square. Clears the move stack.
    fn set_piece_map(slf: &Bound<'_, Self>, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let pieces = read_piece_map(pieces)?;
        Self::edit(slf, |board| {
            board.write_piece_map(&pieces);
            Ok(())
        })
    }

    /// Sets up a Chess960 initial position with a number 0 to 959, with all castling rights.
    ///
    /// Raises `ValueError` for another number.
    fn set_chess960_pos(slf: &Bound<'_, Self>, scharnagl: Natural) -> PyResult<()> {
        Self::edit(slf, |board| {
            board.write_chess960_pos(scharnagl)?;
            let state = board.state;
            let mut fresh = State { chess960: true, ..State::empty() };
            fresh.set_placement(&state);
            fresh.castling_rights = fresh.of_type(ferz::PieceType::Rook);
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
            == state.of_type(ferz::PieceType::Rook);
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
        let keywords = pyo3::types::PyDict::new(cls.py());
        keywords.set_item("chess960", true)?;
        let board = cls.call((cls.py().None(),), Some(&keywords))?;
        board.call_method1("set_chess960_pos", (scharnagl.0,))?;
        Ok(board)
    }

    /// Applies a function from masks to masks to the placement, the castling rights and the en
    /// passant square. Clears the move stack.
    fn apply_transform(slf: &Bound<'_, Self>, f: &Bound<'_, PyAny>) -> PyResult<()> {
        // The function may read the board, so that the board is not borrowed while it runs.
        let mut state = Self::snapshot(slf);
        state.transform(|mask| call_transform(f, mask))?;
        Self::replace(slf, state)
    }

    /// Returns a copy of the board, without its moves, with a function from masks to masks applied.
    fn transform<'py>(
        slf: &Bound<'py, Self>,
        f: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let copy = Self::copy_without_stack(slf)?;
        copy.call_method1("apply_transform", (f,))?;
        Ok(copy)
    }

    /// Mirrors the board top to bottom and exchanges the colours: pieces, castling rights, en
    /// passant square and side to move. Clears the move stack.
    fn apply_mirror(slf: &Bound<'_, Self>) -> PyResult<()> {
        let mut state = Self::snapshot(slf);
        state.mirror();
        Self::replace(slf, state)
    }

    /// Returns a mirrored copy without moves: see `apply_mirror()`.
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let copy = Self::copy_without_stack(slf)?;
        copy.call_method0("apply_mirror")?;
        Ok(copy)
    }
}

impl Board {
    fn copy_without_stack<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let keywords = pyo3::types::PyDict::new(slf.py());
        keywords.set_item("stack", false)?;
        slf.call_method("copy", (), Some(&keywords))
    }
}
