//! The root's moves, ranked by what tablebases know of them.
//!
//! With DTZ tables every move that surely keeps a win within the fifty-move rule ranks the same, and
//! the search chooses among them: it may know a shorter way. Once a position has been repeated it
//! is plain that the search makes no progress, and the distance to zeroing alone decides. The
//! scheme is the one that Fathom and the engines that use it have.

use super::{CURSED_WIN, Probe};
use crate::value::{DRAW, TB_WIN, Value};
use ferz::{Move, Position};
use ferz_syzygy::{ProbeError, Wdl};
use std::cmp::Reverse;

/// A root move with what the tables say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub(crate) mv: Move,
    /// Moves with a greater rank have a better outcome, or are surer of it.
    pub(crate) rank: i32,
    /// What the outcome is worth.
    pub(crate) value: Value,
    /// How good a move it is among those of its rank: the lower, the better.
    order: i32,
}

/// What the tables know of the root.
pub(crate) struct RootRanking {
    /// The moves, best first.
    pub(crate) moves: Vec<RankedMove>,
    /// Asking the tables inside the tree would tell no more: they know the way, or there is
    /// nothing to win.
    pub(crate) is_enough: bool,
}

/// The rank of a win that is sure within the fifty-move rule; greater than any distance.
const SURE: i32 = 1 << 18;
/// From this rank on a win is one under the fifty-move rule.
const IN_TIME: i32 = SURE / 2 - 100;

impl Probe<'_> {
    /// Ranks moves by the tables, if they know the position: by DTZ, or else by WDL.
    pub(crate) fn rank(&self, pos: &Position, moves: &[Move]) -> Option<RootRanking> {
        if !self.may_know(pos) {
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
        let is_enough = has_dtz || moves.first().is_none_or(|best| best.value <= DRAW);
        Some(RootRanking { moves, is_enough })
    }

    fn by_dtz(
        &self,
        pos: &mut Position,
        mv: Move,
        repeated: bool,
    ) -> Result<RankedMove, ProbeError> {
        let counted = i32::from(pos.rule50());
        pos.do_move(mv);
        let dtz = self.dtz_after(pos);
        pos.undo_move();
        let dtz = dtz?;
        let rank = match dtz {
            1.. if dtz + counted <= 99 && !repeated => SURE,
            1.. => SURE / 2 - (dtz + counted),
            0 => 0,
            _ if -2 * dtz + counted < 100 => -SURE,
            _ => -SURE / 2 + (-dtz + counted),
        };
        Ok(RankedMove { mv, rank, value: self.value_of_rank(rank), order: dtz })
    }

    /// The distance to zeroing of the move that led here, for the side that made it.
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
        let outcome = if self.is_draw_now(pos) { Ok(Wdl::Draw) } else { self.tables.wdl(pos) };
        pos.undo_move();
        let rank = match -outcome? {
            Wdl::Win => SURE,
            Wdl::CursedWin => IN_TIME - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 1 - IN_TIME,
            Wdl::Loss => -SURE,
        };
        Ok(RankedMove { mv, rank, value: self.value_of_rank(rank), order: 0 })
    }

    /// Whether the move that led here drew at once, by repetition or by the fifty-move rule.
    fn is_draw_now(&self, pos: &Position) -> bool {
        pos.is_search_repetition(1) || (self.fifty_move_rule && pos.is_fifty_move_draw())
    }

    fn value_of_rank(&self, rank: i32) -> Value {
        let bound = if self.fifty_move_rule { IN_TIME } else { 1 };
        match rank {
            0 => DRAW,
            _ if rank >= bound => TB_WIN,
            1.. => CURSED_WIN,
            _ if rank <= -bound => -TB_WIN,
            _ => -CURSED_WIN,
        }
    }
}

/// Whether any position has come up twice since the last capture or pawn move.
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
