//! Attack maps of both sides, shared by the evaluation terms.

use ferz::{Bitboard, Color, PieceType, Position, attacks};

/// The attack maps of both sides. `pieces` adds the attacks of knights to queens.
pub(super) struct AttackMaps {
    /// The attacked squares, by side and piece type.
    pub(super) by: [[Bitboard; PieceType::COUNT]; 2],
    /// The attacked squares, by side.
    pub(super) all: [Bitboard; 2],
    /// The squares attacked at least twice, by side.
    pub(super) twice: [Bitboard; 2],
    /// The king zones: the squares next to each king and those in front of them.
    pub(super) king_zone: [Bitboard; 2],
    /// The numbers of pieces that attack each king zone, by the defending side and piece type.
    pub(super) king_attackers: [[i32; PieceType::COUNT]; 2],
}

impl AttackMaps {
    /// Creates the maps with the attacks of kings and pawns.
    pub(super) fn new(pos: &Position) -> Self {
        let mut maps = Self {
            by: [[Bitboard::EMPTY; PieceType::COUNT]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            king_zone: [Bitboard::EMPTY; 2],
            king_attackers: [[0; PieceType::COUNT]; 2],
        };
        for us in Color::ALL {
            let king = pos.king(us);
            let near = attacks::king(king);
            maps.king_zone[us] = near.with(king) | near.shift(us.forward());
            maps.add(us, PieceType::King, near);
            maps.add(us, PieceType::Pawn, pos.pawn_attacks(us));
        }
        maps
    }

    /// Adds the attacks of a piece.
    #[inline(always)]
    pub(super) fn add(&mut self, us: Color, piece_type: PieceType, attacked: Bitboard) {
        self.twice[us] |= self.all[us] & attacked;
        self.all[us] |= attacked;
        self.by[us][piece_type] |= attacked;
    }
}
