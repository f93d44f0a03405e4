//! Counting leaves as fast as one thread can.
//!
//! The room has a board and a generator of its own. The board ([`board`]) is sets only and copied
//! for every move; the generator ([`moves`]) hands out sets of targets. The last two plies are
//! counted together ([`pairs`]): the replies are counted once as if the first move had been passed,
//! and what each first move changes about them is a sum over squares.
//!
//! Nothing here is needed by the rules, and the tests hold it equal to their generator.

#[path = "../../../ferz/src/perft/count/attacks.rs"]
mod attacks;
#[path = "../../../ferz/src/perft/count/bits.rs"]
mod bits;
mod board;
#[path = "../../../ferz/src/perft/count/castling.rs"]
mod castling;
#[path = "directions.rs"]
mod compass;
mod key;
#[path = "simd/mod.rs"]
mod lanes;
mod moves;
mod pairs;
#[path = "king_zone.rs"]
mod refuge;
mod replies;
#[path = "../../../ferz/src/perft/count/side.rs"]
mod side;
mod tree;

pub use tree::count;
#[cfg(target_has_atomic = "64")]
pub use tree::count_hashed;
