//! Puzzles: positions in which one side has the only moves, and what they show.

mod puzzle;
mod theme;
mod themes;

pub use puzzle::{Puzzle, PuzzleError};
pub use theme::Theme;
