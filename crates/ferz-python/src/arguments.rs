//! Arguments from Python: squares, piece types, colours and numbers.

use ferz::{Color, PieceType, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A square as a number 0 to 63.
#[derive(Clone, Copy)]
pub(crate) struct SquareArg(pub(crate) Square);

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(index @ 0..=63) => Ok(Self(Square::wrapping(index as usize))),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(error),
            _ => Err(PyValueError::new_err(format!(
                "square out of range: {} is not in 0..=63",
                short_repr(&object)
            ))),
        }
    }
}

/// A piece type as a number 1 to 6.
#[derive(Clone, Copy)]
pub(crate) struct PieceTypeArg(pub(crate) PieceType);

impl<'py> FromPyObject<'_, 'py> for PieceTypeArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i64>() {
            Ok(number @ 1..=6) => match PieceType::from_index(number as usize - 1) {
                Some(piece_type) => Ok(Self(piece_type)),
                None => unreachable!("six piece types"),
            },
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(error),
            _ => Err(PyValueError::new_err(format!(
                "piece type out of range: {} is not in 1..=6",
                short_repr(&object)
            ))),
        }
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

/// A number from 0 to 2^64 - 1.
#[derive(Clone, Copy)]
pub(crate) struct Natural(pub(crate) u64);

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

impl<'py> FromPyObject<'_, 'py> for Natural {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(number) => Ok(Self(number)),
            Err(error) if error.is_instance_of::<PyTypeError>(object.py()) => Err(error),
            Err(_) => Err(PyValueError::new_err(format!(
                "expected a number of at least 0 and below 2^64, found {}",
                short_repr(&object)
            ))),
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

/// Returns the result of `__eq__`: `NotImplemented` for `None`, an object of another type, whose own
/// comparison is tried next.
pub(crate) fn equality(other: &Bound<'_, PyAny>, equal: Option<bool>) -> PyResult<Py<PyAny>> {
    let py = other.py();
    Ok(match equal {
        Some(equal) => equal.into_pyobject(py)?.to_owned().into_any().unbind(),
        None => py.NotImplemented(),
    })
}
