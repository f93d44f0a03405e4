//! Games that Ferz plays against itself, and the file they are kept in, for whoever learns from
//! them.
//!
//! - [`mod@format`]: the game file, read and written.
//! - [`selfplay`]: where the games come from.
//! - [`tune`]: the weights of the evaluation, learned from the games.
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
