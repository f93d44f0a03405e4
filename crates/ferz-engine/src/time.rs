//! When to stop: a hard limit that holds in mid-search, a soft one between iterations.

use crate::control::Control;
use crate::limits::Limits;
use crate::value::Value;
use ferz::{Color, Move};
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// What time is measured by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimeSource {
    /// The clock on the wall.
    Clock {
        /// The time lost between the engine and the clock, a move.
        overhead: Duration,
    },
    /// Nodes, of which so many stand for a millisecond. None is lost on the way.
    Nodes {
        /// Nodes a millisecond.
        per_ms: NonZeroU64,
    },
}

impl TimeSource {
    /// What is lost a move.
    fn overhead(self) -> Duration {
        match self {
            Self::Clock { overhead } => overhead,
            Self::Nodes { .. } => Duration::ZERO,
        }
    }

    /// What must stay on the clock that has `left`.
    fn reserve(self, left: Duration) -> Duration {
        match self {
            Self::Clock { overhead } => overhead + RESERVE.min(left / 3),
            Self::Nodes { .. } => Duration::ZERO,
        }
    }

    /// How calmly a clock with so many seconds to use may be treated: 1 if it is far from running
    /// out, towards 0 if some delay of the machine might be the end of it.
    fn low_time_factor(self, usable: f64) -> f64 {
        match self {
            Self::Clock { .. } => (usable / LOW_TIME.as_secs_f64()).min(1.0),
            Self::Nodes { .. } => 1.0,
        }
    }

    /// How much of a time that is given for one move may be searched.
    fn usable(self, exact: Duration) -> Duration {
        exact.saturating_sub(self.overhead().min(exact / 2))
    }
}

/// The time for which nodes stand, `per_ms` of them for a millisecond.
pub(crate) fn time_of(nodes: u64, per_ms: NonZeroU64) -> Duration {
    let nanos = u128::from(nodes) * 1_000_000 / u128::from(per_ms.get());
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// How the last iterations went, as far as it bears on the time for this move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Progress {
    /// For how many iterations the best move has been the same.
    pub(crate) stability: u32,
    /// The part of all nodes that the best move took, 0 to 1.
    pub(crate) best_share: f64,
    /// By how much the value fell since the iteration before, in centipawns (negative: rose).
    pub(crate) drop: i32,
    /// Whether there is only one legal move.
    pub(crate) forced: bool,
}

/// Best move and value of the last iterations.
#[derive(Default)]
pub(crate) struct Trend {
    best: Option<Move>,
    stability: u32,
    previous: Option<Value>,
}

impl Trend {
    /// Adds an iteration and returns its progress.
    pub(crate) fn update(
        &mut self,
        best: Move,
        value: Value,
        best_share: f64,
        forced: bool,
    ) -> Progress {
        self.stability = if self.best == Some(best) { self.stability + 1 } else { 0 };
        self.best = Some(best);
        let drop = self.previous.replace(value).map_or(0, |previous| previous - value);
        Progress { stability: self.stability, best_share, drop, forced }
    }
}

/// The time for one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    measure: TimeSource,
    /// The time that an iteration may still begin in, before scaling.
    soft: Option<Duration>,
    /// The time at which a search breaks off.
    hard: Option<Duration>,
}

/// The moves that a game without time control is expected to last still.
const HORIZON: f64 = 20.0;
/// The part of a move's gain that is spent at once.
const INCREMENT_SHARE: f64 = 0.9;
/// The hard limit, as a multiple of the share, where the clock is calm.
const HARD_FACTOR: f64 = 4.0;
/// The most of the remaining time that one move may take.
const HARD_SHARE: f64 = 0.45;
/// Kept back besides the overhead: a busy machine may not let the engine run for so long.
const RESERVE: Duration = Duration::from_millis(200);
/// With less than this to use, a machine's delays weigh, and the hard limit nears the soft one.
const LOW_TIME: Duration = Duration::from_millis(500);
/// The least part of an even share of the time left that a move gets, whatever is lost a move.
const MIN_SHARE: f64 = 0.5;
/// The soft limit begins from this part of the fair share, for the scaling to stretch.
const SOFT_SHARE: f64 = 0.85;

impl TimeManager {
    /// The time for a move of `side`.
    pub(crate) fn new(limits: &Limits, side: Color, measure: TimeSource) -> Self {
        let mut time = Self { start: limits.start, measure, soft: None, hard: None };
        if let Some((left, increment)) = limits.clock_of(side) {
            let usable = left.saturating_sub(measure.reserve(left)).as_secs_f64();
            let moves = limits.moves_to_go.map_or(HORIZON, |n| f64::from(n.clamp(1, 40)) + 0.5);
            // Every move to come loses the overhead, and gains the increment.
            let gain = increment.as_secs_f64() * INCREMENT_SHARE - measure.overhead().as_secs_f64();
            let share = (usable / moves + gain).max(usable / moves * MIN_SHARE);
            let hard = share * (1.0 + (HARD_FACTOR - 1.0) * measure.low_time_factor(usable));
            // With one move to the control, all but a reserve may go; otherwise it must last.
            let most = usable * if limits.moves_to_go == Some(1) { 0.9 } else { HARD_SHARE };
            time.soft = Some(Duration::from_secs_f64((share * SOFT_SHARE).min(most)));
            time.hard = Some(Duration::from_secs_f64(hard.min(most)));
        }
        if let Some(exact) = limits.move_time {
            let exact = measure.usable(exact);
            time.hard = Some(time.hard.map_or(exact, |hard| hard.min(exact)));
        }
        time
    }

