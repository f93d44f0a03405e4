//! A game's time told in nodes, so that games come out alike on every machine.
//!
//! A GUI's clock runs on while the machine is slow, so the engine keeps its own: the first search
//! of a game opens it with what `go` says, and then only nodes take from it and increments add to
//! it (the `nodestime` of Stockfish and others).

use crate::limits::Limits;
use crate::time::time_of;
use ferz::Color;
use std::num::NonZeroU64;
use std::time::Duration;

/// The clocks of a game, by colour, none of which is set before its side's first search.
#[derive(Default)]
pub(crate) struct NodesTime {
    sides: [Option<Account>; 2],
}

struct Account {
    left: Duration,
    /// What each time control gives.
    period: Duration,
    /// The moves to the next control, when last told.
    moves_to_go: Option<u32>,
}

impl NodesTime {
    /// The limits of a search with the side's clock as it stands here; the same where `go` tells no
    /// clock.
    pub(crate) fn limits(&mut self, limits: &Limits, side: Color) -> Limits {
        let mut own = limits.clone();
        if let Some((told, increment)) = limits.clock_of(side) {
            let moves_to_go = limits.moves_to_go;
            let account =
                self.sides[side].get_or_insert(Account { left: told, period: told, moves_to_go });
            // More moves to go than before: a control has been reached.
            if moves_to_go > account.moves_to_go && account.moves_to_go.is_some() {
                account.left += account.period;
            }
            account.moves_to_go = moves_to_go;
            own.clock[side] = Some(account.left);
            own.increment[side] = increment;
        }
        own
    }

    /// Takes what a search of these limits used, and adds the increment.
    pub(crate) fn charge(&mut self, limits: &Limits, side: Color, nodes: u64, per_ms: NonZeroU64) {
        if let (Some((_, increment)), Some(account)) =
            (limits.clock_of(side), &mut self.sides[side])
        {
            account.left = account.left.saturating_sub(time_of(nodes, per_ms)) + increment;
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
    fn only_nodes_take_and_increments_add() {
        let mut clock = NodesTime::default();
        assert_eq!(left(&mut clock, &Limits::clock(ms(1000), ms(7)), Color::White), ms(1000));
        clock.charge(&Limits::clock(ms(1000), ms(7)), Color::White, 3_000, PER_MS);
        // Whatever the GUI's clock says meanwhile.
        let later = Limits::clock(ms(12), ms(7));
        assert_eq!(left(&mut clock, &later, Color::White), ms(977));
        assert_eq!(left(&mut clock, &later, Color::Black), ms(12));
        clock.charge(&later, Color::White, 1_000_000, PER_MS);
        assert_eq!(left(&mut clock, &later, Color::White), ms(7));
    }

    #[test]
    fn a_new_control_brings_its_time() {
        let mut clock = NodesTime::default();
        let to_go = |n| Limits { moves_to_go: Some(n), ..Limits::clock(ms(500), ms(0)) };
        for (moves, expected) in [(2, 500), (1, 490), (2, 980), (1, 970)] {
            assert_eq!(left(&mut clock, &to_go(moves), Color::White), ms(expected), "{moves}");
            clock.charge(&to_go(moves), Color::White, 1_000, PER_MS);
        }
    }

    #[test]
    fn searches_without_a_clock_pass_it_by() {
        let mut clock = NodesTime::default();
        assert_eq!(clock.limits(&Limits::depth(3), Color::White).clock, [None; 2]);
        clock.charge(&Limits::depth(3), Color::White, 1_000, PER_MS);
        assert!(clock.sides.iter().all(Option::is_none));
    }
}
