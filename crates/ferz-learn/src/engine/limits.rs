// [start:head]
//! The end of a search: depth, nodes, the clock, and a flag that another thread can set.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
// [end:head]

// [start:limits]
/// What ends a search. By default nothing does.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The last depth of iterative deepening.
    pub depth: i32,
    /// The number of nodes.
    pub nodes: u64,
    /// No iteration begins after this time.
    pub soft: Option<Duration>,
    /// The search ends in the middle of an iteration after this time.
    pub hard: Option<Duration>,
    /// Set by another thread to end the search.
    pub stop: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 100, nodes: u64::MAX, soft: None, hard: None, stop: Arc::default() }
    }
}

impl Limits {
    /// Returns the limits of a number of nodes.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits { nodes, ..Limits::default() }
    }

    /// Returns the limits of a depth.
    pub fn of_depth(depth: i32) -> Limits {
        Limits { depth, ..Limits::default() }
    }

    /// Sets the times of a move from what the clock has left.
    #[must_use]
    pub fn with_clock(self, left: Duration, increment: Duration) -> Limits {
        // A part of what is left grows smaller with it, so that the time never runs out; 20 ms are
        // for the way to the user interface and back.
        let usable = left.saturating_sub(Duration::from_millis(20));
        let share = usable / 30 + increment * 3 / 4;
        let soft = share / 2;
        Limits { soft: Some(soft.min(usable / 2)), hard: Some((2 * share).min(usable / 2)), ..self }
    }
}
// [end:limits]

// [start:watch]
/// The search was ended by a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The limits of a running search, with what it has used.
#[derive(Clone, Debug)]
pub struct Watch {
    limits: Limits,
    start: Instant,
    /// The nodes of the search.
    pub nodes: u64,
}

impl Watch {
    /// Returns a watch that starts now.
    pub fn new(limits: Limits) -> Watch {
        Watch { limits, start: Instant::now(), nodes: 0 }
    }

    /// Counts a node.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        // Reading the clock costs as much as a node, so it is read every thousand nodes.
        let looks = self.nodes.is_multiple_of(1024);
        let is_late = |hard| looks && self.start.elapsed() >= hard;
        let is_over = self.nodes > self.limits.nodes
            || self.limits.stop.load(Ordering::Relaxed)
            || self.limits.hard.is_some_and(is_late);
        if is_over { Err(Stopped) } else { Ok(()) }
    }

    /// Returns true if an iteration of this depth may begin.
    pub fn allows(&self, depth: i32) -> bool {
        depth <= self.limits.depth
            && self.nodes < self.limits.nodes
            && !self.limits.stop.load(Ordering::Relaxed)
            && self.limits.soft.is_none_or(|soft| self.start.elapsed() < soft)
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
// [end:watch]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_ends_the_search() {
        let mut nodes = Watch::new(Limits::of_nodes(2));
        assert_eq!([nodes.count(), nodes.count(), nodes.count()], [Ok(()), Ok(()), Err(Stopped)]);
        let late = Limits { hard: Some(Duration::ZERO), ..Limits::default() };
        let mut late = Watch::new(late);
        assert!((0..1023).all(|_| late.count().is_ok()) && late.count().is_err());
        let limits = Limits::default();
        let mut stopped = Watch::new(limits.clone());
        assert!(stopped.count().is_ok() && stopped.allows(1));
        limits.stop.store(true, Ordering::Relaxed);
        assert!(stopped.count().is_err() && !stopped.allows(1));
    }

    #[test]
    fn the_clock_never_runs_out() {
        let (mut left, increment) = (Duration::from_secs(1), Duration::from_millis(10));
        for _ in 0..1_000 {
            let limits = Limits::default().with_clock(left, increment);
            assert!(limits.soft <= limits.hard && limits.hard < Some(left), "{left:?}");
            left = left - limits.hard.unwrap() + increment;
        }
    }
}
// [end:tests]
