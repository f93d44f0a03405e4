//! `ferz bench`: the fixed workload.

use crate::args::BenchArgs;
use crate::error::Error;
use ferz_engine::Control;
use ferz_engine::bench::{self, ScalingSettings};
use std::io::{Write, stdout};

/// Searches the workload, with one thread or against one thread.
///
/// # Errors
/// If there is no memory for the tables, or standard output cannot be written.
pub(crate) fn run(args: BenchArgs) -> Result<(), Error> {
    let BenchArgs { depth, threads, rounds } = args;
    match threads {
        None => sign(depth),
        Some(n) => scale(ScalingSettings { depth, threads: n.into(), rounds: rounds.into() }),
    }
}

/// Prints the nodes of each position, and `N nodes M nps` at the end.
fn sign(depth: u32) -> Result<(), Error> {
    let mut written = Ok(());
    let result = bench::run(depth, &Control::default(), |fen, nodes| {
        if written.is_ok() {
            written = writeln!(stdout(), "{nodes:>10}  {fen}");
        }
    });
    let result = result.map_err(|error| Error::Refused(error.to_string()))?;
    written?;
    Ok(writeln!(stdout(), "{} nodes {} nps", result.nodes, result.nps())?)
}

/// Prints how long one thread and several took to the depth, and how many times as fast all are as
/// one; at the end the geometric mean, beside that of the nodes a second, which tells how much of
/// the other processors the machine gave.
fn scale(settings: ScalingSettings) -> Result<(), Error> {
    let ScalingSettings { depth, threads, .. } = settings;
    let mut written = writeln!(stdout(), "1 thread/s  {threads:>3} threads/s  speedup  position");
    let means = bench::scaling(settings, &Control::default(), |fen, comparison| {
        let [alone, together] =
            [comparison.single, comparison.parallel].map(|effort| effort.time.as_secs_f64());
        let speedup = comparison.speedup();
        if written.is_ok() {
            written = writeln!(stdout(), "{alone:>10.3} {together:>14.3} {speedup:>8.2}  {fen}");
        }
    });
    let means = means.map_err(|error| Error::Refused(error.to_string()))?;
    written?;
    writeln!(
        stdout(),
        "geometric mean of nodes a second: {:.2} times one thread's",
        means.nps_ratio
    )?;
    Ok(writeln!(stdout(), "geometric mean of speedups to depth {depth}: {:.2}", means.speedup)?)
}
