//! New scores for the positions of games.
//!
//! A [`Relabeler`] searches every scored position of a game again and keeps the moves, the result and
//! the ending. A [`ParallelRelabeler`] does so for several games at a time. A score depends on the
//! game and the [`RelabelSettings`] alone: each game starts with cleared tables and the search of its
//! opening, as in self-play, and its positions are searched in order on one thread.

mod parallel;
mod relabeler;
mod settings;

pub use parallel::{ParallelRelabelError, ParallelRelabeler};
pub use relabeler::{RelabelError, Relabeler};
pub use settings::{RelabelSettings, SettingsError};
