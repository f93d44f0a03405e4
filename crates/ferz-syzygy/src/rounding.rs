//! The rounding of DTZ tables, where it decides if the fifty-move rule prevents a win.
//!
//! A DTZ table that stores moves instead of plies rounds the distance down: of the value `n` the
//! distance is `n` or `n + 1`. A win may use the plies up to a counter of 100, at which the game is
//! a draw unless the last of them zeroed the counter or mated. So with a counter of `c` the win is
//! certain for `n + c <= 99` and prevented for `n + c >= 101`, and for `n + c = 100` it exists only if
//! the value is exact.
//!
//! The value `n` is exact if best play zeroes the counter or mates within `n` plies. For the winner
//! some move must do so, for the loser every move. A move of the value `n - 1` or less does, even if it
//! is rounded; of the value `n + 1` or more it does not; of the value `n` it does if the value of the
//! position after it is exact. So the search follows only moves that keep the value.
//!
//! Most endings need no search. If every zeroing move of the loser saves the game, the winner makes the
//! last move of best play: the distance is odd if the winner is to move and even if the loser is.

use crate::error::ProbeError;
use crate::tablebases::Tablebases;
use ferz::{Color, Move, Piece, PieceType, Position};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::HashMap;

/// The maximum number of positions that one ranking of moves examines. All further values count as
/// rounded: a win is not promised without proof.
const MAX_POSITIONS: usize = 1000;

/// A search for values of DTZ tables that are exact.
pub(crate) struct Rounding<'a> {
    tables: &'a Tablebases,
    /// Results by the key of the position.
    exact: HashMap<u64, bool>,
    /// The number of positions examined.
    examined: usize,
}

impl<'a> Rounding<'a> {
    pub(crate) fn new(tables: &'a Tablebases) -> Self {
        Self { tables, exact: HashMap::new(), examined: 0 }
    }

    /// Returns true if `dtz`, the value of a position that is won or lost within the fifty-move rule,
    /// is proven exact, and false if it is rounded or the search reaches its limit.
    pub(crate) fn is_exact(&mut self, pos: &mut Position, dtz: i32) -> Result<bool, ProbeError> {
        let winner = if dtz > 0 { pos.side_to_move() } else { !pos.side_to_move() };
        if winner_ends_best_play(pos, winner) {
            return Ok((dtz > 0) == (dtz % 2 != 0));
        }
        self.search(pos, dtz)
    }

    /// Returns the result of [`is_exact`](Self::is_exact) by a search.
    fn search(&mut self, pos: &mut Position, dtz: i32) -> Result<bool, ProbeError> {
        if let Some(&exact) = self.exact.get(&pos.key()) {
            return Ok(exact);
        }
        if self.examined == MAX_POSITIONS {
            return Ok(false);
        }
        self.examined += 1;
        let wins = dtz > 0;
        let mut exact = !wins;
        for &mv in pos.legal_moves().iter() {
            if self.reaches(pos, mv, dtz)? == wins {
                exact = wins;
                break;
            }
        }
        self.exact.insert(pos.key(), exact);
        Ok(exact)
    }

    /// Returns true if a move leads to the end of a win or loss within `dtz` plies.
    fn reaches(&mut self, pos: &mut Position, mv: Move, dtz: i32) -> Result<bool, ProbeError> {
        let zeroing = is_zeroing(pos, mv);
        pos.do_move(mv);
        let reaches = self.reaches_after(pos, zeroing, dtz);
        pos.undo_move();
        reaches
    }

    fn reaches_after(
        &mut self,
        pos: &mut Position,
        zeroing: bool,
        dtz: i32,
    ) -> Result<bool, ProbeError> {
        if zeroing {
            return Ok((-self.tables.wdl_in_place(pos)?).dtz_before_zeroing() == dtz.signum());
        }
        if pos.is_checkmate() {
            return Ok(dtz > 0);
        }
        let after = self.tables.dtz_in_place(pos)?;
        if after.signum() != -dtz.signum() {
            return Ok(false);
        }
        match (after.abs() + 1).cmp(&dtz.abs()) {
            Less => Ok(true),
            Equal => self.search(pos, after),
            Greater => Ok(false),
        }
    }
}

/// Returns true if every zeroing move of the loser saves the game: it has no pawns, and each capture
/// leaves the winner a bare king, or a minor piece against a bare king.
fn winner_ends_best_play(pos: &Position, winner: Color) -> bool {
    let loser = !winner;
    let men = |color| pos.by_color(color).len();
    let minors = [PieceType::Knight, PieceType::Bishop];
    let two_minors =
        minors.map(|minor| pos.pieces(winner, minor).len()).into_iter().sum::<usize>() == 2;
    let saves = men(winner) == 2 || (men(winner) == 3 && two_minors && men(loser) == 1);
    saves && pos.pieces(loser, PieceType::Pawn).is_empty()
}

/// Returns true if the move zeroes the fifty-move counter: captures and pawn moves.
pub(crate) fn is_zeroing(pos: &Position, mv: Move) -> bool {
    let piece_type = pos.piece_on(mv.from()).map(Piece::piece_type);
    mv.is_capture() || piece_type == Some(PieceType::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::{Piece, Setup};

    /// Where both apply, the search and the parity agree.
    #[test]
    fn search_and_parity_agree() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
        let tables = Tablebases::open([folder]).unwrap();
        let mut counts = [0; 2];
        let mut rng = fastrand::Rng::with_seed(0x52);
        while counts.into_iter().min() < Some(10) {
            let mut setup = Setup::empty();
            setup.side_to_move = Color::wrapping(rng.usize(..2));
            for letter in "KBNk".chars() {
                setup.pieces[rng.usize(..64)] = Piece::from_letter(letter);
            }
            let Ok(mut pos) = Position::from_setup(&setup) else { continue };
            let Ok(dtz) = tables.dtz(&pos) else { continue };
            if dtz == 0 || dtz.abs() > 7 || pos.is_checkmate() || pos.occupied().len() < 4 {
                continue;
            }
            let mut rounding = Rounding::new(&tables);
            let exact = rounding.search(&mut pos, dtz).unwrap();
            if rounding.examined == MAX_POSITIONS {
                continue;
            }
            assert!(winner_ends_best_play(&pos, Color::White));
            assert_eq!(rounding.is_exact(&mut pos, dtz), Ok(exact), "{}: {dtz}", pos.fen());
            counts[usize::from(exact)] += 1;
        }
    }
}
