//! Games as data: which games are selected, and the index of their positions.

#![forbid(unsafe_code)]

pub mod selection;
