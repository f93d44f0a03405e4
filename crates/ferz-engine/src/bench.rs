//! The bench: a fixed workload whose node count is the engine's signature.
//!
//! One thread, a fixed table size and a fixed depth give the same count on every machine and in every
//! build, as long as the search is unchanged.

use crate::clock::Instant;
use crate::control::Control;
use crate::eval::default_network;
use crate::info::Report;
use crate::limits::{Limits, SearchSettings};
use crate::searcher::{Searcher, SearcherOptions};
use crate::tt::AllocationError;
use ferz::Position;
use ferz_nnue::Network;
use std::sync::Arc;
use std::time::Duration;

/// The default depth.
pub const DEPTH: u32 = 16;

/// The result of the bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// The number of nodes of all positions: the signature.
    pub nodes: u64,
    /// The search time.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Returns the nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)) as u64
    }
}

/// Searches every position with a cleared searcher and reports its number of nodes. Ends early if
/// `control` is stopped. The signature is that of the [embedded network](default_network).
///
/// # Errors
/// If the memory for the table is not available.
pub fn run(
    network: Option<Arc<Network>>,
    depth: u32,
    control: &Control,
    mut report: impl FnMut(&str, u64),
) -> Result<BenchResult, AllocationError> {
    let mut searcher = searcher(1, network)?;
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for fen in POSITIONS {
        if control.is_stopped() {
            break;
        }
        let Ok(pos) = Position::from_fen(fen) else { continue };
        searcher.clear();
        let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
        let start = Instant::now();
        let Ok(result) = searcher.search(&pos, &limits, &settings, control, None) else {
            break;
        };
        elapsed += start.elapsed();
        nodes += result.nodes;
        report(fen, result.nodes);
    }
    Ok(BenchResult { nodes, elapsed })
}

/// The size of the transposition table in MiB.
pub const HASH_MIB: usize = 16;

/// The positions: openings, middlegames, endgames, mates, draws and Chess960.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkbnr/ppp2p1p/3pp1p1/8/5P2/4P1P1/PPPP3P/RNBQKBNR w KQkq - 0 4",
    "r1bqkb1r/ppppp1pp/2n2n2/5p2/3P1P2/6P1/PPP1P2P/RNBQKBNR w KQkq - 0 4",
    "rn2kb1r/ppp1ppp1/3q2bp/3p4/3P3B/4P3/PPPN1PPP/R2QKB1R w KQkq - 2 9",
    "rnbq1rk1/pp3pbp/3p2p1/2pPp2n/4P3/2PB1N1P/PP3PP1/RNBQ1RK1 w - - 5 9",
    "r2qk2r/ppp2pb1/2np1npp/4p3/4PPb1/2NP2P1/PPP1N1BP/R1BQ1RK1 w kq - 1 9",
    "2r3k1/5ppp/p3p3/1p1bP3/3P4/P4P2/1r1B2PP/R2R2K1 b - - 3 25",
    "6k1/5p2/4p1p1/1Q5p/2P2q2/7P/5PP1/6K1 b - - 0 40",
    "8/8/1p2k3/1P1p4/3P1K2/8/8/8 w - - 12 60",
    "8/5pk1/6p1/R6p/5P1P/r5P1/5K2/8 w - - 4 45",
    "3r2k1/pp3p1p/4p1p1/3nP3/3N4/1P3PP1/P6P/3R2K1 w - - 1 28",
    "1k1r3r/ppp2p1p/2nq1np1/3p4/3P4/2PBPN2/PP1Q1PPP/1R3RK1 b - - 0 16",
    "r1b2rk1/ppq1bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 6 9",
    "4k3/8/8/8/8/8/4PPPP/4K3 w - - 0 1",
    "8/8/8/4k3/8/8/2B1N3/4K3 w - - 10 80",
    "8/1p3k2/p1p2p2/P1P2P1p/1P2K2P/8/8/8 b - - 3 50",
    "r1bq1rk1/pp1nbppp/2p1pn2/3p2B1/2PP4/2NBPN2/PP3PPP/R2QK2R w KQ - 4 8",
    "2kr3r/pbpq1pp1/1pn1pn1p/3p4/1bPP3B/2NBPN2/PPQ2PPP/R4RK1 w - - 2 12",
    "5rk1/1p1q1ppp/pQ6/3b4/8/2P1B3/P4PPP/4R1K1 b - - 1 24",
    "r4rk1/2p2ppp/p2b1q2/1p1Qp3/4P1b1/2PB4/PP3PPP/R1B2RK1 w - - 3 16",
    "8/3n1k2/3p1p2/p1pP1P2/PpP1K1N1/1P6/8/8 w - - 5 55",
    "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1",
    "r2q1rk1/1b2bppp/p2p1n2/np2p3/3PP3/5N1P/PPBN1PP1/R1BQR1K1 b - - 0 14",
    "4rrk1/pp1n1pp1/q5p1/P1pP4/2n3P1/7P/1P3PB1/R1BQ1RK1 w - - 3 22",
    "qnrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/QNRBBKRN w GCgc - 0 1",
    "rbkrnnbq/pppppppp/8/8/8/8/PPPPPPPP/NRNQBKRB w GBda - 0 1",
];

