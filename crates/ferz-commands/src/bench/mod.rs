//! `ferz bench`: searches the fixed set of positions.

mod json;

use crate::args::BenchArgs;
use crate::common::error::Error;
use crate::common::output;
use ferz_engine::Control;
use ferz_engine::bench::{self, ScalingSettings};
use std::io::{Write, stdout};

/// Prints the signature, or the speedup of several threads.
///
/// # Errors
/// If the memory for a transposition table cannot be allocated, or standard output cannot be
/// written to.
pub(crate) fn run(args: BenchArgs) -> Result<(), Error> {
    let BenchArgs { depth, threads, rounds, json } = args;
    output::exit_when_closed();
    let scaling = |n: u16| ScalingSettings { depth, threads: n.into(), rounds: rounds.into() };
    match (threads, json) {
        (None, false) => print_signature(depth),
        (None, true) => json::print_signature(depth),
        (Some(n), false) => print_scaling(scaling(n)),
        (Some(n), true) => json::print_scaling(scaling(n)),
    }
}

/// Prints the nodes of each position, and `N nodes M nps` at the end.
fn print_signature(depth: u32) -> Result<(), Error> {
    let mut written = Ok(());
    let result = bench::run(depth, &Control::default(), |fen, nodes| {
        if written.is_ok() {
            written = writeln!(stdout(), "{nodes:>10}  {fen}");
        }
    });
    let result = result.map_err(|error| Error::Unavailable(error.to_string()))?;
    written?;
    Ok(writeln!(stdout(), "{} nodes {} nps", result.nodes, result.nps())?)
}

/// Prints the times to depth of one thread and of several, and the speedup, for each position; then
/// the geometric means of the speed ratio and of the speedup. The speed ratio shows the share of the
/// other processors that the machine grants.
fn print_scaling(settings: ScalingSettings) -> Result<(), Error> {
    let ScalingSettings { depth, threads, .. } = settings;
    let mut written = writeln!(stdout(), "1 thread/s  {threads:>3} threads/s  speedup  position");
    let means = bench::scaling(settings, &Control::default(), |fen, comparison| {
        let [single, parallel] =
            [comparison.single, comparison.parallel].map(|run| run.time.as_secs_f64());
        let speedup = comparison.speedup();
        if written.is_ok() {
            written = writeln!(stdout(), "{single:>10.3} {parallel:>14.3} {speedup:>8.2}  {fen}");
        }
    });
    let means = means.map_err(|error| Error::Unavailable(error.to_string()))?;
    written?;
    writeln!(stdout(), "geometric mean of speed ratios (nps): {:.2}", means.nps_ratio)?;
    Ok(writeln!(stdout(), "geometric mean of speedups to depth {depth}: {:.2}", means.speedup)?)
}
