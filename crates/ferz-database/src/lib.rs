//! Games as data: which games are selected, and the index of their positions.

#![forbid(unsafe_code)]

pub mod csv;
mod date;
pub mod facts;
pub mod index;
mod merge;
mod mode;
mod notation;
pub mod puzzles;
pub mod selection;
mod speed;

pub use date::{GameDate, ParseGameDateError};
pub use merge::MergedGames;
pub use mode::{GameMode, ParseGameModeError};
pub use notation::{MoveNotation, parse_line, parse_move};
pub use speed::{ParseSpeedError, Speed};
