//! Time management: a hard limit during iterations and a soft limit between them.

use crate::clock::Instant;
use crate::control::Control;
use crate::limits::{Limits, SearchSettings};
use crate::value::Value;
use ferz::{Board, Color, Move};
use std::num::NonZeroU64;
use std::time::Duration;

/// Converts nodes to time at `per_ms` nodes per millisecond.
pub(crate) fn time_of(nodes: u64, per_ms: NonZeroU64) -> Duration {
    let nanos = u128::from(nodes) * 1_000_000 / u128::from(per_ms.get());
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

/// Best move and value of the last iterations, which scale the soft limit.
#[derive(Debug, Default)]
pub(crate) struct Trend {
    best: Option<Move>,
    previous: Option<Value>,
    /// The number of iterations with the same best move.
    stability: u32,
    /// The share of all nodes searched below the best move, 0 to 1.
    best_share: f64,
    /// The drop of the value since the last iteration, in centipawns.
    drop: i32,
    /// True if there is only one legal move.
    forced: bool,
}

impl Trend {
    /// Adds an iteration.
    pub(crate) fn update(&mut self, best: Move, value: Value, best_share: f64, forced: bool) {
        self.stability = if self.best == Some(best) { self.stability + 1 } else { 0 };
        self.best = Some(best);
        self.drop = self.previous.replace(value).map_or(0, |previous| previous - value);
        (self.best_share, self.forced) = (best_share, forced);
    }
}

/// The time limits of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    /// Nodes per millisecond if time is measured in nodes.
    nodes_per_ms: Option<NonZeroU64>,
    /// The time after which no iteration starts, before scaling.
    soft: Option<Duration>,
    /// The time at which the search stops.
    hard: Option<Duration>,
}

/// The expected number of remaining moves in a game without move count.
const EXPECTED_MOVES: f64 = 20.0;

/// The share of the increment that is used for the move.
const INCREMENT_SHARE: f64 = 0.9;

/// The hard limit with enough time on the clock, as a multiple of the move's share.
const HARD_FACTOR: f64 = 4.0;

/// The maximum share of the remaining time for one move.
const MAX_SHARE: f64 = 0.45;

/// The reserve besides the overhead, for delays on a busy machine, until some delays are measured.
const RESERVE: Duration = Duration::from_millis(200);

/// The reserve where no delays are measured.
const RESERVE_MIN: Duration = Duration::from_millis(40);

/// The reserve as a multiple of the longest measured delay. A busy machine delays most games by 2 to 7 ms
/// now and then, some moves by 100 ms; an idle one by less than 1 ms.
const RESERVE_FACTOR: u32 = 50;

/// The usable time below which the hard limit approaches the soft limit, and the share an even split.
const LOW_TIME: Duration = Duration::from_millis(500);

/// The minimum of the move's share, as a part of that without increment and delays.
const MIN_SHARE: f64 = 0.5;

/// The unscaled soft limit, as a part of the move's share.
const SOFT_SHARE: f64 = 0.85;

/// Returns the share of the remaining time for a move in a position of some pieces, as a multiple of an even
/// split. Twice the nodes improve the moves of positions with 16 to 23 pieces three times as much as those of
/// the opening, and hardly those of endgames (docs/lab/experiments.csv).
fn phase_share(pieces: usize) -> f64 {
    match pieces {
        29.. => 0.6,
        24..29 => 0.8,
        16..24 => 1.8,
        13..16 => 1.4,
        _ => 1.0,
    }
}

