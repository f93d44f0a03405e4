//! Ranking of the root moves by tablebases.

use super::Probe;
use crate::value::{DRAW, Value};
use ferz::{Move, Position};
use ferz_syzygy::{FiftyMoveRule, RootMove};

/// A root move with its tablebase rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// The rank: greater for a better or more certain outcome.
    pub(crate) rank: i32,
    /// The value of the outcome.
    pub(crate) value: Value,
}

/// The tablebase ranking of the root moves.
pub(crate) struct RootRanking {
    /// The moves, best first.
    pub(crate) moves: Vec<RankedMove>,
    /// True if the tree needs probes: there is a win, and the ranks are not by DTZ.
    pub(crate) probe_tree: bool,
}

impl Probe<'_> {
    /// Ranks the root moves by DTZ, or by WDL if a DTZ table is missing; `None` if both fail.
    pub(crate) fn rank(&self, pos: &Position, moves: &[Move]) -> Option<RootRanking> {
        if !self.is_probeable(pos) {
            return None;
        }
        let rule =
            if self.fifty_move_rule { FiftyMoveRule::Applied } else { FiftyMoveRule::Ignored };
        let ranked = self.tables.rank_moves(pos, moves, rule).ok()?;
        let has_dtz = ranked.iter().all(|ranked| ranked.dtz.is_some());
        let moves: Vec<_> = ranked.iter().map(|ranked| self.with_value(ranked)).collect();
        let probe_tree = !has_dtz && moves.first().is_some_and(|best| best.value > DRAW);
        Some(RootRanking { moves, probe_tree })
    }

    fn with_value(&self, ranked: &RootMove) -> RankedMove {
        let (value, _) = self.value(ranked.wdl, 0);
        RankedMove { mv: ranked.mv, rank: ranked.rank, value }
    }
}
