//! Opening books in the Polyglot format, for `ferz.polyglot`.

use ferz::position::POLYGLOT_RANDOM;
use ferz_game::book::{Book, BookEntry, BookError};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A Polyglot book that is searched in its file.
#[pyclass(frozen, module = "ferz._core")]
pub(crate) struct PolyglotBook(Book);

/// Key, move, weight and learning data of an entry.
type EntryNumbers = (u64, u16, u16, u32);

fn numbers(entry: BookEntry) -> EntryNumbers {
    (entry.key, entry.mv.0, entry.weight, entry.learn)
}

#[pymethods]
impl PolyglotBook {
    /// Opens a book. Raises `OSError` if the file cannot be opened, and `ValueError` if its length
    /// is not a multiple of 16 bytes.
    #[new]
    fn open(path: PathBuf) -> PyResult<Self> {
        Book::open(path).map(Self).map_err(|error| match error {
            BookError::Io(error) => error.into(),
            error => PyValueError::new_err(error.to_string()),
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.0.len())?)
    }

    /// Returns the numbers of an entry.
    fn entry(&self, index: u64) -> PyResult<EntryNumbers> {
        if index >= self.0.len() {
            return Err(PyIndexError::new_err("no such entry"));
        }
        Ok(numbers(self.0.entry(index)?))
    }

    /// Returns the numbers of the entries of a position, in the order of the file.
    fn find(&self, key: u64) -> PyResult<Vec<EntryNumbers>> {
        Ok(self.0.find(key)?.into_iter().map(numbers).collect())
    }
}

/// Returns the 781 random numbers of the format.
#[pyfunction]
pub(crate) fn polyglot_random() -> Vec<u64> {
    POLYGLOT_RANDOM.to_vec()
}