impl TimeManager {
    /// Computes the time limits of a move in a position. Time measured in nodes needs no reserve.
    pub(crate) fn new(
        limits: &Limits,
        position: &Board,
        settings: &SearchSettings,
        delays: &ClockDelays,
    ) -> Self {
        let nodes_per_ms = settings.nodes_per_ms;
        let start = limits.start.unwrap_or_else(Instant::now);
        let mut time = Self { start, nodes_per_ms, soft: None, hard: None };
        let (overhead, reserve, low_time) = match nodes_per_ms {
            Some(_) => (Duration::ZERO, Duration::ZERO, Duration::ZERO),
            None => (settings.move_overhead, delays.reserve(), LOW_TIME),
        };
        if let Some((left, increment)) = limits.clock_of(position.side_to_move()) {
            let usable = left.saturating_sub(overhead.saturating_add(reserve.min(left / 3)));
            let usable = usable.as_secs_f64();
            let moves =
                limits.moves_to_go.map_or(EXPECTED_MOVES, |n| f64::from(n.clamp(1, 40)) + 0.5);
            // Each move loses the delay and gains the increment.
            let delay = delays.per_move(overhead);
            let gain = increment.as_secs_f64() * INCREMENT_SHARE - delay.as_secs_f64();
            // With little time a delay of the machine might lose on time.
            let enough =
                if low_time.is_zero() { 1.0 } else { (usable / low_time.as_secs_f64()).min(1.0) };
            let phase = 1.0 + (phase_share(position.occupied().len()) - 1.0) * enough;
            let part = usable / moves * phase;
            let share = (part + gain).max(part * MIN_SHARE);
            let hard = share * (1.0 + (HARD_FACTOR - 1.0) * enough);
            // The last move before the control may use nearly all time.
            let max = usable * if limits.moves_to_go == Some(1) { 0.9 } else { MAX_SHARE };
            time.soft = Some(Duration::from_secs_f64((share * SOFT_SHARE).min(max)));
            time.hard = Some(Duration::from_secs_f64(hard.min(max)));
        }
        if let Some(exact) = limits.move_time {
            let exact = exact.saturating_sub(overhead.min(exact / 2));
            time.hard = Some(time.hard.map_or(exact, |hard| hard.min(exact)));
        }
        time
    }

    /// Returns the wall-clock time since the start of the search.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the time that the game's clock has run for this move: since the start of the search
    /// or the ponder hit.
    pub(crate) fn elapsed_on_clock(&self, control: &Control) -> Duration {
        control.ponder_hit_at().unwrap_or(self.start).elapsed()
    }

    /// Returns true if the search must stop now. `nodes` returns the nodes since pondering ended.
    pub(crate) fn hard_limit_reached(
        &self,
        control: &Control,
        nodes: impl FnOnce() -> u64,
    ) -> bool {
        let Some(hard) = self.hard else { return false };
        if control.is_pondering() {
            return false;
        }
        self.used(control.ponder_hit_at().unwrap_or(self.start), nodes) >= hard
    }

    /// Returns true if no further iteration should start. `nodes` returns the nodes of the search.
    ///
    /// The soft limit shrinks with a stable best move that takes most of the nodes, and grows with
    /// a falling value.
    pub(crate) fn soft_limit_reached(&self, trend: &Trend, nodes: impl FnOnce() -> u64) -> bool {
        let Some(soft) = self.soft else { return false };
        if trend.forced {
            return true;
        }
        let stability = 1.35 - 0.07 * f64::from(trend.stability.min(9));
        let effort = 1.75 - 1.15 * trend.best_share;
        let falling = (1.0 + f64::from(trend.drop) * 0.008).clamp(0.8, 1.5);
        let used = self.used(self.start, nodes);
        // The product may exceed the range of `Duration`.
        used.as_secs_f64() >= soft.as_secs_f64() * stability * effort * falling
    }

    /// Returns the time since `start`, or that of `nodes`.
    fn used(&self, start: Instant, nodes: impl FnOnce() -> u64) -> Duration {
        self.nodes_per_ms.map_or_else(|| start.elapsed(), |per_ms| time_of(nodes(), per_ms))
    }

    /// Returns true if there is a time limit.
    #[cfg(test)]
    fn is_limited(&self) -> bool {
        self.hard.is_some()
    }
}

/// The moves whose delays are remembered.
const DELAYS: usize = 32;

/// The moves that the reserve waits for.
const DELAYS_MIN: usize = 8;

/// The delays between the engine and the clock of the game: what a side's clock loses from one of its
/// moves to the next beyond the time of the search.
#[derive(Debug, Default)]
pub(crate) struct ClockDelays {
    /// The side of the last search and what its clock will show if there is no delay.
    expected: Option<(Color, Duration)>,
    /// The last delays, in a ring.
    recent: [Duration; DELAYS],
    /// The number of delays measured.
    measured: usize,
}

impl ClockDelays {
    /// Measures the delay of the last move of `side` when its clock is known again. A clock that
    /// gained time, by a time control or by hand, tells nothing.
    pub(crate) fn measure(&mut self, limits: &Limits, side: Color) {
        let Some((color, expected)) = self.expected.take() else { return };
        if let Some((left, _)) = limits.clock_of(side)
            && color == side
            && left <= expected.saturating_add(CLOCK_UNIT)
        {
            self.recent[self.measured % DELAYS] = expected.saturating_sub(left);
            self.measured += 1;
        }
    }

