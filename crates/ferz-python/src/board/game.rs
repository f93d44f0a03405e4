//! The status of a position and the end of a game.

use super::{Board, Ply, custom_rules};
use crate::arguments::{Clamped, ColorArg, is_white};
use crate::package;
use crate::state::{Masks, State};
use ferz::Color;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// The reasons for the end of a game, with the numbers of `ferz.Termination`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Termination {
    Checkmate = 1,
    Stalemate = 2,
    InsufficientMaterial = 3,
    SeventyfiveMoves = 4,
    FivefoldRepetition = 5,
    FiftyMoves = 6,
    ThreefoldRepetition = 7,
}

/// The sets of pieces by type and by colour, the turn, the castling rights and the en passant square.
type TranspositionKey = (u64, u64, u64, u64, u64, u64, u64, u64, bool, u64, Option<u8>);

/// Counts the occurrences of a position in the game, this one included, up to a limit.
fn occurrences(state: &State, stack: &[Ply], limit: usize) -> usize {
    let mut count = 1;
    for ply in stack.iter().rev() {
        if count >= limit || ply.before.is_zeroing(ply.mv) {
            break;
        }
        count += usize::from(state.repeats(&ply.before));
    }
    count
}

impl Board {
    fn occurs(slf: &PyRef<'_, Self>, count: usize) -> bool {
        occurrences(Self::state(slf), &slf.stack, count) >= count
    }

    /// Returns true if the halfmove clock has reached a limit and the game is not over by checkmate
    /// or stalemate.
    fn is_halfmoves(state: &State, limit: u32) -> bool {
        state.halfmove_clock >= limit && state.has_legal_move()
    }

    fn has_halfmoves(slf: &Bound<'_, Self>, limit: u32) -> PyResult<bool> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("is_halfmoves", (slf, limit))?.extract();
        }
        Ok(Self::is_halfmoves(&Self::snapshot(slf), limit))
    }

    fn can_claim_fifty(state: &State) -> bool {
        Self::is_halfmoves(state, 100)
            || state.halfmove_clock >= 99
                && state.legal_moves(Masks::ALL).into_iter().any(|mv| {
                    let mut after = *state;
                    after.make(mv);
                    Self::is_halfmoves(&after, 100)
                })
    }

    fn can_claim_threefold(slf: &PyRef<'_, Self>) -> bool {
        if Self::occurs(slf, 3) {
            return true;
        }
        let state = Self::state(slf);
        state.legal_moves(Masks::ALL).into_iter().any(|mv| {
            if state.is_zeroing(mv) {
                return false;
            }
            let mut after = *state;
            after.make(mv);
            // The position before the move has the other side to move.
            1 + occurrences(&after, &slf.stack, 3) > 3
        })
    }

    fn ending(slf: &PyRef<'_, Self>, claim_draw: bool) -> Option<Termination> {
        let state = Self::state(slf);
        let mate = !state.has_legal_move();
        let insufficient =
            || Color::ALL.into_iter().all(|color| state.has_insufficient_material(color));
        if mate && state.checkers().any() {
            Some(Termination::Checkmate)
        } else if insufficient() {
            Some(Termination::InsufficientMaterial)
        } else if mate {
            Some(Termination::Stalemate)
        } else if Self::is_halfmoves(state, 150) {
            Some(Termination::SeventyfiveMoves)
        } else if Self::occurs(slf, 5) {
            Some(Termination::FivefoldRepetition)
        } else if !claim_draw {
            None
        } else if Self::can_claim_fifty(state) {
            Some(Termination::FiftyMoves)
        } else {
            Self::can_claim_threefold(slf).then_some(Termination::ThreefoldRepetition)
        }
    }
}

#[pymethods]
impl Board {
    /// Returns the faults of the position as `ferz.Status` flags; `Status.VALID` without faults.
    ///
    /// A check by two knights, by a knight and a pawn or by two pawns is `IMPOSSIBLE_CHECK`, since no
    /// move gives it. python-chess counts such positions as valid.
    fn status(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let status = package::outcome(slf.py())?.getattr(intern!(slf.py(), "Status"))?;
        Ok(status.call1((Self::snapshot(slf).status(),))?.unbind())
    }

