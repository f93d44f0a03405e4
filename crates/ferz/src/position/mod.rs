//! Boards and positions: pieces, castling rights, keys, checks, making and undoing moves, and the end
//! of a game.

mod board;
mod castling;
mod consistency;
mod cuckoo;
mod diagram;
mod draws;
mod en_passant;
mod history;
mod incremental;
mod lazy;
mod legality;
mod lines;
mod observer;
mod outcome;
mod pieces;
mod play;
pub(crate) mod psqt;
mod queries;
mod see;
mod zobrist;

pub use board::Board;
pub use consistency::Inconsistency;
pub use diagram::Diagram;
pub use incremental::PieceSums;
pub use observer::Observer;
pub use outcome::{DrawReason, Outcome};
pub use pieces::Pieces;
pub use play::IllegalMove;
pub use psqt::{PIECE_VALUE, SQUARE_BONUS, bonus_index};
pub use see::SEE_VALUE;
pub use zobrist::POLYGLOT_RANDOM;

pub(crate) use castling::CastlingPath;
pub(crate) use lines::View;

use crate::setup::{InvalidSetup, Setup, SetupFaults};
use crate::types::{Move, Piece};
use consistency::PARANOID;
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
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.history.current().captured
    }

    /// Returns the last move, or `None` in the initial position and after a null move.
    #[inline(always)]
    pub fn last_move(&self) -> Option<Move> {
        self.history.current().last_move
    }

    #[inline(always)]
    fn paranoid_check(&self) {
        if PARANOID && let Err(inconsistency) = self.check_consistency() {
            panic!("{inconsistency} after {:?} in {self:?}", self.last_move());
        }
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
