//! Puzzles and compressed texts, for `ferz.puzzles`.

use ferz_database::puzzles::Puzzle;
use ferz_game::pgn::Input;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::io::Read as _;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The most bytes of one call of `InputFile.read`.
const MAX_READ: usize = 1 << 20;

/// A file, plain or compressed with gzip, bzip2 or Zstandard, that is read from its beginning.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct InputFile(Mutex<Input>);

#[pymethods]
impl InputFile {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        Ok(Self(Mutex::new(py.detach(|| Input::open(path))?)))
    }

    /// Returns the next bytes after decompression, none at the end.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let mut bytes = Vec::new();
            let mut input = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            input.by_ref().take(MAX_READ as u64).read_to_end(&mut bytes).map(|_| bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// Returns the themes that the moves of a puzzle show, in alphabetical order: the error, then the solution, in UCI
/// notation with spaces between them.
///
/// Raises `ValueError` if the position or a move is not legal, or the number of moves is odd or zero.
#[pyfunction]
pub(crate) fn puzzle_themes(fen: &str, moves: &str) -> PyResult<Vec<&'static str>> {
    let puzzle = Puzzle::new("", fen, moves);
    let puzzle = puzzle.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(puzzle.find_themes().into_iter().map(|theme| theme.name()).collect())
}
