//! Single values of positions, and the static evaluation by a network.

use super::blocks::ElementError;
use super::records::{Output, Records, RowOptions, for_each, map, records};
use crate::arguments::Natural;
use ferz::{Color, DrawReason, Outcome, Piece};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::eval::{Evaluator, default_network};
use ferz_nnue::Network;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

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

/// The number of positions for which an evaluator with empty caches is created.
const BLOCK: usize = 4096;

/// Writes the engine's static evaluation in centipawns, for the side to move or for White.
///
/// Consecutive positions that share pieces, as those of a game, are evaluated faster.
#[pyfunction]
pub(super) fn evaluate(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, i32>,
    for_white: bool,
    network: Option<PathBuf>,
    threads: Natural,
) -> PyResult<()> {
    let network = match network {
        None => default_network(),
        Some(path) => {
            Arc::new(Network::load(path).map_err(|error| PyValueError::new_err(error.to_string()))?)
        }
    };
    let (records, output) = (records(&positions)?, output.as_slice_mut()?);
    let options = RowOptions { threads, width: 1, block: BLOCK };
    let evaluator = || Evaluator::new(Some(Arc::clone(&network)));
    for_each(py, records, output, options, evaluator, |evaluator, _, position, output| {
        evaluator.reset(position);
        let value = centipawns(evaluator.evaluate(position));
        let negated = for_white && position.side_to_move() == Color::Black;
        output[0] = if negated { -value } else { value };
        Ok(())
    })
}
