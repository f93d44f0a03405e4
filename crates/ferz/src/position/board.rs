use super::zobrist;
use crate::attacks;
use crate::pieces::Pieces;
use crate::setup::{InvalidSetup, Setup, SetupFaults};
use crate::types::{
    Bitboard, CastleSide, CastlingRights, Color, File, Piece, PieceType, Rank, Square,
};
use core::fmt;
use core::hash::{Hash, Hasher};

/// A legal chess position without the history of its game: pieces, side to move, castling rights, en
/// passant square, counters and key in 160 bytes that are copied like a number.
///
/// Copy a board and [`play`](Self::play) to look ahead. A [`Position`](crate::Position) is a stack of
/// boards: it undoes moves and finds repetitions, and caches checkers and pins, which a board
/// computes at each call. `Display` writes the FEN; equality and `Hash` compare what the FEN contains.
/// `Default` is the initial position.
///
/// ```
/// use ferz::Board;
///
/// let board = Board::startpos();
/// let mut replies = 0;
/// for &mv in &board.legal_moves() {
///     let mut next = board;
///     next.play(mv);
///     replies += next.legal_count();
/// }
/// assert_eq!(replies, 400);
/// ```
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub struct Board {
    pub(super) pieces: Pieces,
    /// The piece on each square, in step with the sets.
    pub(super) squares: [Option<Piece>; Square::COUNT],
    pub(super) key: u64,
    /// The rooks that may castle.
    pub(super) castling: Bitboard,
    /// Plies since the start of the game, counted from the setup's move number.
    pub(super) ply: u32,
    /// Plies since the last capture or pawn move; 32 bits, so that counting them needs no bound.
    pub(super) rule50: u32,
    pub(super) side_to_move: Color,
    /// Set only if a legal capture there exists.
    pub(super) en_passant: Option<Square>,
    /// The square passed by the last move, or that of the setup, capturable or not.
    pub(super) passed: Option<Square>,
    pub(super) chess960: bool,
}

impl Board {
    /// The empty board, on which positions are built.
    pub(super) const EMPTY: Self = Self {
        pieces: Pieces::EMPTY,
        squares: [None; Square::COUNT],
        key: 0,
        castling: Bitboard::EMPTY,
        ply: 0,
        rule50: 0,
        side_to_move: Color::White,
        en_passant: None,
        passed: None,
        chess960: false,
    };

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
    pub(crate) fn from_accepted(setup: &Setup) -> Self {
        let mut board = Self { pieces: setup.sets(), squares: setup.pieces, ..Self::EMPTY };
        board.castling = setup.castling.into_iter().flatten().collect();
        let us = setup.side_to_move;
        board.side_to_move = us;
        board.rule50 = setup.halfmove_clock.into();
        board.ply = 2 * (u32::from(setup.fullmove_number.max(1)) - 1) + us.index() as u32;
        board.passed = setup.en_passant;
        board.en_passant =
            setup.capturable_en_passant().filter(|&to| board.has_legal_en_passant(us, to));
        board.key = board.computed_key();
        board.chess960 = CastleSide::BY_COLOR.into_iter().any(|(color, side)| {
            let standard = side.standard_rook(color);
            let king = board.king(color).file();
            board.castling_rook(color, side).is_some_and(|rook| rook != standard || king != File::E)
        });
        board
    }

    /// Computes the key from the pieces, rights, en passant square and side to move.
    pub(super) fn computed_key(&self) -> u64 {
        let pieces = self.occupied().squares().fold(0, |key, square| {
            key ^ self.piece_on(square).map_or(0, |piece| zobrist::piece(piece, square))
        });
        let side = if self.side_to_move == Color::White { zobrist::WHITE_TO_MOVE } else { 0 };
        pieces
            ^ side
            ^ zobrist::castling(self.castling_rights())
            ^ zobrist::en_passant_square(self.en_passant)
    }

    /// Creates the position of a setup derived from this one, with the same castling notation.
    fn derived(&self, setup: &Setup) -> Self {
        Self { chess960: self.chess960, ..Self::from_accepted(setup) }
    }

