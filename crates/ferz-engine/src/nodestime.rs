//! Game clocks counted in nodes (`nodestime` of Stockfish and others), so that games are
//! reproducible on any machine.
//!
//! The GUI's clock depends on the machine, so the engine keeps its own. The first `go` of a game sets
//! the clock; then searched nodes are subtracted and increments added.

use crate::limits::Limits;
use crate::time::time_of;
use ferz::Color;
use std::num::NonZeroU64;
use std::time::Duration;

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

    const PER_MS: NonZeroU64 = NonZeroU64::new(100).unwrap();

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

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
