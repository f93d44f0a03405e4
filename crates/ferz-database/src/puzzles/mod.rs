//! Puzzles: positions in which one side has the only moves, and what they show.

mod attempt;
mod finder;
mod game;
mod mate;
mod pgn;
mod puzzle;
mod rows;
mod source_game;
mod theme;
mod themes;

pub use attempt::{Answer, Attempt};
pub use finder::{Conditions, Effort, FailedTurn, Judge, JudgedLine, PuzzleCandidate, Verdict};
pub use game::GamePuzzles;
pub use puzzle::{Puzzle, PuzzleError};
pub use rows::{Column, PuzzleColumns, PuzzleForm, PuzzleRow};
pub use source_game::SourceGame;
pub use theme::{Theme, UnknownThemeError};
