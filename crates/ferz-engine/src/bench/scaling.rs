//! How much sooner several threads reach a depth than one.

use super::{HASH_MIB, POSITIONS};
use crate::control::Control;
use crate::limits::Limits;
use crate::search::report::Report;
use crate::threads::{SearchSettings, Searcher};
use crate::tt::TableError;
use ferz::Position;
use std::time::{Duration, Instant};

/// The times in which a position was searched to a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimesToDepth {
    /// By one thread.
    pub alone: Duration,
    /// By all threads.
    pub together: Duration,
}

impl TimesToDepth {
    /// How many times as fast all threads were as one.
    pub fn speedup(&self) -> f64 {
        self.alone.as_secs_f64() / self.together.as_secs_f64().max(1e-9)
    }
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
/// forgetting all between, and tells both times. Gives the geometric mean of the speedups; of fewer
/// positions if `control` says stop, and 1 of none.
///
/// # Errors
/// If the memory for the tables cannot be had.
pub fn scaling(
    settings: ScalingSettings,
    control: &Control,
    mut tell: impl FnMut(&str, TimesToDepth),
) -> Result<f64, TableError> {
    let ScalingSettings { depth, threads, rounds } = settings;
    let (mut one, mut all) = (Searcher::new(1, HASH_MIB)?, Searcher::new(threads, HASH_MIB)?);
    let mut logarithms = Vec::new();
    for fen in POSITIONS {
        let Ok(pos) = Position::from_fen(fen) else { continue };
        let (alone, together) = (0..rounds.max(1))
            .map(|_| {
                let alone = time_to_depth(&mut one, &pos, depth, control);
                (alone, time_to_depth(&mut all, &pos, depth, control))
            })
            .unzip();
        if control.is_stopped() {
            break;
        }
        let times = TimesToDepth { alone: median(alone), together: median(together) };
        logarithms.push(times.speedup().ln());
        tell(fen, times);
    }
    Ok((logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp())
}

/// The time in the middle; of an even number the upper of the two.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The time until the move is known.
fn time_to_depth(
    searcher: &mut Searcher,
    pos: &Position,
    depth: u32,
    control: &Control,
) -> Duration {
    searcher.clear();
    let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
    let start = Instant::now();
    let mut time = Duration::ZERO;
    searcher.search(pos, &limits, &settings, control, &mut |report| {
        if matches!(report, Report::Done(_)) {
            time = start.elapsed();
        }
    });
    time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_timed_and_the_mean_is_geometric() {
        let mut product = 1.0;
        let mut count = 0;
        let settings = ScalingSettings { depth: 5, threads: 2, rounds: 1 };
        let mean = scaling(settings, &Control::default(), |_, times| {
            assert!(times.alone > Duration::ZERO && times.together > Duration::ZERO);
            product *= times.speedup();
            count += 1;
        });
        assert_eq!(count, POSITIONS.len());
        assert!((mean.unwrap().powi(count as i32) / product - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_median_is_no_outlier() {
        let times = |millis: &[u64]| millis.iter().copied().map(Duration::from_millis).collect();
        assert_eq!(median(times(&[900, 10, 12])), Duration::from_millis(12));
        assert_eq!(median(times(&[7])), Duration::from_millis(7));
    }
}
