#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod checksum;
mod error;
mod file;
mod index;
mod material;
mod pairs;
mod probe;
mod rounding;
mod table;
mod tablebases;
mod wdl;

pub use error::{NoTables, ProbeError, TableError, TableKind, UnusableFile};
pub use material::{MAX_MEN, Material, ParseMaterialError};
pub use probe::{DtzMove, FiftyMoveRule};
pub use tablebases::Tablebases;
pub use wdl::Wdl;

#[cfg(test)]
mod damaged;
