//! Asking the tables.
//!
//! Tables leave out what a search of captures finds out: where a capture is at least as good as any
//! other move, and where a pawn can take en passant, the table may say anything. So captures are
//! played first and the table is asked only about the other moves.

use crate::fault::{ProbeError, TableError, TableKind};
use crate::material::{MAX_MEN, Material};
use crate::table::Distance;
use crate::tablebases::Tablebases;
use crate::wdl::Wdl;
use ferz::{Move, PieceType, Position};

/// An outcome, and whether a zeroing move reaches it.
#[derive(Clone, Copy)]
struct Found {
    wdl: Wdl,
    /// A capture or pawn move that was searched is as good as any move, so that the DTZ table
    /// knows nothing of the position.
    zeroing: bool,
}

/// Which moves are played before the table is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Played {
    Captures,
    /// Captures and pawn moves.
    Zeroing,
}

impl Tablebases {
    /// The outcome of a position for the side to move, as if the last move had zeroed the counter
    /// of the fifty-move rule. The position is as before afterwards.
    ///
    /// # Errors
    /// If it has castling rights or too many men, or a table is missing or faulty.
    pub fn wdl(&self, pos: &mut Position) -> Result<Wdl, ProbeError> {
        check(pos)?;
        Ok(self.search(pos, Played::Captures)?.wdl)
    }

    /// The distance to zeroing in plies: the fewest in which the side that wins can make a capture
    /// or a pawn move and still win, or give mate, while the other side holds out. Positive for a
    /// win of the side to move, negative for a loss, 0 for a draw. For wins and losses that the
    /// fifty-move rule turns into draws it is 100 more.
    ///
    /// It may be one ply too small, as most tables count moves: a win is certain if the distance
    /// and the plies counted so far add up to 99 at most. The position is as before afterwards.
    ///
    /// # Errors
    /// As [`wdl`](Self::wdl), for the tables of both kinds.
    pub fn dtz(&self, pos: &mut Position) -> Result<i32, ProbeError> {
        check(pos)?;
        self.dtz_of(pos)
    }

    fn dtz_of(&self, pos: &mut Position) -> Result<i32, ProbeError> {
        let found = self.search(pos, Played::Zeroing)?;
        let at_once = found.wdl.dtz_at_once();
        if found.wdl == Wdl::Draw || found.zeroing {
            return Ok(at_once);
        }
        let table = self.table(pos.material_key(), TableKind::Dtz)?;
        match table.distance(pos, found.wdl) {
            Ok(Distance::Plies(plies)) => Ok(at_once + plies * at_once.signum()),
            Ok(Distance::OtherSide) => self.dtz_by_moves(pos, found.wdl),
            Err(fault) => Err(faulty(pos, TableKind::Dtz, fault)),
        }
    }

    /// The distance from those after each move: the least for the winner, the greatest for the
    /// loser. No zeroing move keeps a win.
    fn dtz_by_moves(&self, pos: &mut Position, wdl: Wdl) -> Result<i32, ProbeError> {
        let sign = wdl.value().signum();
        let mut best: Option<i32> = None;
        for &mv in pos.legal_moves().iter() {
            let zeroing = is_zeroing(pos, mv);
            pos.do_move(mv);
            let distance = if zeroing {
                self.search(pos, Played::Captures).map(|found| (-found.wdl).dtz_at_once())
            } else if pos.is_checkmate() {
                Ok(1)
            } else {
                self.dtz_of(pos).map(|dtz| -dtz - dtz.signum())
            };
            pos.undo_move();
            let distance = distance?;
            if distance.signum() == sign {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        // A side that is mated has no move.
        Ok(best.unwrap_or(wdl.dtz_at_once()))
    }

    /// Plays the captures (and pawn moves), then asks the WDL table about the other moves.
    fn search(&self, pos: &mut Position, played: Played) -> Result<Found, ProbeError> {
        let moves = pos.legal_moves();
        let mut best: Option<Wdl> = None;
        let mut others = false;
        for &mv in moves.iter() {
            let wanted = match played {
                Played::Captures => mv.is_capture(),
                Played::Zeroing => is_zeroing(pos, mv),
            };
            if !wanted {
                others = true;
                continue;
            }
            pos.do_move(mv);
            let answer = self.search(pos, Played::Captures);
            pos.undo_move();
            let wdl = -answer?.wdl;
            best = best.max(Some(wdl));
            if wdl == Wdl::Win {
                return Ok(Found { wdl, zeroing: true });
            }
        }
        if let Some(best) = best
            && !others
        {
            // The table would take it for mate or stalemate if the only move is en passant.
            return Ok(Found { wdl: best, zeroing: true });
        }
        let table = self.table_wdl(pos)?;
        Ok(match best {
            Some(best) if best >= table => Found { wdl: best, zeroing: best > Wdl::Draw },
            _ => Found { wdl: table, zeroing: false },
        })
    }

    fn table_wdl(&self, pos: &Position) -> Result<Wdl, ProbeError> {
        if pos.occupied().len() == 2 {
            return Ok(Wdl::Draw);
        }
        let table = self.table(pos.material_key(), TableKind::Wdl)?;
        table.wdl(pos).map_err(|fault| faulty(pos, TableKind::Wdl, fault))
    }
}

/// Whether a position is one that tables can have.
fn check(pos: &Position) -> Result<(), ProbeError> {
    let men = pos.occupied().len();
    if men > MAX_MEN {
        return Err(ProbeError::TooManyMen { men });
    }
    if !pos.castling_rights().is_empty() {
        return Err(ProbeError::CastlingRights);
    }
    Ok(())
}

/// Whether a move zeroes the counter of the fifty-move rule.
fn is_zeroing(pos: &Position, mv: Move) -> bool {
    let moved = pos.piece_on(mv.from()).map(ferz::Piece::piece_type);
    mv.is_capture() || moved == Some(PieceType::Pawn)
}

#[cold]
fn faulty(pos: &Position, kind: TableKind, fault: TableError) -> ProbeError {
    match Material::of_key(pos.material_key()) {
        Some(table) => ProbeError::Faulty { table, kind, fault },
        None => ProbeError::TooManyMen { men: pos.occupied().len() },
    }
}
