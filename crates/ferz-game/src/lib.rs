#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod analysis;
pub mod book;
pub mod game;
mod key_map;
mod marks;
pub mod openings;
pub mod pattern;
pub mod pgn;
mod result;
mod start;
pub mod svg;

pub use marks::{Arrow, MarkColor, ParseMarkError, SquareMark};
pub use result::{GameResult, ParseGameResultError};
