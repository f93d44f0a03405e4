//! Single values of positions, and the static evaluation by a network.

use super::blocks::ElementError;
use super::records::{Output, Records, RowOptions, for_each, map, records, rows};
use crate::arguments::{Natural, clipped};
use ferz::{Color, DrawReason, Outcome, Piece, Position};
use ferz_engine::eval::wdl::centipawns;
use ferz_engine::eval::{Evaluator, default_network};
use ferz_game::openings::find_index;
use ferz_nnue::Network;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Declares functions that write one value of each position.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $value:expr;)+) => {
        $(
            $(#[$doc])*
            #[pyfunction]
            pub(super) fn $name(
                py: Python<'_>,
                positions: Records<'_>,
                mut output: Output<'_, $type>,
                threads: Natural,
            ) -> PyResult<()> {
                let value: fn(&Position) -> $type = $value;
                map(py, &positions, &mut output, threads, |_, position| Ok(value(position)))
            }
        )+
    };
}

facts! {
    /// Writes the key of each position, with Polyglot's numbers.
    keys: u64 = |position| position.key();
    /// Writes if the side to move is in check.
    checks: bool = |position| position.in_check();
    /// Writes the number of legal moves, at most 218.
    legal_move_counts: u16 = |position| position.legal_count() as u16;
    /// Writes 0 if the game is not over, 1 checkmate, 2 stalemate, 3 insufficient material, 4 the
    /// seventy-five-move rule.
    game_ends: u8 = |position| match position.outcome() {
        // A position without history cannot have occurred before.
        None | Some(Outcome::Draw(DrawReason::FivefoldRepetition)) => 0,
        Some(Outcome::Checkmate { .. }) => 1,
        Some(Outcome::Draw(DrawReason::Stalemate)) => 2,
        Some(Outcome::Draw(DrawReason::InsufficientMaterial)) => 3,
        Some(Outcome::Draw(DrawReason::SeventyFiveMoves)) => 4,
    };
    /// Writes the index of the opening of each position, -1 without a name.
    openings: i16 = |position| find_index(position).map_or(-1, |index| index as i16);
}

/// Writes the numbers of white pawns, knights, bishops, rooks, queens, kings, then those of Black.
#[pyfunction]
pub(super) fn piece_counts(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, u8>,
    threads: Natural,
) -> PyResult<()> {
    let options = RowOptions::new(threads, Piece::COUNT);
    rows(py, &positions, &mut output, options, |_, position, output| {
        for piece in Piece::ALL {
            let at = 6 * piece.color().index() + piece.piece_type().index();
            output[at] = position.count(piece) as u8;
        }
        Ok(())
    })
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
    // Single positions, since their counts differ widely.
    let options = RowOptions { threads, width: 1, block: 1 };
    rows(py, &positions, &mut output, options, |index, position, output| {
        let leaves = ferz_perft::count(position, depth.0);
        let overflow = || ElementError::new(index, "the number of leaves exceeds 64 bits");
        output[0] = u64::try_from(leaves).map_err(|_| overflow())?;
        Ok(())
    })
}

/// The number of positions for which an evaluator with empty caches is created.
const BLOCK: usize = 4096;

/// Writes the engine's static evaluation in centipawns, for the side to move or with the view "white" for
/// White.
///
/// Consecutive positions that share pieces, as those of a game, are evaluated faster.
#[pyfunction]
pub(super) fn evaluate(
    py: Python<'_>,
    positions: Records<'_>,
    mut output: Output<'_, i32>,
    view: &str,
    network: Option<PathBuf>,
    threads: Natural,
) -> PyResult<()> {
    let for_white = match view {
        "mover" => false,
        "white" => true,
        _ => {
            let text = format!("expected view \"mover\" or \"white\", found {}", clipped(view));
            return Err(PyValueError::new_err(text));
        }
    };
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
