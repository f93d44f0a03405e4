//! Positions: pieces, castling rights, keys, checks, making and undoing moves, and the end of a
//! game.

mod board;
mod castling;
mod check_info;
mod consistency;
mod cuckoo;
mod diagram;
mod draws;
mod en_passant;
mod history;
mod identity;
mod incremental;
mod lazy;
mod legality;
mod moved;
mod observer;
mod outcome;
mod play;
pub(crate) mod psqt;
mod see;
mod zobrist;

pub use consistency::Inconsistency;
pub use diagram::Diagram;
pub use observer::{Keys, Observer};
pub use outcome::{DrawReason, Outcome};
pub use play::IllegalMove;
pub use psqt::{PIECE_VALUE, SQUARE_BONUS, bonus_index};
pub use see::SEE_VALUE;
pub use zobrist::POLYGLOT_RANDOM;

pub(crate) use castling::CastlingPath;

use crate::attacks;
use crate::setup::{InvalidSetup, Setup, SetupFaults};
use crate::types::{
    Bitboard, CastleSide, CastlingRights, Color, Move, Piece, PieceType, Score, Square,
};
use board::Board;
use castling::CastlingPaths;
use core::fmt;
use history::{History, State};
use incremental::Incremental;

/// A legal chess position with the history of its game.
///
/// Positions are created from a [`Setup`] or a FEN and changed by moves. Moves are made and undone
/// in place ([`do_move`], [`undo_move`]); each ply has a state of its own, so undoing restores
/// the pieces and recomputes neither keys nor scores. `Display` writes the FEN; equality and `Hash`
/// compare what the FEN contains, not the history. `Default` is the initial position.
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
    board: Board,
    side_to_move: Color,
    castling_paths: CastlingPaths,
    history: History,
    /// The game ply of the first state in the history.
    first_ply: u32,
    /// The en passant square of the setup, capturable or not.
    setup_en_passant: Option<Square>,
    chess960: bool,
}

impl Position {
    /// Creates the initial position of standard chess.
    pub fn startpos() -> Self {
        Self::from_accepted(&Setup::start())
    }

