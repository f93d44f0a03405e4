#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod available_memory;
pub mod bench;
mod control;
pub mod eval;
mod limits;
mod nodestime;
pub mod options;
pub mod params;
mod prefetch;
mod score;
mod search;
mod searcher;
pub mod session;
pub mod tablebase;
mod time;
mod tt;
pub mod value;

pub use control::Control;
pub use limits::Limits;
pub use score::SearchScore;
pub use search::report::{Line, Report, SearchResult};
pub use search::skill::Skill;
pub use searcher::{SearchError, SearchSettings, Searcher, SearcherBuilder};
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

/// Runs the examples of the documentation as tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../../../docs/start/rust.md")]
    mod start {}
    #[doc = include_str!("../../../docs/guides/move-generator.md")]
    mod move_generator {}
}
