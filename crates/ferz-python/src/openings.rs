//! Names of openings, for `ferz.openings`.

use crate::board::Board;
use crate::chess_move::Move;
use crate::state::State;
use ferz::Position;
use ferz_game::openings::{all, find_index};
use pyo3::prelude::*;

/// Returns the ECO code, the name, and the moves in UCI notation of each opening.
#[pyfunction]
pub(crate) fn opening_rows() -> Vec<(String, &'static str, String)> {
    let start = Position::startpos();
    let moves = |moves| start.uci_line(moves).expect("the table has legal moves");
    all().map(|opening| (opening.eco.to_string(), opening.name, moves(opening.moves()))).collect()
}

/// Returns the index of the opening of a position, if it has a name.
#[pyfunction]
pub(crate) fn find_opening(board: &Bound<'_, Board>) -> Option<usize> {
    // A board that is no legal position has no name.
    find_index(&Board::position(board).ok()?)
}

/// Returns the index of the last named position of the moves of a board and the moves after them, up to
/// the first illegal one.
#[pyfunction]
pub(crate) fn classify_opening(
    board: &Bound<'_, Board>,
    moves: &Bound<'_, PyAny>,
) -> PyResult<Option<usize>> {
    let Ok(mut position) = Board::position_with_history(board) else { return Ok(None) };
    for item in moves.try_iter()? {
        let mv: Move = *item?.cast::<Move>()?.get();
        let Some(mv) = State::of_position(&position).find_in(mv, &position) else { break };
        position.do_move(mv);
    }
    loop {
        let found = find_index(&position);
        if found.is_some() || position.undo_move().is_none() {
            return Ok(found);
        }
    }
}
