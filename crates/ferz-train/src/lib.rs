#![doc = include_str!("../README.md")]
//!
//! - [`selfplay`] plays games of the engine against itself.
//! - [`relabel`] gives the positions of games new scores.
//! - [`mod@format`] reads, writes and replays game files.
//! - [`convert`] reads and writes the training data of other programs.
//! - [`statistics`] counts results, scores and duplicates.
//! - [`nnue`] trains networks on the games.

#![forbid(unsafe_code)]

pub mod convert;
pub mod format;
mod games;
mod loss_chart;
pub mod nnue;
mod optimizer;
pub mod relabel;
mod score_fit;
mod score_search;
pub mod selfplay;
pub mod statistics;
mod workers;

pub use games::{FileGame, GameFiles, GamesError, IllegalGame};
pub use loss_chart::{EpochLoss, draw_losses};
pub use score_fit::WdlFit;
