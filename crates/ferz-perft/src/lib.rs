//! Perft: leaf counts of the tree of legal moves.
//!
//! Perft of depth `n` is the number of leaves `n` plies below a position: sequences of `n` legal
//! moves. Three methods return the same number and test or use different things:
//!
//! - [`make`] makes and unmakes every move, as a search does;
//! - [`list`] generates the moves of the last ply and does not make them (bulk counting);
//! - [`count()`] uses a board and a move generator of its own and makes no moves of the last ply
//!   and few of the ply before; [`count_hashed`] adds a [`Table`] of subtree counts. The
//!   [module](mod@count) describes the algorithm.
//!
//! ```
//! use ferz::Position;
//!
//! let mut position = Position::startpos();
//! assert_eq!(ferz_perft::make(&mut position, 4), 197_281);
//! assert_eq!(ferz_perft::list(&mut position, 4), 197_281);
//! assert_eq!(ferz_perft::count(&position, 4), 197_281);
//! let table = ferz_perft::Table::new(1)?;
//! assert_eq!(ferz_perft::count_hashed(&position, 4, &table), 197_281);
//! # Ok::<(), ferz_perft::OutOfMemory>(())
//! ```
//!
//! These functions run on the calling thread. [`divide`](parallel::divide) splits the tree among
//! threads and returns the count below each first move; [`Statistics`] counts leaves by kind, and a
//! [`Suite`] checks a file of positions with published counts. All of them report progress to a
//! callback and can be cancelled by it:
//!
//! ```
//! use ferz::Position;
//! use ferz_perft::{CountOptions, Event};
//! use std::ops::ControlFlow;
//!
//! let options = CountOptions { threads: 2, ..CountOptions::default() };
//! let mut subtrees = 0;
//! let counts = ferz_perft::parallel::divide(&Position::startpos(), 3, &options, |event| {
//!     subtrees += usize::from(matches!(event, Event::Finished { .. }));
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!((counts.leaves, subtrees), (8_902, 20));
//! assert_eq!((counts.rows[0].uci.as_str(), counts.rows[0].leaves), ("a2a3", 380));
//! # Ok::<(), ferz_perft::Error>(())
//! ```

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![deny(unsafe_code)]

extern crate alloc;

pub mod count;
#[cfg(target_has_atomic = "64")]
mod table;
mod walk;

#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod error;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod method;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod parallel;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod progress;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod statistics;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub mod suite;

pub use count::count;
#[cfg(target_has_atomic = "64")]
pub use count::count_hashed;
#[cfg(target_has_atomic = "64")]
pub use table::{OutOfMemory, Table};
pub use walk::{list, make};

#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub use {
    error::Error,
    method::{CountOptions, Method},
    progress::Event,
    statistics::Statistics,
    suite::Suite,
};
