//! What Python's programs need of the system: the program `ferz` for `python -m ferz`, and output files.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

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

/// Replaces a file by this content as a whole: after an error or a kill it has its old content.
#[pyfunction]
pub(crate) fn replace_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    py.detach(|| ferz_output::replace(&path, content))
        .map_err(|error| PyOSError::new_err(error.to_string()))
}
