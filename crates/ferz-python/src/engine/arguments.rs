//! The limits and the board of a search, from Python's arguments.

use super::running::Search;
use crate::arguments::Natural;
use crate::board::Board;
use crate::chess_move::Move;
use crate::errors::IllegalMoveError;
use ferz::{Color, Position};
use ferz_engine::{Limits, SearchSettings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::time::Duration;

/// The keyword arguments of a search.
pub(super) struct SearchArguments<'a, 'py> {
    pub(super) board: &'a Bound<'py, Board>,
    /// A `ferz.engine.Limit`.
    pub(super) limit: Option<&'a Bound<'py, PyAny>>,
    pub(super) nodes: Option<Natural>,
    pub(super) depth: Option<Natural>,
    /// Seconds.
    pub(super) time: Option<f64>,
    pub(super) mate: Option<Natural>,
    pub(super) multipv: Option<Natural>,
    pub(super) root_moves: Option<&'a Bound<'py, PyAny>>,
}

impl SearchArguments<'_, '_> {
    /// Returns the search. The keywords override the fields of the limit.
    ///
    /// # Errors
    /// `ValueError` for negative times, zero lines, illegal boards and root moves.
    pub(super) fn search(&self) -> PyResult<Search> {
        let position = Board::position_with_history(self.board)?;
        let mut limits = match self.limit {
            Some(limit) => limits_of(limit)?,
            None => Limits::none(),
        };
        limits.nodes = self.nodes.map(|nodes| nodes.0).or(limits.nodes).map(|nodes| nodes.max(1));
        limits.depth = self.depth.map(Natural::count).or(limits.depth).map(|depth| depth.max(1));
        limits.mate = self.mate.map(Natural::count).or(limits.mate).map(|moves| moves.max(1));
        if let Some(seconds) = self.time {
            limits.move_time = Some(duration("time", seconds)?);
        }
        if let Some(moves) = self.root_moves {
            limits.search_moves = self.search_moves(moves, &position)?;
        }
        let multipv = self.multipv.map_or(1, Natural::size);
        if multipv == 0 {
            return Err(PyValueError::new_err("multipv is 0, but must be at least 1"));
        }
        let settings = SearchSettings::default().with_multipv(multipv);
        Ok(Search { position, limits, settings })
    }

    /// As [`search`](Self::search), of a search that must end by itself.
    ///
    /// # Errors
    /// Also `ValueError` without any limit.
    pub(super) fn limited_search(&self) -> PyResult<Search> {
        let search = self.search()?;
        if !search.limits.is_limited() {
            return Err(PyValueError::new_err(
                "the search has no limit: give nodes, depth, time or mate",
            ));
        }
        Ok(search)
    }

    fn search_moves(
        &self,
        moves: &Bound<'_, PyAny>,
        position: &Position,
    ) -> PyResult<Vec<ferz::Move>> {
        let mut found = Vec::new();
        for item in moves.try_iter()? {
            let mv: Move = *item?.cast::<Move>()?.get();
            let legal = Board::to_ferz_move(self.board, mv, position);
            found.push(legal.ok_or_else(|| {
                IllegalMoveError::new_err(format!("illegal root move: {mv} in {}", position.fen()))
            })?);
        }
        if found.is_empty() {
            return Err(PyValueError::new_err("root_moves is empty"));
        }
        Ok(found)
    }
}

/// Returns the limits of a `ferz.engine.Limit`.
fn limits_of(limit: &Bound<'_, PyAny>) -> PyResult<Limits> {
    let seconds = |name: &str| -> PyResult<Option<Duration>> {
        let value: Option<f64> = limit.getattr(name)?.extract()?;
        value.map(|seconds| duration(name, seconds)).transpose()
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
