//! WDL and DTZ probes of a position, and the ranking of its moves as in Fathom.
//!
//! A table may store any value for a position in which a capture is at least as good as every other
//! move, since such values compress better, and it does not cover en passant. So a probe searches
//! the captures first and takes the better of the best capture and the table value, which stands
//! for the other moves. Another order is wrong, not only slower: the table value alone may be
//! arbitrary. A capture leads to a smaller table, whose positions are searched in the same way, so the
//! depth is at most the number of men; a winning capture ends the search without reading the large table.
//!
//! All moves that win for certain within the fifty-move rule share one rank, so that a search can
//! choose among them. After a repetition the ranks follow DTZ, as the game made no progress.
//!
//! Most tables store moves instead of plies, and the value is rounded down: of the value `n` the
//! distance is `n` or `n + 1`. A win takes at most 100 plies of the fifty-move counter, so it is
//! certain if `n` and the counter add up to at most 99, and prevented from 101 on. At 100 it depends
//! on the rounding, which a search decides ([`Rounding`]).

use crate::error::{ProbeError, TableError, TableKind};
use crate::material::{MAX_MEN, Material};
use crate::rounding::{Rounding, is_zeroing};
use crate::tablebases::Tablebases;
use crate::wdl::Wdl;
use ferz::{Move, Position};
use std::cmp::Reverse;

/// The outcome of a position, from the searched moves and the WDL table.
#[derive(Clone, Copy)]
struct ProbeResult {
    wdl: Wdl,
    /// Set if a searched move wins and is the best move, or if all moves were searched. The value in
    /// the DTZ table is then undefined.
    zeroing_best: bool,
}

impl Tablebases {
    /// Returns the outcome of a position for the side to move, as if its fifty-move counter were
    /// zero. Copies the position to search its captures.
    ///
    /// # Errors
    /// If the position has castling rights or too many men, or a required table is missing or
    /// unusable.
    pub fn wdl(&self, pos: &Position) -> Result<Wdl, ProbeError> {
        check_position(pos)?;
        self.wdl_in_place(&mut pos.clone())
    }

    /// Returns the outcome as [`wdl`](Self::wdl) does, without a copy: makes and unmakes moves on
    /// `pos`, which is unchanged afterwards.
    ///
    /// # Errors
    /// As for [`wdl`](Self::wdl).
    pub fn wdl_in_place(&self, pos: &mut Position) -> Result<Wdl, ProbeError> {
        check_position(pos)?;
        Ok(self.search(pos, is_capture)?.wdl)
    }

    /// Returns the distance to zeroing (DTZ) in plies: the length of best play up to and including
    /// the next capture or pawn move, or mate. The winner minimizes it with moves that keep the win,
    /// the loser maximizes it. It is positive if the side to move wins, negative if it loses and 0
    /// for a draw. The magnitude is greater by 100 for cursed wins and blessed losses; a checkmated
    /// position has -1.
    ///
    /// The magnitude may be one ply too small, since most tables store moves instead of plies: a
    /// win is certain if DTZ and [`rule50`](ferz::Board::rule50) add up to at most 99.
    /// [`rank_moves`](Self::rank_moves) decides the case of 100. Copies the position to search its
    /// moves.
    ///
    /// # Errors
    /// As for [`wdl`](Self::wdl), for tables of both kinds.
    pub fn dtz(&self, pos: &Position) -> Result<i32, ProbeError> {
        check_position(pos)?;
        self.dtz_in_place(&mut pos.clone())
    }

    /// Returns the distance to zeroing as [`dtz`](Self::dtz) does, without a copy: makes and unmakes
    /// moves on `pos`, which is unchanged afterwards.
    ///
    /// # Errors
    /// As for [`dtz`](Self::dtz).
    pub fn dtz_in_place(&self, pos: &mut Position) -> Result<i32, ProbeError> {
        check_position(pos)?;
        self.probe_dtz(pos)
    }

    fn probe_dtz(&self, pos: &mut Position) -> Result<i32, ProbeError> {
        let ProbeResult { wdl, zeroing_best } = self.search(pos, is_zeroing)?;
        let before_zeroing = wdl.dtz_before_zeroing();
        if wdl == Wdl::Draw || zeroing_best {
            return Ok(before_zeroing);
        }
        match self.probe_dtz_table(pos, wdl)? {
            Some(plies) => Ok(before_zeroing + plies * before_zeroing.signum()),
            None => self.dtz_by_moves(pos, wdl),
        }
    }

