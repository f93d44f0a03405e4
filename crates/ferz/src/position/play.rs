//! Making and undoing moves.

use super::board::{Board, PieceStep};
use super::castling::CastlingPaths;
use super::history::State;
use super::{Observer, Position, zobrist};
use crate::attacks;
use crate::types::{CastlingRights, Color, Move, Piece, PieceType, Square};

/// The error for a move that is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not legal in this position")]
pub struct IllegalMove(pub Move);

impl Position {
    /// Makes a legal move.
    ///
    /// Debug builds panic if the move is not legal. Release builds panic or continue with a corrupt
    /// position, without undefined behaviour. For a move of unknown origin use
    /// [`try_do_move`](Self::try_do_move).
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
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self:?}");
        debug_assert!(
            gives_check.is_none_or(|check| check == self.gives_check(mv)),
            "wrong gives_check for {mv:?} in {self:?}"
        );
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let state = self.history.advance();
        state.last_move = Some(mv);
        state.no_check = gives_check == Some(false);
        state.clear_key_parts(self.castling_paths.kept(from, to));

        let observers = &mut (&mut state.incremental, &mut *observer);
        let piece = self.board.moving_piece(from);
        if mv.is_castling() {
            castle(&mut self.board, &self.castling_paths, us, to, observers);
        } else {
            if mv.is_capture() {
                let square = capture_square(mv, us);
                state.captured = self.board.piece_on(square);
                if let Some(captured) = state.captured {
                    self.board.remove(captured, square, observers);
                }
                state.rule50 = 0;
            }
            match mv.promotion() {
                None => self.board.move_piece(piece, from, to, observers),
                Some(promoted) => {
                    self.board.remove(piece, from, observers);
                    self.board.put(Piece::new(us, promoted), to, observers);
                }
            }
            if piece.piece_type() == PieceType::Pawn {
                state.rule50 = 0;
            }
            if mv.is_double_push() {
                state.set_en_passant(capturable_square_behind(&self.board, to, us));
            }
        }
        observer.keys(state.incremental.keys());
        self.side_to_move = !us;
        self.debug_check();
    }

    /// Undoes the last move and returns it. Returns `None` and changes nothing in the initial
    /// position and after a null move.
    #[inline(always)]
    pub fn undo_move(&mut self) -> Option<Move> {
        let state = self.history.current();
        let (mv, captured) = (state.last_move?, state.captured);
        let us = !self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castling() {
            undo_castling(&mut self.board, &self.castling_paths, us, to);
        } else {
            let piece = self.board.moving_piece(to);
            if mv.is_promotion() {
                self.board.remove(piece, to, &mut ());
                self.board.put(Piece::new(us, PieceType::Pawn), from, &mut ());
            } else {
                self.board.move_piece(piece, to, from, &mut ());
            }
            if let Some(captured) = captured {
                self.board.put(captured, capture_square(mv, us), &mut ());
            }
        }
        self.drop_state();
        Some(mv)
    }

    /// Passes the turn. The side to move must not be in check.
    pub fn do_null_move(&mut self) {
        debug_assert!(!self.in_check(), "a null move in check: {self:?}");
        let state = self.history.advance();
        state.clear_key_parts(CastlingRights::ALL);
        state.plies_from_null = 0;
        state.last_move = None;
        state.no_check = true;
        self.side_to_move = !self.side_to_move;
        self.debug_check();
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
        self.debug_check();
    }

    /// Returns the [`key`](Self::key) of the position after a pseudo-legal move without making it.
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let state = self.state();
        let piece = self.board.moving_piece(from);
        let mut key = state.incremental.key
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::castling(state.castling)
            ^ zobrist::castling(state.castling & self.castling_paths.kept(from, to))
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
            let passed = capturable_square_behind(&self.board, to, us);
            key ^= passed.map_or(0, |square| zobrist::en_passant(square.file()));
        }
        key ^ zobrist::piece(mv.promotion().map_or(piece, |promoted| Piece::new(us, promoted)), to)
    }
}

impl State {
    /// Updates key and rights for a move: changes the side to move, drops the rights not in `kept`
    /// and the en passant square.
    #[inline(always)]
    fn clear_key_parts(&mut self, kept: CastlingRights) {
        let key = &mut self.incremental.key;
        *key ^= zobrist::WHITE_TO_MOVE;
        if let Some(square) = self.en_passant.take() {
            *key ^= zobrist::en_passant(square.file());
        }
        *key ^= zobrist::castling(self.castling - kept);
        self.castling = self.castling & kept;
    }

    #[inline(always)]
    fn set_en_passant(&mut self, square: Option<Square>) {
        self.en_passant = square;
        self.incremental.key ^= square.map_or(0, |square| zobrist::en_passant(square.file()));
    }
}

impl Board {
    #[inline(always)]
    fn moving_piece(&self, square: Square) -> Piece {
        match self.piece_on(square) {
            Some(piece) => piece,
            None => panic!("no piece on {square} to move: the move is not legal here"),
        }
    }
}

/// Returns the square passed by a double push to `to` if an enemy pawn can capture there.
#[inline(always)]
fn capturable_square_behind(board: &Board, to: Square, us: Color) -> Option<Square> {
    let passed = to.offset(-us.forward().offset());
    attacks::pawn(us, passed).intersects(board.pieces(!us, PieceType::Pawn)).then_some(passed)
}

/// Returns the square of the captured piece: the target, except for en passant.
#[inline(always)]
fn capture_square(mv: Move, us: Color) -> Square {
    if mv.is_en_passant() { mv.to().offset(-us.forward().offset()) } else { mv.to() }
}

/// Makes a castling move with the rook on `rook`.
#[inline(never)]
fn castle(
    board: &mut Board,
    paths: &CastlingPaths,
    us: Color,
    rook: Square,
    observer: &mut impl Observer,
) {
    board.castle(castling_steps(paths, us, rook), observer);
}

/// Undoes a castling move with the rook that was on `rook`.
#[inline(never)]
fn undo_castling(board: &mut Board, paths: &CastlingPaths, us: Color, rook: Square) {
    board.castle(castling_steps(paths, us, rook).map(PieceStep::reversed), &mut ());
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
