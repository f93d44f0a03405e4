//! The rules against oracles: published perft counts, two generators written by others, a plain
//! rule book written here from scratch, and laws that hold at every node of random games.
//!
//! One crate, so that all topics run side by side; one topic a module.

mod peers;
mod plain;
mod walk;

mod any_encoding;
mod draws;
mod exchange;
mod generators;
mod keys;
mod making_moves;
mod move_kinds;
mod perft;
mod perft_rows;
mod symmetry;