    /// Returns the value of the DTZ table alone for a position with this outcome, in plies before the
    /// next zeroing move, or `None` if the table stores only positions with the other side to move.
    /// The value is meaningful if the outcome is not a draw and no zeroing move is a best move.
    ///
    /// # Errors
    /// If the table is missing or unusable.
    pub fn probe_dtz_table(&self, pos: &Position, wdl: Wdl) -> Result<Option<i32>, ProbeError> {
        let table = self.table(pos.material_key(), TableKind::Dtz)?;
        table.dtz(pos, wdl).map_err(|error| unusable(pos, TableKind::Dtz, error))
    }

    /// Returns the DTZ from a one-ply search, for the side to move that the table leaves out. The
    /// winner minimizes the magnitude and the loser maximizes it, which is the minimum of the signed
    /// values in both cases. No zeroing move keeps a win here.
    fn dtz_by_moves(&self, pos: &mut Position, wdl: Wdl) -> Result<i32, ProbeError> {
        let sign = wdl.value().signum();
        let mut best: Option<i32> = None;
        for &mv in pos.legal_moves().iter() {
            let zeroing = is_zeroing(pos, mv);
            pos.do_move(mv);
            let dtz = if zeroing {
                self.search(pos, is_capture).map(|result| (-result.wdl).dtz_before_zeroing())
            } else if pos.is_checkmate() {
                Ok(1)
            } else {
                self.probe_dtz(pos).map(|dtz| -dtz - dtz.signum())
            };
            pos.undo_move();
            let dtz = dtz?;
            if dtz.signum() == sign {
                best = Some(best.map_or(dtz, |best| best.min(dtz)));
            }
        }
        // Without a legal move the position is checkmate.
        Ok(best.unwrap_or(wdl.dtz_before_zeroing()))
    }

    /// Searches the captures, or the zeroing moves, then probes the WDL table for the other moves.
    fn search(
        &self,
        pos: &mut Position,
        is_searched: impl Fn(&Position, Move) -> bool,
    ) -> Result<ProbeResult, ProbeError> {
        let moves = pos.legal_moves();
        let mut best: Option<Wdl> = None;
        let mut all_searched = true;
        for &mv in moves.iter() {
            if !is_searched(pos, mv) {
                all_searched = false;
                continue;
            }
            pos.do_move(mv);
            let result = self.search(pos, is_capture);
            pos.undo_move();
            let wdl = -result?.wdl;
            best = best.max(Some(wdl));
            if wdl == Wdl::Win {
                return Ok(ProbeResult { wdl, zeroing_best: true });
            }
        }
        if let Some(best) = best
            && all_searched
        {
            // The table is not probed: if the only legal move is en passant, it has the value of
            // checkmate or stalemate.
            return Ok(ProbeResult { wdl: best, zeroing_best: true });
        }
        let table = self.probe_wdl_table(pos)?;
        Ok(match best {
            Some(best) if best >= table => {
                ProbeResult { wdl: best, zeroing_best: best > Wdl::Draw }
            }
            _ => ProbeResult { wdl: table, zeroing_best: false },
        })
    }

    /// Returns the value of the WDL table alone, without a search of captures and en passant. If a
    /// capture is at least as good as every other move, it may be any outcome up to that of the
    /// capture. Castling rights are ignored.
    ///
    /// # Errors
    /// If the table is missing or unusable.
    pub fn probe_wdl_table(&self, pos: &Position) -> Result<Wdl, ProbeError> {
        // Two bare kings have no table.
        if pos.occupied().len() == 2 {
            return Ok(Wdl::Draw);
        }
        let table = self.table(pos.material_key(), TableKind::Wdl)?;
        table.wdl(pos).map_err(|error| unusable(pos, TableKind::Wdl, error))
    }
}

/// Returns an error for positions that no table covers.
fn check_position(pos: &Position) -> Result<(), ProbeError> {
    let men = pos.occupied().len();
    if men > MAX_MEN {
        return Err(ProbeError::TooManyMen { men });
    }
    if !pos.castling_rights().is_empty() {
        return Err(ProbeError::CastlingRights);
    }
    Ok(())
}

fn is_capture(_: &Position, mv: Move) -> bool {
    mv.is_capture()
}

