//! Moves of positions.

use super::blocks::ElementError;
use super::records::{Record, Records, collect_blocks, pack, position, records};
use crate::arguments::Natural;
use ferz::{Board, Move, Position};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use std::fmt::Display;

/// Returns the legal move of these bits.
///
/// # Errors
/// If the bits are no move, or no legal one.
pub(super) fn legal_move(
    index: usize,
    position: &Position,
    bits: u16,
) -> Result<Move, ElementError> {
    let mv = Move::from_bits(bits);
    let fault = || format!("{bits:#06x} is not a legal move in {}", position.fen());
    mv.filter(|&mv| position.is_legal(mv)).ok_or_else(|| ElementError::new(index, fault()))
}

/// Checks that there is one value for each position.
pub(super) fn check_len(what: &str, found: usize, expected: usize) -> PyResult<()> {
    if found == expected {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("expected {expected} {what}, found {found}")))
}

/// Returns the legal moves of all positions, in a fixed order for each.
#[pyfunction]
pub(super) fn legal_moves<'py>(
    py: Python<'py>,
    positions: Records<'py>,
    threads: Natural,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let records = records(&positions)?;
    let list = |index: usize, moves: &mut Vec<u16>| {
        let legal = position(index, &records[index])?.legal_moves();
        moves.extend(legal.iter().map(|mv| mv.bits()));
        Ok(())
    };
    Ok(collect_blocks(py, records.len(), threads, list)?.concat().into_pyarray(py))
}

/// Returns the positions after one move in each.
#[pyfunction]
pub(super) fn play<'py>(
    py: Python<'py>,
    positions: Records<'py>,
    moves: PyReadonlyArray1<'py, u16>,
    threads: Natural,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let (records, moves) = (records(&positions)?, moves.as_slice()?);
    check_len("moves", moves.len(), records.len())?;
    let play = |index: usize, after: &mut Vec<Record>| {
        let mut position = position(index, &records[index])?;
        position.do_move(legal_move(index, &position, moves[index])?);
        after.push(pack(index, &position)?);
        Ok(())
    };
    let blocks = collect_blocks(py, records.len(), threads, play)?;
    Ok(blocks.concat().into_flattened().into_pyarray(py))
}

/// Returns one move for each position in UCI notation.
#[pyfunction]
pub(super) fn to_uci(
    py: Python<'_>,
    positions: Records<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    threads: Natural,
) -> PyResult<Vec<String>> {
    write_moves(py, &positions, &moves, threads, |position, mv| position.uci(mv).to_string())
}

/// Returns one move for each position in SAN.
#[pyfunction]
pub(super) fn to_san(
    py: Python<'_>,
    positions: Records<'_>,
    moves: PyReadonlyArray1<'_, u16>,
    threads: Natural,
) -> PyResult<Vec<String>> {
    write_moves(py, &positions, &moves, threads, |position, mv| position.san(mv).to_string())
}

/// Returns the text of one move for each position.
fn write_moves(
    py: Python<'_>,
    positions: &Records<'_>,
    moves: &PyReadonlyArray1<'_, u16>,
    threads: Natural,
    text: impl Fn(&Position, Move) -> String + Sync,
) -> PyResult<Vec<String>> {
    let (records, moves) = (records(positions)?, moves.as_slice()?);
    check_len("moves", moves.len(), records.len())?;
    let write = |index: usize, texts: &mut Vec<String>| {
        let position = position(index, &records[index])?;
        let mv = legal_move(index, &position, moves[index])?;
        texts.push(text(&position, mv));
        Ok(())
    };
    Ok(collect_blocks(py, records.len(), threads, write)?.into_iter().flatten().collect())
}

/// Reads one move in UCI notation for each position.
#[pyfunction]
pub(super) fn from_uci<'py>(
    py: Python<'py>,
    positions: Records<'py>,
    texts: Vec<PyBackedStr>,
    threads: Natural,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    read_moves(py, &positions, &texts, threads, Board::parse_uci)
}

/// Reads one move in SAN for each position.
#[pyfunction]
pub(super) fn from_san<'py>(
    py: Python<'py>,
    positions: Records<'py>,
    texts: Vec<PyBackedStr>,
    threads: Natural,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    read_moves(py, &positions, &texts, threads, Board::parse_san)
}

/// Reads the text of one move for each position.
fn read_moves<'py, E: Display>(
    py: Python<'py>,
    positions: &Records<'py>,
    texts: &[PyBackedStr],
    threads: Natural,
    parse: impl Fn(&Board, &str) -> Result<Move, E> + Sync,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let records = records(positions)?;
    check_len("moves", texts.len(), records.len())?;
    let read = |index: usize, moves: &mut Vec<u16>| {
        let position = position(index, &records[index])?;
        let mv = parse(&position, &texts[index]);
        moves.push(mv.map_err(|error| ElementError::new(index, error))?.bits());
        Ok(())
    };
    Ok(collect_blocks(py, records.len(), threads, read)?.concat().into_pyarray(py))
}
