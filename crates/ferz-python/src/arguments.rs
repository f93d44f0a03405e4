//! Arguments from Python: squares, piece types, colours and numbers.

use ferz::{Color, PieceType, Square};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// Returns what stands for an integer, of whatever size it is.
///
/// # Errors
/// `ValueError` if nothing does, with `expected` and the object; `TypeError` for other objects.
#[inline]
fn number<N, T>(
    object: &Bound<'_, PyAny>,
    extracted: PyResult<N>,
    find: impl FnOnce(N) -> Option<T>,
    expected: impl FnOnce() -> String,
) -> PyResult<T> {
    match extracted.map(find) {
        Ok(Some(found)) => Ok(found),
        Err(error) if !error.is_instance_of::<PyOverflowError>(object.py()) => Err(error),
        _ => Err(PyValueError::new_err(format!("{}: {}", expected(), short_repr(object)))),
    }
}

/// A square as a number 0 to 63.
#[derive(Clone, Copy)]
pub(crate) struct SquareArg(pub(crate) Square);

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let find = |index| matches!(index, 0..=63).then(|| Self(Square::wrapping(index as usize)));
        number(&object, object.extract::<i64>(), find, || "square out of range 0 to 63".to_owned())
    }
}

/// A piece type as a number 1 to 6.
#[derive(Clone, Copy)]
pub(crate) struct PieceTypeArg(pub(crate) PieceType);

impl<'py> FromPyObject<'_, 'py> for PieceTypeArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let find = |number: i64| {
            PieceType::from_index(usize::try_from(number).ok()?.checked_sub(1)?).map(Self)
        };
        number(&object, object.extract(), find, || "piece type out of range 1 to 6".to_owned())
    }
}

/// A colour: White for a true object, Black for a false one.
#[derive(Clone, Copy)]
pub(crate) struct ColorArg(pub(crate) Color);

impl<'py> FromPyObject<'_, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(if object.is_truthy()? { Color::White } else { Color::Black }))
    }
}

/// Returns the colour as Python writes it.
pub(crate) fn is_white(color: Color) -> bool {
    color == Color::White
}

/// A number that is not negative and that its type holds.
#[derive(Clone, Copy)]
pub(crate) struct Natural<T = u64>(pub(crate) T);

impl Natural {
    /// Returns the number, or the greatest one of the type.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// Returns the number, or the greatest one of the type.
    pub(crate) fn count(self) -> u32 {
        u32::try_from(self.0).unwrap_or(u32::MAX)
    }
}

impl<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'a, 'py> for Natural<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        number(&object, object.extract().map(Self), Some, || {
            format!("expected a number of at least 0 and below 2^{}", 8 * size_of::<T>())
        })
    }
}

/// An integer of any size, as the nearest one of the type: a limit, a shift or an index.
#[derive(Clone, Copy)]
pub(crate) struct Clamped(pub(crate) i64);

impl Clamped {
    /// Returns the number, or 0 for a negative one.
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0.max(0)).unwrap_or(usize::MAX)
    }
}

impl<'py> FromPyObject<'_, 'py> for Clamped {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i64::MIN } else { i64::MAX }))
            }
            number => number.map(Self),
        }
    }
}

/// Returns the `repr` of an object for an error message, shortened.
fn short_repr(object: &Bound<'_, PyAny>) -> String {
    match object.repr() {
        Ok(text) => text.to_string_lossy().chars().take(80).collect(),
        Err(_) => "the argument".to_owned(),
    }
}

/// Returns a text in quotes for an error message, shortened after 120 characters.
pub(crate) fn clipped(text: &str) -> String {
    match text.char_indices().nth(120) {
        None => format!("'{text}'"),
        Some((end, _)) => format!("'{}...'", &text[..end]),
    }
}
