use super::{Board, View};
use crate::attacks;
use crate::pieces::Pieces;
use crate::types::{Bitboard, Color, PieceType, Rank, Square};

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
pub struct Arrangement(Board);

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

    #[inline(always)]
    pub(crate) fn view(&self) -> View<'_> {
        self.0.view()
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
            let sides = [
                rooks.first().filter(|&rook| rook < king),
                rooks.last().filter(|&rook| rook > king),
            ];
            sides.into_iter().flatten().collect()
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
