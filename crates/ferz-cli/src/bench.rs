//! `ferz bench`: searches the fixed set of positions.

use crate::common::output;
use crate::common::prelude::*;
use ferz_engine::bench::{self, ScalingSettings};
use ferz_engine::eval::default_network;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BenchArgs {
    /// Search depth in plies, 1 to 64
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,

    /// Measure instead the speedup of N threads over one, in time to depth: for each position, and
    /// the geometric mean
    #[arg(long, value_name = "N", value_parser = thread_count())]
    pub(crate) threads: Option<u16>,

    /// With --threads, search each position R times with both numbers of threads in turn, and use
    /// the median times
    #[arg(long, value_name = "R", default_value_t = 3, requires = "threads",
        value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) rounds: u16,

    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Prints the signature, or the speedup of several threads.
///
/// # Errors
/// If the memory for a transposition table cannot be allocated, or standard output cannot be
/// written to.
pub(crate) fn run(args: BenchArgs) -> Result<(), Error> {
    let BenchArgs { depth, threads, rounds, json } = args;
    output::exit_when_closed();
    match threads {
        None => print_signature(depth, json),
        Some(threads) => {
            let (threads, rounds) = (threads.into(), rounds.into());
            print_scaling(ScalingSettings { depth, threads, rounds }, json)
        }
    }
}

/// Prints the nodes of each position, and `N nodes M nps` at the end.
fn print_signature(depth: u32, json: bool) -> Result<(), Error> {
    let (mut written, mut positions) = (Ok(()), Vec::new());
    let result = bench::run(Some(default_network()), depth, &Control::default(), |fen, nodes| {
        if json {
            positions.push(PositionNodes { fen: fen.to_owned(), nodes });
        } else if written.is_ok() {
            written = writeln!(stdout(), "{nodes:>10}  {fen}");
        }
    });
    let result = result.map_err(Error::new)?;
    written?;
    let (nodes, nps) = (result.nodes, result.nps());
    if json {
        return print_json(&Signature { depth, nodes, nps, positions });
    }
    Ok(writeln!(stdout(), "{nodes} nodes {nps} nps")?)
}

/// Prints the times to depth of one thread and of several, and the speedup, for each position; then
/// the geometric means of the speed ratio and of the speedup. The speed ratio shows the share of the
/// other processors that the machine grants.
fn print_scaling(settings: ScalingSettings, json: bool) -> Result<(), Error> {
    let ScalingSettings { depth, threads, rounds } = settings;
    let (mut written, mut positions) = (Ok(()), Vec::new());
    if !json {
        writeln!(stdout(), "1 thread/s  {threads:>3} threads/s  speedup  position")?;
    }
    let means = bench::scaling(settings, &Control::default(), |fen, comparison| {
        let [single_seconds, parallel_seconds] =
            [comparison.single, comparison.parallel].map(|run| run.time.as_secs_f64());
        let (fen, speedup) = (fen.to_owned(), comparison.speedup());
        if json {
            positions.push(PositionTimes { fen, single_seconds, parallel_seconds, speedup });
        } else if written.is_ok() {
            written = writeln!(
                stdout(),
                "{single_seconds:>10.3} {parallel_seconds:>14.3} {speedup:>8.2}  {fen}"
            );
        }
    });
    let means = means.map_err(Error::new)?;
    written?;
    let (nps_ratio, speedup) = (means.nps_ratio, means.speedup);
    if json {
        let report = ScalingReport { depth, threads, rounds, nps_ratio, speedup, positions };
        return print_json(&report);
    }
    writeln!(stdout(), "geometric mean of speed ratios (nps): {nps_ratio:.2}")?;
    Ok(writeln!(stdout(), "geometric mean of speedups to depth {depth}: {speedup:.2}")?)
}

/// JSON object of the benchmark.
#[derive(Serialize)]
struct Signature {
    depth: u32,
    nodes: u64,
    nps: u64,
    positions: Vec<PositionNodes>,
}

/// JSON object of a position.
#[derive(Serialize)]
struct PositionNodes {
    fen: String,
    nodes: u64,
}

/// JSON object of a comparison of one thread with several.
#[derive(Serialize)]
struct ScalingReport {
    depth: u32,
    threads: usize,
    rounds: usize,
    nps_ratio: f64,
    speedup: f64,
    positions: Vec<PositionTimes>,
}

/// JSON object of a position: times to depth in seconds.
#[derive(Serialize)]
struct PositionTimes {
    fen: String,
    single_seconds: f64,
    parallel_seconds: f64,
    speedup: f64,
}
