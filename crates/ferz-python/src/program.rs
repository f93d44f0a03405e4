//! The program `ferz` for `python -m ferz`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the program `ferz` with these arguments, of which the first is the program's name, on the
/// standard streams of the process, and returns its exit status. Without further arguments it is a
/// UCI engine.
///
/// Ctrl-C and an output whose reader is gone may end the process, so call it from programs that do
/// nothing else. The lock of the interpreter is released meanwhile.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ferz_commands::run(arguments))
}
