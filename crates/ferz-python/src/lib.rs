//! The extension module `ferz._core`, on which the Python package `ferz` is built.

mod batch;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::batch;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name of the version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
