//! The bench: a fixed workload whose node count is the engine's signature.
//!
//! One thread, a fixed table size and a fixed depth give the same count on every machine and in every
//! build, as long as the search is unchanged.

mod positions;
mod scaling;

pub use positions::{HASH_MIB, POSITIONS};
pub use scaling::{Comparison, Scaling, ScalingSettings, TimedRun, scaling};

use crate::control::Control;
use crate::limits::Limits;
use crate::searcher::{SearchSettings, Searcher};
use crate::tt::AllocationError;
use ferz::Position;
use std::time::{Duration, Instant};

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
/// `control` is stopped.
///
/// # Errors
/// If the memory for the table is not available.
pub fn run(
    depth: u32,
    control: &Control,
    mut report: impl FnMut(&str, u64),
) -> Result<BenchResult, AllocationError> {
    let mut searcher = Searcher::new(1, HASH_MIB)?;
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for fen in POSITIONS {
        if control.is_stopped() {
            break;
        }
        let Ok(pos) = Position::from_fen(fen) else { continue };
        searcher.clear();
        let (limits, settings) = (Limits::depth(depth), SearchSettings::default());
        let start = Instant::now();
        let Ok(result) = searcher.search(&pos, &limits, &settings, control, &mut |_| {}) else {
            break;
        };
        elapsed += start.elapsed();
        nodes += result.nodes;
        report(fen, result.nodes);
    }
    Ok(BenchResult { nodes, elapsed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_reproducible() {
        let first = run(6, &Control::default(), |_, _| {}).unwrap().nodes;
        assert_eq!(run(6, &Control::default(), |_, _| {}).unwrap().nodes, first);
    }
}
