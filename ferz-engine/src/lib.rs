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
//! # Ok::<(), ferz_engine::TableError>(())
//! ```

#![deny(unsafe_code)]

pub mod bench;
mod control;
pub mod eval;
mod limits;
pub mod params;
mod search;
mod threads;
mod time;
mod tt;
pub mod value;

pub use control::Control;
pub use limits::Limits;
pub use search::report::{Line, Outcome, Report};
pub use threads::{SearchSettings, Searcher};
pub use tt::{Entry, Table, TableError};
