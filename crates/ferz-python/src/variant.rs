//! Variants: the rules of `ferz-variants` for boards of `ferz.variant`.
//!
//! The classes are written in Python, on the methods of `Board` that can be overridden. What a board of
//! chess does not have, pockets and given checks, stays with their objects, and comes and goes as
//! [`Extras`].

use crate::arguments::{ColorArg, is_white};
use crate::board::{Board, Ply, check_origin};
use crate::chess_move::{Move, SharedMove};
use crate::square_set::MaskArg;
use crate::state::State;
use ferz::{Bitboard, Color, MoveFlag, PieceType, Square};
use ferz_variants::{EndReason, Pocket, Rules, Setup};
use pyo3::exceptions::{PyAssertionError, PyValueError};
use pyo3::prelude::*;

/// The pieces in the pockets from pawns to queens and the checks still to give, White's first.
type Counts = ([u8; 5], [u8; 5], [u8; 2]);

/// [`Counts`] as Python receives them.
type CountTuples = (PocketTuple, PocketTuple, (u8, u8));
type PocketTuple = (u8, u8, u8, u8, u8);

/// The argument for [`Counts`]; `None` for variants without pockets and counted checks.
pub(crate) struct Extras(Option<Counts>);

impl<'py> FromPyObject<'_, 'py> for Extras {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = |_| PyValueError::new_err("pockets and checks are counted from 0 to 255");
        if object.is_none() {
            Ok(Self(None))
        } else {
            object.extract().map(Some).map(Self).map_err(wrong)
        }
    }
}

/// The rules of a variant for the boards of `ferz.variant`: `VariantRules("atomic")`.
///
/// The pockets, from pawns to queens, and the checks still to give, White's first, are the argument
/// `extras` of the methods; it is `None` for variants that have neither.
#[pyclass(frozen, module = "ferz._core")]
pub struct VariantRules(Rules);

