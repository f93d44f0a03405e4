//! The three ways to count.

use crate::args::Method;
use ferz::{Position, perft};

/// The leaves `depth` plies below a position.
pub(super) fn leaves(method: Method, position: &mut Position, depth: u32) -> u64 {
    match method {
        Method::Make => perft::make(position, depth),
        Method::List => perft::list(position, depth),
        Method::Count => perft::count(position, depth),
    }
}
