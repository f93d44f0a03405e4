//! Puzzles, for `ferz.puzzles`.

use crate::file_error::file_error;
use ferz_database::csv::RecordReader;
use ferz_database::puzzles::{Answer, Attempt, Column, Puzzle, PuzzleColumns, PuzzleRow};
use ferz_game::pgn::{Input, decode};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The rows of a file of puzzles, plain or compressed with gzip, bzip2 or Zstandard. Rows that are no puzzles are left
/// out and counted.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct PuzzleRows(Mutex<Rows>);

struct Rows {
    /// The file, for errors.
    path: PathBuf,
    reader: RecordReader<Input>,
    /// `None` before the first row.
    columns: Option<PuzzleColumns>,
    skipped: u64,
    /// The first row that was left out, and why.
    fault: Option<String>,
}

/// The columns of a row: name, position, moves, rating, deviation, popularity, plays, themes, address and openings.
type RowTuple = (
    String,
    String,
    Vec<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
    Vec<String>,
    String,
    Vec<String>,
);

impl Rows {
    /// Reads the next puzzle, `None` at the end.
    fn next_puzzle(&mut self) -> std::io::Result<Option<RowTuple>> {
        while let Some(record) = self.reader.next_record()? {
            let text = decode(record.bytes);
            let row = self.columns.unwrap_or_default().row(&text);
            if row.is_blank() {
                continue;
            } else if self.columns.is_none() {
                let header = PuzzleColumns::from_header(&text);
                self.columns = header.or(Some(PuzzleColumns::default()));
                if header.is_some() {
                    continue;
                }
            }
            match row.puzzle() {
                Ok(_) => return Ok(Some(tuple(&row))),
                Err(error) => {
                    self.skipped += 1;
                    self.fault.get_or_insert_with(|| format!("line {}: {error}", record.line));
                }
            }
        }
        Ok(None)
    }
}

fn tuple(row: &PuzzleRow) -> RowTuple {
    let text = |column| row.text(column).to_owned();
    let words = |column| row.text(column).split_whitespace().map(str::to_owned).collect();
    let number = |column| row.text(column).parse().ok();
    (
        text(Column::PuzzleId),
        text(Column::Fen),
        words(Column::Moves),
        number(Column::Rating),
        number(Column::RatingDeviation),
        number(Column::Popularity),
        number(Column::NbPlays),
        words(Column::Themes),
        text(Column::GameUrl),
        words(Column::OpeningTags),
    )
}

#[pymethods]
impl PuzzleRows {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let input = py.detach(|| Input::open(&path)).map_err(|error| file_error(&path, &error))?;
        let reader = RecordReader::new(input);
        Ok(Self(Mutex::new(Rows { path, reader, columns: None, skipped: 0, fault: None })))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RowTuple>> {
        py.detach(|| {
            let mut rows = self.rows();
            rows.next_puzzle().map_err(|error| file_error(&rows.path, &error))
        })
    }

    /// The number of rows so far that are no puzzles.
    #[getter]
    fn skipped(&self) -> u64 {
        self.rows().skipped
    }

    /// The first row that is no puzzle, in words.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.rows().fault.clone()
    }
}

impl PuzzleRows {
    fn rows(&self) -> std::sync::MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a puzzle.
///
/// # Errors
/// If the position or a move is not legal, or there is no move.
fn puzzle(fen: &str, moves: &str) -> PyResult<Puzzle> {
    Puzzle::new("", fen, moves).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the themes that the moves of a puzzle show, in alphabetical order: the error, then the solution, in UCI
/// notation with spaces between them.
///
/// Raises `ValueError` if the position or a move is not legal, or there is no move.
#[pyfunction]
pub(crate) fn puzzle_themes(fen: &str, moves: &str) -> PyResult<Vec<&'static str>> {
    Ok(puzzle(fen, moves)?.find_themes().into_iter().map(|theme| theme.name()).collect())
}

/// Returns true if the moves of the solver, in UCI notation with spaces between them, solve a puzzle, as `ferz puzzles
/// solve` decides.
///
/// Raises `ValueError` if the position or a move is not legal, or there is no move of the puzzle.
#[pyfunction]
pub(crate) fn puzzle_is_solved(fen: &str, moves: &str, given: &str) -> PyResult<bool> {
    let puzzle = puzzle(fen, moves)?;
    let mut attempt = Attempt::new(&puzzle);
    for text in given.split_ascii_whitespace() {
        if attempt.rest().is_empty() {
            return Ok(false);
        }
        let illegal = |error| PyValueError::new_err(format!("{text}: {error}"));
        let mv = attempt.position().parse_uci(text).map_err(illegal)?;
        if attempt.play(mv) == Answer::Wrong {
            return Ok(false);
        }
    }
    Ok(attempt.rest().is_empty())
}
