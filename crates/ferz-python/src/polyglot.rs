//! Opening books in the Polyglot format, for `ferz.polyglot`.

use crate::arguments::{Clamped, Natural};
use crate::board::Board;
use crate::file_error::file_error;
use ferz::position::POLYGLOT_RANDOM;
use ferz::{Bitboard, CastleSide, Color, PieceType, attacks};
use ferz_game::book::{Book, BookEntry, BookError};
use pyo3::exceptions::{PyIndexError, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;

/// The index of the first number for a castling right: White short, White long, Black short, Black
/// long.
const CASTLING: usize = 768;
/// The index of the first number for an en passant file.
const EN_PASSANT: usize = 772;
/// The index of the number for White to move.
const WHITE_TO_MOVE: usize = 780;

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
            BookError::Io { path, error } => file_error(&path, &error),
            BookError::NoFile { .. } => PyOSError::new_err(error.to_string()),
            error => PyValueError::new_err(error.to_string()),
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.0.len())?)
    }

    /// Returns the numbers of an entry.
    fn entry(&self, index: Clamped) -> PyResult<EntryNumbers> {
        let index = u64::try_from(index.0).unwrap_or(u64::MAX);
        if index >= self.0.len() {
            return Err(PyIndexError::new_err("no such entry"));
        }
        Ok(numbers(self.0.entry(index)?))
    }

    /// Returns the numbers of the entries of a position, in the order of the file.
    fn find(&self, key: Natural) -> PyResult<Vec<EntryNumbers>> {
        Ok(self.0.find(key.0)?.into_iter().map(numbers).collect())
    }
}

/// Returns the Polyglot key of any board. The en passant file counts if a pawn attacks the square,
/// pinned or not.
#[pyfunction]
pub(crate) fn polyglot_key(board: &Bound<'_, Board>) -> u64 {
    let state = Board::snapshot(board);
    let mut key = 0;
    for (square, piece) in state.piece_list(Bitboard::ALL) {
        let kind = 2 * piece.piece_type().index() + usize::from(piece.color() == Color::White);
        key ^= POLYGLOT_RANDOM[64 * kind + square.index()];
    }
    for (index, (color, side)) in CastleSide::BY_COLOR.into_iter().enumerate() {
        if !state.rights_of(color, Some(side)).is_empty() {
            key ^= POLYGLOT_RANDOM[CASTLING + index];
        }
    }
    if let Some(target) = state.ep_square {
        let pawns = state.by_type[PieceType::Pawn] & state.by_color[state.turn];
        if !(attacks::pawn(!state.turn, target) & pawns).is_empty() {
            key ^= POLYGLOT_RANDOM[EN_PASSANT + target.file().index()];
        }
    }
    if state.turn == Color::White { key ^ POLYGLOT_RANDOM[WHITE_TO_MOVE] } else { key }
}

/// Returns the 781 random numbers of the format.
#[pyfunction]
pub(crate) fn polyglot_random() -> Vec<u64> {
    POLYGLOT_RANDOM.to_vec()
}
