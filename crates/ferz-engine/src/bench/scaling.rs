//! Thread scaling: the time to a depth with several threads against one.

use super::positions::{HASH_MIB, POSITIONS};
use crate::control::Control;
use crate::limits::Limits;
use crate::search::report::Report;
use crate::searcher::{SearchSettings, Searcher};
use crate::tt::AllocationError;
use ferz::Position;
use std::time::{Duration, Instant};

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
pub struct Comparison {
    /// The run with one thread.
    pub single: TimedRun,
    /// The run with all threads.
    pub parallel: TimedRun,
}

impl Comparison {
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
pub struct Scaling {
    /// The mean of [`Comparison::speedup`]; 1 without positions.
    pub speedup: f64,
    /// The mean of [`Comparison::nps_ratio`]; 1 without positions.
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
    mut report: impl FnMut(&str, Comparison),
) -> Result<Scaling, AllocationError> {
    let ScalingSettings { depth, threads, rounds } = settings;
    let (mut one, mut all) = (Searcher::new(1, HASH_MIB)?, Searcher::new(threads, HASH_MIB)?);
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
        let comparison = Comparison { single: median(single), parallel: median(parallel) };
        comparisons.push(comparison);
        report(fen, comparison);
    }
    Ok(Scaling {
        speedup: geometric_mean(&comparisons, Comparison::speedup),
        nps_ratio: geometric_mean(&comparisons, Comparison::nps_ratio),
    })
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
    let _ = searcher.search(pos, &limits, &settings, control, &mut |report| {
        if let Report::Done(result) = report {
            run = TimedRun { time: start.elapsed(), nodes: result.nodes };
        }
    });
    run
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let comparison = Comparison { single: run(300, 3000), parallel: run(200, 3600) };
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
