//! The parts that commands share.

pub(crate) mod analysis_report;
pub(crate) mod arguments;
pub(crate) mod collector;
pub(crate) mod conditions;
pub(crate) mod engines;
pub(crate) mod error;
pub(crate) mod file_kind;
pub(crate) mod files;
pub(crate) mod game_analysis;
pub(crate) mod game_file;
pub(crate) mod game_jobs;
pub(crate) mod interrupt;
pub(crate) mod json;
pub(crate) mod name_report;
pub(crate) mod output;
pub(crate) mod player_input;
pub(crate) mod player_names;
pub(crate) mod prelude;
pub(crate) mod program;
pub(crate) mod progress;
pub(crate) mod puzzle_file;
pub(crate) mod sources;
pub(crate) mod terminal_board;
pub(crate) mod text;
