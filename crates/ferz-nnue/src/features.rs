//! Input features: one for each piece on its square, as seen by one side.
//!
//! The engine and the trainer both use this definition. Each side has a [`Perspective`]: Black sees
//! the board flipped top to bottom, and a side whose king stands on the files e to h sees it
//! mirrored left to right. So the own king is always on the files a to d, and positions that differ
//! by colours or by a mirror image have the same features.

use ferz::{Board, Color, File, Piece, PieceType, Square};

/// Number of input features of a perspective: own and enemy pieces, six types, 64 squares.
pub const FEATURES: usize = 2 * PieceType::COUNT * Square::COUNT;

/// View of the board by one side, which depends on the file of its king.
///
/// ```
/// use ferz::{Color, Piece, Square};
/// use ferz_nnue::features::Perspective;
///
/// let white = Perspective::new(Color::White, Square::C1);
/// let black = Perspective::new(Color::Black, Square::C8);
/// let mirrored = Perspective::new(Color::White, Square::F1);
/// let feature = white.feature(Piece::WhiteRook, Square::A2);
/// assert_eq!(black.feature(Piece::BlackRook, Square::A7), feature);
/// assert_eq!(mirrored.feature(Piece::WhiteRook, Square::H2), feature);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    color: Color,
    /// Flips the bits of a square's index: 56 flips the ranks, 7 the files.
    square_flip: u8,
}

impl Perspective {
    /// Returns the view of `color`, whose king stands on `king`.
    #[inline(always)]
    pub const fn new(color: Color, king: Square) -> Self {
        let ranks = color as u8 * 56;
        let files = is_mirrored(king) as u8 * 7;
        Self { color, square_flip: ranks ^ files }
    }

    /// Returns the view of `color` in a position.
    #[inline(always)]
    pub fn of(color: Color, position: &Board) -> Self {
        Self::new(color, position.king(color))
    }

    /// Returns the index of the feature of a piece on a square, below [`FEATURES`].
    ///
    /// The index is `384 * enemy + 64 * type + square`, with the square flipped and mirrored as
    /// this side sees it.
    #[inline(always)]
    pub const fn feature(self, piece: Piece, square: Square) -> usize {
        let (piece_type, color) = (piece as usize >> 1, piece as usize & 1);
        let enemy = color ^ self.color as usize;
        let square = square as usize ^ self.square_flip as usize;
        (enemy * PieceType::COUNT + piece_type) * Square::COUNT + square
    }

    /// Returns the features of all pieces of a position, in the order of their squares from a1 to
    /// h8.
    pub fn features(self, position: &Board) -> impl Iterator<Item = usize> {
        pieces(position).map(move |(piece, square)| self.feature(piece, square))
    }
}

/// Returns true if a side with its king here sees the board mirrored left to right.
#[inline(always)]
pub const fn is_mirrored(king: Square) -> bool {
    king as usize % File::COUNT >= File::E as usize
}

/// Returns the feature of a piece on a square as `color` sees it, whose king stands on `king`.
#[inline(always)]
pub const fn feature(color: Color, king: Square, piece: Piece, square: Square) -> usize {
    Perspective::new(color, king).feature(piece, square)
}

/// Returns all pieces of a position with their squares, from a1 to h8.
pub(crate) fn pieces(position: &Board) -> impl Iterator<Item = (Piece, Square)> {
    position.occupied().squares().filter_map(|square| Some((position.piece_on(square)?, square)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn all() -> impl Iterator<Item = (Piece, Square)> {
        Piece::ALL.into_iter().flat_map(|piece| Square::ALL.map(|square| (piece, square)))
    }

    #[test]
    fn every_piece_and_square_has_its_own_feature() {
        for color in Color::ALL {
            for king in Square::ALL {
                let found: HashSet<usize> =
                    all().map(|(piece, square)| feature(color, king, piece, square)).collect();
                assert_eq!(found.len(), FEATURES);
                assert!(found.iter().all(|&index| index < FEATURES));
            }
        }
    }

    #[test]
    fn colour_flip_and_mirror_keep_features() {
        let flipped_piece = |piece: Piece| {
            Piece::from_index(piece.index() ^ 1).expect("each piece has a twin of the other colour")
        };
        for king in Square::ALL {
            for (piece, square) in all() {
                let index = feature(Color::White, king, piece, square);
                let other = feature(
                    Color::Black,
                    king.flip_rank(),
                    flipped_piece(piece),
                    square.flip_rank(),
                );
                assert_eq!(index, other);
                let mirrored = feature(Color::White, king.flip_file(), piece, square.flip_file());
                assert_eq!(index, mirrored);
            }
        }
    }

    #[test]
    fn own_king_is_seen_on_files_a_to_d() {
        for king in Square::ALL {
            let index = feature(Color::White, king, Piece::WhiteKing, king);
            assert_eq!(index / 64, 5);
            assert!(index % 8 < 4);
        }
    }

    #[test]
    fn start_position_has_the_same_features_for_both_sides() {
        let position = Board::startpos();
        let [mut white, mut black] = Color::ALL
            .map(|c| Perspective::of(c, &position).features(&position).collect::<Vec<_>>());
        white.sort_unstable();
        black.sort_unstable();
        assert_eq!(white.len(), 32);
        assert_eq!(white, black);
    }
}