#[pymethods]
impl VariantRules {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let rules: Result<Rules, ferz_variants::UnknownRulesError> = name.parse();
        rules.map(Self).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the legal moves with origin and target in the masks. The origin of a drop is its target.
    fn legal_moves(
        &self,
        board: &Bound<'_, Board>,
        extras: Extras,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> Vec<SharedMove> {
        let state = Board::snapshot(board);
        let board = self.board(&state, &extras);
        // Atomic has other answers to a check than evasions.
        let evades = self.0 != Rules::Atomic && board.in_check();
        let king = board.king(state.turn).filter(|_| evades);
        in_order(&state, king, board.legal_moves(), from_mask, to_mask)
    }

    /// Returns the moves with origin and target in the masks without tests of checks, compulsory captures
    /// and the end of the game.
    fn pseudo_legal_moves(
        &self,
        board: &Bound<'_, Board>,
        extras: Extras,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> Vec<SharedMove> {
        let state = Board::snapshot(board);
        let moves = self.board(&state, &extras).pseudo_legal_moves();
        in_order(&state, None, moves, from_mask, to_mask)
    }

    /// Returns true if a move is legal. Castling is accepted as on boards of chess.
    fn is_legal(&self, board: &Bound<'_, Board>, extras: Extras, r#move: &Bound<'_, Move>) -> bool {
        let state = Board::snapshot(board);
        contains(&state, &self.board(&state, &extras).legal_moves(), *r#move.get())
    }

    /// Returns true if a move is pseudo-legal.
    fn is_pseudo_legal(
        &self,
        board: &Bound<'_, Board>,
        extras: Extras,
        r#move: &Bound<'_, Move>,
    ) -> bool {
        let state = Board::snapshot(board);
        contains(&state, &self.board(&state, &extras).pseudo_legal_moves(), *r#move.get())
    }

    /// Makes a move, legal or not, or passes for the null move, and returns the pockets and checks after
    /// it, `None` if there were none before.
    ///
    /// Raises `AssertionError` if there is no piece on the move's origin, or for a drop none in the pocket
    /// or one on the target.
    fn push(
        &self,
        board: &Bound<'_, Board>,
        extras: Extras,
        r#move: &Bound<'_, Move>,
    ) -> PyResult<Option<CountTuples>> {
        let mv = *r#move.get();
        let before = Board::snapshot(board);
        let expects = "push() expects move to be pseudo-legal";
        check_origin(&before, mv, expects, |state| state.board_fen(false))?;
        let mut variant = self.board(&before, &extras);
        if mv.drop.is_some_and(|piece| {
            self.0.has_drops() && variant.pocket(before.turn).count(piece) == 0
                || before.occupied.contains(mv.to)
        }) {
            let fen = before.board_fen(false);
            return Err(PyAssertionError::new_err(format!("{expects}, but got {mv} in {fen}")));
        }
        match encoded(&before, mv) {
            Some(encoded) => variant.play(encoded),
            None => variant.pass(),
        }
        let written = match mv.drop {
            Some(_) => mv,
            None => before.king_squares(before.king_takes_rook(mv), before.chess960),
        };
        let mut target = board.borrow_mut();
        target.stack.push(Ply { before, mv: written });
        *Board::state_mut(&mut target) = state_after(&variant, &before, mv);
        Ok(extras.0.map(|_| counts_of(&variant)))
    }

    /// Returns the mask of the pieces that give check to a colour.
    fn checkers_mask(&self, board: &Bound<'_, Board>, color: ColorArg) -> u64 {
        self.board(&Board::snapshot(board), &Extras(None)).checkers_of(color.0).0
    }

    /// Returns the winner, `None` for a draw, if the aim of the variant ended the game, or if captures
    /// are compulsory and there is no move, and whether it was the aim; or `None`.
    fn end(&self, board: &Bound<'_, Board>, extras: Extras) -> Option<(Option<bool>, bool)> {
        let board = self.board(&Board::snapshot(board), &extras);
        let end = match board.variant_end() {
            None if self.0.is_losing_chess() => board.outcome(),
            end => end,
        }?;
        let by_aim = end.reason == EndReason::VariantEnd;
        (by_aim || end.reason == EndReason::Stalemate).then(|| (end.winner.map(is_white), by_aim))
    }

    /// Returns true if there is a legal move.
    fn has_legal_move(&self, board: &Bound<'_, Board>, extras: Extras) -> bool {
        self.board(&Board::snapshot(board), &extras).has_legal_move()
    }

    /// Counts the occurrences of the position in the game, this one included. `past` has the pockets and
    /// checks before each move of the stack, or is `None`.
    fn occurrences(
        &self,
        board: &Bound<'_, Board>,
        extras: Extras,
        past: Option<Vec<Extras>>,
    ) -> PyResult<usize> {
        let (state, key) = (Board::snapshot(board), |state: &State, extras: &Extras| {
            self.board(state, extras).key()
        });
        let (board, now) = (board.borrow(), key(&state, &extras));
        let mut count = 1;
        for (index, ply) in board.stack.iter().enumerate().rev() {
            // In Crazyhouse captured pieces come back.
            if !self.0.has_drops() && ply.before.is_zeroing(ply.mv) {
                break;
            }
            let extras = match &past {
                Some(past) => past.get(index).ok_or_else(|| {
                    PyValueError::new_err("pockets and checks of the past are missing")
                })?,
                None => &Extras(None),
            };
            count += usize::from(ply.before.turn == state.turn && key(&ply.before, extras) == now);
        }
        Ok(count)
    }

    /// Returns true if a colour cannot win by any sequence of legal moves, by material alone.
    fn has_insufficient_material(&self, board: &Bound<'_, Board>, color: ColorArg) -> bool {
        self.board(&Board::snapshot(board), &Extras(None)).has_insufficient_material(color.0)
    }

    /// Returns the mask of the empty squares on which a drop would not leave the side to move in check.
    fn drop_squares_mask(&self, board: &Bound<'_, Board>) -> u64 {
        self.board(&Board::snapshot(board), &Extras(None)).drop_targets().0
    }
}

impl VariantRules {
    /// Returns the board of a state, which need not be legal.
    fn board(&self, state: &State, extras: &Extras) -> ferz_variants::Board {
        let mut setup = Setup::from(state.setup());
        setup.promoted = state.promoted;
        if let Some((white, black, checks_left)) = extras.0 {
            setup.pockets = [white, black].map(pocket);
            setup.checks_left = checks_left;
        }
        ferz_variants::Board::arranged(self.0, &setup)
    }
}

fn pocket(counts: [u8; 5]) -> Pocket {
    let mut pocket = Pocket::EMPTY;
    for (piece, count) in PieceType::ALL.into_iter().zip(counts) {
        (0..count).for_each(|_| pocket.add(piece));
    }
    pocket
}

/// Returns the state of a board after a move from `before`. The counters go on from those of `before`,
/// which may be larger than a FEN's.
fn state_after(board: &ferz_variants::Board, before: &State, mv: Move) -> State {
    let sets = board.sets();
    // As in python-chess, the drop of a pawn is no pawn move.
    let is_zeroing = board.halfmove_clock() == 0 && mv.drop.is_none();
    State {
        by_type: PieceType::ALL.map(|piece| sets.by_type(piece)),
        by_color: Color::ALL.map(|color| sets.by_color(color)),
        occupied: sets.occupied(),
        promoted: board.promoted(),
        castling_rights: castling_rooks(board),
        after_move: true,
        turn: board.side_to_move(),
        ep_square: board.en_passant_target(),
        chess960: before.chess960,
        halfmove_clock: if is_zeroing { 0 } else { before.halfmove_clock.saturating_add(1) },
        fullmove_number: before.fullmove_number.saturating_add(before.turn as u32),
    }
}

fn castling_rooks(board: &ferz_variants::Board) -> Bitboard {
    let rooks = ferz::CastleSide::BY_COLOR.map(|(color, side)| board.castling_rook(color, side));
    rooks.into_iter().flatten().collect()
}

/// Returns a move of the board as Python's boards write it.
fn python_move(state: &State, mv: ferz_variants::Move) -> Move {
    match mv.drop_piece() {
        Some(piece) => Move { from: mv.to(), to: mv.to(), promotion: None, drop: Some(piece) },
        None => {
            let plain = Move::promoting(mv.from(), mv.to(), mv.promotion());
            // A capture of the own rook's square by a king is no castling.
            if mv.is_castling() { state.king_squares(plain, state.chess960) } else { plain }
        }
    }
}

/// Returns a move, legal or not, in the encoding of `ferz-variants`; `None` for the drop of a king and for
/// a move that changes nothing.
fn encoded(state: &State, mv: Move) -> Option<ferz_variants::Move> {
    if let Some(piece) = mv.drop {
        return ferz_variants::Move::dropping(piece, mv.to);
    }
    let castling = castling(state, mv);
    let mv = castling.unwrap_or(mv);
    if mv.from == mv.to {
        return None;
    }
    let captures = state.occupied.contains(mv.to);
    let pawn = state.type_at(mv.from) == Some(PieceType::Pawn);
    let flag = match mv.promotion {
        Some(PieceType::King) => {
            return Some(ferz_variants::Move::king_promotion(mv.from, mv.to, captures));
        }
        _ if castling.is_some() => MoveFlag::Castle,
        Some(piece) if piece != PieceType::Pawn => MoveFlag::promotion(piece, captures)?,
        _ if captures => MoveFlag::Capture,
        _ if pawn && mv.from.file() != mv.to.file() => MoveFlag::EnPassant,
        _ if pawn && mv.from.rank().distance(mv.to.rank()) == 2 => MoveFlag::DoublePush,
        _ => MoveFlag::Quiet,
    };
    Some(ferz_variants::Move::new(mv.from, mv.to, flag))
}

/// Returns castling as king takes rook, or `None` for another move.
fn castling(state: &State, mv: Move) -> Option<Move> {
    let mv = state.king_takes_rook(mv);
    let own_rook = state.pieces(state.turn, PieceType::Rook).contains(mv.to);
    (own_rook && mv.from.rank() == mv.to.rank() && state.is_castling(mv)).then_some(mv)
}

/// Returns true if a move of a Python board is among moves.
fn contains(state: &State, moves: &[ferz_variants::Move], mv: Move) -> bool {
    let written = state.king_squares(mv, state.chess960);
    moves.iter().any(|&other| python_move(state, other) == written)
}

/// Returns the moves in the masks in the order of python-chess; the moves of a king in check, if given,
/// come first.
fn in_order(
    state: &State,
    checked: Option<Square>,
    mut moves: Vec<ferz_variants::Move>,
    from: MaskArg,
    to: MaskArg,
) -> Vec<SharedMove> {
    moves.retain(|mv| from.0.contains(mv.from()) && to.0.contains(mv.to()));
    moves.sort_by_cached_key(|&mv| place(state, checked, mv));
    moves.into_iter().map(|mv| SharedMove(python_move(state, mv))).collect()
}

/// Returns the place of a move in the order: its kind, and then squares from h8 down, for drops from a1 up.
fn place(state: &State, checked: Option<Square>, mv: ferz_variants::Move) -> [u8; 4] {
    let (from, to) = (63 - mv.from() as u8, 63 - mv.to() as u8);
    let promotion = 6 - mv.promotion().map_or(0, |piece| piece as u8);
    if let Some(piece) = mv.drop_piece() {
        return [7, piece as u8, mv.to() as u8, 0];
    }
    if state.type_at(mv.from()) != Some(PieceType::Pawn) {
        let kind = match mv.is_castling() {
            true => 2,
            false if checked == Some(mv.from()) => 0,
            false => 1,
        };
        return [kind, from, to, 0];
    }
    match mv.is_capture() {
        true if mv.is_en_passant() => [6, from, to, 0],
        true => [3, from, to, promotion],
        false => [if mv.is_double_push() { 5 } else { 4 }, to, promotion, 0],
    }
}

/// Returns the pockets and checks of a board, as tuples, which are equal and hashable in Python.
fn counts_of(board: &ferz_variants::Board) -> CountTuples {
    let counts = |color: Color| {
        use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
        let pocket = board.pocket(color);
        [Pawn, Knight, Bishop, Rook, Queen]
            .map(|piece| u8::try_from(pocket.count(piece)).unwrap_or(u8::MAX))
    };
    let checks = Color::ALL.map(|color| board.checks_left(color));
    (counts(Color::White).into(), counts(Color::Black).into(), checks.into())
}

/// Returns the value of `UCI_Variant` of a variant by its name in any common spelling, or `None`.
#[pyfunction]
pub(crate) fn variant_name(name: &str) -> Option<&'static str> {
    Rules::from_name(name).map(Rules::uci_name)
}
