//! The board: pieces and state of a position under some rules.

use crate::{InvalidSetup, Pocket, Rules, Setup};
use ferz::{
    Bitboard, CastleSide, CastlingRights, Color, File, Piece, PieceType, Pieces, Rank, SetupFaults,
    Square, attacks,
};

/// A position without its history, under any [`Rules`].
///
/// The representation is flat, and the same for all rules. What rules do not use stays at its initial
/// value: empty pockets, three checks to give. A king may be missing, as after its explosion, and a side
/// may have several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(crate) pieces: Pieces,
    pub(crate) promoted: Bitboard,
    /// The rook of each castling right, at the index of the right as in [`ferz::Setup::castling`].
    pub(crate) castling: [Option<Square>; 4],
    pub(crate) pockets: [Pocket; Color::COUNT],
    pub(crate) checks_left: [u8; Color::COUNT],
    pub(crate) side_to_move: Color,
    /// The square that a double push passed in the last move.
    pub(crate) passed: Option<Square>,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) rules: Rules,
    pub(crate) chess960: bool,
}

impl Board {
    /// Creates the initial position.
    ///
    /// ```
    /// use ferz_variants::{Board, Rules};
    /// assert_eq!(Board::start(Rules::RacingKings).legal_moves().len(), 21);
    /// ```
    pub fn start(rules: Rules) -> Self {
        Self::from_fen(&rules.start_fen(), rules).expect("the initial position is legal")
    }

    /// Creates the position of a setup.
    ///
    /// # Errors
    /// If the setup is not legal under the rules.
    pub fn from_setup(rules: Rules, setup: &Setup) -> Result<Self, InvalidSetup> {
        Self::from_setup_ignoring(rules, setup, SetupFaults::NONE)
    }

    /// Creates the position of a setup despite the faults in `ignored`, which may be any of
    /// [`SetupFaults::IGNORABLE`]. Impossible castling rights and en passant squares are dropped.
    ///
    /// # Errors
    /// If the setup has faults that are not ignored.
    pub fn from_setup_ignoring(
        rules: Rules,
        setup: &Setup,
        ignored: SetupFaults,
    ) -> Result<Self, InvalidSetup> {
        let faults = setup.faults(rules) - (ignored & SetupFaults::IGNORABLE);
        if !faults.is_empty() {
            return Err(InvalidSetup::Chess(faults));
        }
        match setup.rules_fault(rules) {
            Some(fault) => Err(fault.into()),
            None => Ok(Self::arranged(rules, setup)),
        }
    }

    /// Creates a board of any arrangement, which need not be legal: for boards that programs edit.
    /// Castling rights and an en passant square without their pieces are dropped.
    pub fn arranged(rules: Rules, setup: &Setup) -> Self {
        let chess = &setup.chess;
        let pieces = chess.sets();
        let us = chess.side_to_move;
        let mut board = Self {
            pieces,
            promoted: setup.promoted & pieces.occupied(),
            castling: [None; 4],
            pockets: setup.pockets,
            checks_left: setup.checks_left,
            side_to_move: us,
            passed: chess.en_passant.filter(|&to| pieces.double_push_over(us, to).is_some()),
            halfmove_clock: chess.halfmove_clock,
            fullmove_number: chess.fullmove_number.max(1),
            rules,
            chess960: false,
        };
        board.castling = board.possible_castling(chess.castling);
        board.chess960 = CastleSide::BY_COLOR.into_iter().any(|(color, side)| {
            let file = if side == CastleSide::KingSide { File::H } else { File::A };
            let king = board.castling_king(color).map(Square::file);
            board
                .castling_rook(color, side)
                .is_some_and(|rook| rook.file() != file || king != Some(File::E))
        });
        board
    }

    /// Returns the castling rights whose king and rook are in place.
    fn possible_castling(&self, rooks: [Option<Square>; 4]) -> [Option<Square>; 4] {
        let mut rooks = rooks.into_iter();
        CastleSide::BY_COLOR.map(|(color, side)| {
            let rook = rooks.next()??;
            let king = self.castling_king(color)?;
            let own = self.pieces(color, PieceType::Rook).contains(rook);
            let is_beside =
                rook.rank() == king.rank() && (rook > king) == (side == CastleSide::KingSide);
            (self.rules.has_castling() && own && is_beside).then_some(rook)
        })
    }

