//! How much sooner several threads reach a depth than one.

use super::{HASH_MIB, POSITIONS};
use crate::control::Control;
use crate::limits::Limits;
use crate::search::report::Report;
use crate::searcher::{SearchSettings, Searcher};
use crate::tt::AllocationError;
use ferz::Position;
use std::time::{Duration, Instant};

/// What it took to search a position to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimedRun {
    /// The time until the move was known.
    pub time: Duration,
    /// The nodes that all threads had searched by then.
    pub nodes: u64,
}

impl TimedRun {
    /// Nodes a second.
    fn speed(self) -> f64 {
        self.nodes as f64 / seconds(self.time)
    }
}

/// A position searched to a depth by one thread and by several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// By one thread.
    pub alone: TimedRun,
    /// By all threads.
    pub together: TimedRun,
}

impl Comparison {
    /// How many times as soon all threads were there as one.
    pub fn speedup(&self) -> f64 {
        seconds(self.alone.time) / seconds(self.together.time)
    }

    /// How many times as many nodes a second all threads searched as one: what the machine gives.
    pub fn nps_ratio(&self) -> f64 {
        self.together.speed() / self.alone.speed()
    }
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64().max(1e-9)
}

/// The geometric means over the workload.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scaling {
    /// That of [`Comparison::speedup`]; 1 of no position.
    pub speedup: f64,
    /// That of [`Comparison::power`]; 1 of no position.
    pub nps_ratio: f64,
}

/// How the speedup is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalingSettings {
    /// The depth to which each position is searched.
    pub depth: u32,
    /// How many threads are held against one.
    pub threads: usize,
    /// How often each position is searched by both in turn; the medians of the times stand. At
    /// least 1.
    pub rounds: usize,
}

/// Searches every position of the workload to a depth, with one thread and with several in turn,
/// forgetting all between, and tells what both took. Gives the means; of fewer positions if
/// `control` says stop.
///
/// # Errors
/// If the memory for the tables cannot be had.
pub fn scaling(
    settings: ScalingSettings,
    control: &Control,
    mut tell: impl FnMut(&str, Comparison),
) -> Result<Scaling, AllocationError> {
    let ScalingSettings { depth, threads, rounds } = settings;
    let (mut one, mut all) = (Searcher::new(1, HASH_MIB)?, Searcher::new(threads, HASH_MIB)?);
    let mut told = Vec::new();
    for fen in POSITIONS {
        let Ok(pos) = Position::from_fen(fen) else { continue };
        let (alone, together) = (0..rounds.max(1))
            .map(|_| {
                let alone = effort(&mut one, &pos, depth, control);
                (alone, effort(&mut all, &pos, depth, control))
            })
            .unzip();
        if control.is_stopped() {
            break;
        }
        let comparison = Comparison { alone: median(alone), together: median(together) };
        told.push(comparison);
        tell(fen, comparison);
    }
    Ok(Scaling {
        speedup: geometric_mean(&told, Comparison::speedup),
        nps_ratio: geometric_mean(&told, Comparison::nps_ratio),
    })
}

/// The effort whose time is in the middle; of an even number the upper of the two.
fn median(mut efforts: Vec<TimedRun>) -> TimedRun {
    efforts.sort_unstable_by_key(|effort| effort.time);
    efforts[efforts.len() / 2]
}

fn geometric_mean<T>(all: &[T], value: impl Fn(&T) -> f64) -> f64 {
    let logarithms: f64 = all.iter().map(|item| value(item).ln()).sum();
    (logarithms / all.len().max(1) as f64).exp()
}

fn effort(searcher: &mut Searcher, pos: &Position, depth: u32, control: &Control) -> TimedRun {
    searcher.clear();
    let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
    let start = Instant::now();
    let mut effort = TimedRun { time: Duration::ZERO, nodes: 0 };
    searcher.search(pos, &limits, &settings, control, &mut |report| {
        if let Report::Done(outcome) = report {
            effort = TimedRun { time: start.elapsed(), nodes: outcome.nodes };
        }
    });
    effort
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_timed_and_the_means_are_geometric() {
        let (mut speedup, mut power, mut count) = (1.0, 1.0, 0);
        let settings = ScalingSettings { depth: 5, threads: 2, rounds: 1 };
        let means = scaling(settings, &Control::default(), |_, comparison| {
            assert!(comparison.alone.time > Duration::ZERO && comparison.together.nodes > 0);
            speedup *= comparison.speedup();
            power *= comparison.nps_ratio();
            count += 1;
        });
        let means = means.unwrap();
        assert_eq!(count, POSITIONS.len());
        assert!((means.speedup.powi(count as i32) / speedup - 1.0).abs() < 1e-6);
        assert!((means.nps_ratio.powi(count as i32) / power - 1.0).abs() < 1e-6);
    }

    #[test]
    fn speedup_is_of_time_and_power_of_nodes_a_second() {
        let effort = |millis, nodes| TimedRun { time: Duration::from_millis(millis), nodes };
        let comparison = Comparison { alone: effort(300, 3000), together: effort(200, 3600) };
        assert!((comparison.speedup() - 1.5).abs() < 1e-9);
        assert!((comparison.nps_ratio() - 1.8).abs() < 1e-9);
    }

    #[test]
    fn the_median_is_no_outlier() {
        let efforts = |millis: &[u64]| {
            let effort = |&ms| TimedRun { time: Duration::from_millis(ms), nodes: 1 };
            millis.iter().map(effort).collect()
        };
        assert_eq!(median(efforts(&[900, 10, 12])).time, Duration::from_millis(12));
        assert_eq!(median(efforts(&[7])).time, Duration::from_millis(7));
    }
}
