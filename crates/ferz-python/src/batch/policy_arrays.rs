//! Masks and numbers of moves in the layouts of [`Policy`].

use super::errors::ElementError;
use super::moves::{check_len, legal_move};
use super::policy::Policy;
use super::records::{Output, Records, RowOptions, for_each, records};
use crate::arguments::Natural;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

/// Writes for each position a row with true at the numbers of its legal moves.
#[pyfunction]
pub(super) fn legal_mask(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, bool>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    let (records, output) = (records(&positions)?, output.as_slice_mut()?);
    let options = RowOptions::new(threads, layout.len());
    for_each(
        py,
        records,
        output,
        options,
        || (),
        |(), _, position, output| {
            output.fill(false);
            for &mv in position.legal_moves().as_slice() {
                output[layout.index(position.side_to_move(), mv)] = true;
            }
            Ok(())
        },
    )
}

/// Writes the number of one legal move for each position.
#[pyfunction]
pub(super) fn move_indexes(
    py: Python<'_>,
    positions: Records<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    mut output: Output<'_, u16>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    let (records, moves) = (records(&positions)?, moves.as_slice()?);
    check_len("moves", moves.len(), records.len())?;
    let (output, options) = (output.as_slice_mut()?, RowOptions::new(threads, 1));
    for_each(
        py,
        records,
        output,
        options,
        || (),
        |(), index, position, output| {
            let mv = legal_move(index, position, moves[index])?;
            output[0] = layout.index(position.side_to_move(), mv) as u16;
            Ok(())
        },
    )
}

/// Writes the legal move with a number for each position.
#[pyfunction]
pub(super) fn moves_from_indexes(
    py: Python<'_>,
    positions: Records<'_>,
    indexes: PyReadonlyArray1<'_, u16>,
    mut output: Output<'_, u16>,
    layout: Policy,
    threads: Natural,
) -> PyResult<()> {
    let (records, indexes) = (records(&positions)?, indexes.as_slice()?);
    check_len("indexes", indexes.len(), records.len())?;
    let (output, options) = (output.as_slice_mut()?, RowOptions::new(threads, 1));
    for_each(
        py,
        records,
        output,
        options,
        || (),
        |(), index, position, output| {
            let (mover, number) = (position.side_to_move(), usize::from(indexes[index]));
            let moves = position.legal_moves();
            let found = moves.iter().find(|&&mv| layout.index(mover, mv) == number);
            let fault = || format!("no legal move has the index {number} in {}", position.fen());
            output[0] = found.ok_or_else(|| ElementError::new(index, fault()))?.bits();
            Ok(())
        },
    )
}
