//! Tests of the rules against published perft counts, two independent generators, and a reference
//! implementation, mostly over the positions of random games.
//!
//! One crate with a module for each topic, so that all topics run in parallel.

mod peers;
mod reference;
mod walk;

mod draws;
mod encodings;
mod epd;
mod fen;
mod gen_types;
mod generators;
mod keys;
mod making_moves;
mod moves_as_text;
mod panics;
mod perft;
mod perft_rows;
mod see;
mod setup_faults;
mod sums;
mod symmetry;
