//! Positions from and to FEN.

use super::errors::ElementError;
use super::records::{Record, Records, collect_blocks, pack, position, records};
use crate::arguments::Natural;
use crate::errors::clipped;
use crate::state::State;
use ferz::notation::{FenError, FenOptions, FenStyle};
use ferz::{Position, SetupFaults};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// Reads a FEN of four to six fields. Faults without influence on moves are accepted if
/// `Board.is_valid` accepts them; impossible castling rights and en passant squares are dropped.
fn read(fen: &str) -> Result<Position, FenError> {
    let dropped = SetupFaults::IMPOSSIBLE_CASTLING.union(SetupFaults::IMPOSSIBLE_EN_PASSANT);
    Position::from_fen_with(fen, FenOptions::STRICT.ignore(dropped)).or_else(|error| {
        let mut state = State::empty();
        if state.set_fen(fen).is_err() || !state.without_impossible_rights().is_valid() {
            return Err(error);
        }
        Position::from_fen_with(fen, FenOptions::LENIENT.min_fields(4))
    })
}

/// Reads FENs of four to six fields. Impossible castling rights and en passant squares are dropped;
/// the position must then be valid.
#[pyfunction]
pub(super) fn from_fens<'py>(
    py: Python<'py>,
    fens: Vec<PyBackedStr>,
    threads: Natural,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let parse = |index: usize, records: &mut Vec<Record>| {
        let fen: &str = &fens[index];
        let fault = |error: String| ElementError::new(index, format!("{}: {error}", clipped(fen)));
        let position = read(fen).map_err(|error| fault(error.to_string()))?;
        records.push(pack(index, &position)?);
        Ok(())
    };
    let blocks = collect_blocks(py, fens.len(), threads, parse)?;
    Ok(blocks.concat().into_flattened().into_pyarray(py))
}

/// Writes X-FEN, or Shredder-FEN.
#[pyfunction]
pub(super) fn to_fens(
    py: Python<'_>,
    positions: Records<'_>,
    shredder: bool,
    threads: Natural,
) -> PyResult<Vec<String>> {
    let records = records(&positions)?;
    let style = if shredder { FenStyle::Shredder } else { FenStyle::XFen };
    let write = |index: usize, fens: &mut Vec<String>| {
        fens.push(position(index, &records[index])?.setup().fen(style).to_string());
        Ok(())
    };
    Ok(collect_blocks(py, records.len(), threads, write)?.into_iter().flatten().collect())
}
