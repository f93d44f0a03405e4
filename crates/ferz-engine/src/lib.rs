#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod bench;
pub mod clock;
mod control;
pub mod eval;
mod info;
mod limits;
mod memory;
pub mod params;
mod search;
mod searcher;
mod skill;
pub mod tablebase;
mod time;
mod tt;
pub mod value;

pub use control::{Control, SearchError};
pub use info::{PvLine, Report, ResultLine, SearchResult};
pub use limits::{Limits, SearchSettings};
pub use searcher::{Searcher, SearcherOptions};
pub use skill::Skill;
pub use tt::AllocationError;

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
/// The compiler of the engine and its target.
pub const COMPILER: &str = env!("FERZ_COMPILER");
