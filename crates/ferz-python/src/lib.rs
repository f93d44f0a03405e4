//! The extension module `ferz._core`, on which the Python package `ferz` is built.

mod annotate;
mod arguments;
mod base_board;
mod batch;
mod board;
mod chess_move;
mod conditions;
mod engine;
mod explore;
mod file_error;
mod openings;
mod package;
mod perft;
mod pgn;
mod pickle;
mod piece;
mod polyglot;
mod puzzles;
mod square_set;
mod state;
mod syzygy;
mod variant;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
mod _core {
    use pyo3::prelude::*;

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
    use crate::{
        annotate::{GameLine, LineAnalysis},
        base_board::BaseBoard,
        batch::batch,
        board::{Board, LegalMoveGenerator, MoveStack, PseudoLegalMoveGenerator},
        chess_move::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move},
        engine::{Analysis, Engine, evaluate},
        explore::{ExploreError, GameIndex, merge_indexes},
        openings::{classify_opening, find_opening, opening_rows},
        package::{OutputFile, connect, replace_file, run_program},
        perft::{perft, perft_divide},
        pgn::{PgnText, PgnTree, pgn_variant, read_pgn_text},
        piece::{Piece, svg_piece},
        polyglot::{PolyglotBook, polyglot_key, polyglot_random},
        puzzles::{PuzzleRows, puzzle_is_solved, puzzle_themes},
        square_set::{
            SquareIterator, SquareSet, SubsetIterator, between, ray, scan_forward, scan_reversed,
        },
        syzygy::{MissingTableError, SyzygyTables},
        variant::{VariantRules, variant_name},
    };
}
