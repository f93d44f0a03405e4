//! A chess engine as a library: search, evaluation, transposition table, time management and parallel
//! search.
//!
//! The crate prints nothing. A [`Searcher`] searches positions and reports through a callback. A
//! [`session::Session`] executes UCI commands and returns its replies as values.
//!
//! ```
//! use ferz::Position;
//! use ferz_engine::{Control, Limits, Searcher, SearchSettings};
//!
//! let mut searcher = Searcher::new(1, 16)?;
//! let result = searcher.search(
//!     &Position::startpos(),
//!     &Limits::depth(6),
//!     &SearchSettings::default(),
//!     &Control::default(),
//!     &mut |_report| {},
//! );
//! assert!(result.best.is_some());
//! # Ok::<(), ferz_engine::AllocationError>(())
//! ```

#![deny(unsafe_code)]

pub mod bench;
mod control;
pub mod eval;
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
pub use limits::Limits;
pub use search::report::{Line, Report, SearchResult};
pub use search::skill::Skill;
pub use searcher::{SearchSettings, Searcher};
pub use tt::{AllocationError, TranspositionTable, TtEntry};

/// The engine's name and version.
pub const NAME: &str = concat!("Ferz ", env!("CARGO_PKG_VERSION"));
/// The engine's authors.
pub const AUTHORS: &str = "the Ferz developers";
/// The engine's description for `UCI_EngineAbout`.
pub const ABOUT: &str = concat!(
    "Ferz ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine in Rust, MIT OR Apache-2.0, by the Ferz developers"
);
