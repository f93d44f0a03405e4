//! Perft: counting the leaves of the tree of legal moves.
//!
//! The leaves `depth` plies below a position are counted in three ways. They give the same number
//! and test different things:
//!
//! - [`make`] makes and unmakes every leaf, as a search would;
//! - [`list`] writes down the moves to the leaves, but does not make them;
//! - [`count`] only counts, with a board and a generator of its own, as fast as can be;
//!   [`count_hashed`] does so with a [`Table`] of subtrees seen before.
//!
//! Each works on one thread. The subtrees below different moves are independent, so whoever has
//! more threads gives each some of them; a table may be shared by all.
//!
//! ```
//! use ferz::{Position, perft};
//!
//! let mut position = Position::startpos();
//! assert_eq!(perft::make(&mut position, 4), 197_281);
//! assert_eq!(perft::list(&mut position, 4), 197_281);
//! assert_eq!(perft::count(&position, 4), 197_281);
//! let table = perft::Table::new(1)?;
//! assert_eq!(perft::count_hashed(&position, 4, &table), 197_281);
//! # Ok::<(), perft::OutOfMemory>(())
//! ```

mod count;
#[cfg(target_has_atomic = "64")]
mod table;
mod walk;

pub use count::count;
#[cfg(target_has_atomic = "64")]
pub use count::count_hashed;
#[cfg(target_has_atomic = "64")]
pub use table::{OutOfMemory, Table};
pub use walk::{list, make};
