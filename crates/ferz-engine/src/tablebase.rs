//! Endgame tablebases in the search, probed by [`ferz_syzygy`].
//!
//! The tree probes WDL tables after captures and pawn moves. The root ranks its moves by DTZ, so that
//! a won game is won within the fifty-move rule.

use crate::value::{Bound, DRAW, Value, tb_win_in};
use ferz::{Move, Position};
use ferz_syzygy::{DtzMove, FiftyMoveRule};
pub use ferz_syzygy::{NoTables, ProbeError, TableKind, Tablebases, Wdl};

/// The limits of tablebase probing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseSettings {
    /// The minimum depth to probe positions with as many men as the largest tables; smaller ones are
    /// probed at any depth.
    pub probe_depth: i32,
    /// The maximum number of men of probed positions, kings included; 0 disables probing.
    pub probe_limit: usize,
    /// Set if wins prevented by the fifty-move rule (cursed wins) count as draws.
    pub fifty_move_rule: bool,
}

impl TablebaseSettings {
    /// The default settings.
    pub const DEFAULT: Self = Self { probe_depth: 1, probe_limit: 7, fifty_move_rule: true };
}

impl Default for TablebaseSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Tables with the limits of probing.
#[derive(Clone, Copy)]
pub(crate) struct Probe<'a> {
    tables: &'a Tablebases,
    depth: i32,
    max_men: usize,
    fifty_move_rule: bool,
}

/// The value of a cursed win: a draw by the fifty-move rule, but the opponent must still defend.
const CURSED_WIN: Value = DRAW + 2;

impl<'a> Probe<'a> {
    /// Creates a prober; `None` if the tables or the limits are empty.
    pub(crate) fn new(tables: &'a Tablebases, settings: &TablebaseSettings) -> Option<Self> {
        let max_men = settings.probe_limit.min(tables.max_men());
        let TablebaseSettings { probe_depth: depth, fifty_move_rule, .. } = *settings;
        (max_men > 0).then_some(Self { tables, depth, max_men, fifty_move_rule })
    }

    /// Returns true if the position has few enough men and no castling rights.
    fn is_probeable(&self, pos: &Position) -> bool {
        pos.occupied().len() <= self.max_men && pos.castling_rights().is_empty()
    }

    /// Probes the WDL tables for a position inside the tree, if the limits allow it and its
    /// fifty-move counter is 0, which the tables assume.
    #[inline]
    pub(crate) fn outcome(&self, pos: &mut Position, depth: i32) -> Option<Wdl> {
        let deep_enough = depth >= self.depth || pos.occupied().len() < self.max_men;
        if !self.is_probeable(pos) || pos.rule50() != 0 || !deep_enough {
            return None;
        }
        self.tables.wdl_in_place(pos).ok()
    }

    /// Returns the value of a WDL outcome at `ply` and its bound: a win is a lower bound, since it
    /// may be a mate, and a loss an upper bound.
    pub(crate) fn value(&self, wdl: Wdl, ply: usize) -> (Value, Bound) {
        let wdl = if self.fifty_move_rule { wdl } else { wdl.without_fifty_move_rule() };
        match wdl {
            Wdl::Win => (tb_win_in(ply), Bound::Lower),
            Wdl::CursedWin => (CURSED_WIN, Bound::Exact),
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::BlessedLoss => (-CURSED_WIN, Bound::Exact),
            Wdl::Loss => (-tb_win_in(ply), Bound::Upper),
        }
    }
}

/// A root move with its tablebase rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TbRootMove {
    pub(crate) mv: Move,
    /// The rank: greater for a better or more certain outcome.
    pub(crate) rank: i32,
    /// The value of the outcome.
    pub(crate) value: Value,
}

/// The tablebase ranking of the root moves.
pub(crate) struct RootRanking {
    /// The moves, best first.
    pub(crate) moves: Vec<TbRootMove>,
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

    fn with_value(&self, ranked: &DtzMove) -> TbRootMove {
        // A move to the counter of the fifty-move rule has the rank of a draw: nothing is left to
        // defend.
        let wdl = if ranked.rank == 0 { Wdl::Draw } else { ranked.wdl };
        let (value, _) = self.value(wdl, 0);
        TbRootMove { mv: ranked.mv, rank: ranked.rank, value }
    }
}
