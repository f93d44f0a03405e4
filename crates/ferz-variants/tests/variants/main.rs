//! Tests of the rules of variants: published counts, equality with `ferz`, properties in random games, and
//! the traps of each variant.

mod chess;
mod perft;
mod random;
mod traps;
