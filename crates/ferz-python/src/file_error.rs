//! Errors of files, with the names of the files.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::io;
use std::path::Path;

/// Returns an error of the operating system as `open` raises it: a subclass of `OSError`, such as
/// `FileNotFoundError`, that names the file in its text and in `filename`.
pub(crate) fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let text = error.to_string();
    match error.raw_os_error() {
        // Python selects the subclass by this number, which Windows counts in another way.
        Some(number) if !cfg!(windows) => {
            let reason = text.split(" (os error").next().unwrap_or(&text).to_owned();
            PyOSError::new_err((number, reason, path.as_os_str().to_owned()))
        }
        _ => io::Error::new(error.kind(), format!("{}: {text}", path.display())).into(),
    }
}
