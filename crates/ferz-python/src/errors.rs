//! The exceptions about moves, all subclasses of `ValueError`.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(ferz, InvalidMoveError, PyValueError, "The text or object is not a move at all.");
create_exception!(ferz, IllegalMoveError, PyValueError, "The move is not legal in the position.");
create_exception!(
    ferz,
    AmbiguousMoveError,
    PyValueError,
    "More than one legal move of the position matches the text."
);

/// Returns a text in quotes for an error message, shortened after 120 characters.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(120) {
        None => format!("'{text}'"),
        Some((end, _)) => format!("'{}...'", &text[..end]),
    }
}
