//! Making and unmaking moves.

use super::lazy::Lazy;
use super::state::State;
use super::{Observer, Position, zobrist};
use crate::attacks;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// A move that the rules do not allow in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not legal in this position")]
pub struct IllegalMove(pub Move);

impl Position {
    /// Makes a move, which must be legal here. Debug builds check that; in a release build an
    /// illegal move panics or leaves a nonsensical position, but never breaks memory.
    ///
    /// For a move of unknown origin there is [`try_do_move`](Self::try_do_move).
    #[inline]
    pub fn do_move(&mut self, m: Move) {
        self.play(m, false, &mut ());
    }

    /// Makes a legal move of which the caller knows whether it gives check, as
    /// [`gives_check`](Self::gives_check) tells: then nobody need look for the checkers again.
    #[inline]
    pub fn do_move_hinted(&mut self, m: Move, gives_check: bool) {
        debug_assert_eq!(gives_check, self.gives_check(m), "a wrong hint for {m:?}");
        self.play(m, !gives_check, &mut ());
    }

    /// Makes a legal move and tells the observer of each piece that changes.
    #[inline]
    pub fn do_move_observed(&mut self, m: Move, observer: &mut impl Observer) {
        self.play(m, false, observer);
    }

    /// Makes any move if it is legal here.
    ///
    /// # Errors
    /// If it is not; the position stays as it is.
    pub fn try_do_move(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.do_move(m);
        Ok(())
    }

    #[inline(always)]
    fn play(&mut self, m: Move, known_quiet: bool, observer: &mut impl Observer) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal");
        let us = self.side_to_move;
        let (from, to) = (m.from(), m.to());
        let old = self.state();
        let mut accounts = old.accounts;
        let castling = old.castling & self.geometry.kept(from, to);
        accounts.key ^= zobrist::WHITE_TO_MOVE
            ^ zobrist::castling(old.castling)
            ^ zobrist::castling(castling)
            ^ old.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        let (rule50, plies_from_null) = (old.rule50 + 1, old.plies_from_null + 1);

        let watchers = &mut (&mut accounts, observer);
        let piece = self.moving_piece(from);
        let mut captured = None;
        if m.is_castling() {
            self.castle(us, to, Castling::Do, watchers);
        } else {
            if m.is_capture() {
                let square = capture_square(m, us);
                captured = self.piece_on(square);
                if let Some(captured) = captured {
                    self.board.remove(captured, square, watchers);
                }
            }
            match m.promotion() {
                None => self.board.shift(piece, from, to, watchers),
                Some(promoted) => {
                    self.board.remove(piece, from, watchers);
                    self.board.put(Piece::new(us, promoted), to, watchers);
                }
            }
        }

