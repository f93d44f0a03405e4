//! Counting kernel.

mod board;
mod directions;
mod key;
mod king_zone;
mod moves;
mod pairs;
mod replies;
mod simd;
mod tree;

pub use tree::count;
#[cfg(target_has_atomic = "64")]
pub use tree::count_hashed;