    /// Returns the position with the colours exchanged: see [`Setup::flip_colors`]. Its legal moves
    /// are the mirrored ones.
    #[doc(alias = "swap_colors")]
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        self.derived(&self.setup().flip_colors())
    }

    /// Returns the position mirrored left to right: see [`Setup::mirror_files`]. Its legal moves
    /// are the mirrored ones without castling.
    #[must_use]
    pub fn mirror_files(&self) -> Self {
        self.derived(&self.setup().mirror_files())
    }

    /// Returns the position rotated by 180 degrees with the colours exchanged: see
    /// [`Setup::rotate`]. Its legal moves are the rotated ones without castling.
    #[must_use]
    pub fn rotate(&self) -> Self {
        self.derived(&self.setup().rotate())
    }

    /// Returns the position as a setup.
    pub fn setup(&self) -> Setup {
        Setup {
            pieces: self.squares,
            side_to_move: self.side_to_move,
            castling: CastleSide::BY_COLOR.map(|(color, side)| self.castling_rook(color, side)),
            en_passant: self.en_passant,
            halfmove_clock: self.rule50(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// Puts a piece on an empty square. The key is the caller's.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.pieces.toggle(piece, Bitboard::of(square));
        self.squares[square] = Some(piece);
    }

    /// Removes the piece from its square. The key is the caller's.
    #[inline(always)]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.pieces.toggle(piece, Bitboard::of(square));
        self.squares[square] = None;
    }

    /// Returns the pieces as sets.
    #[inline(always)]
    pub fn sets(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the side to move.
    #[doc(alias = "turn")]
    #[inline(always)]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the occupied squares.
    #[doc(alias = "combined")]
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.pieces.occupied()
    }

    /// Returns the pieces of a colour.
    #[doc(alias("colors", "color_combined"))]
    #[inline(always)]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.pieces.by_color(color)
    }

    /// Returns the pieces of a type, of both colours.
    #[doc(alias = "by_role")]
    #[inline(always)]
    pub fn by_type(&self, piece_type: PieceType) -> Bitboard {
        self.pieces.by_type(piece_type)
    }

    /// Returns the pieces of a colour and a type.
    #[doc(alias("by_piece", "colored_pieces"))]
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.pieces.pieces(color, piece_type)
    }

    /// Returns the piece on a square.
    #[doc(alias = "piece_at")]
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// Counts the pieces of a colour and a type.
    #[inline]
    pub fn count(&self, piece: Piece) -> usize {
        self.pieces(piece.color(), piece.piece_type()).len()
    }

    /// Returns the square of a king.
    #[doc(alias("king_of", "king_square"))]
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        match self.pieces(color, PieceType::King).first() {
            Some(square) => square,
            None => unreachable!("each side has a king"),
        }
    }

    /// Returns the castling rights.
    #[doc(alias("castles", "castle_rights"))]
    #[inline]
    pub fn castling_rights(&self) -> CastlingRights {
        let right = |(color, side)| match self.castling_rook(color, side) {
            Some(_) => CastlingRights::of(color, side),
            None => CastlingRights::NONE,
        };
        if self.castling.is_empty() {
            return CastlingRights::NONE;
        }
        CastleSide::BY_COLOR.into_iter().map(right).fold(CastlingRights::NONE, |all, one| all | one)
    }

    /// Returns the square of the rook of a castling right, or `None` without the right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        let rooks = self.castling & Bitboard::relative_rank(color, Rank::First);
        side.outermost(rooks, self.king(color))
    }

    /// Returns the rooks that may castle, of both sides.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// Returns the plies since the last capture or pawn move: at 100 a draw can be claimed, at 150
    /// the game is drawn.
    #[doc(alias("halfmoves", "halfmove_clock"))]
    #[inline(always)]
    pub fn rule50(&self) -> u16 {
        self.rule50.min(u32::from(u16::MAX)) as u16
    }

    /// Returns the plies since the start of the game, counted from the setup's move number.
    #[inline(always)]
    pub fn game_ply(&self) -> u32 {
        self.ply
    }

    /// Returns the number of the current move, which FEN counts from 1.
    #[doc(alias = "fullmoves")]
    pub fn fullmove_number(&self) -> u16 {
        (self.ply / 2 + 1).min(u32::from(u16::MAX)) as u16
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
    #[doc(alias("hash", "get_hash", "zobrist_hash"))]
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the count of each [`Piece`], five bits each, the first piece in the lowest bits. The
    /// key identifies the material exactly if there are at most 31 of each piece. It is not a hash:
    /// multiply it by an odd number to index a table. [`PieceSums`](crate::PieceSums) keeps it
    /// incrementally.
    pub fn material_key(&self) -> u64 {
        Piece::ALL.into_iter().map(|piece| (self.count(piece) as u64) << (5 * piece.index())).sum()
    }

    /// Returns the pieces of both colours that attack a square.
    #[doc(alias = "attacks_to")]
    #[inline]
    pub fn attackers_to(&self, square: Square) -> Bitboard {
        self.pieces.attackers_to(square, self.occupied())
    }

    /// Returns true if a side attacks a square if `occupied` is occupied.
    #[inline]
    pub fn is_attacked_by(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        (self.pieces.attackers_to(square, occupied) & self.by_color(by)).any()
    }

    /// Returns the squares that the pawns of a side attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Bitboard {
        self.pieces.pawn_attacks(color)
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
}

