//! Move generation and predicates about moves.

use super::views::{LegalMoveGenerator, PseudoLegalMoveGenerator, iterate};
use super::{Board, overrides};
use crate::chess_move::Move;
use crate::square_set::{MaskArg, SquareSet};
use crate::state::{Masks, State};
use ferz::{Bitboard, PieceType, attacks};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

const ALL: MaskArg = MaskArg(Bitboard::ALL);

fn masks(from: MaskArg, to: MaskArg) -> Masks {
    Masks { from: from.0, to: to.0 }
}

/// Declares generators: each collects its moves at the call and returns an iterator over them, so
/// that the board may change during the iteration.
macro_rules! generators {
    ($($(#[$doc:meta])* $name:ident => $generate:ident;)+) => {
        #[pymethods]
        impl Board {
            $(
                $(#[$doc])*
                #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
                fn $name<'py>(
                    slf: PyRef<'py, Self>,
                    from_mask: MaskArg,
                    to_mask: MaskArg,
                ) -> PyResult<Bound<'py, PyIterator>> {
                    iterate(slf.py(), Self::state(&slf).$generate(masks(from_mask, to_mask)))
                }
            )+
        }
    };
}

generators! {
    /// Returns an iterator over the pseudo-legal moves with origin and target in the masks: they may
    /// leave the king in check. Castling moves are legal, and their target in the mask is the rook.
    generate_pseudo_legal_moves => pseudo_legal;
    /// Returns an iterator over the legal captures, en passant included.
    generate_legal_captures => legal_captures;
    /// Returns an iterator over the pseudo-legal captures, en passant included.
    generate_pseudo_legal_captures => pseudo_legal_captures;
    /// Returns an iterator over the legal en passant captures.
    generate_legal_ep => legal_en_passant;
    /// Returns an iterator over the pseudo-legal en passant captures.
    generate_pseudo_legal_ep => en_passant_moves;
    /// Returns an iterator over the legal castling moves. The target in the mask is the rook.
    generate_castling_moves => castling_moves;
}

/// Returns the legal moves among the pseudo-legal ones of a class of its own. As in python-chess,
/// evasions by the king and en passant are not among these.
fn custom_legal_moves(
    board: &Bound<'_, Board>,
    state: &State,
    masks: Masks,
) -> PyResult<Vec<Move>> {
    let pseudo_legal = |masks: Masks| -> PyResult<Vec<Move>> {
        let arguments = (masks.from.0, masks.to.0);
        let moves = board.call_method1("generate_pseudo_legal_moves", arguments)?;
        moves.try_iter()?.map(|mv| Ok(*mv?.cast::<Move>()?.get())).collect()
    };
    let checkers = state.checkers();
    let Some((king, checker)) = state.king(state.turn).zip(checkers.first()) else {
        let mut moves = pseudo_legal(masks)?;
        moves.retain(|&mv| !state.is_into_check(mv));
        return Ok(moves);
    };
    let mut moves =
        state.legal_moves(Masks { from: masks.from & Bitboard::of(king), to: masks.to });
    if checkers.more_than_one() {
        return Ok(moves);
    }
    let targets = attacks::between(king, checker).with(checker);
    let from = masks.from - state.by_type[PieceType::King];
    let others = pseudo_legal(Masks { from, to: masks.to & targets })?;
    moves.extend(others.into_iter().filter(|&mv| !state.is_into_check(mv)));
    if state.ep_square.is_some_and(|square| !targets.contains(square)) {
        moves.extend(state.legal_en_passant(masks));
    }
    Ok(moves)
}

/// Declares predicates about a move.
macro_rules! predicates {
    ($($(#[$doc:meta])* $name:ident;)+) => {
        #[pymethods]
        impl Board {
            $(
                $(#[$doc])*
                #[pyo3(signature = (r#move))]
                fn $name(slf: PyRef<'_, Self>, r#move: &Bound<'_, Move>) -> bool {
                    Self::state(&slf).$name(*r#move.get())
                }
            )+
        }
    };
}

predicates! {
    /// Returns true if a move is pseudo-legal: it may leave the king in check.
    is_pseudo_legal;
    /// Returns true if a move leaves its own king in check or castles out of or through check.
    is_into_check;
    /// Returns true if a move gives check.
    gives_check;
    /// Returns true if a move is an en passant capture.
    is_en_passant;
    /// Returns true if a move captures, en passant included.
    is_capture;
    /// Returns true if a move resets the halfmove clock: a capture or a pawn move.
    is_zeroing;
    /// Returns true if no sequence of legal moves can lead back to the position: a capture, a pawn
    /// move, the loss of castling rights, or any move while en passant is possible.
    is_irreversible;
    /// Returns true if a move is castling, written in either way.
    is_castling;
    /// Returns true if a move is castling short.
    is_kingside_castling;
    /// Returns true if a move is castling long.
    is_queenside_castling;
}

#[pymethods]
impl Board {
    /// Returns an iterator over the legal moves with origin and target in the masks.
    #[pyo3(signature = (from_mask=ALL, to_mask=ALL))]
    fn generate_legal_moves<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let (py, state) = (slf.py(), Self::snapshot(slf));
        let masks = masks(from_mask, to_mask);
        if overrides(slf, &["generate_pseudo_legal_moves"])? {
            return iterate(py, custom_legal_moves(slf, &state, masks)?);
        }
        iterate(py, state.legal_moves(masks))
    }

    /// Returns true if a move is legal.
    #[pyo3(signature = (r#move))]
    fn is_legal(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<bool> {
        if overrides(slf, &["is_pseudo_legal", "is_into_check"])? {
            let test = |name| slf.call_method1(name, (r#move,))?.is_truthy();
            return Ok(test("is_pseudo_legal")? && !test("is_into_check")?);
        }
        let (state, mv) = (Self::snapshot(slf), *r#move.get());
        if overrides(slf, &["generate_pseudo_legal_moves"])? && state.checkers().any() {
            // As in python-chess, only the evasions are those of the class.
            return Ok(custom_legal_moves(slf, &state, Masks::of(mv))?.contains(&mv));
        }
        Ok(state.is_legal(mv))
    }

    /// The legal moves as a view: iterate it, test moves with `in`, and count them with `count()`.
    #[getter]
    fn legal_moves(slf: Bound<'_, Self>) -> LegalMoveGenerator {
        LegalMoveGenerator::new(slf.into_any().unbind())
    }

    /// The pseudo-legal moves as a view.
    #[getter]
    fn pseudo_legal_moves(slf: Bound<'_, Self>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator::new(slf.into_any().unbind())
    }

    /// Returns true if a pawn can capture en passant, perhaps leaving its king in check.
    fn has_pseudo_legal_en_passant(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).has_pseudo_legal_en_passant()
    }

    /// Returns true if an en passant capture is legal.
    fn has_legal_en_passant(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).has_legal_en_passant()
    }

    /// Returns the mask of the pieces that give check to the side to move.
    fn checkers_mask(slf: PyRef<'_, Self>) -> u64 {
        Self::state(&slf).checkers().0
    }

    /// Returns the pieces that give check to the side to move.
    fn checkers(slf: PyRef<'_, Self>) -> SquareSet {
        SquareSet::of(Self::state(&slf).checkers())
    }

    /// Returns true if the side to move is in check.
    fn is_check(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).checkers().any()
    }

    /// Returns true if the side not to move is in check: the last move was not legal.
    fn was_into_check(slf: PyRef<'_, Self>) -> bool {
        Self::state(&slf).was_into_check()
    }
}

impl State {
    /// Returns true if a move is castling short.
    pub(crate) fn is_kingside_castling(&self, mv: Move) -> bool {
        self.is_castling(mv) && mv.to.file() > mv.from.file()
    }

    /// Returns true if a move is castling long.
    pub(crate) fn is_queenside_castling(&self, mv: Move) -> bool {
        self.is_castling(mv) && mv.to.file() < mv.from.file()
    }
}
