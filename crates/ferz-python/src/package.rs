//! Links between the extension and the package: modules that the package passes when it is imported,
//! since the extension imports nothing of it, the program `ferz`, and output files.

use pyo3::exceptions::{PyImportError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::IntoPyDict;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

struct Package {
    epd: Py<PyModule>,
    rules: Py<PyModule>,
    outcome: Py<PyModule>,
    import: Py<PyAny>,
}

static PACKAGE: PyOnceLock<Package> = PyOnceLock::new();

/// Sets the modules for operations of EPD, rules of subclasses and outcomes, and the function that
/// imports a larger module at its first use. Later calls have no effect.
#[pyfunction]
pub(crate) fn connect(
    py: Python<'_>,
    epd: Py<PyModule>,
    rules: Py<PyModule>,
    outcome: Py<PyModule>,
    import_: Py<PyAny>,
) {
    let _ = PACKAGE.set(py, Package { epd, rules, outcome, import: import_ });
}

fn package(py: Python<'_>) -> PyResult<&Package> {
    PACKAGE.get(py).ok_or_else(|| PyImportError::new_err("the package ferz is not imported"))
}

/// Returns the module that reads and writes operations of EPD.
pub(crate) fn epd(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    Ok(package(py)?.epd.bind(py))
}

/// Returns the module of the rules of boards whose class overrides some.
pub(crate) fn rules(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    Ok(package(py)?.rules.bind(py))
}

/// Returns the module with `Status`, `Termination` and `Outcome`.
pub(crate) fn outcome(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    Ok(package(py)?.outcome.bind(py))
}

/// Returns the module with the classes of scores, results and errors of engines.
pub(crate) fn engine(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    package(py)?.import.bind(py).call1(("engine",))
}

/// Calls a function of the module that draws boards and pieces, with a size and keyword arguments.
pub(crate) fn svg<'py>(
    py: Python<'py>,
    function: &str,
    size: u32,
    keywords: &[(&str, &Bound<'py, PyAny>)],
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = keywords.into_py_dict(py)?;
    keywords.set_item("size", size)?;
    let module = package(py)?.import.bind(py).call1(("svg",))?;
    module.call_method(function, (), Some(&keywords))
}

/// Runs the program `ferz` with these arguments, of which the first is the program's name, on the
/// standard streams of the process, and returns its exit status. Without further arguments it is a
/// UCI engine.
///
/// Ctrl-C and an output whose reader is gone may end the process, so call it from programs that do
/// nothing else. The lock of the interpreter is released meanwhile.
#[pyfunction]
pub(crate) fn run_program(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ferz_cli::run(arguments))
}

/// Replaces a file by this content as a whole: after an error or a kill it has its old content.
#[pyfunction]
pub(crate) fn replace_file(py: Python<'_>, path: PathBuf, content: &[u8]) -> PyResult<()> {
    py.detach(|| ferz_output::replace(&path, content))
        .map_err(|error| PyOSError::new_err(error.to_string()))
}

/// A file that replaces an old one as a whole when it is committed: after an error or a kill the old one is
/// there. A discarded file, or one that is deleted, leaves the old one.
#[pyclass(module = "ferz._core")]
pub(crate) struct OutputFile(Option<ferz_output::OutputFile>);

#[pymethods]
impl OutputFile {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let file = ferz_output::OutputFile::create(&path);
        file.map(|file| Self(Some(file))).map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Writes bytes at the end.
    fn write(&mut self, py: Python<'_>, content: &[u8]) -> PyResult<()> {
        let file = self.0.as_mut().ok_or_else(closed)?;
        Ok(py.detach(|| file.write_all(content))?)
    }

    /// Replaces the old file.
    fn commit(&mut self, py: Python<'_>) -> PyResult<()> {
        let file = self.0.take().ok_or_else(closed)?;
        py.detach(|| file.commit()).map_err(|error| PyOSError::new_err(error.to_string()))
    }

    /// Leaves the old file as it is.
    fn discard(&mut self) {
        self.0 = None;
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("the file is closed")
}