/// The time and nodes of one search to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimedRun {
    /// The time until the best move was reported.
    pub time: Duration,
    /// The nodes of all threads until then.
    pub nodes: u64,
}

impl TimedRun {
    /// Returns the nodes per second.
    fn nps(self) -> f64 {
        self.nodes as f64 / seconds(self.time)
    }
}

/// The runs of a position with one thread and with several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadComparison {
    /// The run with one thread.
    pub single: TimedRun,
    /// The run with all threads.
    pub parallel: TimedRun,
}

impl ThreadComparison {
    /// Returns the ratio of the times to depth: above 1 if the parallel search is faster.
    pub fn speedup(&self) -> f64 {
        seconds(self.single.time) / seconds(self.parallel.time)
    }

    /// Returns the ratio of the nodes per second, parallel to single.
    pub fn nps_ratio(&self) -> f64 {
        self.parallel.nps() / self.single.nps()
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64().max(1e-9)
}

/// The geometric means over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScalingMeans {
    /// The mean of [`ThreadComparison::speedup`]; 1 without positions.
    pub speedup: f64,
    /// The mean of [`ThreadComparison::nps_ratio`]; 1 without positions.
    pub nps_ratio: f64,
}

/// The settings of a scaling measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalingSettings {
    /// The search depth.
    pub depth: u32,
    /// The number of threads to compare with one.
    pub threads: usize,
    /// The number of runs per position, alternating between both; medians count. 0 counts as 1.
    pub rounds: usize,
}

/// Searches every position of the bench with one thread and with several, reports each comparison,
/// and returns the means. Ends early if `control` is stopped.
///
/// # Errors
/// If the memory for the tables is not available.
pub fn scaling(
    settings: ScalingSettings,
    control: &Control,
    mut report: impl FnMut(&str, ThreadComparison),
) -> Result<ScalingMeans, AllocationError> {
    let ScalingSettings { depth, threads, rounds } = settings;
    let network = Some(default_network());
    let (mut one, mut all) = (searcher(1, network.clone())?, searcher(threads, network)?);
    let mut comparisons = Vec::new();
    for fen in POSITIONS {
        let Ok(pos) = Position::from_fen(fen) else { continue };
        let (single, parallel) = (0..rounds.max(1))
            .map(|_| {
                let single = timed_run(&mut one, &pos, depth, control);
                (single, timed_run(&mut all, &pos, depth, control))
            })
            .unzip();
        if control.is_stopped() {
            break;
        }
        let comparison = ThreadComparison { single: median(single), parallel: median(parallel) };
        comparisons.push(comparison);
        report(fen, comparison);
    }
    Ok(ScalingMeans {
        speedup: geometric_mean(&comparisons, ThreadComparison::speedup),
        nps_ratio: geometric_mean(&comparisons, ThreadComparison::nps_ratio),
    })
}

