//! A prober of Syzygy endgame tablebases, as Ronald de Man designed them: up to seven men, win, draw
//! or loss (WDL) and the distance to zeroing (DTZ).
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
//! # Why not one of those that exist
//!
//! The permissive one, `pyrrhic-rs` 0.2, is Fathom's C translated by a tool: `static mut` for all it
//! knows, so one set of tables a process; C's `malloc` and `exit`; a root probe that must not meet
//! another thread; a colon between folders on every system; and no check of a file's contents, so
//! that a damaged one reads memory at random. A wrapper would hide that and mend none of it. The
//! other prober for Rust is under the GPL. This one has no unsafe code and no global state, any
//! number of threads may probe at once, and a file that is missing, cut short or damaged gives an
//! error. What the format is was learned from the description that comes with the tables and from
//! Fathom and Pyrrhic, which are under the MIT licence.

#![forbid(unsafe_code)]

mod fault;
mod material;
mod number;
mod pairs;
mod probe;
mod store;
mod table;
mod tablebases;
mod wdl;

pub use fault::{ProbeError, TableError, TableKind};
pub use material::{MAX_MEN, Material, ParseMaterialError};
pub use tablebases::{Refused, Tablebases};
pub use wdl::Wdl;
