//! `Board`: a position with its stack of moves.
//!
//! A board is a [`State`] and, for each move made, the state before it. Making a move copies the
//! state and undoing copies it back, so that moves which are not legal and fields that are assigned
//! directly need no special care. Nothing is cached, so nothing can be out of date. Methods that call
//! back into Python do not hold a borrow of the board meanwhile.

mod edit;
mod fen;
mod fields;
mod game;
mod history;
mod moves;
mod notation;
mod views;
pub(crate) use views::{LegalMoveGenerator, MoveStack, PseudoLegalMoveGenerator};

use crate::arguments::Natural;
use crate::base_board::BaseBoard;
use crate::chess_move::{Move, SharedMove};
use crate::package;
use crate::state::State;
use ferz::Position;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAssertionError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple, PyType};

/// A position with the moves that led to it: pieces, side to move, castling rights, en passant
/// square and counters, move generation, notation and the rules of the game.
///
/// `Board()` is the initial position, `Board(None)` the empty board, and `Board(fen)` reads a FEN of
/// one to six fields. `chess960=True` writes castling as king takes rook and allows castling rights
/// with other squares than those of standard chess. Positions need not be legal: see `is_valid()`
/// and `status()`.
///
/// Boards are equal if pieces, side to move, possible castling rights, legal en passant captures
/// and counters are equal. They are mutable and not hashable.
#[pyclass(extends = BaseBoard, subclass, module = "ferz")]
pub struct Board {
    pub(crate) stack: Vec<Ply>,
}

/// A move with the state before it.
#[derive(Clone, Copy)]
pub(crate) struct Ply {
    pub(crate) before: State,
    /// The move as the board writes it.
    pub(crate) mv: Move,
}

impl Board {
    /// Returns the state of a board.
    #[inline]
    pub(crate) fn state<'a>(slf: &'a PyRef<'_, Self>) -> &'a State {
        &slf.as_super().state
    }

    /// Returns the state of a board for a change.
    #[inline]
    pub(crate) fn state_mut<'a>(slf: &'a mut PyRefMut<'_, Self>) -> &'a mut State {
        &mut slf.as_super().state
    }

    /// Returns a copy of the state of a board.
    #[inline]
    pub(crate) fn snapshot(slf: &Bound<'_, Self>) -> State {
        slf.borrow().as_super().state
    }

    /// Returns the position of a board, without its moves.
    ///
    /// # Errors
    /// `ValueError` for a board without exactly one king a side, with pawns on a back rank, or with
    /// the side not to move in check, and for one of a variant.
    pub fn position(slf: &Bound<'_, Self>) -> PyResult<Position> {
        Self::check_is_chess(slf)?;
        let state = Self::snapshot(slf);
        state.position().map_err(|faults| {
            PyValueError::new_err(format!("illegal position: {faults}: {}", state.default_fen()))
        })
    }

    /// Returns the position of a board with its moves, as far back as they are legal.
    ///
    /// # Errors
    /// As [`position`](Self::position).
    pub fn position_with_history(slf: &Bound<'_, Self>) -> PyResult<Position> {
        Self::check_is_chess(slf)?;
        let found = history::position(&slf.borrow().stack, &Self::snapshot(slf));
        match found {
            Some(position) => Ok(position),
            None => Self::position(slf),
        }
    }

    /// Returns the UCI name of the variant that the class of a board has, or `None` for chess.
    pub(crate) fn variant(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        if Self::is_exact(slf) {
            return Ok(None);
        }
        let name: Option<String> = slf.get_type().getattr("uci_variant")?.extract()?;
        Ok(name.filter(|name| name != "chess"))
    }

    fn check_is_chess(slf: &Bound<'_, Self>) -> PyResult<()> {
        let Some(name) = Self::variant(slf)? else { return Ok(()) };
        let expected = "expected a board of standard chess or Chess960, found one of the variant";
        Err(PyValueError::new_err(format!("{expected} {name}")))
    }

