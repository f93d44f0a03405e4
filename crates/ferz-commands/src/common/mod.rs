//! The parts that commands share.

pub(crate) mod board;
pub(crate) mod engines;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod interrupt;
pub(crate) mod options;
pub(crate) mod output;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod text;
