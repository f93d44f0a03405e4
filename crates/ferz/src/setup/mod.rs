//! What a FEN can say: a [`Setup`], before the rules have looked at it.

mod chess960;
mod faults;
mod mirror;
mod placement;
mod retraction;
mod validate;

pub use faults::{InvalidSetup, SetupFaults};

use crate::attacks;
use crate::types::{Bitboard, CastleSide, Color, File, Piece, PieceType, Rank, Square};
use placement::Placement;

/// Whatever a FEN can say, sensible or not: pieces, side to move, rights and counters.
///
/// Nothing here is checked. [`Setup::faults`] names each reason why the rules would refuse it, and
/// [`Position::from_setup`](crate::Position::from_setup) takes those that have none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// What stands on each square.
    pub pieces: [Option<Piece>; 64],
    /// Whose turn it is.
    pub side_to_move: Color,
    /// The square of the rook of each right to castle, in the bit order of
    /// [`CastlingRights`](crate::CastlingRights): `2 * color + side`.
    pub castling: [Option<Square>; 4],
    /// The square that a pawn has just passed over with a double push. A FEN may name it after
    /// any double push, whether or not a pawn stands ready to capture there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move, 1 at the start of a game, one more after each move of Black.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move, no rights, counters as at the start of a game.
    pub const fn empty() -> Self {
        Self {
            pieces: [None; 64],
            side_to_move: Color::White,
            castling: [None; 4],
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The start of a game of standard chess.
    pub fn start() -> Self {
        Self::from_back_ranks([&chess960::STANDARD_ARRAY; 2])
    }

    /// What stands on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces[square as usize]
    }

    /// Where the pieces of this colour and type stand.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.piece_on(square) == Some(piece)).collect()
    }

    /// The square of a side's king, if it has exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.squares_of(Piece::new(color, PieceType::King));
        if kings.more_than_one() { None } else { kings.first() }
    }

    /// The square of the rook that a side may castle with on a side.
    #[inline]
    pub const fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.castling[right_index(color, side)]
    }

    /// Gives a side the right to castle with the rook on this square, or takes the right away.
    #[inline]
    pub const fn set_castling_rook(
        &mut self,
        color: Color,
        side: CastleSide,
        rook: Option<Square>,
    ) {
        self.castling[right_index(color, side)] = rook;
    }

    /// The rook farthest from the king on a side of the king's back rank: the rook that the
    /// letters `KQkq` of X-FEN mean.
    pub fn outermost_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        let king = self.back_rank_king(color)?;
        let rooks = self.squares_of(Piece::new(color, PieceType::Rook));
        let on_rank = rooks & Bitboard::rank(king.rank());
        match side {
            CastleSide::KingSide => on_rank.last().filter(|rook| *rook > king),
            CastleSide::QueenSide => on_rank.first().filter(|rook| *rook < king),
        }
    }

    /// A side's king on its own back rank; the one nearest the a-file if there are several.
    pub(crate) fn back_rank_king(&self, color: Color) -> Option<Square> {
        let kings = self.squares_of(Piece::new(color, PieceType::King));
        (kings & Bitboard::relative_rank(color, Rank::First)).first()
    }

    /// The en passant square if a pawn of the side to move stands ready to capture there, whether
    /// or not the capture would leave its king in check.
    pub fn capturable_en_passant(&self) -> Option<Square> {
        let pawns = self.squares_of(Piece::new(self.side_to_move, PieceType::Pawn));
        self.en_passant.filter(|&to| attacks::pawn(!self.side_to_move, to).intersects(pawns))
    }

    /// Every reason why the rules would refuse this setup, all of them at once; empty if they
    /// accept it. [`SetupFaults`] says what each reason covers.
    pub fn faults(&self) -> SetupFaults {
        validate::faults(self)
    }

    /// The setup as it may be played on once `forgiven` is forgiven: impossible castling rights
    /// and an impossible en passant square are dropped, and the full move number becomes at
    /// least 1. Faults that are not forgiven, and those that do no harm, stay as they are.
    #[must_use]
    pub fn sanitized(&self, forgiven: SetupFaults) -> Self {
        let mut setup = self.clone();
        if forgiven.contains(SetupFaults::IMPOSSIBLE_CASTLING) {
            setup.castling = validate::possible_castling(self);
        }
        if forgiven.contains(SetupFaults::IMPOSSIBLE_EN_PASSANT) {
            let placement = Placement::of(self);
            let possible =
                |to: &Square| validate::en_passant_is_possible(&placement, self.side_to_move, *to);
            setup.en_passant = self.en_passant.filter(possible);
        }
        if forgiven.contains(SetupFaults::BAD_COUNTERS) {
            setup.fullmove_number = self.fullmove_number.max(1);
        }
        setup
    }

    /// Pawns on their starting ranks, these pieces behind them, every right to castle.
    fn from_back_ranks(ranks: [&[PieceType; 8]; Color::COUNT]) -> Self {
        let mut setup = Self::empty();
        for color in Color::ALL {
            let pieces = ranks[color];
            let king = pieces.iter().position(|&piece_type| piece_type == PieceType::King);
            for file in File::ALL {
                let square = Square::new(file, color.relative_rank(Rank::First));
                let pawn = Square::new(file, color.relative_rank(Rank::Second));
                let piece_type = pieces[file];
                setup.pieces[square] = Some(Piece::new(color, piece_type));
                setup.pieces[pawn] = Some(Piece::new(color, PieceType::Pawn));
                if piece_type == PieceType::Rook {
                    let side = if Some(file.index()) > king {
                        CastleSide::KingSide
                    } else {
                        CastleSide::QueenSide
                    };
                    setup.set_castling_rook(color, side, Some(square));
                }
            }
        }
        setup
    }
}

/// Where a right stands in [`Setup::castling`].
const fn right_index(color: Color, side: CastleSide) -> usize {
    color as usize * 2 + side as usize
}
