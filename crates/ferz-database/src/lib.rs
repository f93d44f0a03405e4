//! Games as data: which games are selected, the index of their positions, puzzles and repertoires.
//!
//! # Design
//!
//! - **A selection is a value**: its fields are the values of the conditions, without the command line. `Tests` are those of the
//!   conditions that are given, so that a game costs nothing for the others.
//! - **Merged games carry their numbers in the text** (`[%games 12]`), so that a tree is merged to itself, with further games,
//!   and in any order, without another file.
//! - **`regex-lite` in place of `regex`**: conditions on tags need no Unicode tables, and it compiles in a tenth of the time.
//! - **The index is inverted**: for each position its moves, and for each move the games, not sums by rating or speed. Most
//!   positions occur in one game, so that the lists cost little, and every filter is exact. From eight games on a move has
//!   its counts too, and a probe without a filter reads no game.
//! - **Segments never change.** Adding sorts what fits the memory and writes a segment, merging and compacting read segments
//!   in the order of their keys: an external sort is both. The manifest is replaced as a whole, and nothing else decides
//!   what the index is.
//! - **A checksum for each block of 4 KiB**, not for each file: a probe verifies what it reads. Reading goes by place, without
//!   a memory map, so that a file that shrinks is an error and not a signal.
//! - **Puzzles know no engine**: a trait `Judge` returns the best lines of a position with expected scores. Themes are rules on
//!   the moves, tested on the themes of Lichess's puzzles, a public column; no code of its tagger was used. `Attempt` has the
//!   rules by which a person solves them.
//! - **A repertoire is positions**, for the condition `follows` too: chapters that transpose continue each other. A game has left
//!   it for good once it has fewer men than any of its positions, and is read no further.
//! - **A move is its rank** among the legal moves by their bits, one byte: the reader has the position. Positions have all 64
//!   bits of their key, in the number of the bucket and after it.

#![forbid(unsafe_code)]

pub mod collector;
pub mod crosstable;
pub mod csv;
mod date;
pub mod facts;
pub mod index;
mod merge;
mod mode;
mod notation;
pub mod puzzles;
pub mod repertoire;
#[cfg(feature = "serde")]
pub mod rows;
pub mod selection;
mod speed;
#[cfg(feature = "serde")]
pub mod statistics;

pub use date::{GameDate, ParseGameDateError, date_text, day_number};
pub use merge::MergedGames;
pub use mode::{GameMode, ParseGameModeError};
pub use notation::{MoveNotation, parse_line, parse_move};
pub use speed::{ParseSpeedError, Speed};
