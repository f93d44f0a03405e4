//! Errors that name the element of an array.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    ferz.batch,
    PositionError,
    PyValueError,
    "An element of an array or a list is invalid. `index` is its index, `text` the element or its \
     fault in words."
);

/// The fault of one element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ElementError {
    /// The index of the element.
    pub index: usize,
    /// The fault in words.
    pub fault: String,
}

impl ElementError {
    pub fn new(index: usize, fault: impl Display) -> Self {
        Self { index, fault: fault.to_string() }
    }
}

/// The end of a computation without a result.
#[derive(Debug)]
pub(super) enum Stop {
    /// An element is invalid.
    Element(ElementError),
    /// A signal handler raised an exception, such as `KeyboardInterrupt`.
    Signal(PyErr),
}

impl From<Stop> for PyErr {
    fn from(stop: Stop) -> Self {
        let ElementError { index, fault } = match stop {
            Stop::Signal(error) => return error,
            Stop::Element(error) => error,
        };
        let error = PositionError::new_err(format!("position {index}: {fault}"));
        Python::attach(|py| {
            let value = error.value(py);
            let set = value.setattr("index", index).and_then(|()| value.setattr("text", &fault));
            match set {
                Ok(()) => error,
                Err(other) => other,
            }
        })
    }
}
