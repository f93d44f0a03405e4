//! Puzzles: positions in which one side has the only moves, and what they show.

mod finder;
mod game;
mod puzzle;
mod theme;
mod themes;

pub use finder::{Candidate, Conditions, Effort, FailedTurn, Judge, JudgedLine, Verdict};
pub use game::GamePuzzles;
pub use puzzle::{Puzzle, PuzzleError};
pub use theme::{Theme, UnknownThemeError};
