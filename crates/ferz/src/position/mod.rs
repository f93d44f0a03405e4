//! Boards and positions: pieces, castling rights, keys, checks, making and undoing moves, and the end
//! of a game.

mod board;
mod consistency;
mod draws;
mod history;
mod play;
mod see;
mod sums;
mod view;
mod zobrist;

pub use crate::pieces::Pieces;
pub use board::{Arrangement, Board, Diagram};
pub use consistency::Inconsistency;
pub use draws::{DrawReason, Outcome};
pub use play::{CastlingPath, IllegalMove, Observer};
pub use see::SEE_VALUE;
pub use sums::{PIECE_VALUE, PieceSums, SQUARE_BONUS, bonus_index};
pub use zobrist::POLYGLOT_RANDOM;

pub(crate) use view::View;

use crate::setup::{InvalidSetup, Setup, SetupFaults};
use crate::types::{Bitboard, Color, Move, Piece, PieceType};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use history::History;

/// A legal chess position with the history of its game: a stack of [`Board`]s.
///
/// Positions are created from a [`Setup`], a FEN or a [`Board`] and changed by moves. Making a move
/// ([`do_move`]) writes the next board, undoing it ([`undo_move`]) steps back. What a [`Board`] answers
/// a position answers too, and caches checkers, pins and check squares of each ply. `Display` writes
/// the FEN; equality and `Hash` compare what the FEN contains, not the history. `Default` is the initial
/// position. `Position::from(*position)` has the same board without the history.
///
/// ```
/// use ferz::Position;
/// let mut position = Position::startpos();
/// let e4 = position.parse_san("e4")?;
/// position.do_move(e4);
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(position.undo_move(), Some(e4));
/// # Ok::<(), ferz::notation::ParseSanError>(())
/// ```
///
/// [`do_move`]: Self::do_move
/// [`undo_move`]: Self::undo_move
#[doc(alias = "Chess")]
pub struct Position {
    history: History,
}

impl Position {
    /// Creates the initial position of standard chess.
    pub fn startpos() -> Self {
        Board::startpos().into()
    }

    /// Creates the position of a setup.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        Board::from_setup(setup).map(Self::from)
    }

    /// Creates the position of a setup despite some faults: see [`Board::from_setup_ignoring`].
    ///
    /// # Errors
    /// All faults that are not ignored.
    pub fn from_setup_ignoring(setup: &Setup, ignored: SetupFaults) -> Result<Self, InvalidSetup> {
        Board::from_setup_ignoring(setup, ignored).map(Self::from)
    }

    /// Returns the current board, as dereferencing does.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.history.current().board
    }

    /// Sets the notation of castling. The rules do not depend on it.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.history.for_each_board(|board| board.set_chess960(chess960));
    }

    /// Makes a legal move.
    ///
    /// A move that is not legal leads to a panic or to a corrupt position, without undefined
    /// behaviour; debug builds always panic. For a move of unknown origin use
    /// [`try_do_move`](Self::try_do_move).
    // One copy, compiled with this crate: the body is too large to be worth one in each caller.
    #[doc(alias("play", "play_unchecked", "make_move"))]
    #[inline(never)]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_with(mv, None, &mut ());
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`], with the position unchanged.
    #[doc(alias = "try_play")]
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
    /// correct; a wrong value panics in debug builds.
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
        let (old, new) = self.history.advance();
        new.lines.invalidate(gives_check == Some(false));
        new.last_move = Some(mv);
        new.plies_from_null = old.plies_from_null + 1;
        new.captured = old.board.write_after(mv, &mut new.board, observer);
        self.paranoid_check();
    }

    /// Undoes the last move and returns it. Returns `None` and changes nothing in the initial
    /// position and after a null move.
    #[inline(always)]
    pub fn undo_move(&mut self) -> Option<Move> {
        let mv = self.last_move()?;
        self.history.step_back();
        self.paranoid_check();
        Some(mv)
    }

    /// Passes the turn.
    ///
    /// # Panics
    /// If the side to move is in check: its king could be captured.
    #[doc(alias = "null_move")]
    pub fn do_null_move(&mut self) {
        assert!(!self.in_check(), "a null move in check: {self:?}");
        let (old, new) = self.history.advance();
        new.board = old.board;
        new.board.pass_out_of_check();
        new.lines.invalidate(true);
        new.last_move = None;
        new.captured = None;
        new.plies_from_null = 0;
        self.paranoid_check();
    }

    /// Undoes a null move. Does nothing if the last move was not a null move.
    pub fn undo_null_move(&mut self) {
        if self.history.plies() > 0 && self.last_move().is_none() {
            self.history.step_back();
            self.paranoid_check();
        }
    }

    /// Returns the plies since the last null move or the initial position.
    #[inline(always)]
    pub fn plies_from_null(&self) -> u16 {
        self.history.current().plies_from_null.min(u32::from(u16::MAX)) as u16
    }

    /// Returns the piece captured by the last move.
    ///
    /// ```
    /// use ferz::{Piece, Position};
    ///
    /// let mut position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// position.play_uci(&["e4d5".parse().expect("a move")]).expect("a legal move");
    /// assert_eq!(position.last_captured(), Some(Piece::BlackPawn));
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.history.current().captured
    }

    /// Returns the last move, or `None` in the initial position and after a null move.
    #[inline(always)]
    pub fn last_move(&self) -> Option<Move> {
        self.history.current().last_move
    }
}