    /// Creates a board without moves.
    pub(crate) fn from_state(py: Python<'_>, state: State) -> PyResult<Py<Self>> {
        Py::new(
            py,
            PyClassInitializer::from(BaseBoard { state }).add_subclass(Self { stack: Vec::new() }),
        )
    }

    /// Returns true if the object is a `Board` and not of a subclass, whose methods may differ.
    pub(crate) fn is_exact(slf: &Bound<'_, Self>) -> bool {
        slf.is_exact_instance_of::<Self>()
    }

    /// Makes a move that passed the checks of [`check_origin`].
    pub(crate) fn make(slf: &mut PyRefMut<'_, Self>, mv: Move) {
        let before = slf.as_super().state;
        let written = before.king_squares(before.king_takes_rook(mv), before.chess960);
        slf.stack.push(Ply { before, mv: written });
        slf.as_super().state.make(mv);
    }

    /// Creates a new board of the same type, empty.
    fn new_like<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        if Self::is_exact(slf) {
            return Ok(Self::from_state(slf.py(), State::empty())?.into_bound(slf.py()));
        }
        Ok(crate::base_board::new_like(slf)?.cast_into::<Self>()?)
    }
}

/// Checks that there is a piece on the origin of a move, as python-chess asserts.
pub(crate) fn check_origin(
    state: &State,
    mv: Move,
    caller: &str,
    fen: impl Fn(&State) -> String,
) -> PyResult<()> {
    if mv.is_null() || mv.drop.is_some() || state.type_at(mv.from).is_some() {
        return Ok(());
    }
    Err(PyAssertionError::new_err(format!("{caller}, but got {mv} in {}", fen(state))))
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(
        signature = (*_arguments, **_keywords),
        text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False)"
    )]
    fn new(
        _arguments: &Bound<'_, PyTuple>,
        _keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyClassInitializer<Self> {
        PyClassInitializer::from(BaseBoard::start()).add_subclass(Self { stack: Vec::new() })
    }

    #[pyo3(signature = (fen=Some(crate::state::STARTING_FEN), *, chess960=false))]
    fn __init__(mut slf: PyRefMut<'_, Self>, fen: Option<&str>, chess960: bool) -> PyResult<()> {
        slf.stack.clear();
        let state = Self::state_mut(&mut slf);
        state.chess960 = chess960;
        state.after_move = false;
        match fen {
            None => *state = State { chess960, ..State::empty() },
            Some(crate::state::STARTING_FEN) => *state = State { chess960, ..State::start() },
            Some(fen) => fen::read_fen(state, fen)?,
        }
        Ok(())
    }

    /// Makes a move and appends it to the move stack.
    ///
    /// The move is not checked for legality: push only legal moves, or null moves, or check with
    /// `is_legal()`. Raises `AssertionError` if there is no piece on the move's origin.
    #[pyo3(signature = (r#move))]
    fn push(mut slf: PyRefMut<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<()> {
        let mv = *r#move.get();
        check_origin(
            &slf.as_super().state,
            mv,
            "push() expects move to be pseudo-legal",
            |state| state.board_fen(false),
        )?;
        Self::make(&mut slf, mv);
        Ok(())
    }

    /// Undoes the last move and returns it. Raises `IndexError` if the move stack is empty.
    fn pop(mut slf: PyRefMut<'_, Self>) -> PyResult<Py<Move>> {
        let ply =
            slf.stack.pop().ok_or_else(|| PyIndexError::new_err("pop from empty move stack"))?;
        let state = Self::state_mut(&mut slf);
        *state = State { chess960: state.chess960, ..ply.before };
        ply.mv.object(slf.py())
    }

    /// Returns the last move. Raises `IndexError` if the move stack is empty.
    fn peek(slf: PyRef<'_, Self>) -> PyResult<Py<Move>> {
        let ply =
            slf.stack.last().ok_or_else(|| PyIndexError::new_err("peek at empty move stack"))?;
        ply.mv.object(slf.py())
    }

    /// The moves since the root position: a view, which cannot be changed.
    #[getter]
    fn move_stack(slf: Bound<'_, Self>) -> MoveStack {
        MoveStack::new(slf.unbind())
    }

    /// Returns the position before all moves of the move stack.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let root = Self::new_like(slf)?;
        let now = Self::snapshot(slf);
        let before = slf.borrow().stack.first().map_or(now, |ply| ply.before);
        *Self::state_mut(&mut root.borrow_mut()) =
            State { chess960: now.chess960, after_move: false, ..before };
        Ok(root)
    }

    /// Returns a copy. `stack=False` leaves out the move stack, and a number limits it to the last
    /// moves.
    #[pyo3(signature = (*, stack=StackArg::ALL))]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: StackArg) -> PyResult<Bound<'py, Self>> {
        let copy = Self::new_like(slf)?;
        let source = slf.borrow();
        let mut target = copy.borrow_mut();
        let skipped = source.stack.len().saturating_sub(stack.0);
        target.stack = source.stack[skipped..].to_vec();
        if let Some(root) = target.stack.first_mut() {
            root.before.after_move = false;
        }
        let after_move = !target.stack.is_empty();
        *Self::state_mut(&mut target) = State { after_move, ..*Self::state(&source) };
        drop(target);
        drop(source);
        Ok(copy)
    }

    /// Creates an empty board with White to move.
    #[classmethod]
    #[pyo3(signature = (*, chess960=false))]
    fn empty<'py>(cls: &Bound<'py, PyType>, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
        let keywords = [("chess960", chess960)].into_py_dict(cls.py())?;
        cls.call((cls.py().None(),), Some(&keywords))
    }

    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        let (a, b) = (Self::state(&slf), Self::state(&other));
        a.halfmove_clock == b.halfmove_clock
            && a.fullmove_number == b.fullmove_number
            && a.repeats(b)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let state = Self::snapshot(slf);
        let fen = state.default_fen();
        let chess960 = if state.chess960 { ", chess960=True" } else { "" };
        Ok(format!("{}('{fen}'{chess960})", slf.get_type().name()?))
    }

    /// Returns a picture for Jupyter, with the last move and check marked.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, state) = (slf.py(), Self::snapshot(slf));
        let last = slf.borrow().stack.last().map(|ply| SharedMove(ply.mv));
        let is_check = slf.call_method0("is_check")?.is_truthy()?;
        let check = state.king(state.turn).filter(|_| is_check);
        let last = last.into_bound_py_any(py)?;
        let check = check.map(|square| square as u8).into_bound_py_any(py)?;
        let keywords = [("board", slf.as_any()), ("lastmove", &last), ("check", &check)];
        package::svg(py, "board", 390, &keywords)
    }
}

