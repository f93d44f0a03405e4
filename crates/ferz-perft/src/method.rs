//! Selection of a counting method.

use crate::count::{count, count_hashed};
use crate::table::Table;
use crate::walk::{bulk, make};
use ferz::Position;
use std::sync::Arc;

/// Counting method.
#[derive(Clone, Debug, Default)]
pub enum Method {
    /// [`make`].
    Make,
    /// [`bulk`].
    Bulk,
    /// [`count`](fn@crate::count).
    #[default]
    Count,
    /// [`count_hashed`] with this table.
    CountHashed(Arc<Table>),
}

impl Method {
    /// Counts the leaves `depth` plies below a position, on this thread. The position is unchanged
    /// afterwards.
    pub fn leaves(&self, position: &mut Position, depth: u32) -> u128 {
        match self {
            Self::Make => make(position, depth).into(),
            Self::Bulk => bulk(position, depth).into(),
            Self::Count => count(position, depth),
            Self::CountHashed(table) => count_hashed(position, depth, table),
        }
    }
}

/// Method and number of threads of a count.
#[derive(Clone, Debug)]
pub struct CountOptions {
    /// Counting method; [`Method::Count`] by default.
    pub method: Method,
    /// Number of threads that share the subtrees; 1 by default, 0 is taken as 1.
    pub threads: usize,
}

impl Default for CountOptions {
    fn default() -> Self {
        Self { method: Method::default(), threads: 1 }
    }
}
