//! Equality, hash and default of positions.

use super::Position;
use crate::types::CastleSide;
use core::hash::{Hash, Hasher};

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let counters = |p: &Self| (p.side_to_move, p.game_ply(), p.rule50(), p.en_passant());
        self.board == other.board
            && counters(self) == counters(other)
            && self.castling_rights() == other.castling_rights()
            && CastleSide::BY_COLOR.into_iter().all(|(color, side)| {
                self.castling_rook(color, side) == other.castling_rook(color, side)
            })
    }
}

impl Eq for Position {}

/// Hashes the key and the counters, so that equal positions have equal hashes. The cached check
/// information takes no part, so a position can be the key of a map.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.key(), self.game_ply(), self.rule50()).hash(state);
    }
}

/// The initial position of standard chess.
impl Default for Position {
    fn default() -> Self {
        Self::startpos()
    }
}
