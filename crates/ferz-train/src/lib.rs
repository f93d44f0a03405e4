#![doc = include_str!("../README.md")]
//!
//! - [`selfplay`] plays games of the engine against itself.
//! - [`relabel`] gives the positions of games new scores.
//! - [`mod@format`] reads, writes and replays game files.
//! - [`statistics`] counts results, scores and duplicates.
//! - [`tune`] fits the weights of the classical evaluation to the games.
//! - [`nnue`] trains networks on the games.
//! - [`yardstick`] measures evaluations by positions with expected points.

#![forbid(unsafe_code)]

pub mod format;
mod games;
mod loss_chart;
pub mod nnue;
mod optimizer;
pub mod relabel;
mod score_search;
pub mod selfplay;
pub mod statistics;
pub mod tune;
pub mod yardstick;

pub use games::{FileGame, GameFiles, GamesError, IllegalGame};
pub use loss_chart::{EpochLoss, draw_losses};
