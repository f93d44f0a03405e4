//! The results of the benchmark as JSON.

use crate::common::error::Error;
use crate::common::text::print_json;
use ferz_engine::Control;
use ferz_engine::bench::{self, ScalingSettings};
use serde::Serialize;

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

/// Prints the nodes of all positions.
///
/// # Errors
/// As [`run`](super::run).
pub(super) fn print_signature(depth: u32) -> Result<(), Error> {
    let mut positions = Vec::new();
    let result = bench::run(depth, &Control::default(), |fen, nodes| {
        positions.push(PositionNodes { fen: fen.to_owned(), nodes });
    });
    let result = result.map_err(|error| Error::Unavailable(error.to_string()))?;
    print_json(&Signature { depth, nodes: result.nodes, nps: result.nps(), positions })
}

/// Prints the times of one thread and of several.
///
/// # Errors
/// As [`run`](super::run).
pub(super) fn print_scaling(settings: ScalingSettings) -> Result<(), Error> {
    let mut positions = Vec::new();
    let means = bench::scaling(settings, &Control::default(), |fen, comparison| {
        let [single_seconds, parallel_seconds] =
            [comparison.single, comparison.parallel].map(|run| run.time.as_secs_f64());
        let speedup = comparison.speedup();
        positions.push(PositionTimes {
            fen: fen.to_owned(),
            single_seconds,
            parallel_seconds,
            speedup,
        });
    });
    let means = means.map_err(|error| Error::Unavailable(error.to_string()))?;
    let ScalingSettings { depth, threads, rounds } = settings;
    let (nps_ratio, speedup) = (means.nps_ratio, means.speedup);
    print_json(&ScalingReport { depth, threads, rounds, nps_ratio, speedup, positions })
}
