//! A chess engine as a library: search, evaluation, transposition table, time and threads.
//!
//! It prints nothing. A [`Searcher`] searches positions and reports through a callback; a
//! [`session::Session`] takes the commands of the UCI protocol and gives its replies as values.
//!
//! ```
//! use ferz::Position;
//! use ferz_engine::{Control, Limits, Searcher, SearchSettings};
//!
//! let mut searcher = Searcher::new(1, 16)?;
//! let outcome = searcher.search(
//!     &Position::startpos(),
//!     &Limits::depth(6),
//!     &SearchSettings::default(),
//!     &Control::default(),
//!     &mut |_report| {},
//! );
//! assert!(outcome.best.is_some());
//! # Ok::<(), ferz_engine::AllocationError>(())
//! ```

#![deny(unsafe_code)]

pub mod bench;
mod control;
pub mod eval;
mod flip;
mod limits;
mod nodestime;
pub mod options;
pub mod params;
mod prefetch;
mod search;
mod searcher;
pub mod session;
pub mod tablebase;
mod time;
mod tt;
pub mod value;

pub use control::Control;
pub use flip::color_flipped;
pub use limits::Limits;
pub use search::report::{Line, Report, SearchResult};
pub use search::skill::Skill;
pub use searcher::{SearchSettings, Searcher};
pub use tt::{AllocationError, TranspositionTable, TtEntry};

/// The engine's name and version.
pub const NAME: &str = concat!("Ferz ", env!("CARGO_PKG_VERSION"));
/// Who wrote it.
pub const AUTHORS: &str = "the Ferz developers";
/// What it says of itself.
pub const ABOUT: &str = concat!(
    "Ferz ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine in Rust, MIT OR Apache-2.0, by the Ferz developers"
);