    /// Remembers a search of `side` that took `used` of its clock.
    pub(crate) fn searched(&mut self, limits: &Limits, side: Color, used: Duration) {
        let after = |(left, increment): (Duration, Duration)| {
            left.checked_sub(used).map(|left| (side, left.saturating_add(increment)))
        };
        self.expected = limits.clock_of(side).and_then(after);
    }

    /// Returns the longest of the last delays; `None` before enough moves.
    fn longest(&self) -> Option<Duration> {
        (self.measured >= DELAYS_MIN).then(|| self.recent.into_iter().max())?
    }

    /// Returns the reserve on the clock besides the overhead.
    fn reserve(&self) -> Duration {
        let of_delay = |delay: Duration| delay.saturating_mul(RESERVE_FACTOR);
        self.longest().map_or(RESERVE, |delay| of_delay(delay).clamp(RESERVE_MIN, RESERVE))
    }

    /// Returns the time that each further move will lose, at most the overhead.
    fn per_move(&self, overhead: Duration) -> Duration {
        self.longest().map_or(overhead, |delay| delay.saturating_add(CLOCK_UNIT).min(overhead))
    }
}

/// The unit of the clocks in UCI.
const CLOCK_UNIT: Duration = Duration::from_millis(1);

/// The node clocks of a game, by colour. A clock is set by the first search of its side.
#[derive(Default)]
pub(crate) struct NodesTime {
    clocks: [Option<NodeClock>; 2],
}

struct NodeClock {
    /// The remaining time.
    left: Duration,
    /// The time per control.
    period: Duration,
    /// The moves to the next control, from the last `go`.
    moves_to_go: Option<u32>,
}

impl NodesTime {
    /// Returns the limits with the side's clock replaced by its node clock; unchanged limits if they
    /// have no clock.
    pub(crate) fn limits(&mut self, limits: &Limits, side: Color) -> Limits {
        let mut adjusted = limits.clone();
        if let Some((left, increment)) = limits.clock_of(side) {
            let moves_to_go = limits.moves_to_go;
            let clock =
                self.clocks[side].get_or_insert(NodeClock { left, period: left, moves_to_go });
            // The number of moves rises when a control is reached.
            if moves_to_go > clock.moves_to_go && clock.moves_to_go.is_some() {
                clock.left = clock.left.saturating_add(clock.period);
            }
            clock.moves_to_go = moves_to_go;
            adjusted.clock[side] = Some(clock.left);
            adjusted.increment[side] = increment;
        }
        adjusted
    }

