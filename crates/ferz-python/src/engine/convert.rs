//! Reports of a search as objects of the module `ferz.engine`.

use crate::arguments::Natural;
use crate::chess_move::Move;
use crate::package;
use ferz::{Bound as ScoreBound, Color, Position, Score};
use ferz_engine::eval::wdl::WinRates;
use ferz_engine::{PvLine, SearchResult};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Returns a line as an `InfoDict`.
pub(super) fn info<'py>(
    py: Python<'py>,
    position: &Position,
    line: &PvLine,
) -> PyResult<Bound<'py, PyDict>> {
    let engine = package::engine(py)?;
    let turn = position.side_to_move() == Color::White;
    let seconds = line.elapsed.as_secs_f64();
    let relative = match line.score() {
        Score::Cp(centipawns) => engine.call_method1("Cp", (centipawns,))?,
        Score::Mate(moves) => engine.call_method1("Mate", (moves,))?,
    };
    let rates = if line.proven { WinRates::proven(line.value) } else { WinRates::of(line.value) };
    let wdl = engine.call_method1("Wdl", (rates.win, rates.draw, rates.loss))?;
    let pv = line.pv.iter().map(|&mv| Move::written(position, mv).object(py));
    let info = PyDict::new(py);
    info.set_item("depth", line.depth)?;
    info.set_item("seldepth", line.seldepth)?;
    info.set_item("multipv", line.multipv)?;
    info.set_item("score", engine.call_method1("PovScore", (relative, turn))?)?;
    match line.bound {
        ScoreBound::Exact => {}
        ScoreBound::Lower => info.set_item("lowerbound", true)?,
        ScoreBound::Upper => info.set_item("upperbound", true)?,
    }
    info.set_item("wdl", engine.call_method1("PovWdl", (wdl, turn))?)?;
    info.set_item("nodes", line.nodes)?;
    info.set_item("nps", (line.nodes as f64 / seconds.max(0.001)) as u64)?;
    info.set_item("hashfull", line.hashfull)?;
    info.set_item("tbhits", line.tb_hits)?;
    info.set_item("time", seconds)?;
    info.set_item("pv", PyList::new(py, pv.collect::<PyResult<Vec<_>>>()?)?)?;
    Ok(info)
}

/// Removes the information of kinds that `selector` lacks, by the bits of `ferz.engine.Info`: 2 for
/// the score, 4 for the principal variation, any for the rest.
pub(super) fn select<'py>(
    info: Bound<'py, PyDict>,
    selector: Option<Natural>,
) -> PyResult<Bound<'py, PyDict>> {
    let Some(selector) = selector.map(Natural::count) else { return Ok(info) };
    for key in info.keys() {
        let kind = match key.extract::<&str>()? {
            "score" | "lowerbound" | "upperbound" => 2,
            "pv" => 4,
            _ => u32::MAX,
        };
        if selector & kind == 0 {
            info.del_item(key)?;
        }
    }
    Ok(info)
}

/// Returns the root move being searched as an `InfoDict`.
pub(super) fn current_move<'py>(
    py: Python<'py>,
    position: &Position,
    depth: u32,
    mv: ferz::Move,
    number: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let info = PyDict::new(py);
    info.set_item("depth", depth)?;
    info.set_item("currmove", Move::written(position, mv).object(py)?)?;
    info.set_item("currmovenumber", number)?;
    Ok(info)
}

/// Returns best move and ponder move, `None` for those that do not exist.
fn best_moves(
    py: Python<'_>,
    position: &Position,
    result: &SearchResult,
) -> PyResult<[Option<Py<Move>>; 2]> {
    let object =
        |mv: Option<ferz::Move>| mv.map(|mv| Move::written(position, mv).object(py)).transpose();
    Ok([object(result.best)?, object(result.ponder)?])
}

/// Returns a `BestMove`.
pub(super) fn best_move<'py>(
    py: Python<'py>,
    position: &Position,
    result: &SearchResult,
) -> PyResult<Bound<'py, PyAny>> {
    let [best, ponder] = best_moves(py, position, result)?;
    package::engine(py)?.call_method1("BestMove", (best, ponder))
}

/// Returns a `PlayResult` with the last information of the best line.
pub(super) fn play_result<'py>(
    py: Python<'py>,
    position: &Position,
    result: &SearchResult,
    line: Option<&PvLine>,
    selector: Option<Natural>,
) -> PyResult<Bound<'py, PyAny>> {
    let [best, ponder] = best_moves(py, position, result)?;
    let info = match line {
        Some(line) => select(info(py, position, line)?, selector)?,
        None => PyDict::new(py),
    };
    package::engine(py)?.call_method1("PlayResult", (best, ponder, info))
}