        let en_passant = if m.is_double_push() { self.en_passant_behind(to, us) } else { None };
        accounts.key ^= en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        let irreversible = captured.is_some() || piece.kind() == PieceType::Pawn;
        self.states.push(State {
            accounts,
            rule50: if irreversible { 0 } else { rule50 },
            plies_from_null,
            castling,
            en_passant,
            captured,
            last_move: Some(m),
            known_quiet,
            own_king: Lazy::new(),
            other_king: Lazy::new(),
        });
        self.side_to_move = !us;
        self.game_ply += 1;
        self.debug_check();
    }

    /// Takes the last move back and returns it; `None` if there is none, or if the last thing done
    /// was a null move.
    #[inline]
    pub fn undo_move(&mut self) -> Option<Move> {
        let state = self.states.last()?;
        let (m, captured) = (state.last_move?, state.captured);
        let us = !self.side_to_move;
        let (from, to) = (m.from(), m.to());
        if m.is_castling() {
            self.castle(us, to, Castling::Undo, &mut ());
        } else {
            let piece = self.moving_piece(to);
            if m.is_promotion() {
                self.board.remove(piece, to, &mut ());
                self.board.put(Piece::new(us, PieceType::Pawn), from, &mut ());
            } else {
                self.board.shift(piece, to, from, &mut ());
            }
            if let Some(captured) = captured {
                self.board.put(captured, capture_square(m, us), &mut ());
            }
        }
        self.states.pop();
        self.side_to_move = us;
        self.game_ply -= 1;
        self.debug_check();
        Some(m)
    }

    /// Passes the turn. The side to move must not be in check.
    pub fn do_null_move(&mut self) {
        debug_assert!(!self.in_check(), "a null move in check");
        let old = self.state();
        let mut accounts = old.accounts;
        accounts.key ^= zobrist::WHITE_TO_MOVE
            ^ old.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        let state = State {
            accounts,
            rule50: old.rule50 + 1,
            plies_from_null: 0,
            castling: old.castling,
            en_passant: None,
            captured: None,
            last_move: None,
            known_quiet: true,
            own_king: Lazy::new(),
            other_king: Lazy::new(),
        };
        self.states.push(state);
        self.side_to_move = !self.side_to_move;
        self.game_ply += 1;
        self.debug_check();
    }

    /// Takes a null move back. Does nothing if the last thing done was a move or nothing at all.
    pub fn undo_null_move(&mut self) {
        if self.states.len() > 1 && self.state().last_move.is_none() {
            self.states.pop();
            self.side_to_move = !self.side_to_move;
            self.game_ply -= 1;
            self.debug_check();
        }
    }

    /// The key of the position after a pseudo-legal move, without making it: what
    /// [`key`](Self::key) will say, en passant and castling included.
    pub fn key_after(&self, m: Move) -> u64 {
        let us = self.side_to_move;
        let (from, to) = (m.from(), m.to());
        let state = self.state();
        let piece = self.moving_piece(from);
        let mut key = state.accounts.key
            ^ zobrist::WHITE_TO_MOVE
            ^ zobrist::castling(state.castling)
            ^ zobrist::castling(state.castling & self.geometry.kept(from, to))
            ^ state.en_passant.map_or(0, |square| zobrist::en_passant(square.file()))
            ^ zobrist::piece(piece, from);
        if let Some(path) = self.castling_path_to_rook(us, to).filter(|_| m.is_castling()) {
            let rook = Piece::new(us, PieceType::Rook);
            return key
                ^ zobrist::piece(piece, path.king_to)
                ^ zobrist::piece(rook, path.rook_from)
                ^ zobrist::piece(rook, path.rook_to);
        }
        if m.is_capture() {
            let square = capture_square(m, us);
            key ^= self.piece_on(square).map_or(0, |captured| zobrist::piece(captured, square));
        }
        if m.is_double_push() {
            let passed = self.en_passant_behind(to, us);
            key ^= passed.map_or(0, |square| zobrist::en_passant(square.file()));
        }
        key ^ zobrist::piece(m.promotion().map_or(piece, |kind| Piece::new(us, kind)), to)
    }

    #[inline(always)]
    fn moving_piece(&self, square: Square) -> Piece {
        match self.piece_on(square) {
            Some(piece) => piece,
            None => panic!("no piece on {square} to move: the move is not legal here"),
        }
    }

    /// The square that a double push to `to` has passed, if a pawn of the other side can take there.
    #[inline(always)]
    fn en_passant_behind(&self, to: Square, us: Color) -> Option<Square> {
        let passed = to.offset(-us.forward().offset());
        attacks::pawn(us, passed).intersects(self.pieces(!us, PieceType::Pawn)).then_some(passed)
    }

    #[inline(never)]
    fn castle(&mut self, us: Color, rook: Square, way: Castling, observer: &mut impl Observer) {
        let Some(&path) = self.geometry.path_to_rook(us, rook) else {
            panic!("no castling with the rook on {rook}: the move is not legal here");
        };
        let king = Piece::new(us, PieceType::King);
        let rook = Piece::new(us, PieceType::Rook);
        let (king, rook) = match way {
            Castling::Do => {
                ((king, path.king_from, path.king_to), (rook, path.rook_from, path.rook_to))
            }
            Castling::Undo => {
                ((king, path.king_to, path.king_from), (rook, path.rook_to, path.rook_from))
            }
        };
        self.board.shift_pair(king, rook, observer);
    }
}

/// Which way king and rook go.
enum Castling {
    Do,
    Undo,
}

/// Where the captured piece stands: on the target, but for en passant.
#[inline(always)]
fn capture_square(m: Move, us: Color) -> Square {
    if m.is_en_passant() { m.to().offset(-us.forward().offset()) } else { m.to() }
}