    /// Creates the position of a setup.
    ///
    /// # Errors
    /// All faults of the setup.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        Self::from_setup_ignoring(setup, SetupFaults::NONE)
    }

    /// Creates the position of a setup despite the faults in `ignored`, which may be any of
    /// [`SetupFaults::IGNORABLE`]. Impossible castling rights are dropped if their fault is ignored.
    /// So is an en passant square without a pawn to capture; one that no last move can have passed
    /// is kept.
    ///
    /// # Errors
    /// All faults that are not ignored.
    pub fn from_setup_ignoring(setup: &Setup, ignored: SetupFaults) -> Result<Self, InvalidSetup> {
        let ignored = ignored & SetupFaults::IGNORABLE;
        let faults = setup.faults();
        if faults.is_empty() {
            return Ok(Self::from_accepted(setup));
        }
        match faults - ignored {
            SetupFaults::NONE => Ok(Self::from_accepted(&setup.sanitized(ignored))),
            faults => Err(InvalidSetup(faults)),
        }
    }

    /// Creates the position of a setup that has been validated.
    fn from_accepted(setup: &Setup) -> Self {
        let mut incremental = Incremental::EMPTY;
        let mut board = Board::EMPTY;
        for square in setup.occupied() {
            if let Some(piece) = setup.piece_on(square) {
                board.put(piece, square, &mut incremental);
            }
        }
        let (castling_paths, rights) = CastlingPaths::of(setup);
        let us = setup.side_to_move;
        let en_passant =
            setup.capturable_en_passant().filter(|&to| board.has_legal_en_passant(us, to));
        incremental.complete_key(rights, en_passant, us);
        let state = State {
            incremental,
            rule50: setup.halfmove_clock,
            castling: rights,
            en_passant,
            ..State::blank()
        };
        let moves_before = u32::from(setup.fullmove_number.max(1)) - 1;
        Self {
            board,
            side_to_move: us,
            chess960: !castling_paths.is_standard(),
            castling_paths,
            history: History::new(state),
            first_ply: 2 * moves_before + us.index() as u32,
            setup_en_passant: setup.en_passant,
        }
    }

    /// Creates the position of a setup derived from this one, with the same castling notation.
    pub(crate) fn with_setup(&self, setup: &Setup) -> Self {
        let chess960 = self.chess960;
        Self { chess960, ..Self::from_accepted(setup) }
    }

    /// Returns the position without the history of its game.
    pub(crate) fn without_history(&self) -> Self {
        let state =
            State { last_move: None, captured: None, plies_from_null: 0, ..self.state().clone() };
        Self {
            board: self.board.clone(),
            castling_paths: self.castling_paths.clone(),
            history: History::new(state),
            first_ply: self.game_ply(),
            setup_en_passant: self.en_passant_target(),
            ..*self
        }
    }

    /// Returns the position as a setup, without the history.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.pieces[square] = self.piece_on(square);
        }
        setup.side_to_move = self.side_to_move;
        for (color, side) in CastleSide::BY_COLOR {
            setup.set_castling_rook(color, side, self.castling_rook(color, side));
        }
        setup.en_passant = self.en_passant();
        setup.halfmove_clock = self.rule50();
        setup.fullmove_number = self.fullmove_number();
        setup
    }

    #[inline(always)]
    fn state(&self) -> &State {
        self.history.current()
    }

    /// Returns the side to move.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Returns the pieces of a colour.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// Returns the pieces of a type, of both colours.
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_type(piece_type)
    }

    /// Returns the pieces of a colour and a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.board.pieces(color, piece_type)
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// Counts the pieces of a colour and a type.
    #[inline]
    pub fn count(&self, piece: Piece) -> usize {
        self.pieces(piece.color(), piece.piece_type()).len()
    }

    /// Returns the square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        match self.pieces(color, PieceType::King).first() {
            Some(square) => square,
            None => unreachable!("each side has a king"),
        }
    }

    /// Returns the castling rights.
    #[inline(always)]
    pub fn castling_rights(&self) -> CastlingRights {
        self.state().castling
    }

    /// Returns the square of the rook of a castling right, or `None` without the right.
    pub fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.castling_path(color, side).map(|path| path.rook_from)
    }

    /// Returns the squares of a castling move, or `None` without the right.
    #[inline(always)]
    pub(crate) fn castling_path(&self, color: Color, side: CastleSide) -> Option<&CastlingPath> {
        let right = CastlingRights::of(color, side);
        self.castling_rights()
            .contains(right)
            .then(|| self.castling_paths.path(color, side))
            .flatten()
    }

    /// Returns the squares of castling with the rook on this square.
    pub(crate) fn castling_path_to_rook(
        &self,
        color: Color,
        rook: Square,
    ) -> Option<&CastlingPath> {
        self.castling_paths.path_to_rook(color, rook)
    }

    /// Returns the plies since the last capture or pawn move: at 100 a draw can be claimed, at 150
    /// the game is drawn.
    #[inline(always)]
    pub fn rule50(&self) -> u16 {
        self.state().rule50
    }

    /// Returns the plies since the last null move or the initial position.
    #[inline(always)]
    pub fn plies_from_null(&self) -> u16 {
        self.state().plies_from_null
    }

    /// Returns the plies since the start of the game, counted from the setup's move number.
    #[inline(always)]
    pub fn game_ply(&self) -> u32 {
        self.first_ply + self.history.plies() as u32
    }

    /// Returns the number of the current move, which FEN counts from 1.
    pub fn fullmove_number(&self) -> u16 {
        (self.game_ply() / 2 + 1).min(u32::from(u16::MAX)) as u16
    }

    /// Returns true if castling is written as king takes rook. Set for a setup with castling rights
    /// that do not fit standard chess.
    #[inline]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Sets the notation of castling. The rules do not depend on it.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// Returns the key of pieces, side to move, castling rights and en passant file, with Polyglot's
    /// numbers. Positions with equal keys count as repetitions: the file is included only if an en
    /// passant capture is legal. Polyglot books use [`polyglot_key`](Self::polyglot_key).
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state().incremental.sums.key
    }

    /// Returns the part of the key for the pawns of both sides, 0 without pawns.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.state().incremental.sums.pawn_key
    }

    /// Returns the count of each [`Piece`], five bits each, the first piece in the lowest bits. The
    /// key identifies the material exactly if there are at most 31 of each piece. It is not a hash:
    /// multiply it by an odd number to index a table.
    #[inline(always)]
    pub fn material_key(&self) -> u64 {
        self.state().incremental.material.key
    }

    /// Returns the middlegame value of a side's knights, bishops, rooks and queens in centipawns.
    #[inline(always)]
    pub fn non_pawn_material(&self, color: Color) -> i32 {
        self.state().incremental.non_pawn_material(color)
    }

    /// Returns the piece-square score (material and square bonuses) in centipawns, from White's
    /// point of view.
    #[inline(always)]
    pub fn psq(&self) -> Score {
        self.state().incremental.sums.psq
    }

    /// Returns the piece captured by the last move.
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.state().captured
    }

    /// Returns the last move, or `None` in the initial position and after a null move.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.state().last_move
    }

    /// Returns the pieces of both colours that attack a square.
    #[inline]
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.board.attackers_to(square, self.occupied())
    }

    /// Returns the pieces of both colours that attack a square, with `occupied` as the occupancy for
    /// sliders. Pieces outside `occupied` are included.
    #[inline]
    pub fn attackers_to_with(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Returns the squares that the piece on a square attacks; none for an empty square.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        match self.piece_on(square) {
            None => Bitboard::EMPTY,
            Some(piece) if piece.piece_type() == PieceType::Pawn => {
                attacks::pawn(piece.color(), square)
            }
            Some(piece) => attacks::of(piece.piece_type(), square, self.occupied()),
        }
    }

    pub(crate) fn board(&self) -> &Board {
        &self.board
    }
}

/// Copies the history too. `clone_from` reuses the memory of the history.
impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            castling_paths: self.castling_paths.clone(),
            history: self.history.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { board, castling_paths, history, .. } = source;
        self.board.clone_from(board);
        self.castling_paths.clone_from(castling_paths);
        self.history.clone_from(history);
        self.side_to_move = source.side_to_move;
        self.first_ply = source.first_ply;
        self.chess960 = source.chess960;
        self.setup_en_passant = source.setup_en_passant;
    }
}

/// Writes the FEN and the number of plies that can be undone.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {} plies played)", self.fen(), self.history.plies())
    }
}
