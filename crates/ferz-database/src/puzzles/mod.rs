//! Puzzles: positions in which one side has the only moves, and what they show.

mod finder;
mod puzzle;
mod theme;
mod themes;

pub use finder::{Candidate, Conditions, Effort, Judge, JudgedLine, Verdict};
pub use puzzle::{Puzzle, PuzzleError};
pub use theme::{Theme, UnknownThemeError};