    /// Returns true if the position has no faults: see `status()`.
    fn is_valid(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).is_valid()
    }

    /// Returns true if the side to move is checkmated.
    fn is_checkmate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("is_checkmate", (slf,))?.extract();
        }
        let board = slf.borrow();
        let state = Self::state(&board);
        Ok(state.checkers().any() && !state.has_legal_move())
    }

    /// Returns true if a move, at least pseudo-legal, checkmates the opponent.
    fn gives_checkmate(slf: &Bound<'_, Self>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        slf.call_method1("push", (r#move,))?;
        let is_checkmate = slf.call_method0("is_checkmate");
        slf.call_method0("pop")?;
        is_checkmate?.extract()
    }

    /// Returns true if the side to move has no legal move and is not in check.
    fn is_stalemate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("is_stalemate", (slf,))?.extract();
        }
        let board = slf.borrow();
        let state = Self::state(&board);
        Ok(state.checkers().is_empty() && !state.has_legal_move())
    }

    /// Returns true if neither side can checkmate by any sequence of legal moves, by material alone.
    fn is_insufficient_material(slf: PyRef<'_, Self>) -> bool {
        let state = Self::state(&slf);
        Color::ALL.into_iter().all(|color| state.has_insufficient_material(color))
    }

    /// Returns true if a colour cannot checkmate by any sequence of legal moves, by material alone.
    fn has_insufficient_material(slf: PyRef<'_, Self>, color: ColorArg) -> bool {
        Self::state(&slf).has_insufficient_material(color.0)
    }

    /// Returns true if the game is drawn by the seventy-five-move rule.
    fn is_seventyfive_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::has_halfmoves(slf, 150)
    }

    /// Returns true if the game is drawn because the position occurred five times.
    fn is_fivefold_repetition(slf: PyRef<'_, Self>) -> bool {
        Self::occurs(&slf, 5)
    }

    /// Returns true if the halfmove clock allows a claim by the fifty-move rule and there is a legal
    /// move.
    fn is_fifty_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::has_halfmoves(slf, 100)
    }

    /// Returns true if the position occurred at least `count` times in the game.
    #[pyo3(signature = (count=Clamped(3)), text_signature = "($self, count=3)")]
    fn is_repetition(slf: PyRef<'_, Self>, count: Clamped) -> bool {
        Self::occurs(&slf, count.size())
    }

    /// Returns true if the side to move can claim a draw by the fifty-move rule or by threefold
    /// repetition.
    fn can_claim_draw(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(Self::can_claim_fifty_moves(slf)? || Self::can_claim_threefold_repetition(slf)?)
    }

    /// Returns true if the side to move can claim a draw by the fifty-move rule, perhaps with its
    /// next move.
    fn can_claim_fifty_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("can_claim_fifty_moves", (slf,))?.extract();
        }
        Ok(Self::can_claim_fifty(&Self::snapshot(slf)))
    }

    /// Returns true if the side to move can claim a draw by threefold repetition, perhaps with its
    /// next move.
    fn can_claim_threefold_repetition(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("can_claim_threefold_repetition", (slf,))?.extract();
        }
        Ok(Self::can_claim_threefold(&slf.borrow()))
    }

    /// Returns true if the game is over; with `claim_draw` also if a draw can be claimed.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(slf: &Bound<'_, Self>, claim_draw: bool) -> PyResult<bool> {
        if Self::is_exact(slf) {
            return Ok(Self::ending(&slf.borrow(), claim_draw).is_some());
        }
        Ok(!outcome_of(slf, claim_draw)?.is_none())
    }

    /// Returns the result of the game as PGN writes it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result(slf: &Bound<'_, Self>, claim_draw: bool) -> PyResult<String> {
        let outcome = outcome_of(slf, claim_draw)?;
        if outcome.is_none() {
            return Ok("*".to_owned());
        }
        outcome.call_method0("result")?.extract()
    }

    /// Returns the outcome if the game is over, else `None`. With `claim_draw` a draw that the side
    /// to move can claim also ends the game.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome(slf: &Bound<'_, Self>, claim_draw: bool) -> PyResult<Option<Py<PyAny>>> {
        let py = slf.py();
        if let Some(rules) = custom_rules(slf)? {
            return Ok(rules.call_method1("outcome", (slf, claim_draw))?.extract()?);
        }
        let Some(ending) = Self::ending(&slf.borrow(), claim_draw) else { return Ok(None) };
        let winner =
            (ending == Termination::Checkmate).then(|| is_white(!Self::snapshot(slf).turn));
        let module = package::outcome(py)?;
        let termination = module.getattr(intern!(py, "Termination"))?.call1((ending as u8,))?;
        let outcome = module.getattr(intern!(py, "Outcome"))?.call1((termination, winner))?;
        Ok(Some(outcome.unbind()))
    }

    /// Returns true if a variant's own rules end the game; never in chess.
    fn is_variant_end(_slf: PyRef<'_, Self>) -> bool {
        false
    }

    /// Returns true if the side to move wins by a variant's own rules; never in chess.
    fn is_variant_win(_slf: PyRef<'_, Self>) -> bool {
        false
    }

    /// Returns true if the side to move loses by a variant's own rules; never in chess.
    fn is_variant_loss(_slf: PyRef<'_, Self>) -> bool {
        false
    }

    /// Returns true if the game is drawn by a variant's own rules; never in chess.
    fn is_variant_draw(_slf: PyRef<'_, Self>) -> bool {
        false
    }

    /// Returns a hashable value that is equal for positions that count as repetitions.
    fn _transposition_key(slf: PyRef<'_, Self>) -> TranspositionKey {
        let state = Self::state(&slf);
        let [pawns, knights, bishops, rooks, queens, kings] = state.by_type.map(|pieces| pieces.0);
        let [white, black] = state.by_color.map(|pieces| pieces.0);
        let castling = state.clean_castling_rights().0;
        let ep_square = state.legal_ep_square().map(|square| square as u8);
        let turn = is_white(state.turn);
        (pawns, knights, bishops, rooks, queens, kings, white, black, turn, castling, ep_square)
    }
}

/// Calls the `outcome` of the board's class.
fn outcome_of<'py>(board: &Bound<'py, Board>, claim_draw: bool) -> PyResult<Bound<'py, PyAny>> {
    let keywords = [("claim_draw", claim_draw)].into_py_dict(board.py())?;
    board.call_method("outcome", (), Some(&keywords))
}
