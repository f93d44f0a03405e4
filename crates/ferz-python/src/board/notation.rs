//! Moves as text: SAN, long algebraic notation, UCI and XBoard.

use super::{Board, check_origin, custom_rules};
use crate::arguments::{PieceTypeArg, SquareArg, clipped};
use crate::chess_move::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError, Move};
use crate::state::{SanError, State};
use ferz::{Bitboard, Color, PieceType, Rank};
use pyo3::prelude::*;
use std::fmt::Write as _;

/// Returns a move in SAN or long algebraic notation.
fn algebraic(board: &Bound<'_, Board>, mv: &Bound<'_, Move>, long: bool) -> PyResult<String> {
    if let Some(rules) = custom_rules(board)? {
        return rules.call_method1("algebraic", (board, mv, long, false))?.extract();
    }
    let (mut state, mv) = (Board::snapshot(board), *mv.get());
    let expects = "san() and lan() expect move to be legal or null";
    check_origin(&state, mv, expects, State::default_fen)?;
    Ok(state.write_and_make(mv, long).unwrap_or_default())
}

/// Returns the move that a text in SAN names.
fn parse_san(board: &Bound<'_, Board>, san: &str) -> PyResult<Move> {
    if let Some(rules) = custom_rules(board)? {
        let found = rules.call_method1("parse_san", (board, san))?;
        return Ok(*found.cast::<Move>()?.get());
    }
    let state = Board::snapshot(board);
    state.parse_san(san).map_err(|error| {
        let place = || format!("{} in {}", clipped(san), state.default_fen());
        match error {
            SanError::Invalid => {
                InvalidMoveError::new_err(format!("invalid san: {}", clipped(san)))
            }
            SanError::Illegal => IllegalMoveError::new_err(format!("illegal san: {}", place())),
            SanError::Ambiguous => {
                AmbiguousMoveError::new_err(format!("ambiguous san: {}", place()))
            }
        }
    })
}

/// Returns the legal or null move that a text in UCI notation names, as the board writes it.
fn parse_uci(board: &Bound<'_, Board>, uci: &str) -> PyResult<Move> {
    let state = Board::snapshot(board);
    let mv = Move::from_text(uci)?;
    if mv.is_null() {
        return Ok(mv);
    }
    let mv = state.king_squares(state.king_takes_rook(mv), state.chess960);
    if Board::accepts(board, mv)? {
        return Ok(mv);
    }
    let place = format!("{} in {}", clipped(uci), state.default_fen());
    Err(IllegalMoveError::new_err(format!("illegal uci: {place}")))
}

/// Makes a move by the `push` of the board's class and returns it.
fn push<'py>(board: &Bound<'py, Board>, mv: Move) -> PyResult<Py<Move>> {
    let object = mv.object(board.py())?;
    if Board::is_exact(board) {
        Board::make(&mut board.borrow_mut(), mv);
    } else {
        board.call_method1("push", (&object,))?;
    }
    Ok(object)
}

impl Board {
    /// Returns true if a move is legal by the `is_legal` of the board's class.
    fn accepts(board: &Bound<'_, Self>, mv: Move) -> PyResult<bool> {
        if Self::is_exact(board) {
            return Ok(Self::snapshot(board).is_legal(mv));
        }
        board.call_method1("is_legal", (mv.object(board.py())?,))?.is_truthy()
    }
}