/// Compares what the FEN contains.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        let state = |b: &Self| (b.side_to_move, b.ply, b.rule50(), b.en_passant, b.castling);
        self.squares == other.squares && state(self) == state(other)
    }
}

impl Eq for Board {}

/// Hashes the key and the counters, so that equal boards have equal hashes.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key, self.ply, self.rule50()).hash(state);
    }
}

/// The initial position of standard chess.
impl Default for Board {
    fn default() -> Self {
        Self::startpos()
    }
}

/// Writes the FEN.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// The board as text, created by [`Board::diagram`].
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a>(&'a Board);

impl Board {
    /// Returns the board as text: 18 lines from White's point of view, without a final line end.
    /// White's pieces are upper-case letters.
    ///
    /// ```
    /// let text = ferz::Position::startpos().diagram().to_string();
    /// assert!(text.starts_with(
    ///     "  +---+---+---+---+---+---+---+---+\n\
    ///      8 | r | n | b | q | k | b | n | r |\n"
    /// ));
    /// assert!(text.ends_with("\n    a   b   c   d   e   f   g   h"));
    /// ```
    pub fn diagram(&self) -> Diagram<'_> {
        Diagram(self)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LINE: &str = "  +---+---+---+---+---+---+---+---+";
        writeln!(f, "{LINE}")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank} ")?;
            for file in File::ALL {
                let piece = self.0.piece_on(Square::new(file, rank));
                write!(f, "| {} ", piece.map_or(' ', Piece::letter))?;
            }
            writeln!(f, "|\n{LINE}")?;
        }
        f.write_str("    a   b   c   d   e   f   g   h")
    }
}

/// The pieces of a board that another program keeps, with what decides its legal moves: side to move,
/// castling rights and en passant square. There is no mailbox, key or counter to fill in, so that it
/// is created for each question.
///
/// ```
/// use ferz::{Arrangement, Bitboard, Board};
///
/// let board = Board::startpos();
/// let (pieces, side, castling) = (*board.sets(), board.side_to_move(), board.castling_rooks());
/// let arrangement = Arrangement::new(pieces, side, castling, None);
/// assert_eq!(arrangement.map(|arrangement| arrangement.legal_count()), Some(20));
/// assert!(Arrangement::new(pieces, side, Bitboard::ALL, None).is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Arrangement(pub(super) Board);

impl Arrangement {
    /// Creates an arrangement with the rooks that may castle and the square that a double push has just
    /// passed, whether or not a capture there is legal.
    ///
    /// Returns `None` unless each occupied square has one piece, each side one king, the kings are not
    /// side by side, no pawn is on a back rank, king and rook of each castling right are in place, at
    /// most one right on each side of a king, and a double push can have passed the en passant square.
    /// The side not to move may be in check.
    #[inline]
    pub fn new(
        pieces: Pieces,
        side_to_move: Color,
        castling: Bitboard,
        en_passant: Option<Square>,
    ) -> Option<Self> {
        let passed = |to| pieces.double_push_over(side_to_move, to).is_some();
        let sound = en_passant.is_none_or(passed)
            && pieces.has_sound_pieces()
            && pieces.can_castle(castling);
        sound.then_some(Self(Board { pieces, side_to_move, castling, en_passant, ..Board::EMPTY }))
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.view().checkers()
    }
}

