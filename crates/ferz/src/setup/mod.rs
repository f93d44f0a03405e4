//! Setups: the contents of a FEN before validation.

mod faults;

pub use faults::{InvalidSetup, SetupFaults, UnknownFaultError};

use crate::attacks;
use crate::pieces::Pieces;
use crate::types::{
    Bitboard, CastleSide, CastlingRights, Color, File, Piece, PieceType, Rank, Square,
};
use PieceType::{Bishop, King, Knight, Queen, Rook};

/// The contents of a FEN: pieces, side to move, castling rights, en passant square and counters.
///
/// A setup need not be legal. [`Setup::faults`] returns all reasons against it, and
/// [`Position::from_setup`](crate::Position::from_setup) creates the position of a setup without
/// faults.
#[doc(alias = "BoardBuilder")]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The piece on each square.
    pub pieces: [Option<Piece>; 64],
    /// The side to move.
    pub side_to_move: Color,
    /// The square of the rook of each castling right, at index `2 * color + side` like the bits of
    /// [`CastlingRights`].
    pub castling: [Option<Square>; 4],
    /// The square passed by the last move if that was a double push, whether or not a pawn can
    /// capture there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move: 1 at the start of a game, incremented after each move of
    /// Black.
    pub fullmove_number: u16,
}

impl Setup {
    /// Creates an empty board with White to move, no castling rights and initial counters.
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

    /// Creates the initial setup of standard chess.
    pub fn start() -> Self {
        Self::from_back_ranks([&STANDARD_ARRAY; 2])
    }

    /// Returns the piece on a square.
    #[inline]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces[square as usize]
    }

    /// Returns the pieces as sets.
    pub fn sets(&self) -> Pieces {
        let mut sets = Pieces::EMPTY;
        for (square, piece) in Square::ALL.into_iter().zip(self.pieces) {
            if let Some(piece) = piece {
                sets.toggle(piece, Bitboard::of(square));
            }
        }
        sets
    }

    /// Returns the squares of a piece.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Square::ALL.into_iter().filter(|&square| self.piece_on(square) == Some(piece)).collect()
    }

    /// Returns the square of a king if its side has exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.squares_of(Piece::new(color, PieceType::King));
        if kings.more_than_one() { None } else { kings.first() }
    }

    /// Returns the square of the rook of a castling right, or `None` without the right.
    #[inline]
    pub const fn castling_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        self.castling[CastlingRights::index(color, side)]
    }

    /// Sets the square of the rook of a castling right, or removes the right.
    #[inline]
    pub const fn set_castling_rook(
        &mut self,
        color: Color,
        side: CastleSide,
        rook: Option<Square>,
    ) {
        self.castling[CastlingRights::index(color, side)] = rook;
    }

    /// Returns the rook farthest from the king on one side of its back rank, the rook of the
    /// letters `KQkq` in X-FEN.
    pub fn outermost_rook(&self, color: Color, side: CastleSide) -> Option<Square> {
        let king = self.back_rank_king(color)?;
        let rooks = self.squares_of(Piece::new(color, PieceType::Rook));
        side.outermost(rooks & Bitboard::rank(king.rank()), king)
    }

    /// Returns the square of a king on its back rank; of several kings the one nearest to the
    /// a-file.
    pub(crate) fn back_rank_king(&self, color: Color) -> Option<Square> {
        let kings = self.squares_of(Piece::new(color, PieceType::King));
        (kings & Bitboard::relative_rank(color, Rank::First)).first()
    }

    /// Returns the en passant square if a pawn of the side to move attacks it. Pins are not
    /// considered: [`Board::en_passant`](crate::Board::en_passant) requires a legal capture.
    pub fn capturable_en_passant(&self) -> Option<Square> {
        let to = self.en_passant?;
        let pawns = self.squares_of(Piece::new(self.side_to_move, PieceType::Pawn));
        attacks::pawn(!self.side_to_move, to).intersects(pawns).then_some(to)
    }

    /// Returns all faults; the empty set for a legal setup.
    pub fn faults(&self) -> SetupFaults {
        faults::faults(self)
    }

    /// Returns the castling rights whose king and rook are in place.
    pub(crate) fn possible_castling(&self) -> [Option<Square>; 4] {
        faults::possible_castling(self, &self.sets())
    }

    /// Returns the setup without the castling rights, the en passant square and the full move
    /// number of 0 that are faults in `ignored`. Other faults stay, and so does an en passant square
    /// whose only fault is that no last move can have passed it: the pawn can be captured there.
    #[must_use]
    pub fn sanitized(&self, ignored: SetupFaults) -> Self {
        let (mut setup, pieces) = (self.clone(), self.sets());
        if ignored.contains(SetupFaults::IMPOSSIBLE_CASTLING) {
            setup.castling = faults::possible_castling(self, &pieces);
        }
        if ignored.contains(SetupFaults::IMPOSSIBLE_EN_PASSANT) {
            let in_place = |to: &Square| pieces.double_push_over(self.side_to_move, *to).is_some();
            setup.en_passant = self.en_passant.filter(in_place);
        }
        if ignored.contains(SetupFaults::BAD_COUNTERS) {
            setup.fullmove_number = self.fullmove_number.max(1);
        }
        setup
    }

    /// Creates a setup with pawns on their initial squares, these back ranks and all castling
    /// rights.
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

