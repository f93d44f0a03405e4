//! Single values of positions.

use super::errors::ElementError;
use super::records::{Output, Records, RowOptions, for_each, map, records};
use crate::arguments::Natural;
use ferz::{DrawReason, Outcome, Piece};
use pyo3::prelude::*;

/// Writes the key of each position, with Polyglot's numbers.
#[pyfunction]
pub(super) fn keys(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u64>,
    threads: Natural,
) -> PyResult<()> {
    map(py, records(&positions)?, output.as_slice_mut()?, threads, |position| position.key())
}

/// Writes if the side to move is in check.
#[pyfunction]
pub(super) fn checks(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, bool>,
    threads: Natural,
) -> PyResult<()> {
    map(py, records(&positions)?, output.as_slice_mut()?, threads, ferz::Position::in_check)
}

/// Writes the number of legal moves, at most 218.
#[pyfunction]
pub(super) fn legal_move_counts(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u16>,
    threads: Natural,
) -> PyResult<()> {
    let count = |position: &ferz::Position| position.legal_count() as u16;
    map(py, records(&positions)?, output.as_slice_mut()?, threads, count)
}

/// Writes 0 if the game is not over, 1 checkmate, 2 stalemate, 3 insufficient material, 4 the
/// seventy-five-move rule.
#[pyfunction]
pub(super) fn game_ends(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u8>,
    threads: Natural,
) -> PyResult<()> {
    map(py, records(&positions)?, output.as_slice_mut()?, threads, |position| {
        match position.outcome() {
            // A position without history cannot have occurred before.
            None | Some(Outcome::Draw(DrawReason::FivefoldRepetition)) => 0,
            Some(Outcome::Checkmate { .. }) => 1,
            Some(Outcome::Draw(DrawReason::Stalemate)) => 2,
            Some(Outcome::Draw(DrawReason::InsufficientMaterial)) => 3,
            Some(Outcome::Draw(DrawReason::SeventyFiveMoves)) => 4,
        }
    })
}

/// Writes the numbers of white pawns, knights, bishops, rooks, queens, kings, then those of Black.
#[pyfunction]
pub(super) fn piece_counts(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u8>,
    threads: Natural,
) -> PyResult<()> {
    let (records, output) = (records(&positions)?, output.as_slice_mut()?);
    let options = RowOptions::new(threads, Piece::COUNT);
    for_each(
        py,
        records,
        output,
        options,
        || (),
        |(), _, position, output| {
            for piece in Piece::ALL {
                let at = 6 * piece.color().index() + piece.piece_type().index();
                output[at] = position.count(piece) as u8;
            }
            Ok(())
        },
    )
}

/// Writes the number of leaves `depth` plies below each position.
#[pyfunction]
pub(super) fn perft(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u64>,
    depth: Natural<u32>,
    threads: Natural,
) -> PyResult<()> {
    let (records, output) = (records(&positions)?, output.as_slice_mut()?);
    // Single positions, since their counts differ widely.
    let options = RowOptions { threads, width: 1, block: 1 };
    for_each(
        py,
        records,
        output,
        options,
        || (),
        |(), index, position, output| {
            let leaves = ferz_perft::count(position, depth.0);
            let overflow = || ElementError::new(index, "the number of leaves exceeds 64 bits");
            output[0] = u64::try_from(leaves).map_err(|_| overflow())?;
            Ok(())
        },
    )
}
