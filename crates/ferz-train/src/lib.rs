//! Training for Ferz: self-play, the game file, the tuner and the network trainer. The
//! binary `ferz-train` is the command line of this library.
//!
//! - [`selfplay`] plays games of the engine against itself.
//! - [`mod@format`] reads, writes and replays game files.
//! - [`tune`] fits the weights of the classical evaluation to the games.
//! - [`nnue`] trains networks on the games.
//!
//! ```no_run
//! use ferz_train::format::{Filter, GameReader};
//!
//! let filter = Filter::quiet();
//! for game in GameReader::new(std::fs::File::open("games.ferz")?)? {
//!     game?.visit(&filter, |ply| println!("{} {:?}", ply.position.fen(), ply.score))?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod format;
mod games;
pub mod nnue;
pub mod relabel;
mod score_search;
pub mod selfplay;
pub mod statistics;
pub mod tune;

pub use games::{FileGame, GameFiles, GamesError};
