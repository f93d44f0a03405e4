//! Pickling of boards: the words of their states, with the move stack and the attributes of
//! subclasses.

use crate::base_board::BaseBoard;
use crate::board::{Board, Ply};
use crate::chess_move::{Move, MoveNumbers};
use crate::state::State;
use ferz::{Bitboard, Color, PieceType, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// The number of words of a state.
const WORDS: usize = 14;

/// A state as words: eleven masks, the flags, and the two counters.
type Words = [u64; WORDS];

fn pack(state: &State) -> Words {
    let mut words = [0; WORDS];
    let masks = state.by_type.iter().chain(&state.by_color);
    let masks = masks.chain([&state.occupied, &state.promoted, &state.castling_rights]);
    for (word, mask) in words.iter_mut().zip(masks) {
        *word = mask.0;
    }
    let ep_square = state.ep_square.map_or(64, |square| square as u64);
    words[11] = ep_square << 2 | u64::from(state.chess960) << 1 | state.turn as u64;
    words[12] = state.halfmove_clock.into();
    words[13] = state.fullmove_number.into();
    words
}

fn unpack(words: &Words) -> State {
    let mask = |index: usize| Bitboard(words[index]);
    State {
        by_type: PieceType::ALL.map(|piece_type| mask(piece_type.index())),
        by_color: [mask(6), mask(7)],
        occupied: mask(8),
        promoted: mask(9),
        castling_rights: mask(10),
        turn: Color::wrapping(words[11] as usize),
        chess960: words[11] & 2 != 0,
        after_move: false,
        ep_square: Square::from_index((words[11] >> 2) as usize),
        halfmove_clock: words[12] as u32,
        fullmove_number: words[13] as u32,
    }
}

/// The contents of a pickled board: state, stack and attributes.
type Contents<'py> = (Words, Vec<(Words, MoveNumbers)>, Option<Bound<'py, PyAny>>);

/// Returns the value of `__reduce__`: the object is created without `__init__`, and `__setstate__`
/// restores its contents.
fn reduce<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let state = pack(&board.cast::<BaseBoard>()?.borrow().state);
    let stack: Vec<(Words, MoveNumbers)> = match board.cast::<Board>() {
        Ok(board) => {
            let pack_ply = |ply: &Ply| (pack(&ply.before), ply.mv.numbers());
            board.borrow().stack.iter().map(pack_ply).collect()
        }
        Err(_) => Vec::new(),
    };
    let attributes = board.getattr("__dict__").ok();
    let contents = (state, stack, attributes);
    let create = py.import("copyreg")?.getattr("__newobj__")?;
    Ok((create, (board.get_type(),), contents).into_pyobject(py)?.into_any())
}

#[pymethods]
impl BaseBoard {
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reduce(slf.as_any())
    }

    fn __setstate__(slf: &Bound<'_, Self>, contents: &Bound<'_, PyTuple>) -> PyResult<()> {
        let (state, stack, attributes): Contents<'_> = contents.extract()?;
        slf.borrow_mut().state = unpack(&state);
        if let Ok(board) = slf.cast::<Board>() {
            let ply = |(index, (words, numbers)): (usize, (Words, MoveNumbers))| {
                let mv = Move::of_numbers(numbers);
                let mv = mv.ok_or_else(|| PyValueError::new_err("not a pickled board"))?;
                Ok(Ply { before: State { after_move: index > 0, ..unpack(&words) }, mv })
            };
            let stack: Vec<Ply> =
                stack.into_iter().enumerate().map(ply).collect::<PyResult<_>>()?;
            slf.borrow_mut().state.after_move = !stack.is_empty();
            board.borrow_mut().stack = stack;
        }
        if let Some(attributes) = attributes {
            slf.getattr("__dict__")?.cast::<PyDict>()?.update(attributes.cast()?)?;
        }
        Ok(())
    }
}
