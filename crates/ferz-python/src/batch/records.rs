//! Packed positions in NumPy arrays, from and to FEN.

use super::blocks::{self, ElementError};
use crate::arguments::{Natural, clipped};
use crate::state::State;
use ferz::notation::{FenError, FenOptions, FenStyle};
use ferz::{PackedPosition, Position, SetupFaults};
use numpy::{Element, IntoPyArray, PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// The bytes of an array of positions.
pub(super) type Records<'py> = PyReadonlyArray1<'py, u8>;
/// An array that receives results.
pub(super) type Output<'py, T> = PyReadwriteArray1<'py, T>;

/// A record of an array.
pub(super) type Record = [u8; PackedPosition::SIZE];

/// The number of positions of a block, unless a function needs few or many.
pub(super) const BLOCK: usize = 512;

/// Returns the records of an array.
///
/// # Errors
/// `ValueError` if the array is not contiguous or ends within a record.
pub(super) fn records<'a>(array: &'a Records<'_>) -> PyResult<&'a [Record]> {
    let (records, rest) = array.as_slice()?.as_chunks();
    if rest.is_empty() {
        Ok(records)
    } else {
        Err(PyValueError::new_err(format!("{} bytes follow the last position", rest.len())))
    }
}

/// Returns the position of a record.
///
/// # Errors
/// The fault of the record.
pub(super) fn position(index: usize, record: &Record) -> Result<Position, ElementError> {
    PackedPosition(*record).position().map_err(|fault| ElementError::new(index, fault))
}

/// Returns the record of a position.
///
/// # Errors
/// If it has more than 32 pieces.
pub(super) fn pack(index: usize, position: &Position) -> Result<Record, ElementError> {
    let packed = PackedPosition::try_from(position);
    packed.map(|packed| packed.0).map_err(|fault| ElementError::new(index, fault))
}

/// Computes a row of `width` results for each position with a state for each block of positions.
///
/// # Errors
/// The first fault of a position, the first error of `row`, the exception of a signal handler, or
/// `ValueError` if the output has another length.
pub(super) fn for_each<T: Send, S>(
    py: Python<'_>,
    records: &[Record],
    output: &mut [T],
    options: RowOptions,
    state: impl Fn() -> S + Sync,
    row: impl Fn(&mut S, usize, &mut Position, &mut [T]) -> Result<(), ElementError> + Sync,
) -> PyResult<()> {
    let RowOptions { threads, width, block } = options;
    if output.len() != records.len() * width {
        return Err(PyValueError::new_err(format!(
            "expected an output of {} elements, found {}",
            records.len() * width,
            output.len()
        )));
    }
    let blocks = records.chunks(block).zip(output.chunks_mut(block * width)).enumerate();
    let work = |(number, (records, output)): (usize, (&[Record], &mut [T]))| {
        let mut state = state();
        for (nth, (record, output)) in records.iter().zip(output.chunks_mut(width)).enumerate() {
            let index = number * block + nth;
            row(&mut state, index, &mut position(index, record)?, output)?;
        }
        Ok(())
    };
    blocks::run(py, blocks, threads.size(), work)?;
    Ok(())
}

/// Threads and sizes of [`for_each`].
#[derive(Clone, Copy)]
pub(super) struct RowOptions {
    /// The number of threads, 0 for one for each core.
    pub threads: Natural,
    /// The number of results for each position.
    pub width: usize,
    /// The number of positions in a block.
    pub block: usize,
}

impl RowOptions {
    pub const fn new(threads: Natural, width: usize) -> Self {
        Self { threads, width, block: BLOCK }
    }
}

/// Computes a row of results for each position.
///
/// # Errors
/// As [`for_each`], and `ValueError` if an array is not contiguous.
pub(super) fn rows<T: Element + Send>(
    py: Python<'_>,
    positions: &Records<'_>,
    output: &mut Output<'_, T>,
    options: RowOptions,
    row: impl Fn(usize, &Position, &mut [T]) -> Result<(), ElementError> + Sync,
) -> PyResult<()> {
    let (records, output) = (records(positions)?, output.as_slice_mut()?);
    let row = |(): &mut (), index, position: &mut Position, output: &mut [T]| {
        row(index, position, output)
    };
    for_each(py, records, output, options, || (), row)
}

/// Computes one value for each position.
///
/// # Errors
/// As [`rows`].
pub(super) fn map<T: Element + Send>(
    py: Python<'_>,
    positions: &Records<'_>,
    output: &mut Output<'_, T>,
    threads: Natural,
    value: impl Fn(usize, &Position) -> Result<T, ElementError> + Sync,
) -> PyResult<()> {
    rows(py, positions, output, RowOptions::new(threads, 1), |index, position, output| {
        output[0] = value(index, position)?;
        Ok(())
    })
}

/// Computes a list of values for the positions of each block.
///
/// # Errors
/// The first error of `rows`, or the exception of a signal handler.
pub(super) fn collect_blocks<T: Send>(
    py: Python<'_>,
    count: usize,
    threads: Natural,
    value: impl Fn(usize, &mut Vec<T>) -> Result<(), ElementError> + Sync,
) -> PyResult<Vec<Vec<T>>> {
    let blocks = (0..count.div_ceil(BLOCK))
        .map(|number| number * BLOCK..(number * BLOCK + BLOCK).min(count));
    blocks::run(py, blocks, threads.size(), |range| {
        let mut values = Vec::with_capacity(range.len());
        range.into_iter().try_for_each(|index| value(index, &mut values))?;
        Ok(values)
    })
}

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