/// The `stack` argument of `copy`: the greatest number of moves to copy.
pub(crate) struct StackArg(usize);

impl StackArg {
    const ALL: Self = Self(usize::MAX);
}

impl<'py> FromPyObject<'_, 'py> for StackArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(all) = object.extract::<bool>() {
            return Ok(if all { Self::ALL } else { Self(0) });
        }
        Ok(Self(object.extract::<Natural>()?.size()))
    }
}

/// The methods on which others depend.
const RULES: [&str; 12] = [
    "generate_legal_moves",
    "generate_pseudo_legal_moves",
    "is_legal",
    "is_pseudo_legal",
    "is_into_check",
    "is_check",
    "is_checkmate",
    "is_insufficient_material",
    "is_variant_end",
    "is_variant_win",
    "is_variant_loss",
    "is_variant_draw",
];

/// Returns true if the class of a board overrides one of some methods.
fn overrides(board: &Bound<'_, Board>, methods: &[&str]) -> PyResult<bool> {
    if Board::is_exact(board) {
        return Ok(false);
    }
    let (class, base) = (board.get_type(), board.py().get_type::<Board>());
    for &name in methods {
        if !class.getattr(name)?.is(base.getattr(name)?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the module for rules if the class of a board overrides rules.
fn custom_rules<'py>(board: &Bound<'py, Board>) -> PyResult<Option<&'py Bound<'py, PyModule>>> {
    if overrides(board, &RULES)? { package::rules(board.py()).map(Some) } else { Ok(None) }
}
