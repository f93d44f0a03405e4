//! The limits and the board of a search, from Python's arguments.

use super::running::SearchRequest;
use crate::arguments::{Natural, clipped};
use crate::board::Board;
use crate::chess_move::{IllegalMoveError, Move};
use ferz::{Color, Position};
use ferz_engine::{Limits, SearchSettings};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The keyword arguments of a search.
#[derive(Default)]
pub(super) struct SearchArguments<'py> {
    nodes: Option<Natural>,
    depth: Option<Natural>,
    /// Seconds.
    time: Option<f64>,
    mate: Option<Natural>,
    pub(super) multipv: Option<Natural>,
    root_moves: Option<Bound<'py, PyAny>>,
    pub(super) game: Option<Bound<'py, PyAny>>,
    /// The kinds of information, all for `None`.
    pub(super) info: Option<Natural>,
    pub(super) options: Option<Bound<'py, PyAny>>,
    pub(super) ponder: bool,
}

impl<'py> SearchArguments<'py> {
    /// Reads the keyword arguments of a method.
    ///
    /// # Errors
    /// `TypeError` for unknown names and values of other types, and `ValueError` for negative numbers.
    pub(super) fn new(method: &str, keywords: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut arguments = Self::default();
        for (name, value) in keywords.into_iter().flatten() {
            let name: String = name.extract()?;
            arguments.set(method, &name, &value).map_err(|error| named(&value, &name, error))?;
        }
        Ok(arguments)
    }

    fn set(&mut self, method: &str, name: &str, value: &Bound<'py, PyAny>) -> PyResult<()> {
        match (name, method) {
            ("nodes", _) => self.nodes = value.extract()?,
            ("depth", _) => self.depth = value.extract()?,
            ("time", _) => self.time = value.extract()?,
            ("mate", _) => self.mate = value.extract()?,
            ("info", _) => self.info = value.extract()?,
            ("root_moves", _) => self.root_moves = value.extract()?,
            ("game", _) => self.game = value.extract()?,
            ("options", _) => self.options = value.extract()?,
            ("multipv", "analyse" | "analysis") => self.multipv = value.extract()?,
            ("ponder", "play") => self.ponder = value.is_truthy()?,
            // UCI has no offers of draws, and the engine plays alike against all opponents.
            ("draw_offered" | "opponent", "play") => {}
            _ => return Err(PyTypeError::new_err(format!("{method}() has no such argument"))),
        }
        Ok(())
    }

    /// Returns the search of a position. The keywords override the fields of the limit, a
    /// `ferz.engine.Limit`.
    ///
    /// # Errors
    /// `ValueError` for negative times, zero lines, illegal boards and root moves.
    pub(super) fn search(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SearchRequest> {
        let position = Board::position_with_history(board)?;
        let mut limits = match limit {
            Some(limit) => limits_of(limit)?,
            None => Limits::none(),
        };
        limits.nodes = self.nodes.map(|nodes| nodes.0).or(limits.nodes).map(|nodes| nodes.max(1));
        limits.depth = self.depth.map(Natural::count).or(limits.depth).map(|depth| depth.max(1));
        limits.mate = self.mate.map(Natural::count).or(limits.mate).map(|moves| moves.max(1));
        if let Some(seconds) = self.time {
            limits.move_time = Some(duration("time", seconds)?);
        }
        if let Some(moves) = &self.root_moves {
            limits.search_moves = search_moves(board, moves, &position)?;
        }
        let multipv = self.multipv.map_or(1, Natural::size);
        if multipv == 0 {
            return Err(PyValueError::new_err("multipv is 0, but must be at least 1"));
        }
        let settings = SearchSettings { multipv, ..SearchSettings::default() };
        Ok(SearchRequest { position, limits, settings })
    }

    /// As [`search`](Self::search), of a search that must end by itself.
    ///
    /// # Errors
    /// Also `ValueError` without any limit.
    pub(super) fn limited_search(
        &self,
        board: &Bound<'py, Board>,
        limit: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<SearchRequest> {
        let search = self.search(board, limit)?;
        if !search.limits.is_limited() {
            return Err(PyValueError::new_err(
                "the search has no limit: give nodes, depth, time or mate",
            ));
        }
        Ok(search)
    }
}

/// Adds the name of an argument to the error of its value.
fn named(value: &Bound<'_, PyAny>, name: &str, error: PyErr) -> PyErr {
    let text = format!("argument {}: {}", clipped(name), error.value(value.py()));
    if error.is_instance_of::<PyTypeError>(value.py()) {
        PyTypeError::new_err(text)
    } else if error.is_instance_of::<PyValueError>(value.py())
        || error.is_instance_of::<PyOverflowError>(value.py())
    {
        PyValueError::new_err(text)
    } else {
        error
    }
}

/// Returns the moves of `root_moves`.
///
/// # Errors
/// `ValueError` for illegal moves, or none.
fn search_moves(
    board: &Bound<'_, Board>,
    moves: &Bound<'_, PyAny>,
    position: &Position,
) -> PyResult<Vec<ferz::Move>> {
    let mut found = Vec::new();
    for item in moves.try_iter()? {
        let mv: Move = *item?.cast::<Move>()?.get();
        let legal = Board::snapshot(board).find_in(mv, position);
        found.push(legal.ok_or_else(|| {
            IllegalMoveError::new_err(format!("illegal root move: {mv} in {}", position.fen()))
        })?);
    }
    if found.is_empty() {
        return Err(PyValueError::new_err("root_moves is empty"));
    }
    Ok(found)
}

/// Returns the limits of a `ferz.engine.Limit`.
fn limits_of(limit: &Bound<'_, PyAny>) -> PyResult<Limits> {
    let seconds = |name: &str| -> PyResult<Option<Duration>> {
        let value = limit.getattr(name)?;
        let number: Option<f64> = value.extract().map_err(|error| named(&value, name, error))?;
        number.map(|seconds| duration(name, seconds)).transpose()
    };
    let increment = |name| Ok::<_, PyErr>(seconds(name)?.unwrap_or_default());
    let number = |name: &str| limit.getattr(name)?.extract::<Option<Natural>>();
    let mut limits = Limits {
        move_time: seconds("time")?,
        depth: number("depth")?.map(Natural::count),
        nodes: number("nodes")?.map(|nodes| nodes.0),
        mate: number("mate")?.map(Natural::count),
        moves_to_go: number("remaining_moves")?.map(Natural::count),
        ..Limits::none()
    };
    limits.clock[Color::White] = seconds("white_clock")?;
    limits.clock[Color::Black] = seconds("black_clock")?;
    limits.increment[Color::White] = increment("white_inc")?;
    limits.increment[Color::Black] = increment("black_inc")?;
    Ok(limits)
}

fn duration(name: &str, seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| PyValueError::new_err(format!("{name} is not a time in seconds: {seconds}")))
}
