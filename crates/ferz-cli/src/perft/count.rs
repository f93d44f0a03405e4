//! How leaves are counted: the method, the threads and the table.

use crate::args::{Method, PerftArgs};
use crate::failure::Failure;
use ferz::{Position, perft};
use std::sync::Arc;

/// How leaves are counted.
#[derive(Clone)]
pub(super) struct Counting {
    method: Method,
    /// How many threads share the work.
    pub(super) threads: usize,
    table: Option<Arc<perft::Table>>,
}

impl Counting {
    /// As the arguments say.
    ///
    /// # Errors
    /// If there is no memory for the table, or the method has no use for one.
    pub(super) fn new(args: &PerftArgs) -> Result<Self, Failure> {
        let table = match args.hash {
            None => None,
            Some(_) if args.method != Method::Count => {
                let reason = format!("--hash is for --method count, not {}", args.method.name());
                return Err(Failure::CommandLine { reason, command: "ferz perft".into() });
            }
            Some(mib) => {
                let table = perft::Table::new(mib.get());
                Some(Arc::new(table.map_err(|error| Failure::Refused(error.to_string()))?))
            }
        };
        Ok(Self { method: args.method, threads: args.threads.into(), table })
    }

    /// The leaves `depth` plies below a position, counted by this thread.
    pub(super) fn leaves(&self, position: &mut Position, depth: u32) -> u128 {
        match (self.method, &self.table) {
            (Method::Make, _) => perft::make(position, depth).into(),
            (Method::List, _) => perft::list(position, depth).into(),
            (Method::Count, None) => perft::count(position, depth),
            (Method::Count, Some(table)) => perft::count_hashed(position, depth, table),
        }
    }
}
