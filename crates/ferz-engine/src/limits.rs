//! Limits of a search (clocks, depth, nodes, mate and root moves, in any combination) and its other
//! settings.

use crate::clock::Instant;
use crate::skill::Skill;
use crate::tablebase::TablebaseSettings;
use ferz::{Color, Move};
use std::num::NonZeroU64;
use std::time::Duration;

/// Limits of a search. All are optional; without any the search runs until stopped.
///
/// A search without clock, depth, soft nodes and mate limit is an analysis: of a single line it ends
/// early once a mate is proven to be the shortest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Start of the clock, for commands that arrive before the search begins; without one the clock
    /// starts with the search, so that limits can be used again.
    pub start: Option<Instant>,
    /// Time left on each side's clock, by colour.
    pub clock: [Option<Duration>; 2],
    /// Increment of each side, by colour.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// Depth limit, in plies.
    pub depth: Option<u32>,
    /// Node limit of all threads.
    pub nodes: Option<u64>,
    /// Nodes of all threads after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Searches for a mate in at most this many moves for either side, and ends once one is proven.
    /// Without any other limit the search also ends once all are refuted.
    pub mate: Option<u32>,
    /// Root moves to search; all if empty.
    pub search_moves: Vec<Move>,
    /// Delays the result until the search is stopped, even if another limit is reached.
    pub infinite: bool,
}

impl Limits {
    /// Returns no limits.
    pub fn none() -> Self {
        Self::default()
    }

    /// Limits the depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// Limits the nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// Ends the search after the iteration that reaches `soft` nodes, or within one at `hard` nodes.
    pub fn soft_nodes(soft: u64, hard: u64) -> Self {
        Self { soft_nodes: Some(soft), ..Self::nodes(hard) }
    }

    /// Limits the time of the move.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::none() }
    }

    /// Sets clock and increment of both sides.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clock: [Some(left); 2], increment: [increment; 2], ..Self::none() }
    }

    /// Returns time left and increment of a side; those of the other side if only that has a clock.
    pub fn clock_of(&self, side: Color) -> Option<(Duration, Duration)> {
        let color = [side, !side].into_iter().find(|&color| self.clock[color].is_some())?;
        Some((self.clock[color]?, self.increment[color]))
    }

    /// Returns true for an analysis: it ends by a stop, at a time or a number of nodes, and may end
    /// earlier. A game has clocks; a depth is to be reached.
    pub(crate) fn is_analysis(&self) -> bool {
        let others = [self.depth, self.mate];
        self.clock == [None; 2] && others == [None; 2] && self.soft_nodes.is_none()
    }

    /// Returns true if a mate is the only limit.
    pub(crate) fn is_mate_only(&self) -> bool {
        let others = Self { mate: None, ..self.clone() };
        self.mate.is_some() && !others.is_limited() && !self.infinite
    }

    /// Returns true if the search ends without a stop, apart from pondering.
    pub fn is_limited(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock != [None; 2];
        limited && !self.infinite
    }
}

/// Settings of a search besides its limits.
///
/// ```
/// use ferz_engine::{SearchSettings, Skill};
///
/// let skill = Skill::from_level(10);
/// let settings = SearchSettings { multipv: 3, skill, ..SearchSettings::default() };
/// assert_eq!(settings.multipv, 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// Number of lines to report, at least 1.
    pub multipv: usize,
    /// Time lost per move between the engine and the clock.
    pub move_overhead: Duration,
    /// Playing strength. Below full strength a single thread searches and the move is chosen among
    /// the best lines; the reported lines are those of the analysis and do not depend on the choice.
    pub skill: Skill,
    /// Nodes per millisecond if time is measured in nodes. The searcher then keeps the clocks of the
    /// game itself until [`Searcher::clear`](crate::Searcher::clear).
    pub nodes_per_ms: Option<NonZeroU64>,
    /// Use of tablebases, if the searcher has any.
    pub tablebases: TablebaseSettings,
}

impl SearchSettings {
    /// Default move overhead.
    pub const MOVE_OVERHEAD: Duration = Duration::from_millis(10);
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            multipv: 1,
            move_overhead: Self::MOVE_OVERHEAD,
            skill: Skill::FULL,
            nodes_per_ms: None,
            tablebases: TablebaseSettings::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_clock_applies_to_both_sides() {
        let mut limits = Limits::none();
        assert_eq!(limits.clock_of(Color::White), None);
        limits.clock[Color::Black] = Some(Duration::from_secs(3));
        limits.increment[Color::Black] = Duration::from_millis(20);
        let expected = Some((Duration::from_secs(3), Duration::from_millis(20)));
        assert_eq!(limits.clock_of(Color::White), expected);
        assert_eq!(limits.clock_of(Color::Black), expected);
    }

    #[test]
    fn infinite_search_is_not_limited() {
        assert!(!Limits::none().is_limited());
        assert!(Limits::depth(3).is_limited());
        assert!(!Limits { infinite: true, ..Limits::depth(3) }.is_limited());
    }
}
