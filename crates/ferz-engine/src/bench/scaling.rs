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

/// Searches every position of the workload twice to a depth, with one thread and with `threads`,
/// forgetting all between, and tells both times. Gives the geometric mean of the speedups; of fewer
/// positions if `control` says stop, and 1 of none.
///
/// # Errors
/// If the memory for the tables cannot be had.
pub fn scaling(
    depth: u32,
    threads: usize,
    control: &Control,
    mut tell: impl FnMut(&str, TimesToDepth),
) -> Result<f64, TableError> {
    let (mut one, mut all) = (Searcher::new(1, HASH_MIB)?, Searcher::new(threads, HASH_MIB)?);
    let mut logarithms = Vec::new();
    for fen in POSITIONS {
        let Ok(pos) = Position::from_fen(fen) else { continue };
        let times = TimesToDepth {
            alone: time_to_depth(&mut one, &pos, depth, control),
            together: time_to_depth(&mut all, &pos, depth, control),
        };
        if control.is_stopped() {
            break;
        }
        logarithms.push(times.speedup().ln());
        tell(fen, times);
    }
    Ok((logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp())
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
        let mean = scaling(5, 2, &Control::default(), |_, times| {
            assert!(times.alone > Duration::ZERO && times.together > Duration::ZERO);
            product *= times.speedup();
            count += 1;
        });
        assert_eq!(count, POSITIONS.len());
        assert!((mean.unwrap().powi(count as i32) / product - 1.0).abs() < 1e-6);
    }
}
