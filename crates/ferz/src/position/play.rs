//! Making and undoing moves.

use super::board::{Board, PieceStep};
use super::castling::CastlingPaths;
use super::consistency::PARANOID;
use super::history::State;
use super::incremental::Sums;
use super::{Observer, Position, zobrist};
use crate::types::{CastlingRights, Color, Move, Piece, PieceType, Square};

/// The error for a move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not legal in this position")]
pub struct IllegalMove(pub Move);

impl Position {
    /// Makes a legal move.
    ///
    /// A move that is not legal leads to a panic or to a corrupt position, without undefined
    /// behaviour; debug builds with the feature `paranoid` always panic. For a move of unknown origin
    /// use [`try_do_move`](Self::try_do_move).
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_with(mv, None, &mut ());
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`], with the position unchanged.
    pub fn try_do_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.do_move(mv);
        Ok(())
    }

    /// Makes a legal move and reports each change of the board to `observer`.
    ///
    /// `gives_check` is the result of [`gives_check`](Self::gives_check) if the caller has it:
    /// `Some(false)` saves the computation of the checkers in the new position. `None` is always
    /// correct.
    #[inline(always)]
    pub fn do_move_with(
        &mut self,
        mv: Move,
        gives_check: Option<bool>,
        observer: &mut impl Observer,
    ) {
        assert!(!PARANOID || self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        assert!(
            !PARANOID || gives_check.is_none_or(|check| check == self.gives_check(mv)),
            "wrong gives_check for {mv:?} in {self:?}"
        );
        let (from, to) = (mv.from(), mv.to());
        let (old, state) = self.history.advance();
        let key_change = state.init_from(old, self.castling_paths.lost(from, to));
        state.last_move = Some(mv);
        state.no_check = gives_check == Some(false);
        // A local variable, because the sums then stay in registers until the move is complete.
        let mut sums = old.incremental.sums;
        sums.key ^= key_change;

        let piece = self.board.moving_piece(from);
        if mv.is_capture() || piece.piece_type() == PieceType::Pawn {
            state.rule50 = 0;
        }
        if mv.is_step() {
            let observers =
                &mut (&mut sums, &mut (&mut state.incremental.material, &mut *observer));
            if mv.is_capture() {
                state.captured = self.board.piece_on(to);
                if let Some(captured) = state.captured {
                    self.board.remove(captured, to, observers);
                }
            }
            self.board.move_piece(piece, from, to, observers);
            if mv.is_double_push() {
                state.en_passant = self.board.capturable_behind(to, self.side_to_move);
                sums.key ^= state.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
            }
        } else {
            let (us, paths) = (self.side_to_move, &self.castling_paths);
            sums = special_move(&mut self.board, paths, us, mv, state, sums, observer);
        }
        state.incremental.sums = sums;
        observer.keys(state.incremental.keys());
        self.side_to_move = !self.side_to_move;
        self.paranoid_check();
    }

    /// Undoes the last move and returns it. Returns `None` and changes nothing in the initial
    /// position and after a null move.
    #[inline(always)]
    pub fn undo_move(&mut self) -> Option<Move> {
        let state = self.history.current();
        let (mv, captured) = (state.last_move?, state.captured);
        if mv.is_step() {
            self.board.undo_step(mv.from(), mv.to(), captured);
        } else {
            self.undo_special(mv, captured);
        }
        self.drop_state();
        Some(mv)
    }

    /// Restores the pieces after castling, a promotion or an en passant capture.
    #[inline(never)]
    fn undo_special(&mut self, mv: Move, captured: Option<Piece>) {
        let us = !self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let board = &mut self.board;
        if mv.is_castling() {
            let steps = castling_steps(&self.castling_paths, us, to);
            return board.castle(steps.map(PieceStep::reversed), &mut ());
        }
        let piece = board.moving_piece(to);
        board.remove(piece, to, &mut ());
        let pawn = Piece::new(us, PieceType::Pawn);
        board.put(pawn, from, &mut ());
        if let Some(captured) = captured {
            board.put(captured, capture_square(mv, us), &mut ());
        }
    }

    /// Passes the turn.
    ///
    /// # Panics
    /// If the side to move is in check: its king could be captured.
    pub fn do_null_move(&mut self) {
        assert!(!self.in_check(), "a null move in check: {self:?}");
        let (old, state) = self.history.advance();
        let key_change = state.init_from(old, CastlingRights::NONE);
        state.incremental.sums = old.incremental.sums;
        state.incremental.sums.key ^= key_change;
        state.plies_from_null = 0;
        state.last_move = None;
        state.no_check = true;
        self.side_to_move = !self.side_to_move;
        self.paranoid_check();
    }

    /// Undoes a null move. Does nothing if the last move was not a null move.
    pub fn undo_null_move(&mut self) {
        if self.history.plies() > 0 && self.state().last_move.is_none() {
            self.drop_state();
        }
    }

    #[inline(always)]
    fn drop_state(&mut self) {
        self.history.step_back();
        self.side_to_move = !self.side_to_move;
        self.paranoid_check();
    }

    /// Returns the [`key`](Self::key) of the position after a pseudo-legal move without making it.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let state = self.state();
        let piece = self.board.moving_piece(from);
        let mut key = state.incremental.sums.key
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::castling(state.castling)
            ^ zobrist::castling(state.castling - self.castling_paths.lost(from, to))
            ^ state.en_passant.map_or(0, |square| zobrist::en_passant(square.file()))
            ^ zobrist::piece(piece, from);
        if let Some(path) = self.castling_path_to_rook(us, to).filter(|_| mv.is_castling()) {
            let rook = Piece::new(us, PieceType::Rook);
            return key
                ^ zobrist::piece(piece, path.king_to)
                ^ zobrist::piece(rook, path.rook_from)
                ^ zobrist::piece(rook, path.rook_to);
        }
        if mv.is_capture() {
            let square = capture_square(mv, us);
            key ^= self.piece_on(square).map_or(0, |captured| zobrist::piece(captured, square));
        }
        if mv.is_double_push() {
            let passed = self.board.capturable_behind(to, us);
            key ^= passed.map_or(0, |square| zobrist::en_passant(square.file()));
        }
        key ^ zobrist::piece(mv.promotion().map_or(piece, |promoted| Piece::new(us, promoted)), to)
    }
}

impl Board {
    #[inline(always)]
    pub(super) fn moving_piece(&self, square: Square) -> Piece {
        match self.piece_on(square) {
            Some(piece) => piece,
            None => no_piece(square),
        }
    }
}

/// Panics. Takes the square by value, so that callers can keep it in a register.
#[cold]
#[inline(never)]
fn no_piece(square: Square) -> ! {
    panic!("no piece on {square} to move: the move is not legal here")
}

/// Returns the square of the captured piece: the target, except for en passant.
#[inline(always)]
pub(super) fn capture_square(mv: Move, us: Color) -> Square {
    if mv.is_en_passant() { mv.to().offset(-us.forward().offset()) } else { mv.to() }
}

/// Makes a move that is no [step](Move::is_step). Returns the updated sums.
#[inline(never)]
fn special_move(
    board: &mut Board,
    paths: &CastlingPaths,
    us: Color,
    mv: Move,
    state: &mut State,
    mut sums: Sums,
    observer: &mut impl Observer,
) -> Sums {
    let (from, to) = (mv.from(), mv.to());
    let observers = &mut (&mut sums, &mut (&mut state.incremental.material, &mut *observer));
    if mv.is_castling() {
        board.castle(castling_steps(paths, us, to), observers);
        return sums;
    }
    let piece = board.moving_piece(from);
    if mv.is_capture() {
        let square = capture_square(mv, us);
        state.captured = board.piece_on(square);
        if let Some(captured) = state.captured {
            board.remove(captured, square, observers);
        }
    }
    match mv.promotion() {
        None => board.move_piece(piece, from, to, observers),
        Some(promoted) => {
            board.remove(piece, from, observers);
            board.put(Piece::new(us, promoted), to, observers);
        }
    }
    sums
}

/// Returns origin and target of the king and of the rook.
fn castling_steps(paths: &CastlingPaths, us: Color, rook: Square) -> [PieceStep; 2] {
    let Some(path) = paths.path_to_rook(us, rook) else {
        panic!("no castling with the rook on {rook}: the move is not legal here");
    };
    let piece = |piece_type| Piece::new(us, piece_type);
    [
        PieceStep { piece: piece(PieceType::King), from: path.king_from, to: path.king_to },
        PieceStep { piece: piece(PieceType::Rook), from: path.rook_from, to: path.rook_to },
    ]
}
