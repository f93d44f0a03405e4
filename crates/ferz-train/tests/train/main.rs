//! Tests of self-play, relabelling, game files and their conversion.

mod convert;
mod format;
mod relabel;
mod selfplay;
mod statistics;