#[cold]
fn unusable(pos: &Position, kind: TableKind, error: TableError) -> ProbeError {
    match Material::from_key(pos.material_key()) {
        Some(table) => ProbeError::Unusable { table, kind, error },
        None => ProbeError::TooManyMen { men: pos.occupied().len() },
    }
}

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
    /// history: a [win](Wdl::Win) needs at most the plies up to a counter of 100, and a win or loss
    /// that is later is a [cursed win](Wdl::CursedWin) or [blessed loss](Wdl::BlessedLoss).
    pub wdl: Wdl,
    /// The distance to zeroing in plies before the move, from the view of the side that makes it: 1
    /// for a capture, pawn move or mate that wins; 0 for a draw, by repetition as well; see
    /// [`Tablebases::dtz`]. `None` if a DTZ table is missing, and the outcome is that of the WDL
    /// tables, which assume a counter of zero.
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

    /// Returns the move with the outcome that the fifty-move rule makes a draw, of a win or loss by
    /// the sign of the value.
    fn prevented(self, value: i32) -> Self {
        let wdl = match value {
            1.. => Wdl::CursedWin,
            0 => Wdl::Draw,
            _ => Wdl::BlessedLoss,
        };
        Self { wdl, order: -value.signum(), ..self }
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
        check_position(pos)?;
        let mut pos = pos.clone();
        let repeated = has_repeated(&pos);
        let mut rounding = Rounding::new(self);
        let by_dtz = |&mv| self.rank_by_dtz(&mut pos, mv, rule, repeated, &mut rounding);
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
        rounding: &mut Rounding<'_>,
    ) -> Result<DtzMove, ProbeError> {
        let rule50 = i32::from(pos.rule50());
        pos.do_move(mv);
        let after = self.dtz_after(pos, rule50, rule, rounding);
        pos.undo_move();
        let DtzAfter { dtz, plies, is_mate, is_draw } = after?;
        let rank = match dtz {
            _ if is_draw => 0,
            1.. if is_mate || (plies <= 99 && !repeated) => CERTAIN_WIN,
            1.. => CERTAIN_WIN / 2 - plies,
            0 => 0,
            _ if plies - dtz < 100 => -CERTAIN_WIN,
            _ => plies - CERTAIN_WIN / 2,
        };
        let order = if is_mate { 0 } else { dtz };
        let ranked = DtzMove { dtz: Some(dtz), order, ..DtzMove::new(mv, rank) };
        let too_late = rule == FiftyMoveRule::Applied && rule50 >= 100;
        Ok(if is_draw || too_late { ranked.prevented(dtz) } else { ranked })
    }

    /// Returns the distances of the move that led here from a position with this counter.
    fn dtz_after(
        &self,
        pos: &mut Position,
        rule50: i32,
        rule: FiftyMoveRule,
        rounding: &mut Rounding<'_>,
    ) -> Result<DtzAfter, ProbeError> {
        if pos.is_checkmate() {
            return Ok(DtzAfter { dtz: 1, plies: 1 + rule50, is_mate: true, is_draw: false });
        }
        if pos.is_search_repetition(1) {
            return Ok(DtzAfter { dtz: 0, plies: rule50, is_mate: false, is_draw: true });
        }
        let zeroing = pos.rule50() == 0;
        let (dtz, after) = if zeroing {
            ((-self.wdl_in_place(pos)?).dtz_before_zeroing(), 0)
        } else {
            let after = self.dtz_in_place(pos)?;
            (-after - after.signum(), after)
        };
        let applied = rule == FiftyMoveRule::Applied;
        let is_draw = applied && pos.is_fifty_move_draw();
        let mut plies = dtz.abs() + rule50;
        if plies == 100 && dtz != 0 && applied && !zeroing && !is_draw {
            plies += i32::from(!rounding.is_exact(pos, after)?);
        }
        Ok(DtzAfter { dtz, plies, is_mate: false, is_draw })
    }

    fn rank_by_wdl(
        &self,
        pos: &mut Position,
        mv: Move,
        rule: FiftyMoveRule,
    ) -> Result<DtzMove, ProbeError> {
        pos.do_move(mv);
        let repetition = pos.is_search_repetition(1);
        let is_draw = repetition || (rule == FiftyMoveRule::Applied && pos.is_fifty_move_draw());
        let wdl = if repetition { Ok(Wdl::Draw) } else { self.wdl_in_place(pos) };
        pos.undo_move();
        let wdl = -wdl?;
        let rank = match wdl {
            _ if is_draw => 0,
            Wdl::Win => CERTAIN_WIN,
            Wdl::CursedWin => WIN_BOUND - 1,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => 1 - WIN_BOUND,
            Wdl::Loss => -CERTAIN_WIN,
        };
        let ranked = DtzMove::new(mv, rank);
        Ok(if is_draw { ranked.prevented(wdl.value()) } else { ranked })
    }
}

/// The distances of a move.
struct DtzAfter {
    /// The distance to zeroing before the move, from the view of the side that makes it.
    dtz: i32,
    /// The fifty-move counter at which the win or loss comes, if the opponent defends well; 101 if it
    /// may come after the counter of 100.
    plies: i32,
    is_mate: bool,
    /// Set if the game is a draw after the move, by repetition or by the fifty-move rule.
    is_draw: bool,
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
