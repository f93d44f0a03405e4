//! Output files.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Replaces a file by this content as a whole: after an error or a kill it has its old content.
#[pyfunction]
pub(crate) fn replace_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    py.detach(|| ferz_output::replace(&path, content))
        .map_err(|error| PyOSError::new_err(error.to_string()))
}