#[pymethods]
impl Board {
    /// Returns a legal or null move in SAN, with its check or checkmate mark.
    ///
    /// Raises `AssertionError` if there is no piece on the move's origin.
    #[pyo3(signature = (r#move))]
    fn san(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<String> {
        algebraic(slf, r#move, false)
    }

    /// Returns a legal or null move in long algebraic notation, such as `Ng1-f3`.
    ///
    /// Raises `AssertionError` if there is no piece on the move's origin.
    #[pyo3(signature = (r#move))]
    fn lan(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<String> {
        algebraic(slf, r#move, true)
    }

    /// Returns a legal or null move in SAN and makes it.
    #[pyo3(signature = (r#move))]
    fn san_and_push(slf: &Bound<'_, Self>, r#move: &Bound<'_, Move>) -> PyResult<String> {
        let text = algebraic(slf, r#move, false)?;
        push(slf, *r#move.get())?;
        Ok(text)
    }

    /// Returns consecutive moves in SAN with move numbers: `1. e4 e5 2. Nf3`.
    ///
    /// Raises `IllegalMoveError` for a move that is not legal after the moves before it.
    fn variation_san(slf: &Bound<'_, Self>, variation: &Bound<'_, PyAny>) -> PyResult<String> {
        if let Some(rules) = custom_rules(slf)? {
            return rules.call_method1("variation_san", (slf, variation))?.extract();
        }
        let mut state = Self::snapshot(slf);
        let mut text = String::new();
        for (nth, mv) in variation.try_iter()?.enumerate() {
            let mv = *mv?.cast::<Move>()?.get();
            if !state.is_legal(mv) {
                let fen = state.default_fen();
                return Err(IllegalMoveError::new_err(format!(
                    "illegal move {mv} in position {fen}"
                )));
            }
            let number = state.fullmove_number;
            let space = if nth > 0 { " " } else { "" };
            let _ = match state.turn {
                Color::White => write!(text, "{space}{number}. "),
                Color::Black if nth == 0 => write!(text, "{number}... "),
                Color::Black => write!(text, "{space}"),
            };
            text.push_str(&state.write_and_make(mv, false).unwrap_or_default());
        }
        Ok(text)
    }

    /// Returns the legal move that a text in SAN names, or the null move for `--` and its like.
    ///
    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    fn parse_san(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<Move>> {
        parse_san(slf, san)?.object(slf.py())
    }

    /// Makes the legal move that a text in SAN names, and returns it.
    ///
    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    fn push_san(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<Move>> {
        push(slf, parse_san(slf, san)?)
    }

    /// Returns a move in UCI notation, with castling as the board writes it, or as in Chess960 if
    /// `chess960` is true.
    #[pyo3(signature = (r#move, *, chess960=None))]
    fn uci(slf: PyRef<'_, Self>, r#move: &Bound<'_, Move>, chess960: Option<bool>) -> String {
        let state = Self::state(&slf);
        let mv = state.king_takes_rook(*r#move.get());
        state.king_squares(mv, chess960.unwrap_or(state.chess960)).to_string()
    }

    /// Returns the legal or null move that a text in UCI notation names, with castling in either
    /// notation.
    ///
    /// Raises `InvalidMoveError` or `IllegalMoveError`.
    fn parse_uci(slf: &Bound<'_, Self>, uci: &str) -> PyResult<Py<Move>> {
        parse_uci(slf, uci)?.object(slf.py())
    }

    /// Makes the legal or null move that a text in UCI notation names, and returns it.
    ///
    /// Raises `InvalidMoveError` or `IllegalMoveError`.
    fn push_uci(slf: &Bound<'_, Self>, uci: &str) -> PyResult<Py<Move>> {
        push(slf, parse_uci(slf, uci)?)
    }

    /// Returns a move in the notation of XBoard: UCI, with `O-O` and `O-O-O` in Chess960 and `@@@@`
    /// for the null move.
    #[pyo3(signature = (r#move, chess960=None))]
    fn xboard(slf: PyRef<'_, Self>, r#move: &Bound<'_, Move>, chess960: Option<bool>) -> String {
        let (state, mv) = (Self::state(&slf), *r#move.get());
        if mv.is_null() {
            return "@@@@".to_owned();
        }
        if !chess960.unwrap_or(state.chess960) || !state.is_castling(mv) {
            return mv.to_string();
        }
        let text = if state.is_kingside_castling(mv) { "O-O" } else { "O-O-O" };
        text.to_owned()
    }

    /// Returns the legal move that a text in the notation of XBoard names: all that `parse_san`
    /// accepts, which includes moves as UCI writes them.
    ///
    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    fn parse_xboard(slf: &Bound<'_, Self>, xboard: &str) -> PyResult<Py<Move>> {
        parse_san(slf, xboard)?.object(slf.py())
    }

    /// Makes the legal move that a text in the notation of XBoard names, and returns it.
    ///
    /// Raises `InvalidMoveError`, `IllegalMoveError` or `AmbiguousMoveError`.
    fn push_xboard(slf: &Bound<'_, Self>, san: &str) -> PyResult<Py<Move>> {
        push(slf, parse_san(slf, san)?)
    }

    /// Returns the legal move between two squares; a pawn promotes to a queen by default. Castling
    /// is found in both notations.
    ///
    /// Raises `IllegalMoveError`.
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move(
        slf: &Bound<'_, Self>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<PieceTypeArg>,
    ) -> PyResult<Py<Move>> {
        let state = Self::snapshot(slf);
        let (from, to) = (from_square.0, to_square.0);
        let last_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        let pawn = state.pieces(state.turn, PieceType::Pawn).contains(from);
        let default = (pawn && last_ranks.contains(to)).then_some(PieceType::Queen);
        let mv = Move::promoting(from, to, promotion.map(|argument| argument.0).or(default));
        let mv = state.king_squares(mv, state.chess960);
        if Self::accepts(slf, mv)? {
            return mv.object(slf.py());
        }
        let fen = state.default_fen();
        let text = format!("no matching legal move for {mv} ({from} -> {to}) in {fen}");
        Err(IllegalMoveError::new_err(text))
    }
}
