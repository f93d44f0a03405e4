//! WDL and DTZ probes of a position.
//!
//! A table may store any value for a position in which a capture is at least as good as every other
//! move, since such values compress better, and it does not cover en passant. So a probe searches
//! the captures first and takes the better of the best capture and the table value, which stands
//! for the other moves.

use crate::error::{ProbeError, TableError, TableKind};
use crate::material::{MAX_MEN, Material};
use crate::table::TableDtz;
use crate::tablebases::Tablebases;
use crate::wdl::Wdl;
use ferz::{Move, Piece, PieceType, Position};

/// The outcome of a position, from the searched moves and the WDL table.
#[derive(Clone, Copy)]
struct ProbeResult {
    wdl: Wdl,
    /// Set if a searched move wins and is the best move, or if all moves were searched. The value in
    /// the DTZ table is then undefined.
    zeroing_best: bool,
}

/// The moves that are searched before the WDL table is probed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchMoves {
    Captures,
    /// Captures and pawn moves, which zero the fifty-move counter.
    Zeroing,
}

impl SearchMoves {
    fn contains(self, pos: &Position, mv: Move) -> bool {
        match self {
            Self::Captures => mv.is_capture(),
            Self::Zeroing => is_zeroing(pos, mv),
        }
    }
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
        Ok(self.search(pos, SearchMoves::Captures)?.wdl)
    }

    /// Returns the distance to zeroing (DTZ) in plies: the length of best play up to and including
    /// the next capture or pawn move, or mate. The winner minimizes it with moves that keep the win,
    /// the loser maximizes it. It is positive if the side to move wins, negative if it loses and 0
    /// for a draw. The magnitude is greater by 100 for cursed wins and blessed losses; a checkmated
    /// position has -1.
    ///
    /// The magnitude may be one ply too small, since most tables store moves instead of plies: a
    /// win is certain if DTZ and [`rule50`](ferz::Board::rule50) add up to at most 99. Copies the
    /// position to search its moves.
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
        let ProbeResult { wdl, zeroing_best } = self.search(pos, SearchMoves::Zeroing)?;
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
        match table.dtz(pos, wdl) {
            Ok(TableDtz::Plies(plies)) => Ok(Some(plies)),
            Ok(TableDtz::OtherSideToMove) => Ok(None),
            Err(error) => Err(unusable(pos, TableKind::Dtz, error)),
        }
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
                self.search(pos, SearchMoves::Captures)
                    .map(|result| (-result.wdl).dtz_before_zeroing())
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

    /// Searches the captures (and pawn moves), then probes the WDL table for the other moves.
    fn search(&self, pos: &mut Position, searched: SearchMoves) -> Result<ProbeResult, ProbeError> {
        let moves = pos.legal_moves();
        let mut best: Option<Wdl> = None;
        let mut all_searched = true;
        for &mv in moves.iter() {
            if !searched.contains(pos, mv) {
                all_searched = false;
                continue;
            }
            pos.do_move(mv);
            let result = self.search(pos, SearchMoves::Captures);
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
pub(crate) fn check_position(pos: &Position) -> Result<(), ProbeError> {
    let men = pos.occupied().len();
    if men > MAX_MEN {
        return Err(ProbeError::TooManyMen { men });
    }
    if !pos.castling_rights().is_empty() {
        return Err(ProbeError::CastlingRights);
    }
    Ok(())
}

/// Returns true if the move zeroes the fifty-move counter.
fn is_zeroing(pos: &Position, mv: Move) -> bool {
    let piece_type = pos.piece_on(mv.from()).map(Piece::piece_type);
    mv.is_capture() || piece_type == Some(PieceType::Pawn)
}

#[cold]
fn unusable(pos: &Position, kind: TableKind, error: TableError) -> ProbeError {
    match Material::from_key(pos.material_key()) {
        Some(table) => ProbeError::Unusable { table, kind, error },
        None => ProbeError::TooManyMen { men: pos.occupied().len() },
    }
}