/// Creates a searcher with the table of the bench.
fn searcher(threads: usize, network: Option<Arc<Network>>) -> Result<Searcher, AllocationError> {
    let options = SearcherOptions {
        threads,
        hash_mib: HASH_MIB,
        network,
        ..SearcherOptions::without_network()
    };
    Searcher::new(options)
}

/// Returns the run with the median time; of an even number, the upper of the two.
fn median(mut runs: Vec<TimedRun>) -> TimedRun {
    runs.sort_unstable_by_key(|run| run.time);
    runs[runs.len() / 2]
}

fn geometric_mean<T>(all: &[T], value: impl Fn(&T) -> f64) -> f64 {
    let logarithms: f64 = all.iter().map(|item| value(item).ln()).sum();
    (logarithms / all.len().max(1) as f64).exp()
}

/// Searches a position with a cleared searcher.
fn timed_run(searcher: &mut Searcher, pos: &Position, depth: u32, control: &Control) -> TimedRun {
    searcher.clear();
    let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
    let start = Instant::now();
    let mut run = TimedRun { time: Duration::ZERO, nodes: 0 };
    // A search that is refused because the control is stopped leaves the run empty.
    let _ = searcher.search(
        pos,
        &limits,
        &settings,
        control,
        Some(&mut |report| {
            if let Report::Done(result) = report {
                run = TimedRun { time: start.elapsed(), nodes: result.nodes };
            }
        }),
    );
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;

    #[test]
    fn signature_is_reproducible() {
        let first = run(Some(default_network()), 6, &Control::default(), |_, _| {}).unwrap().nodes;
        assert_eq!(
            run(Some(default_network()), 6, &Control::default(), |_, _| {}).unwrap().nodes,
            first
        );
    }

    #[test]
    fn every_position_is_legal() {
        for fen in POSITIONS {
            Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        }
    }

    #[test]
    fn scaling_returns_geometric_means_of_all_positions() {
        let (mut speedup, mut nps_ratio, mut count) = (1.0, 1.0, 0);
        let settings = ScalingSettings { depth: 5, threads: 2, rounds: 1 };
        let means = scaling(settings, &Control::default(), |_, comparison| {
            assert!(comparison.single.time > Duration::ZERO && comparison.parallel.nodes > 0);
            speedup *= comparison.speedup();
            nps_ratio *= comparison.nps_ratio();
            count += 1;
        });
        let means = means.unwrap();
        assert_eq!(count, POSITIONS.len());
        assert!((means.speedup.powi(count as i32) / speedup - 1.0).abs() < 1e-6);
        assert!((means.nps_ratio.powi(count as i32) / nps_ratio - 1.0).abs() < 1e-6);
    }

    #[test]
    fn speedup_compares_time_and_nps_ratio_compares_speed() {
        let run = |millis, nodes| TimedRun { time: Duration::from_millis(millis), nodes };
        let comparison = ThreadComparison { single: run(300, 3000), parallel: run(200, 3600) };
        assert!((comparison.speedup() - 1.5).abs() < 1e-9);
        assert!((comparison.nps_ratio() - 1.8).abs() < 1e-9);
    }

    #[test]
    fn median_ignores_outliers() {
        let runs = |millis: &[u64]| {
            let run = |&ms| TimedRun { time: Duration::from_millis(ms), nodes: 1 };
            millis.iter().map(run).collect()
        };
        assert_eq!(median(runs(&[900, 10, 12])).time, Duration::from_millis(12));
        assert_eq!(median(runs(&[7])).time, Duration::from_millis(7));
    }
}
