//! The extension module `ferz._core`, on which the Python package `ferz` is built.

mod annotate;
mod arguments;
mod base_board;
mod batch;
mod board;
mod chess_move;
mod engine;
mod package;
mod perft;
mod pgn;
mod pickle;
mod piece;
mod polyglot;
mod square_set;
mod state;
mod syzygy;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::batch;

    /// Makes the submodule known to the import system.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let modules = module.py().import("sys")?.getattr("modules")?;
        modules.set_item("ferz._core.batch", module.getattr("batch")?)
    }

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name of the version")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::annotate::{GameLine, LineAnalysis};
    #[pymodule_export]
    use crate::base_board::BaseBoard;
    #[pymodule_export]
    use crate::board::{Board, LegalMoveGenerator, MoveStack, PseudoLegalMoveGenerator};
    #[pymodule_export]
    use crate::chess_move::Move;
    #[pymodule_export]
    use crate::chess_move::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};
    #[pymodule_export]
    use crate::engine::{Analysis, Engine, evaluate};
    #[pymodule_export]
    use crate::package::connect;
    #[pymodule_export]
    use crate::package::{replace_file, run_program};
    #[pymodule_export]
    use crate::perft::{perft, perft_divide};
    #[pymodule_export]
    use crate::pgn::pgn_variant;
    #[pymodule_export]
    use crate::pgn::{PgnText, PgnTree, read_pgn_text};
    #[pymodule_export]
    use crate::piece::{Piece, svg_piece};
    #[pymodule_export]
    use crate::polyglot::{PolyglotBook, polyglot_key, polyglot_random};
    #[pymodule_export]
    use crate::square_set::{
        SquareIterator, SquareSet, SubsetIterator, between, ray, scan_forward, scan_reversed,
    };
    #[pymodule_export]
    use crate::syzygy::{MissingTableError, SyzygyTables};
}