impl Setup {
    /// Returns the setup with the colours exchanged: pieces, castling rights and the en passant
    /// square are mirrored top to bottom, and the other side is to move. The counters stay.
    #[must_use]
    pub fn flip_colors(&self) -> Self {
        let flip = |piece: Piece| Piece::new(!piece.color(), piece.piece_type());
        Self {
            pieces: Square::ALL.map(|square| self.piece_on(square.flip_rank()).map(flip)),
            side_to_move: !self.side_to_move,
            castling: CastleSide::BY_COLOR
                .map(|(color, side)| self.castling_rook(!color, side).map(Square::flip_rank)),
            en_passant: self.en_passant.map(Square::flip_rank),
            ..*self
        }
    }

    /// Returns the setup mirrored left to right, without castling rights.
    ///
    /// Rights cannot be mirrored, not even in Chess960: the king castles to the c- or the g-file,
    /// which are not mirror images of each other.
    #[must_use]
    pub fn mirror_files(&self) -> Self {
        Self {
            pieces: Square::ALL.map(|square| self.piece_on(square.flip_file())),
            castling: [None; 4],
            en_passant: self.en_passant.map(Square::flip_file),
            ..*self
        }
    }

    /// Returns the setup rotated by 180 degrees with the colours exchanged, without castling rights:
    /// the board from the other side. A rotation alone would reverse the direction of the pawns.
    #[must_use]
    pub fn rotate(&self) -> Self {
        self.flip_colors().mirror_files()
    }
}

/// The back rank of standard chess from the a-file; number 518 in Chess960.
pub(super) const STANDARD_ARRAY: [PieceType; 8] =
    [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];

/// The arrangements of two knights on five free squares, in Scharnagl's order.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Setup {
    /// Creates the initial setup of a Chess960 game with Scharnagl's number 0 to 959, in which 518
    /// is standard chess. Returns `None` for a larger number.
    #[doc(alias = "chess960_startpos")]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Creates the initial setup of a double Chess960 game with a number 0 to 959 for each side.
    /// Returns `None` for a larger number.
    #[doc(alias = "double_chess960_startpos")]
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        Some(Self::from_back_ranks([&back_rank(white)?, &back_rank(black)?]))
    }

    /// Returns the Chess960 number if this is an initial setup, castling rights and counters
    /// included.
    pub fn chess960_number(&self) -> Option<u16> {
        let (white, black) = self.double_chess960_numbers()?;
        (white == black).then_some(white)
    }

    /// Returns the numbers of White and Black if this is an initial setup of double Chess960.
    pub fn double_chess960_numbers(&self) -> Option<(u16, u16)> {
        let number = |color: Color| {
            let mut pieces = [PieceType::Pawn; 8];
            for file in File::ALL {
                let square = Square::new(file, color.relative_rank(Rank::First));
                pieces[file] = self.piece_on(square)?.piece_type();
            }
            back_rank_number(pieces)
        };
        let numbers = (number(Color::White)?, number(Color::Black)?);
        let start = Self::double_chess960(numbers.0, numbers.1)?;
        (*self == start).then_some(numbers)
    }
}

