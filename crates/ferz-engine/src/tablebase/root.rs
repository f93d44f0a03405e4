//! Ranking of the root moves by tablebases, as in Fathom.
//!
//! All moves that win for certain within the fifty-move rule share one rank, and the search chooses
//! among them. After a repetition the ranks follow DTZ, as the search made no progress.

use super::{CURSED_WIN, Probe};
use crate::value::{DRAW, TB_WIN, Value};
use ferz::{Move, Position};
use ferz_syzygy::{ProbeError, Wdl};
use std::cmp::Reverse;

/// A root move with its tablebase rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// The rank: greater for a better or more certain outcome.
    pub(crate) rank: i32,
    /// The value of the outcome.
    pub(crate) value: Value,
    /// The order among moves of the same rank, the best first.
    order: i32,
}

/// The tablebase ranking of the root moves.
pub(crate) struct RootRanking {
    /// The moves, best first.
    pub(crate) moves: Vec<RankedMove>,
    /// True if the tree needs probes: there is a win, and the ranks are not by DTZ.
    pub(crate) probe_tree: bool,
}

/// The rank of a certain win within the fifty-move rule; greater than any distance.
const CERTAIN_WIN: i32 = 1 << 18;
/// The smallest rank of a win under the fifty-move rule; lower ranks are cursed wins.
const WIN_BOUND: i32 = CERTAIN_WIN / 2 - 100;

impl Probe<'_> {
    /// Ranks the root moves by DTZ, or by WDL if a DTZ table is missing; `None` if both fail.
    pub(crate) fn rank(&self, pos: &Position, moves: &[Move]) -> Option<RootRanking> {
        if !self.is_probeable(pos) {
            return None;
        }
        let repeated = has_repeated(pos);
        let mut after = pos.clone();
        let mut rank_all =
            |rank: &dyn Fn(&mut Position, Move) -> Result<RankedMove, ProbeError>| {
                moves.iter().map(|&mv| rank(&mut after, mv)).collect::<Result<Vec<_>, _>>()
            };
        let by_dtz = rank_all(&|after, mv| self.by_dtz(after, mv, repeated));
        let has_dtz = by_dtz.is_ok();
        let mut moves = by_dtz.or_else(|_| rank_all(&|after, mv| self.by_wdl(after, mv))).ok()?;
        moves.sort_by_key(|mv| (Reverse(mv.rank), mv.order));
        let probe_tree = !has_dtz && moves.first().is_some_and(|best| best.value > DRAW);
        Some(RootRanking { moves, probe_tree })
    }

    fn by_dtz(
        &self,
        pos: &mut Position,
        mv: Move,
        repeated: bool,
    ) -> Result<RankedMove, ProbeError> {
        let rule50 = i32::from(pos.rule50());
        pos.do_move(mv);
        let dtz = self.dtz_after(pos);
        pos.undo_move();
        let dtz = dtz?;
        let rank = match dtz {
            1.. if dtz + rule50 <= 99 && !repeated => CERTAIN_WIN,
            1.. => CERTAIN_WIN / 2 - (dtz + rule50),
            0 => 0,
            _ if -2 * dtz + rule50 < 100 => -CERTAIN_WIN,
            _ => -CERTAIN_WIN / 2 + (-dtz + rule50),
        };
        Ok(RankedMove { mv, rank, value: self.value_of_rank(rank), order: dtz })
    }

    /// Returns the DTZ of the move that led here, for the side that made it.
    fn dtz_after(&self, pos: &mut Position) -> Result<i32, ProbeError> {
        if pos.is_checkmate() {
            return Ok(1);
        }
        if self.is_draw_now(pos) {
            return Ok(0);
        }
        if pos.rule50() == 0 {
            return Ok((-self.tables.wdl(pos)?).dtz_before_zeroing());
        }
        let dtz = -self.tables.dtz(pos)?;
        Ok(dtz + dtz.signum())
    }

    fn by_wdl(&self, pos: &mut Position, mv: Move) -> Result<RankedMove, ProbeError> {
        pos.do_move(mv);
        let wdl = if self.is_draw_now(pos) { Ok(Wdl::Draw) } else { self.tables.wdl(pos) };
        pos.undo_move();
        let rank = match -wdl? {
            Wdl::Win => CERTAIN_WIN,
            Wdl::CursedWin => WIN_BOUND - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 1 - WIN_BOUND,
            Wdl::Loss => -CERTAIN_WIN,
        };
        Ok(RankedMove { mv, rank, value: self.value_of_rank(rank), order: 0 })
    }

    /// Returns true if the position is a draw by repetition or by the fifty-move rule.
    fn is_draw_now(&self, pos: &Position) -> bool {
        pos.is_search_repetition(1) || (self.fifty_move_rule && pos.is_fifty_move_draw())
    }

    fn value_of_rank(&self, rank: i32) -> Value {
        let bound = if self.fifty_move_rule { WIN_BOUND } else { 1 };
        match rank {
            0 => DRAW,
            _ if rank >= bound => TB_WIN,
            1.. => CURSED_WIN,
            _ if rank <= -bound => -TB_WIN,
            _ => -CURSED_WIN,
        }
    }
}

/// Returns true if any position has occurred twice since the last capture or pawn move.
fn has_repeated(pos: &Position) -> bool {
    let mut pos = pos.clone();
    while pos.rule50() > 0 {
        if pos.is_repetition(2) {
            return true;
        }
        if pos.undo_move().is_none() {
            break;
        }
    }
    false
}
