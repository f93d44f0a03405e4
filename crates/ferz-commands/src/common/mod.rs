//! The parts that commands share.

pub(crate) mod board;
pub(crate) mod engines;
pub(crate) mod error;
pub(crate) mod error_log;
pub(crate) mod game_output;
pub(crate) mod input;
pub(crate) mod interrupt;
pub(crate) mod openings;
pub(crate) mod output;
pub(crate) mod output_file;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod score;
pub(crate) mod setup;
pub(crate) mod tables;
pub(crate) mod text;
pub(crate) mod workers;
