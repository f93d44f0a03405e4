//! Pieces that one move changes.

use crate::features::is_mirrored;
use ferz::{Board, Color, Observer, Piece, Square};

/// Pieces that a move adds to squares and removes from squares: the [`Observer`] of a move.
///
/// A move changes at most four: castling removes and adds king and rook, a capture with promotion
/// removes two pieces and adds one. [`AccumulatorStack::push`](crate::AccumulatorStack::push) gives it to
/// [`Position::do_move_with`](ferz::Position::do_move_with).
#[derive(Clone, Copy, Debug)]
pub struct DirtyPieces {
    added: PieceSquares,
    removed: PieceSquares,
    /// Set for a side whose king changed its half of the board.
    king_crosses: [bool; Color::COUNT],
    /// Set if there were more changes than one move makes.
    is_incomplete: bool,
}

impl DirtyPieces {
    /// Returns no changes.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        Self {
            added: PieceSquares::EMPTY,
            removed: PieceSquares::EMPTY,
            king_crosses: [false; Color::COUNT],
            is_incomplete: false,
        }
    }

    /// Returns the pieces that appear on squares.
    #[inline(always)]
    pub(crate) fn added(&self) -> &[(Piece, Square)] {
        self.added.as_slice()
    }

    /// Returns the pieces that leave squares.
    #[inline(always)]
    pub(crate) fn removed(&self) -> &[(Piece, Square)] {
        self.removed.as_slice()
    }

    /// Returns true if the accumulator of a perspective does not follow from the one before the
    /// move.
    #[inline(always)]
    pub(crate) fn needs_refresh(&self, color: Color) -> bool {
        self.king_crosses[color] || self.is_incomplete
    }

    /// Returns true if a board has the added pieces and none of the removed ones.
    pub(crate) fn lead_to(&self, board: &Board) -> bool {
        let stands = |&(piece, square): &(Piece, Square)| board.piece_on(square) == Some(piece);
        self.added().iter().all(stands)
            && !self.removed().iter().any(|change| stands(change) && !self.added().contains(change))
    }

    /// Notes the half of the board of a king that leaves or enters a square: a king that does both
    /// on different halves crosses.
    #[inline(always)]
    fn note_king(&mut self, piece: Piece, square: Square) {
        if matches!(piece, Piece::WhiteKing | Piece::BlackKing) {
            self.king_crosses[piece.color()] ^= is_mirrored(square);
        }
    }
}

impl Observer for DirtyPieces {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.is_incomplete |= !self.added.push(piece, square);
        self.note_king(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.is_incomplete |= !self.removed.push(piece, square);
        self.note_king(piece, square);
    }

    #[inline(always)]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove(piece, from);
        self.put(piece, to);
    }
}

/// Up to two pieces with their squares.
#[derive(Clone, Copy, Debug)]
struct PieceSquares {
    items: [(Piece, Square); 2],
    len: u8,
}

impl PieceSquares {
    const EMPTY: Self = Self { items: [(Piece::WhitePawn, Square::A1); 2], len: 0 };

    /// Appends a piece; returns false if there is no space.
    #[inline(always)]
    fn push(&mut self, piece: Piece, square: Square) -> bool {
        let Some(item) = self.items.get_mut(usize::from(self.len)) else { return false };
        *item = (piece, square);
        self.len += 1;
        true
    }

    #[inline(always)]
    fn as_slice(&self) -> &[(Piece, Square)] {
        &self.items[..usize::from(self.len)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz::Position;
    use ferz::notation::ParseSanError;

    /// Returns pieces added, pieces removed, and refreshed perspectives of a move.
    fn changes(fen: &str, san: &str) -> Result<(usize, usize, [bool; 2]), ParseSanError> {
        let mut position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.parse_san(san)?;
        let mut dirty = DirtyPieces::none();
        position.do_move_with(mv, None, &mut dirty);
        assert!(dirty.lead_to(&position));
        let refresh = Color::ALL.map(|color| dirty.needs_refresh(color));
        Ok((dirty.added().len(), dirty.removed().len(), refresh))
    }

    #[test]
    fn each_kind_of_move_changes_its_pieces() -> Result<(), ParseSanError> {
        let none = [false, false];
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(changes(start, "e4")?, (1, 1, none));
        let rich = "4k2r/p3P1P1/8/3pP3/2PpP3/8/P5p1/R3K2R w KQk d6 0 1";
        assert_eq!(changes(rich, "cxd5")?, (1, 2, none));
        assert_eq!(changes(rich, "exd6")?, (1, 2, none));
        assert_eq!(changes(rich, "g8=Q")?, (1, 1, none));
        assert_eq!(changes(rich, "gxh8=N+")?, (1, 2, none));
        assert_eq!(changes(rich, "O-O-O")?, (2, 2, [true, false]));
        assert_eq!(changes(rich, "Kf2")?, (1, 1, none));
        assert_eq!(changes(rich, "Kd1")?, (1, 1, [true, false]));
        Ok(())
    }

    #[test]
    fn chess960_castling_refreshes_only_if_the_king_crosses() -> Result<(), ParseSanError> {
        let rook_stays = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1";
        assert_eq!(changes(rook_stays, "O-O")?, (2, 2, [false, false]));
        let king_stays = "4k3/8/8/8/8/8/8/R1K5 w A - 0 1";
        assert_eq!(changes(king_stays, "O-O-O")?, (2, 2, [false, false]));
        let king_crosses_left = "2r1k3/8/8/8/8/8/8/4K3 b c - 0 1";
        assert_eq!(changes(king_crosses_left, "O-O-O")?, (2, 2, [false, true]));
        let king_crosses_right = "1k3r2/8/8/8/8/8/8/4K3 b f - 0 1";
        assert_eq!(changes(king_crosses_right, "O-O+")?.2, [false, true]);
        Ok(())
    }

    #[test]
    fn too_many_changes_refresh_both_perspectives() {
        let mut dirty = DirtyPieces::none();
        for square in [Square::A1, Square::A2, Square::A3] {
            dirty.put(Piece::WhiteRook, square);
        }
        assert!(Color::ALL.iter().all(|&color| dirty.needs_refresh(color)));
        assert_eq!(dirty.added().len(), 2);
    }
}
