//! A position that the rules accept, and everything the rules say about it.

mod board;
mod castling;
mod check_info;
mod consistency;
mod cuckoo;
mod diagram;
mod draws;
mod history;
mod incremental;
mod lazy;
mod legality;
mod observer;
mod play;
pub(crate) mod psqt;
mod see;
mod zobrist;

pub use consistency::Inconsistency;
pub use diagram::Diagram;
pub use draws::{DrawReason, Outcome};
pub use observer::{Keys, Observer};
pub use play::IllegalMove;
pub use psqt::{PIECE_VALUE, SQUARE_BONUS, bonus_index};
pub use see::SEE_VALUE;

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

/// A chess position with the history that led to it.
///
/// A position is always one that the rules accept: it is made from a [`Setup`] or a FEN, which may
/// be refused, and changed by moves. Moves are made and unmade in place ([`do_move`],
/// [`undo_move`]); each keeps a state of its own, so undoing drops the last one and computes
/// nothing. Equality compares what a FEN would say, not the history.
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
#[derive(Clone)]
pub struct Position {
    board: Board,
    side_to_move: Color,
    castling_paths: CastlingPaths,
    history: History,
    /// The ply of the game at which the history begins.
    first_ply: u32,
    chess960: bool,
}

impl Position {
    /// The start of a game of standard chess.
    pub fn startpos() -> Self {
        Self::from_accepted(&Setup::start())
    }

    /// The position of a setup, if the rules accept it.
    ///
    /// # Errors
    /// All the reasons why the rules refuse it.
    pub fn from_setup(setup: &Setup) -> Result<Self, InvalidSetup> {
        Self::from_setup_forgiving(setup, SetupFaults::NONE)
    }

    /// The position of a setup, whose faults in `forgiven` do no harm: impossible rights and en
    /// passant squares are dropped, the rest is taken as it is. Only
    /// [`SetupFaults::FORGIVABLE`] can be forgiven.
    ///
    /// # Errors
    /// All the reasons that are left.
    pub fn from_setup_forgiving(
        setup: &Setup,
        forgiven: SetupFaults,
    ) -> Result<Self, InvalidSetup> {
        let forgiven = forgiven - (forgiven - SetupFaults::FORGIVABLE);
        let left = setup.faults() - forgiven;
        if !left.is_empty() {
            return Err(InvalidSetup(left));
        }
        Ok(Self::from_accepted(&setup.sanitized(forgiven)))
    }

