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

/// Searches the workload with one thread and with `threads`, and prints how long each took to the
/// depth and how many times as fast all are as one; at the end the geometric mean.
///
/// # Errors
/// If there is no memory for the tables, or standard output cannot be written.
pub(crate) fn run_scaling(depth: Option<u32>, threads: usize) -> Result<(), Failure> {
    let mut written = writeln!(stdout(), "1 thread/s  {threads:>3} threads/s  speedup  position");
    let depth = depth.unwrap_or(bench::DEPTH);
    let mean = bench::scaling(depth, threads, &Control::default(), |fen, times| {
        let (alone, together) = (times.alone.as_secs_f64(), times.together.as_secs_f64());
        let speedup = times.speedup();
        if written.is_ok() {
            written = writeln!(stdout(), "{alone:>10.3} {together:>14.3} {speedup:>8.2}  {fen}");
        }
    });
    let mean = mean.map_err(|error| Failure::Refused(error.to_string()))?;
    written?;
    Ok(writeln!(stdout(), "geometric mean of speedups to depth {depth}: {mean:.2}")?)
}
