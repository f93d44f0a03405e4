//! Tests of self-play, relabelling and game files.

mod format;
mod relabel;
mod selfplay;
mod statistics;