/// The current board.
impl Deref for Position {
    type Target = Board;

    #[inline(always)]
    fn deref(&self) -> &Board {
        self.board()
    }
}

/// The position of a board, without a history.
impl From<Board> for Position {
    fn from(board: Board) -> Self {
        Self { history: History::new(board) }
    }
}

/// Copies the history too: copy the [`Board`] where it is not needed. `clone_from` reuses the memory of
/// the history.
impl Clone for Position {
    fn clone(&self) -> Self {
        Self { history: self.history.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.history.clone_from(&source.history);
    }
}

/// Compares the boards.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Position {}

/// Hashes the board.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

/// The initial position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}

/// Writes the FEN and the number of plies that can be undone.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {} plies played)", self.fen(), self.history.plies())
    }
}

macro_rules! queries {
    ($type:ty) => {
        /// Checks, pins and legality.
        impl $type {
            /// Returns the pieces that give check to the side to move.
            #[inline]
            pub fn checkers(&self) -> Bitboard {
                self.view().checkers()
            }

            /// Returns true if the side to move is in check.
            #[doc(alias = "is_check")]
            #[inline]
            pub fn in_check(&self) -> bool {
                self.view().in_check()
            }

            /// Returns the pieces of either colour that are alone between a king and an enemy slider.
            /// Those of the king's colour are pinned; those of the other colour give a discovered
            /// check when they leave the line.
            #[inline]
            pub fn blockers(&self, color: Color) -> Bitboard {
                self.view().blockers(color)
            }

            /// Returns the enemy sliders that pin a piece of this colour to its king.
            ///
            /// ```
            /// use ferz::{Bitboard, Board, Color, Square};
            ///
            /// let board: Board = "4k3/4n3/8/8/8/8/4R3/4K3 w - - 0 1".parse()?;
            /// assert_eq!(board.pinned(Color::Black), Bitboard::of(Square::E7));
            /// assert_eq!(board.pinners(Color::Black), Bitboard::of(Square::E2));
            /// # Ok::<(), ferz::notation::FenError>(())
            /// ```
            #[inline]
            pub fn pinners(&self, color: Color) -> Bitboard {
                self.view().pinners(color)
            }

            /// Returns the pieces of this colour that are pinned to their king.
            #[inline]
            pub fn pinned(&self, color: Color) -> Bitboard {
                self.view().pinned(color)
            }

            /// Returns the squares from which a piece of this type gives check to the side not to
            /// move. Empty for a king.
            ///
            /// ```
            /// use ferz::{Board, PieceType, Square};
            ///
            /// let board: Board = "7k/8/8/8/8/8/4N3/4K3 w - - 0 1".parse()?;
            /// assert!(board.check_squares(PieceType::Knight).contains(Square::G6));
            /// assert!(board.check_squares(PieceType::Bishop).contains(Square::A1));
            /// # Ok::<(), ferz::notation::FenError>(())
            /// ```
            #[inline]
            pub fn check_squares(&self, piece_type: PieceType) -> Bitboard {
                self.view().check_squares(piece_type)
            }

            /// Returns the pieces of the side to move that give a discovered check when they leave
            /// their line.
            ///
            /// ```
            /// use ferz::{Bitboard, Board, Square};
            ///
            /// let board: Board = "4k3/8/8/8/4N3/8/4R3/4K3 w - - 0 1".parse()?;
            /// assert_eq!(board.discovered_check_candidates(), Bitboard::of(Square::E4));
            /// # Ok::<(), ferz::notation::FenError>(())
            /// ```
            #[inline]
            pub fn discovered_check_candidates(&self) -> Bitboard {
                self.view().discovered_check_candidates()
            }

            /// Returns true if the generator would emit this move here: among the
            /// [`Evasions`](crate::Evasions) in check, else among the
            /// [`NonEvasions`](crate::NonEvasions). Accepts any [`Move`], for example one from a hash
            /// table.
            ///
            /// The move may still leave the king in check: see
            /// [`keeps_king_safe`](Self::keeps_king_safe).
            #[inline]
            pub fn is_pseudo_legal(&self, mv: Move) -> bool {
                self.view().is_pseudo_legal(mv)
            }

            /// Returns true if a pseudo-legal move does not leave its own king in check. The result
            /// has no meaning for other moves: [`is_legal`](Self::is_legal) accepts any.
            #[inline]
            pub fn keeps_king_safe(&self, mv: Move) -> bool {
                self.view().keeps_king_safe(mv)
            }

            /// Returns true if a move is legal. Accepts any [`Move`]: tests
            /// [`is_pseudo_legal`](Self::is_pseudo_legal), then
            /// [`keeps_king_safe`](Self::keeps_king_safe).
            #[inline]
            pub fn is_legal(&self, mv: Move) -> bool {
                self.view().is_legal(mv)
            }

            /// Returns true if a pseudo-legal move gives check.
            ///
            /// # Panics
            /// If there is no piece on the move's origin.
            #[inline]
            pub fn gives_check(&self, mv: Move) -> bool {
                self.view().gives_check(mv)
            }

            /// Returns true if a move is legal and gives checkmate. Accepts any [`Move`].
            pub fn gives_mate(&self, mv: Move) -> bool {
                self.is_legal(mv) && self.gives_check(mv) && !self.after(mv).has_legal_move()
            }

            /// Returns true if a pseudo-legal move wins at least `threshold` centipawns by the
            /// captures on its target square. Both sides capture with their least valuable attacker
            /// and may stop at any time. With threshold 0 the result is false for moves that lose
            /// material.
            ///
            /// A pinned piece takes no part while a pinner of its side's pieces is on the board.
            /// Checks are ignored, and castling has the value 0. The piece values are
            /// [`SEE_VALUE`](crate::position::SEE_VALUE). The algorithm is the swap algorithm with
            /// early termination.
            ///
            /// # Panics
            /// If there is no piece on the move's origin.
            #[inline]
            pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
                self.view().see_ge(mv, threshold)
            }

            /// Returns true if the side to move is checkmated.
            pub fn is_checkmate(&self) -> bool {
                self.in_check() && !self.has_legal_move()
            }

            /// Returns true if the side to move has no legal move and is not in check.
            pub fn is_stalemate(&self) -> bool {
                !self.in_check() && !self.has_legal_move()
            }
        }
    };
}

queries!(Board);
queries!(Position);

impl Board {
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        View { board: self, lines: None }
    }
}

impl Position {
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        let top = self.history.current();
        View { board: &top.board, lines: Some(&top.lines) }
    }
}

impl Arrangement {
    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        self.0.view()
    }
}