impl Pieces {
    /// Returns true if each occupied square has one piece, each side has one king, the kings are not
    /// side by side, and no pawn is on a back rank.
    #[inline]
    fn has_sound_pieces(&self) -> bool {
        let (mut all, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for piece_type in PieceType::ALL {
            twice |= all & self.by_type(piece_type);
            all |= self.by_type(piece_type);
        }
        let [white, black] = Color::ALL.map(|color| self.by_color(color));
        let kings = self.by_type(PieceType::King);
        let one_king = |side| !(kings & side).more_than_one();
        let (Some(king), Some(other)) = ((kings & white).first(), (kings & black).first()) else {
            return false;
        };
        let back_ranks = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        (twice | white & black).is_empty()
            && all == white | black
            && one_king(white)
            && one_king(black)
            && !attacks::king(king).contains(other)
            && !self.by_type(PieceType::Pawn).intersects(back_ranks)
    }

    /// Returns true if rooks and kings are on the back ranks, with at most one rook on each side of its
    /// king. Assumes one king a side.
    #[inline]
    fn can_castle(&self, rooks: Bitboard) -> bool {
        let in_place = |color| {
            let rank = Bitboard::relative_rank(color, Rank::First);
            let Some(king) = (self.pieces(color, PieceType::King) & rank).first() else {
                return Bitboard::EMPTY;
            };
            let rooks = rooks & rank & self.pieces(color, PieceType::Rook);
            CastleSide::ALL.into_iter().filter_map(|side| side.outermost(rooks, king)).collect()
        };
        rooks.is_empty() || rooks == in_place(Color::White) | in_place(Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Piece;

    fn arrange(board: &Board, castling: Bitboard, passed: Option<Square>) -> Option<Arrangement> {
        Arrangement::new(*board.sets(), board.side_to_move(), castling, passed)
    }

    #[test]
    fn a_board_is_a_sound_arrangement_with_its_moves() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 2",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "1k6/8/8/8/8/8/8/RKR5 w AC - 0 1",
        ] {
            let Ok(board) = Board::from_fen(fen) else { panic!("{fen}") };
            let found = arrange(&board, board.castling_rooks(), board.en_passant_target());
            let found = found.map(|found| (found.legal_count(), found.checkers()));
            assert_eq!(found, Some((board.legal_count(), board.checkers())), "{fen}");
        }
    }

    #[test]
    fn unsound_arrangements_are_none() {
        let Ok(board) = Board::from_fen("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2") else { panic!() };
        let changed = |piece, square| {
            let mut pieces = *board.sets();
            pieces.toggle(piece, Bitboard::of(square));
            Arrangement::new(pieces, Color::White, board.castling_rooks(), Some(Square::D6))
        };
        assert!(changed(Piece::WhiteKnight, Square::C3).is_some());
        for (piece, square) in [
            (Piece::WhiteKing, Square::E1),
            (Piece::BlackKing, Square::A8),
            (Piece::WhitePawn, Square::H8),
            (Piece::WhiteKnight, Square::E5),
            (Piece::WhiteRook, Square::H1),
            (Piece::BlackPawn, Square::D5),
            (Piece::BlackRook, Square::D7),
        ] {
            assert!(changed(piece, square).is_none(), "{piece} {square}");
        }
        for rooks in [Bitboard::of(Square::A8), Bitboard::of(Square::B1)] {
            assert!(arrange(&board, rooks, None).is_none());
        }
        assert!(arrange(&board, Bitboard::EMPTY, Some(Square::C6)).is_none());
        let mut beside = Pieces::EMPTY;
        beside.toggle(Piece::WhiteKing, Bitboard::of(Square::E4));
        beside.toggle(Piece::BlackKing, Bitboard::of(Square::F3));
        assert!(Arrangement::new(beside, Color::White, Bitboard::EMPTY, None).is_none());
    }
}
