//! Positions from and to FEN.

use super::errors::ElementError;
use super::records::{Record, Records, collect_blocks, pack, position, records};
use ferz::Position;
use ferz::notation::{FenOptions, FenStyle};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// Reads FENs of four to six fields. Faults that do not affect the movement of pieces are ignored.
#[pyfunction]
pub(super) fn from_fens<'py>(
    py: Python<'py>,
    fens: Vec<PyBackedStr>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let options = FenOptions::LENIENT.min_fields(4);
    let parse = |index: usize, records: &mut Vec<Record>| {
        let fen: &str = &fens[index];
        let fault = |error: String| ElementError::new(index, format!("{fen:?}: {error}"));
        let position =
            Position::from_fen_with(fen, options).map_err(|error| fault(error.to_string()))?;
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
    threads: usize,
) -> PyResult<Vec<String>> {
    let records = records(&positions)?;
    let style = if shredder { FenStyle::Shredder } else { FenStyle::XFen };
    let write = |index: usize, fens: &mut Vec<String>| {
        fens.push(position(index, &records[index])?.setup().fen(style).to_string());
        Ok(())
    };
    Ok(collect_blocks(py, records.len(), threads, write)?.into_iter().flatten().collect())
}
