//! The static evaluation by a network.

use super::records::{Output, Records, RowOptions, for_each, records};
use crate::arguments::Natural;
use ferz::Color;
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::eval::{Evaluator, default_network};
use ferz_nnue::Network;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

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