    /// Returns the position as a setup.
    pub fn setup(&self) -> Setup {
        Setup {
            chess: ferz::Setup {
                pieces: Square::ALL.map(|square| self.piece_on(square)),
                side_to_move: self.side_to_move,
                castling: self.castling,
                en_passant: self.en_passant(),
                halfmove_clock: self.halfmove_clock,
                fullmove_number: self.fullmove_number,
            },
            promoted: self.promoted,
            pockets: self.pockets,
            checks_left: self.checks_left,
        }
    }

    /// Returns the rules.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the pieces as sets.
    #[inline]
    pub fn sets(&self) -> &Pieces {
        &self.pieces
    }

    /// Returns the pieces of a colour and a type.
    #[inline]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.pieces.pieces(color, piece_type)
    }

    /// Returns the piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color =
            Color::ALL.into_iter().find(|&color| self.pieces.by_color(color).contains(square))?;
        let is_on = |&piece_type: &PieceType| self.pieces.by_type(piece_type).contains(square);
        PieceType::ALL.into_iter().find(is_on).map(|piece_type| Piece::new(color, piece_type))
    }

    /// Returns the squares of promoted pieces.
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// Returns the pieces that a side can drop; empty but in Crazyhouse.
    #[inline]
    pub fn pocket(&self, color: Color) -> &Pocket {
        &self.pockets[color]
    }

    /// Returns the checks that a side has still to give to win; 3 but in Three-check.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.checks_left[color]
    }

    /// Returns the plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the current move, 1 at the start of a game.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the rook of a castling right, or `None` without the right.
    #[inline]
    pub fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.castling[color.index() * 2 + side.index()]
    }

    /// Returns the castling rights.
    pub fn castling_rights(&self) -> CastlingRights {
        let bits =
            self.castling.iter().enumerate().map(|(index, r)| u8::from(r.is_some()) << index);
        CastlingRights::from_bits(bits.sum())
    }

    /// Returns true if castling is written in UCI notation as king takes rook.
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Sets the notation of castling, which changes no rule.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// Returns the king that must not be captured, or `None` if the side has none: White in Horde, both
    /// in Antichess, Giveaway and Suicide, and a side whose king has exploded.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceType::King);
        if self.rules.has_royal_king(color) { kings.last() } else { None }
    }

    /// Returns the king that castling moves: on the back rank, and not a promoted pawn.
    pub(crate) fn castling_king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, PieceType::King) - self.promoted;
        (kings & Bitboard::relative_rank(color, Rank::First)).first()
    }

    /// Returns the enemy pieces that could capture on a square if `occupied` is occupied. In Atomic
    /// kings never capture.
    #[inline]
    pub(crate) fn attackers_of(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let attackers = self.pieces.attackers_of(by, square, occupied);
        match self.rules {
            Rules::Atomic => attackers - self.pieces.by_type(PieceType::King),
            _ => attackers,
        }
    }

    /// Returns true if a square is beside the king of `enemy` in Atomic, where no capture on it is
    /// possible, since both kings would explode.
    #[inline]
    pub(crate) fn is_shielded(&self, square: Square, enemy: Color) -> bool {
        self.rules == Rules::Atomic
            && attacks::king(square).intersects(self.pieces(enemy, PieceType::King))
    }

    /// Returns the pieces that give check to a side.
    #[inline]
    pub fn checkers_of(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) if !self.is_shielded(king, !color) => {
                self.attackers_of(!color, king, self.pieces.occupied())
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers_of(self.side_to_move).any()
    }

    /// Returns the square passed by a double push in the last move if a capture there is legal.
    pub fn en_passant(&self) -> Option<Square> {
        self.passed.filter(|_| self.has_legal_en_passant())
    }

    /// Returns the square passed by a double push in the last move, whether or not a capture is legal.
    #[inline]
    pub fn en_passant_target(&self) -> Option<Square> {
        self.passed
    }
}