/// Returns the back rank with this number.
fn back_rank(number: u16) -> Option<[PieceType; 8]> {
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<PieceType>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Bishop);
    rank[number / 4 % 4 * 2] = Some(Bishop);
    put_on_free(&mut rank, number / 16 % 6, Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The first knight has occupied one of the five squares.
    put_on_free(&mut rank, first, Knight);
    put_on_free(&mut rank, second - 1, Knight);
    for piece in [Rook, King, Rook] {
        put_on_free(&mut rank, 0, piece);
    }
    Some(rank.map(|piece| piece.unwrap_or(Rook)))
}

/// Puts a piece on the `nth` free file, counted from 0.
fn put_on_free(rank: &mut [Option<PieceType>; 8], nth: usize, piece: PieceType) {
    if let Some(free) = rank.iter_mut().filter(|square| square.is_none()).nth(nth) {
        *free = Some(piece);
    }
}

/// Returns the number of a back rank, or `None` if it has none.
fn back_rank_number(pieces: [PieceType; 8]) -> Option<u16> {
    let bishop_on = |parity: usize| {
        pieces.iter().skip(parity).step_by(2).position(|&piece_type| piece_type == Bishop)
    };
    let (light, dark) = (bishop_on(1)?, bishop_on(0)?);
    let mut without_bishops = pieces.into_iter().filter(|&piece_type| piece_type != Bishop);
    let queen = without_bishops.clone().position(|piece_type| piece_type == Queen)?;
    let mut knights = without_bishops
        .by_ref()
        .filter(|&piece_type| piece_type != Queen)
        .enumerate()
        .filter(|&(_, piece_type)| piece_type == Knight)
        .map(|(place, _)| place);
    let pair = (knights.next()?, knights.next()?);
    let knights = KNIGHTS.iter().position(|&known| known == pair)?;
    let number = u16::try_from(light + 4 * dark + 16 * queen + 96 * knights).ok()?;
    // Rejects back ranks with the king outside its rooks or with a third bishop.
    (back_rank(number)? == pieces).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn letters(number: u16) -> String {
        back_rank(number).unwrap().iter().map(|piece_type| piece_type.letter()).collect()
    }

    #[test]
    fn published_numbers_give_published_back_ranks() {
        let rows = [
            (0, "bbqnnrkr"),
            (1, "bqnbnrkr"),
            (518, "rnbqkbnr"),
            (534, "rnbkqbnr"),
            (959, "rkrnnqbb"),
        ];
        for (number, array) in rows {
            assert_eq!(letters(number), array);
        }
        assert_eq!(Setup::chess960(518), Some(Setup::start()));
        assert_eq!(Setup::chess960(960), None);
        assert_eq!(Setup::double_chess960(0, 960), None);
    }

    #[test]
    fn every_number_round_trips_and_is_legal() {
        for number in 0..960 {
            let setup = Setup::chess960(number).unwrap();
            assert_eq!(setup.chess960_number(), Some(number));
            assert_eq!(setup.faults(), SetupFaults::NONE, "{number}");
            let other = 959 - number;
            let double = Setup::double_chess960(number, other).unwrap();
            assert_eq!(double.double_chess960_numbers(), Some((number, other)));
            assert_eq!(double.chess960_number(), None);
        }
    }

    #[test]
    fn other_setups_have_no_number() {
        let mut moved = Setup::start();
        moved.side_to_move = Color::Black;
        assert_eq!(moved.chess960_number(), None);
        let mut lost_right = Setup::start();
        lost_right.castling[0] = None;
        assert_eq!(lost_right.chess960_number(), None);
        assert_eq!(Setup::empty().chess960_number(), None);
        let mut three_bishops = STANDARD_ARRAY;
        three_bishops[0] = Bishop;
        assert_eq!(back_rank_number(three_bishops), None);
        assert_eq!(
            back_rank_number([King, Bishop, Queen, Rook, Bishop, Knight, Knight, Rook]),
            None
        );
    }
}