    /// How long the search has run, by the clock.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether a search must break off now. `nodes` are those since it ended to ponder.
    pub(crate) fn hard_limit_reached(
        &self,
        control: &Control,
        nodes: impl FnOnce() -> u64,
    ) -> bool {
        let Some(hard) = self.hard else { return false };
        if control.is_pondering() {
            return false;
        }
        let used = match self.measure {
            TimeSource::Clock { .. } => control.ponder_hit_at().unwrap_or(self.start).elapsed(),
            TimeSource::Nodes { per_ms } => time_of(nodes(), per_ms),
        };
        used >= hard
    }

    /// Whether another iteration is not worth beginning.
    ///
    /// The soft limit shrinks for a best move that has long been the same and takes most of the
    /// nodes, and grows when the value falls. `nodes` are those of the whole search.
    pub(crate) fn soft_limit_reached(
        &self,
        progress: &Progress,
        nodes: impl FnOnce() -> u64,
    ) -> bool {
        let Some(soft) = self.soft else { return false };
        if progress.forced {
            return true;
        }
        let stability = 1.35 - 0.07 * f64::from(progress.stability.min(9));
        let effort = 1.75 - 1.15 * progress.best_share;
        let falling = (1.0 + f64::from(progress.drop) * 0.008).clamp(0.8, 1.5);
        let used = match self.measure {
            TimeSource::Clock { .. } => self.elapsed(),
            TimeSource::Nodes { per_ms } => time_of(nodes(), per_ms),
        };
        used >= soft.mul_f64(stability * effort * falling)
    }

    /// Whether there is any limit of time.
    #[cfg(test)]
    fn is_limited(&self) -> bool {
        self.hard.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(overhead: u64) -> TimeSource {
        TimeSource::Clock { overhead: ms(overhead) }
    }

    #[test]
    fn no_clock_no_limit() {
        assert!(!TimeManager::new(&Limits::depth(3), Color::White, clock(10)).is_limited());
    }

    #[test]
    fn limits_leave_time_on_the_clock() {
        for left in [0, 1, 5, 9, 20, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let mut limits = Limits::clock(ms(left), ms(increment));
                    limits.moves_to_go = moves_to_go;
                    let time = TimeManager::new(&limits, Color::Black, clock(10));
                    let (soft, hard) = (time.soft.unwrap(), time.hard.unwrap());
                    assert!(soft <= hard, "{limits:?}");
                    assert!(hard <= ms(left).saturating_sub(ms(10)), "{limits:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_that_runs_out_gains_time_with_every_move() {
        for left in [1, 20, 50, 100] {
            let time = TimeManager::new(&Limits::clock(ms(left), ms(10)), Color::White, clock(10));
            // Even the longest search leaves most of the increment to the machine's delays.
            assert!(time.hard.unwrap() <= ms(3), "{left}: {time:?}");
        }
        let calm = TimeManager::new(&Limits::clock(ms(60_000), ms(10)), Color::White, clock(10));
        assert!(calm.hard.unwrap() > ms(8000), "{calm:?}");
    }

    #[test]
    fn a_forced_move_takes_no_time_and_a_settled_one_less() {
        let mut limits = Limits::clock(ms(60_000), ms(0));
        let time = TimeManager::new(&limits, Color::White, clock(10));
        let forced = Progress { forced: true, ..Progress::default() };
        assert!(time.soft_limit_reached(&forced, || 0));
        limits.start -= time.soft.unwrap();
        let time = TimeManager::new(&limits, Color::White, clock(10));
        let settled = Progress { stability: 9, best_share: 0.9, ..Progress::default() };
        let unsettled = Progress { stability: 0, best_share: 0.4, drop: 40, forced: false };
        assert!(
            time.soft_limit_reached(&settled, || 0) && !time.soft_limit_reached(&unsettled, || 0)
        );
    }

    #[test]
    fn the_clock_of_a_pondering_search_starts_with_the_hit() {
        let mut limits = Limits { ponder: true, ..Limits::move_time(ms(50)) };
        limits.start -= ms(100);
        let control = Control::new(true);
        let time = TimeManager::new(&limits, Color::White, clock(0));
        assert!(!time.hard_limit_reached(&control, || 0));
        control.ponder_hit();
        assert!(!time.hard_limit_reached(&control, || 0));
        std::thread::sleep(ms(60));
        assert!(time.hard_limit_reached(&control, || 0));
    }

    #[test]
    fn nodes_stand_for_time() {
        let per_ms = NonZeroU64::new(500).unwrap();
        assert_eq!(time_of(1_250, per_ms), Duration::from_micros(2_500));
        let time = TimeManager::new(
            &Limits::move_time(ms(10)),
            Color::White,
            TimeSource::Nodes { per_ms },
        );
        let control = Control::default();
        std::thread::sleep(ms(20));
        assert!(
            !time.hard_limit_reached(&control, || 4_999)
                && time.hard_limit_reached(&control, || 5_000)
        );
    }
}
