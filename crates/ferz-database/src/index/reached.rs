//! What the positions of a game have in all: the least numbers of its pieces and all of their squares.
//!
//! Most games cannot meet a condition on material or on a pattern by these alone, and are not replayed.

use ferz::{Bitboard, Piece, Position};

/// The pieces of all positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reached {
    /// The least number of each piece.
    least: [u8; Piece::ALL.len()],
    /// The squares on which each piece was.
    squares: [Bitboard; Piece::ALL.len()],
}

impl Default for Reached {
    fn default() -> Self {
        let (least, squares) = ([u8::MAX; Piece::ALL.len()], [Bitboard::EMPTY; Piece::ALL.len()]);
        Self { least, squares }
    }
}

impl Reached {
    /// Adds a position.
    pub(super) fn add(&mut self, position: &Position) {
        for piece in Piece::ALL {
            let squares = position.pieces(piece.color(), piece.piece_type());
            let least = &mut self.least[piece.index()];
            *least = (*least).min(squares.len() as u8);
            self.squares[piece.index()] |= squares;
        }
    }

    /// Returns the values of both columns: a byte for each number, eight for each set.
    pub(super) fn values(&self) -> ([u8; 12], [u8; 96]) {
        let mut squares = [0; 96];
        squares.copy_from_slice(self.squares.map(|set| set.0.to_le_bytes()).as_flattened());
        (self.least, squares)
    }
}

/// Returns the least numbers of a value of their column.
pub(super) fn least_of(value: &[u8]) -> Option<[u8; Piece::ALL.len()]> {
    value.try_into().ok()
}

/// Returns the squares of a value of their column.
pub(super) fn squares_of(value: &[u8]) -> Option<[Bitboard; Piece::ALL.len()]> {
    let value: &[[u8; 8]; Piece::ALL.len()] = value.as_chunks().0.try_into().ok()?;
    Some(value.map(|bytes| Bitboard(u64::from_le_bytes(bytes))))
}
