//! A prober of Syzygy endgame tablebases, designed by Ronald de Man: win, draw or loss (WDL) and the
//! distance to zeroing (DTZ) of positions with up to seven men.
//!
//! ```no_run
//! use ferz::Position;
//! use ferz_syzygy::{Tablebases, Wdl};
//!
//! let tables = Tablebases::open(["/path/to/syzygy"]);
//! let mut position = Position::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1")?;
//! assert_eq!(tables.wdl(&mut position)?, Wdl::Win);
//! assert!(tables.dtz(&mut position)? > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate has no unsafe code and no global state: several sets of tables can be open in one
//! process, and any number of threads may probe at once. A missing, truncated or corrupt file gives
//! an error.
//!
//! The format follows the description that comes with the tables, and the probing code of Fathom and
//! Pyrrhic, both under the MIT licence. A separate implementation exists because `pyrrhic-rs`, the
//! prober for Rust under a permissive licence, is a translation of Fathom to unsafe Rust with global
//! state and unchecked file contents.

#![forbid(unsafe_code)]

mod error;
mod file;
mod index;
mod material;
mod pairs;
mod probe;
mod squares;
mod table;
mod tablebases;
mod wdl;

pub use error::{ProbeError, TableError, TableKind};
pub use material::{MAX_MEN, Material, ParseMaterialError};
pub use tablebases::{SkippedFile, Tablebases};
pub use wdl::Wdl;
