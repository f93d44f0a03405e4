//! `ferz._core.batch`: arrays of positions, on all cores without the interpreter lock.
//!
//! Positions come as the bytes of [`ferz::packed`], 32 each, in one contiguous NumPy array; the
//! Python module `ferz.batch` checks types and shapes and allocates the results. Each record is
//! checked when it is read, so arrays of any origin are safe input.

mod blocks;
mod facts;
mod moves;
mod pgn;
mod planes;
mod policy;
mod records;
mod search;

pub(crate) use pgn::TextSource;
use pyo3::prelude::*;

/// The functions behind `ferz.batch`.
#[pymodule]
pub mod batch {
    #[pymodule_export]
    use super::{
        blocks::PositionError,
        facts::{
            checks, evaluate, game_ends, keys, legal_move_counts, openings, perft, piece_counts,
        },
        moves::{from_san, from_uci, legal_moves, play, to_san, to_uci},
        pgn::PgnStream,
        planes::planes,
        policy::{legal_mask, move_indexes, moves_from_indexes},
        records::{from_fens, to_fens},
        search::{game_texts, search, selfplay_text},
    };
}
