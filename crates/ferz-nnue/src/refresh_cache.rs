//! Accumulators from which a perspective is refreshed.

use crate::block::Block;
use crate::features::{Perspective, is_mirrored};
use crate::kernels::Changes;
use crate::network::Network;
use ferz::{Bitboard, Board, Color, Piece, Square};

/// The last refreshed accumulator of each perspective for each half of the board its king can stand
/// on.
///
/// A refresh adds and removes only the pieces that differ from the cached ones ("Finny table").
#[derive(Clone)]
pub(crate) struct RefreshCache {
    entries: [[CachedAccumulator; 2]; Color::COUNT],
}

/// An accumulator, and the pieces that it is the sum of.
#[derive(Clone)]
struct CachedAccumulator {
    accumulator: Vec<Block>,
    pieces: [Bitboard; Piece::COUNT],
}

impl RefreshCache {
    /// Returns the accumulators of an empty board.
    pub(crate) fn new(network: &Network) -> Self {
        let empty = CachedAccumulator {
            accumulator: network.feature_bias().to_vec(),
            pieces: [Bitboard::EMPTY; Piece::COUNT],
        };
        Self { entries: [[empty.clone(), empty.clone()], [empty.clone(), empty]] }
    }

    /// Computes the accumulator of a perspective in `output`.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        position: &Board,
        color: Color,
        output: &mut [Block],
    ) {
        let king = position.king(color);
        let side = Perspective::new(color, king);
        let entry = &mut self.entries[color][usize::from(is_mirrored(king))];
        let (mut added, mut removed) = (FeatureList::EMPTY, FeatureList::EMPTY);
        for piece in Piece::ALL {
            let current = position.pieces(piece.color(), piece.piece_type());
            let cached = std::mem::replace(&mut entry.pieces[piece], current);
            added.extend(side, piece, current - cached);
            removed.extend(side, piece, cached - current);
        }
        let changes = Changes { added: added.as_slice(), removed: removed.as_slice() };
        network.update(&entry.accumulator, output, changes);
        entry.accumulator.copy_from_slice(output);
    }
}

/// Features of at most one piece on each square.
struct FeatureList {
    items: [u16; Square::COUNT],
    len: usize,
}

impl FeatureList {
    const EMPTY: Self = Self { items: [0; Square::COUNT], len: 0 };

    #[inline(always)]
    fn extend(&mut self, side: Perspective, piece: Piece, squares: Bitboard) {
        for square in squares.squares() {
            self.items[self.len] = side.feature(piece, square) as u16;
            self.len += 1;
        }
    }

    #[inline(always)]
    fn as_slice(&self) -> &[u16] {
        &self.items[..self.len]
    }
}
