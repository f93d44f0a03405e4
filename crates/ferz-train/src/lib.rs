//! Training games for Ferz: self-play, the game file and the tuner of the evaluation weights. The
//! binary `ferz-train` is the command line of this library.
//!
//! - [`selfplay`] plays games of the engine against itself.
//! - [`mod@format`] reads, writes and replays game files.
//! - [`tune`] fits the weights of the evaluation to the games.
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
pub mod nnue;
pub mod selfplay;
pub mod tune;
