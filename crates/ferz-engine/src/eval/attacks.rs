//! Attack maps of both sides, shared by the evaluation terms.

use ferz::{Bitboard, Color, Direction, PieceType, Position, Square, attacks};

/// The attack maps of both sides. `pieces` adds the attacks of knights to queens.
#[derive(Default)]
pub(super) struct AttackMaps {
    /// The single pieces between each king and an enemy slider.
    pub(super) blockers: [Bitboard; 2],
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
        let blockers = Color::ALL.map(|us| pos.blockers(us));
        let mut maps = Self { blockers, ..Self::default() };
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

/// Returns all squares in front of a set, from a side's point of view.
pub(super) fn front_spans(set: Bitboard, color: Color) -> Bitboard {
    let mut span = set.shift(color.forward());
    let step = |set: Bitboard, n: u32| match color {
        Color::White => Bitboard(set.0 << (8 * n)),
        Color::Black => Bitboard(set.0 >> (8 * n)),
    };
    span |= step(span, 1);
    span |= step(span, 2);
    span | step(span, 4)
}

/// Returns the squares to the left and right of a set.
pub(super) fn adjacent(set: Bitboard) -> Bitboard {
    set.shift(Direction::East) | set.shift(Direction::West)
}

/// Returns the light or the dark squares, by the colour of a square.
pub(super) fn same_color_squares(square: Square) -> Bitboard {
    if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_spans_end_at_the_edge() {
        let e4 = Bitboard::of(Square::E4);
        let up: Bitboard = [Square::E5, Square::E6, Square::E7, Square::E8].into_iter().collect();
        assert_eq!(front_spans(e4, Color::White), up);
        let down: Bitboard = [Square::E3, Square::E2, Square::E1].into_iter().collect();
        assert_eq!(front_spans(e4, Color::Black), down);
    }
}
