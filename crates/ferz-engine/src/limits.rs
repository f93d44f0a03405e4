//! What a search may be told: clocks, depths, nodes, mates and moves, in any combination.

use ferz::{Color, Move};
use std::time::{Duration, Instant};

/// How far a search may go. Everything is optional; without any limit it runs until stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// When the command arrived: time is counted from here.
    pub start: Instant,
    /// The time left on each side's clock, by colour.
    pub clock: [Option<Duration>; 2],
    /// What each side gains a move, by colour.
    pub increment: [Duration; 2],
    /// The moves to the next time control, if there is one.
    pub moves_to_go: Option<u32>,
    /// The exact time for this move.
    pub move_time: Option<Duration>,
    /// The last depth to search, in plies.
    pub depth: Option<u32>,
    /// The nodes to search, all threads together.
    pub nodes: Option<u64>,
    /// The nodes, all threads together, after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in so many moves is proven, for either side. Without any other limit the
    /// search gives up at [`Limits::mate_depth`].
    pub mate: Option<u32>,
    /// The only moves to consider at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// Give no move before being told to stop, whatever else is limited.
    pub infinite: bool,
    /// Think on the opponent's time: the clock starts with the ponder hit.
    pub ponder: bool,
}

/// The plies beyond a mate's own after which a search that is for a mate alone gives up.
const BEYOND_MATE: u32 = 16;

impl Limits {
    /// No limits, starting now.
    pub fn none() -> Self {
        Self {
            start: Instant::now(),
            clock: [None; 2],
            increment: [Duration::ZERO; 2],
            moves_to_go: None,
            move_time: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            search_moves: Vec::new(),
            infinite: false,
            ponder: false,
        }
    }

    /// To a depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// To a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// To the end of the iteration that reaches `soft` nodes, or in mid-iteration to `hard` nodes.
    pub fn soft_nodes(soft: u64, hard: u64) -> Self {
        Self { soft_nodes: Some(soft), ..Self::nodes(hard) }
    }

    /// For an exact time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::none() }
    }

    /// With a clock and an increment for both sides.
    pub fn clock(left: Duration, increment: Duration) -> Self {
        Self { clock: [Some(left); 2], increment: [increment; 2], ..Self::none() }
    }

    /// The clock of a side: its own, or the other one's where that alone was told.
    pub fn clock_of(&self, side: Color) -> Option<(Duration, Duration)> {
        let told = [side, !side].into_iter().find(|&color| self.clock[color].is_some())?;
        Some((self.clock[told]?, self.increment[told]))
    }

    /// The last depth of a search for a mate and nothing else: the plies of the mate, and
    /// 16 more, for the search is selective and may pass over a mate at first.
    pub fn mate_depth(&self) -> Option<u32> {
        let others = Self { mate: None, ..self.clone() };
        let alone = !others.is_limited() && !self.infinite;
        Some(self.mate?.saturating_mul(2).saturating_add(BEYOND_MATE)).filter(|_| alone)
    }

    /// Whether the search ends by itself, at the latest when it no longer ponders.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_serves_both_sides() {
        let mut limits = Limits::none();
        assert_eq!(limits.clock_of(Color::White), None);
        limits.clock[Color::Black] = Some(Duration::from_secs(3));
        limits.increment[Color::Black] = Duration::from_millis(20);
        let expected = Some((Duration::from_secs(3), Duration::from_millis(20)));
        assert_eq!(limits.clock_of(Color::White), expected);
        assert_eq!(limits.clock_of(Color::Black), expected);
    }

    #[test]
    fn infinite_searches_have_no_limit() {
        assert!(!Limits::none().is_limited());
        assert!(Limits::depth(3).is_limited());
        assert!(Limits { ponder: true, ..Limits::depth(3) }.is_limited());
        assert!(!Limits { infinite: true, ..Limits::depth(3) }.is_limited());
    }
}