    /// Builds the position of a setup that has been examined.
    fn from_accepted(setup: &Setup) -> Self {
        let mut incremental = Incremental::EMPTY;
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some(piece) = setup.piece_on(square) {
                board.put(piece, square, &mut incremental);
            }
        }
        let mut castling_paths = CastlingPaths::NONE;
        let mut rights = CastlingRights::NONE;
        for (color, side) in Color::ALL.into_iter().flat_map(|c| CastleSide::ALL.map(|w| (c, w))) {
            if let (Some(king), Some(rook)) = (setup.king(color), setup.castling_rook(color, side))
            {
                castling_paths.add(color, side, king, rook);
                rights = rights | CastlingRights::of(color, side);
            }
        }
        let en_passant = setup.capturable_en_passant();
        incremental.key ^= zobrist::castling(rights);
        incremental.key ^= en_passant.map_or(0, |to| zobrist::en_passant(to.file()));
        if setup.side_to_move == Color::White {
            incremental.key ^= zobrist::WHITE_TO_MOVE;
        }
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
            side_to_move: setup.side_to_move,
            chess960: !castling_paths.is_standard(),
            castling_paths,
            history: History::new(state),
            first_ply: 2 * moves_before + setup.side_to_move.index() as u32,
        }
    }

    /// Returns the position of a setup derived from this position, with its castling notation.
    pub(crate) fn with_setup(&self, setup: &Setup) -> Self {
        let chess960 = self.chess960;
        Self { chess960, ..Self::from_accepted(setup) }
    }

    /// The position as a setup, which makes the same position again (without its history).
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.pieces[square] = self.piece_on(square);
        }
        setup.side_to_move = self.side_to_move;
        for (color, side) in Color::ALL.into_iter().flat_map(|c| CastleSide::ALL.map(|w| (c, w))) {
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

    /// Whose turn it is.
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The squares of a side's pieces.
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The squares of both sides' pieces of a type.
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.board.by_type(piece_type)
    }

    /// The squares of a side's pieces of a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.board.pieces(color, piece_type)
    }

    /// The piece on a square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// How many of these pieces are on the board.
    #[inline]
    pub fn count(&self, piece: Piece) -> usize {
        self.pieces(piece.color(), piece.piece_type()).len()
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        match self.pieces(color, PieceType::King).first() {
            Some(square) => square,
            None => unreachable!("each side has a king"),
        }
    }

    /// The castling rights that are left.
    #[inline(always)]
    pub fn castling_rights(&self) -> CastlingRights {
        self.state().castling
    }

    /// Where the rook stands that a side still has the right to castle with.
    pub fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.castling_path(color, side).map(|path| path.rook_from)
    }

    /// How a side castles to a side, if it still has the right.
    #[inline(always)]
    pub(crate) fn castling_path(&self, color: Color, side: CastleSide) -> Option<&CastlingPath> {
        let right = CastlingRights::of(color, side);
        self.castling_rights()
            .contains(right)
            .then(|| self.castling_paths.path(color, side))
            .flatten()
    }

    /// How a castling move goes, whose target is its rook.
    pub(crate) fn castling_path_to_rook(
        &self,
        color: Color,
        rook: Square,
    ) -> Option<&CastlingPath> {
        self.castling_paths.path_to_rook(color, rook)
    }

    /// The square a pawn has just passed over, set only if a pawn can take it there (leaving aside
    /// whether that would leave its own king in check).
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.state().en_passant
    }

    /// Plies since the last capture or pawn move: a draw may be claimed at 100, and at 150 the game
    /// is drawn.
    #[inline(always)]
    pub fn rule50(&self) -> u16 {
        self.state().rule50
    }

    /// Plies since the last null move, or since the setup.
    #[inline(always)]
    pub fn plies_from_null(&self) -> u16 {
        self.state().plies_from_null
    }

    /// Plies since the start of the game, as the setup's move number tells it.
    #[inline(always)]
    pub fn game_ply(&self) -> u32 {
        self.first_ply + self.history.plies() as u32
    }

    /// The number of the current move, as FEN counts it from 1.
    pub fn fullmove_number(&self) -> u16 {
        (self.game_ply() / 2 + 1).min(u32::from(u16::MAX)) as u16
    }

    /// Whether castling is written as king takes rook. On by itself where the rights do not fit
    /// the squares of standard chess.
    #[inline]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Sets how castling is written. The rules are the same either way.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// The Polyglot key of the position: pieces, side to move, rights, en passant file.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state().incremental.key
    }

    /// The part of the key that stands for the pawns of both sides; 0 without pawns.
    #[inline(always)]
    pub fn pawn_key(&self) -> u64 {
        self.state().incremental.pawn_key
    }

    /// The material on the board, exactly: five bits for each [`Piece`], its count, lowest index
    /// lowest. Two positions have the same key if and only if they have the same material, as long
    /// as there are at most 31 of each piece. Multiply by an odd number to index a table.
    #[inline(always)]
    pub fn material_key(&self) -> u64 {
        self.state().incremental.material_key
    }

    /// The middlegame value of a side's knights, bishops, rooks and queens, in centipawns.
    #[inline(always)]
    pub fn non_pawn_material(&self, color: Color) -> i32 {
        self.state().incremental.non_pawn_material[color]
    }

    /// Material and piece squares in White's view, in centipawns.
    #[inline(always)]
    pub fn psq(&self) -> Score {
        self.state().incremental.psq
    }

    /// What the last move captured.
    #[inline]
    pub fn last_captured(&self) -> Option<Piece> {
        self.state().captured
    }

    /// The move that led here, unless it was a null move or this is the first position.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.state().last_move
    }

    /// The pieces of both sides that attack a square.
    #[inline]
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.board.attackers_to(square, self.occupied())
    }

    /// The pieces of both sides that would attack a square if `occupied` blocked the sliders.
    #[inline]
    pub fn attackers_to_with(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// The squares that the piece on a square attacks; none if it is empty.
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

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let counters = |p: &Self| (p.side_to_move, p.game_ply(), p.rule50(), p.en_passant());
        self.board == other.board
            && counters(self) == counters(other)
            && self.castling_rights() == other.castling_rights()
            && Color::ALL.into_iter().flat_map(|c| CastleSide::ALL.map(|w| (c, w))).all(
                |(color, side)| self.castling_rook(color, side) == other.castling_rook(color, side),
            )
    }
}

impl Eq for Position {}

/// The FEN, and how many plies can be taken back.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}, {} plies played)", self.fen(), self.history.plies())
    }
}
