//! `ferz bench`: the fixed workload.

use crate::failure::Failure;
use ferz_engine::Control;
use ferz_engine::bench;
use std::io::{Write, stdout};

/// Searches the workload to a depth, or to the one that makes the signature, and prints the nodes
/// of each position, and `N nodes M nps` at the end.
///
/// # Errors
/// If there is no memory for the table, or standard output cannot be written.
pub(crate) fn run(depth: Option<u32>) -> Result<(), Failure> {
    let mut written = Ok(());
    let depth = depth.unwrap_or(bench::DEPTH);
    let result = bench::run(depth, &Control::default(), |fen, nodes| {
        if written.is_ok() {
            written = writeln!(stdout(), "{nodes:>10}  {fen}");
        }
    });
    let result = result.map_err(|error| Failure::Refused(error.to_string()))?;
    written?;
    Ok(writeln!(stdout(), "{} nodes {} nps", result.nodes, result.speed())?)
}
