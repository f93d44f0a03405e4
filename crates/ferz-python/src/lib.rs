//! The extension module `ferz._core`, on which the Python package `ferz` is built.

mod pgn;
mod polyglot;
mod syzygy;
mod wide_text;

use pyo3::prelude::*;

#[pymodule]
mod _core {
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name of the version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::pgn::{PgnText, PgnTree, read_pgn_text};

    #[pymodule_export]
    use crate::polyglot::{PolyglotBook, polyglot_random};

    #[pymodule_export]
    use crate::syzygy::{MissingTableError, SyzygyTables};
}