    /// Subtracts the time of a search's nodes and adds the increment.
    pub(crate) fn charge(&mut self, limits: &Limits, side: Color, nodes: u64, per_ms: NonZeroU64) {
        if let (Some((_, increment)), Some(clock)) = (limits.clock_of(side), &mut self.clocks[side])
        {
            let left = clock.left.saturating_sub(time_of(nodes, per_ms));
            clock.left = left.saturating_add(increment);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(overhead: u64) -> SearchSettings {
        SearchSettings { move_overhead: ms(overhead), ..SearchSettings::default() }
    }

    fn nodes(per_ms: u64) -> SearchSettings {
        SearchSettings { nodes_per_ms: NonZeroU64::new(per_ms), ..SearchSettings::default() }
    }

    const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p2p4/8/4P3/2P5/PP1Q1PPP/R4RK1 b - - 0 1";

    /// The limits of a move without measured delays.
    fn time_limits(limits: &Limits, position: &Board) -> TimeManager {
        TimeManager::new(limits, position, &clock(10), &ClockDelays::default())
    }

    #[test]
    fn search_without_clock_has_no_time_limit() {
        assert!(!time_limits(&Limits::depth(3), &Board::startpos()).is_limited());
    }

    #[test]
    fn limits_keep_a_reserve_on_the_clock() {
        let middlegame = MIDDLEGAME.parse().unwrap();
        for left in [0, 1, 5, 9, 20, 100, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let mut limits = Limits::clock(ms(left), ms(increment));
                    limits.moves_to_go = moves_to_go;
                    for position in [&Board::startpos(), &middlegame] {
                        let time = time_limits(&limits, position);
                        let (soft, hard) = (time.soft.unwrap(), time.hard.unwrap());
                        assert!(soft <= hard, "{limits:?}");
                        assert!(hard <= ms(left).saturating_sub(ms(10)), "{limits:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn middlegames_take_more_time_than_openings_and_endgames() {
        let [opening, middlegame, endgame] = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            MIDDLEGAME,
            "8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 0 1",
        ]
        .map(|fen| fen.parse().unwrap());
        let soft =
            |left, position| time_limits(&Limits::clock(ms(left), ms(0)), position).soft.unwrap();
        assert!(soft(60_000, &middlegame) > soft(60_000, &opening) * 2);
        assert!(soft(60_000, &endgame) > soft(60_000, &opening));
        assert!(soft(60_000, &middlegame) > soft(60_000, &endgame));
        // With little time all moves get nearly the same.
        assert!(soft(60, &middlegame) < soft(60, &opening) * 11 / 10);
    }

    #[test]
    fn longest_durations_do_not_overflow() {
        let longest = SearchSettings { move_overhead: Duration::MAX, ..clock(10) };
        for settings in [longest, clock(10), nodes(1)] {
            for moves_to_go in [None, Some(1), Some(2)] {
                let limits = Limits { moves_to_go, ..Limits::clock(Duration::MAX, Duration::MAX) };
                let time = TimeManager::new(
                    &limits,
                    &Board::startpos(),
                    &settings,
                    &ClockDelays::default(),
                );
                let unstable = Trend { drop: 1000, ..Trend::default() };
                let used_up = time.soft_limit_reached(&unstable, || 1_000_000);
                assert_eq!(used_up, time.soft == Some(Duration::ZERO), "{time:?}");
                assert!(!time.hard_limit_reached(&Control::default(), || 0) || used_up);
            }
        }
    }

    #[test]
    fn low_clock_gains_time_from_increments() {
        let middlegame = MIDDLEGAME.parse().unwrap();
        for left in [1, 20, 50, 100] {
            let time = time_limits(&Limits::clock(ms(left), ms(10)), &middlegame);
            // The longest search leaves most of the increment as a reserve.
            assert!(time.hard.unwrap() <= ms(3), "{left}: {time:?}");
        }
        let enough = time_limits(&Limits::clock(ms(60_000), ms(10)), &middlegame);
        assert!(enough.hard.unwrap() > ms(8000), "{enough:?}");
    }

    /// Returns the delays of moves with a clock of a second each, some of them late.
    fn delays(late: impl Fn(usize) -> Duration, moves: usize) -> ClockDelays {
        let (mut delays, mut left) = (ClockDelays::default(), ms(60_000));
        for i in 0..=moves {
            let limits = Limits::clock(left, ms(100));
            delays.measure(&limits, Color::Black);
            delays.searched(&limits, Color::Black, ms(400));
            left = left + ms(100) - ms(400) - late(i);
        }
        delays
    }

    #[test]
    fn reserve_follows_the_measured_delays() {
        let none = |_| Duration::ZERO;
        assert_eq!(delays(none, DELAYS_MIN - 1).reserve(), RESERVE);
        assert_eq!(delays(none, DELAYS_MIN).reserve(), RESERVE_MIN);
        assert_eq!(delays(|_| ms(2), 20).reserve(), ms(100));
        assert_eq!(delays(|i| if i == 15 { ms(90) } else { ms(0) }, 40).reserve(), RESERVE);
        // A delay is forgotten after some moves.
        assert_eq!(delays(|i| if i == 2 { ms(90) } else { ms(0) }, 40).reserve(), RESERVE_MIN);
    }

    #[test]
    fn moves_lose_the_measured_delay_and_at_most_the_overhead() {
        assert_eq!(ClockDelays::default().per_move(ms(10)), ms(10));
        assert_eq!(delays(|_| ms(3), 20).per_move(ms(10)), ms(4));
        assert_eq!(delays(|_| ms(50), 20).per_move(ms(10)), ms(10));
    }

    #[test]
    fn clocks_of_another_side_and_those_that_gain_time_measure_nothing() {
        let mut delays = ClockDelays::default();
        for (left, side) in [(1000, Color::White), (600, Color::Black), (5000, Color::Black)] {
            let limits = Limits::clock(ms(left), ms(0));
            delays.measure(&limits, side);
            delays.searched(&limits, side, ms(100));
        }
        delays.measure(&Limits::depth(3), Color::Black);
        assert_eq!(delays.measured, 0);
        // The longest clock does not overflow.
        delays.searched(&Limits::clock(Duration::MAX, Duration::MAX), Color::White, ms(1));
        delays.measure(&Limits::clock(Duration::MAX, Duration::MAX), Color::White);
        assert_eq!(delays.longest(), None);
        // More than the clock had: lost on time, or no clock of this game.
        delays.searched(&Limits::clock(ms(50), ms(0)), Color::White, ms(100));
        assert_eq!(delays.expected, None);
    }

    #[test]
    fn forced_move_stops_at_once_and_stable_move_early() {
        let mut limits = Limits::clock(ms(60_000), ms(0));
        let time = time_limits(&limits, &Board::startpos());
        let forced = Trend { forced: true, ..Trend::default() };
        assert!(time.soft_limit_reached(&forced, || 0));
        limits.start = Some(time.start - time.soft.unwrap());
        let time = time_limits(&limits, &Board::startpos());
        let stable = Trend { stability: 9, best_share: 0.9, ..Trend::default() };
        let unstable = Trend { best_share: 0.4, drop: 40, ..Trend::default() };
        assert!(
            time.soft_limit_reached(&stable, || 0) && !time.soft_limit_reached(&unstable, || 0)
        );
    }

    #[test]
    fn time_of_a_pondering_search_starts_with_the_ponder_hit() {
        let mut limits = Limits::move_time(ms(50));
        limits.start = Some(Instant::now() - ms(100));
        let control = Control::new(true);
        let time =
            TimeManager::new(&limits, &Board::startpos(), &clock(0), &ClockDelays::default());
        assert!(!time.hard_limit_reached(&control, || 0));
        control.ponder_hit();
        assert!(!time.hard_limit_reached(&control, || 0));
        std::thread::sleep(ms(60));
        assert!(time.hard_limit_reached(&control, || 0));
    }

    #[test]
    fn nodes_are_converted_to_time() {
        let per_ms = NonZeroU64::new(500).unwrap();
        assert_eq!(time_of(1_250, per_ms), Duration::from_micros(2_500));
        let time = TimeManager::new(
            &Limits::move_time(ms(10)),
            &Board::startpos(),
            &nodes(500),
            &ClockDelays::default(),
        );
        let control = Control::default();
        std::thread::sleep(ms(20));
        assert!(
            !time.hard_limit_reached(&control, || 4_999)
                && time.hard_limit_reached(&control, || 5_000)
        );
    }

    const PER_MS: NonZeroU64 = NonZeroU64::new(100).unwrap();

    fn left(clock: &mut NodesTime, limits: &Limits, side: Color) -> Duration {
        clock.limits(limits, side).clock_of(side).unwrap().0
    }

    #[test]
    fn clock_loses_nodes_and_gains_increments() {
        let mut clock = NodesTime::default();
        assert_eq!(left(&mut clock, &Limits::clock(ms(1000), ms(7)), Color::White), ms(1000));
        clock.charge(&Limits::clock(ms(1000), ms(7)), Color::White, 3_000, PER_MS);
        // The GUI's clock is ignored after the first search.
        let later = Limits::clock(ms(12), ms(7));
        assert_eq!(left(&mut clock, &later, Color::White), ms(977));
        assert_eq!(left(&mut clock, &later, Color::Black), ms(12));
        clock.charge(&later, Color::White, 1_000_000, PER_MS);
        assert_eq!(left(&mut clock, &later, Color::White), ms(7));
    }

    #[test]
    fn new_control_adds_its_time() {
        let mut clock = NodesTime::default();
        let to_go = |n| Limits { moves_to_go: Some(n), ..Limits::clock(ms(500), ms(0)) };
        for (moves, expected) in [(2, 500), (1, 490), (2, 980), (1, 970)] {
            assert_eq!(left(&mut clock, &to_go(moves), Color::White), ms(expected), "{moves}");
            clock.charge(&to_go(moves), Color::White, 1_000, PER_MS);
        }
    }

    #[test]
    fn huge_clocks_saturate() {
        let limits = |moves| Limits {
            moves_to_go: Some(moves),
            ..Limits::clock(ms(i64::MAX as u64), ms(i64::MAX as u64))
        };
        let mut clock = NodesTime::default();
        for n in 0..5000 {
            left(&mut clock, &limits(1 + n % 2), Color::White);
            clock.charge(&limits(1 + n % 2), Color::White, 1, PER_MS);
        }
        assert_eq!(left(&mut clock, &limits(1), Color::White), Duration::MAX);
    }

    #[test]
    fn searches_without_a_clock_do_not_set_one() {
        let mut clock = NodesTime::default();
        assert_eq!(clock.limits(&Limits::depth(3), Color::White).clock, [None; 2]);
        clock.charge(&Limits::depth(3), Color::White, 1_000, PER_MS);
        assert!(clock.clocks.iter().all(Option::is_none));
    }
}
