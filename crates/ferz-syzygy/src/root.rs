//! Ranking of the moves of a position, and its best move, as in Fathom.
//!
//! All moves that win for certain within the fifty-move rule share one rank, so that a search can
//! choose among them. After a repetition the ranks follow DTZ, as the game made no progress.

use crate::error::ProbeError;
use crate::tablebases::Tablebases;
use crate::wdl::Wdl;
use ferz::{Move, Position};
use std::cmp::Reverse;

/// The treatment of the fifty-move rule in the ranking of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum FiftyMoveRule {
    /// A position with a fifty-move counter of 100 is a draw.
    #[default]
    Applied,
    /// The game continues at any counter. Distances are still those of tables that minimise the plies
    /// to zeroing.
    Ignored,
}

/// A move with the tablebase result of the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DtzMove {
    /// The move.
    pub mv: Move,
    /// The outcome for the side that makes the move, with the present fifty-move counter and game
    /// history: a [win](Wdl::Win) is one before the counter reaches 100.
    pub wdl: Wdl,
    /// The distance to zeroing in plies before the move, from the view of the side that makes it: 1
    /// for a capture, pawn move or mate that wins; 0 for a draw, by repetition as well; see
    /// [`Tablebases::dtz`]. `None` if a DTZ table is missing, and the outcome is that of the WDL
    /// tables.
    pub dtz: Option<i32>,
    /// The rank: greater for a better or more certain outcome. Moves that win, or lose, for certain
    /// within the fifty-move rule share a rank.
    pub rank: i32,
    /// The order among moves of the same rank, the best first.
    order: i32,
}

/// The rank of a certain win within the fifty-move rule; greater than any distance.
const CERTAIN_WIN: i32 = 1 << 18;
/// The smallest rank of a win under the fifty-move rule; lower ranks are cursed wins.
const WIN_BOUND: i32 = CERTAIN_WIN / 2 - 100;

impl DtzMove {
    fn new(mv: Move, rank: i32) -> Self {
        let wdl = match rank {
            WIN_BOUND.. => Wdl::Win,
            1.. => Wdl::CursedWin,
            0 => Wdl::Draw,
            _ if rank <= -WIN_BOUND => Wdl::Loss,
            _ => Wdl::BlessedLoss,
        };
        Self { mv, wdl, dtz: None, rank, order: 0 }
    }
}

impl Tablebases {
    /// Returns the best legal move of a position by DTZ, or `None` if there is no legal move. A won
    /// position is won within the fifty-move rule by playing the best move each time; a lost one is
    /// defended as long as possible. Of moves that zero the counter, a mate comes first.
    ///
    /// The history of the position counts: a move that repeats a position is a draw.
    ///
    /// # Errors
    /// As for [`wdl`](Self::wdl), for the positions after the moves. If only a DTZ table is missing,
    /// the moves are ranked by WDL, and [`DtzMove::dtz`] is `None`: repeated play of such moves may
    /// make no progress.
    pub fn best_move(&self, pos: &Position) -> Result<Option<DtzMove>, ProbeError> {
        let moves = pos.legal_moves();
        Ok(self.rank_moves(pos, &moves, FiftyMoveRule::Applied)?.first().copied())
    }

    /// Ranks legal moves of a position by DTZ, or all of them by WDL if a DTZ table is missing or
    /// unusable. The best move comes first.
    ///
    /// # Errors
    /// As for [`wdl`](Self::wdl), for the positions after the moves.
    ///
    /// # Panics
    /// May panic if a move is not legal.
    pub fn rank_moves(
        &self,
        pos: &Position,
        moves: &[Move],
        rule: FiftyMoveRule,
    ) -> Result<Vec<DtzMove>, ProbeError> {
        crate::probe::check_position(pos)?;
        let mut pos = pos.clone();
        let repeated = has_repeated(&pos);
        let by_dtz = |&mv| self.rank_by_dtz(&mut pos, mv, rule, repeated);
        let ranked: Result<Vec<_>, _> = moves.iter().map(by_dtz).collect();
        let mut ranked = match ranked {
            Ok(ranked) => ranked,
            Err(_) => {
                let by_wdl = |&mv| self.rank_by_wdl(&mut pos, mv, rule);
                moves.iter().map(by_wdl).collect::<Result<_, _>>()?
            }
        };
        ranked.sort_by_key(|ranked: &DtzMove| (Reverse(ranked.rank), ranked.order));
        Ok(ranked)
    }

    fn rank_by_dtz(
        &self,
        pos: &mut Position,
        mv: Move,
        rule: FiftyMoveRule,
        repeated: bool,
    ) -> Result<DtzMove, ProbeError> {
        let rule50 = i32::from(pos.rule50());
        pos.do_move(mv);
        let is_mate = pos.is_checkmate();
        let dtz = if is_mate { Ok(1) } else { self.dtz_after(pos, rule) };
        pos.undo_move();
        let dtz = dtz?;
        let rank = match dtz {
            1.. if is_mate || (dtz + rule50 <= 99 && !repeated) => CERTAIN_WIN,
            1.. => CERTAIN_WIN / 2 - (dtz + rule50),
            0 => 0,
            _ if -2 * dtz + rule50 < 100 => -CERTAIN_WIN,
            _ => -CERTAIN_WIN / 2 + (-dtz + rule50),
        };
        let order = if is_mate { 0 } else { dtz };
        Ok(DtzMove { dtz: Some(dtz), order, ..DtzMove::new(mv, rank) })
    }

    /// Returns the DTZ of the move that led here, for the side that made it.
    fn dtz_after(&self, pos: &mut Position, rule: FiftyMoveRule) -> Result<i32, ProbeError> {
        if is_draw_now(pos, rule) {
            return Ok(0);
        }
        if pos.rule50() == 0 {
            return Ok((-self.wdl_in_place(pos)?).dtz_before_zeroing());
        }
        let dtz = -self.dtz_in_place(pos)?;
        Ok(dtz + dtz.signum())
    }

    fn rank_by_wdl(
        &self,
        pos: &mut Position,
        mv: Move,
        rule: FiftyMoveRule,
    ) -> Result<DtzMove, ProbeError> {
        pos.do_move(mv);
        let draw = is_draw_now(pos, rule);
        let wdl = if draw { Ok(Wdl::Draw) } else { self.wdl_in_place(pos) };
        pos.undo_move();
        let rank = match -wdl? {
            Wdl::Win => CERTAIN_WIN,
            Wdl::CursedWin => WIN_BOUND - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 1 - WIN_BOUND,
            Wdl::Loss => -CERTAIN_WIN,
        };
        Ok(DtzMove::new(mv, rank))
    }
}

/// Returns true if the position is a draw by repetition or by the fifty-move rule.
fn is_draw_now(pos: &Position, rule: FiftyMoveRule) -> bool {
    pos.is_search_repetition(1) || (rule == FiftyMoveRule::Applied && pos.is_fifty_move_draw())
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
