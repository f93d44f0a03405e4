//! Features of a position in which evaluations can be wrong by a rule.

use ferz::{Bitboard, Color, PieceType, Position, attacks};

/// The values of the pieces in pawns.
const VALUES: [i32; PieceType::COUNT] = [1, 3, 3, 5, 9, 0];

/// Features of a position: those of the side to move less those of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionFeatures {
    /// Squares that knights to queens attack, without those of own pieces and those that enemy pawns
    /// attack.
    pub mobility: i32,
    /// Material in pawns: 1, 3, 3, 5, 9.
    pub material: i32,
    /// Own pawns on the king's file and its neighbours, one or two ranks in front of the king.
    pub shelter: i32,
    /// Squares of the enemy king's zone (its square and those next to it) that knights to queens attack,
    /// each attack counted.
    pub king_attack: i32,
}

impl PositionFeatures {
    /// The names of the features, in the order of [`values`](Self::values).
    pub const NAMES: [&str; 4] = ["mobility", "material", "shelter", "king attack"];

    /// Returns the features of a position.
    pub fn of(position: &Position) -> Self {
        let [us, them] = [position.side_to_move(), !position.side_to_move()]
            .map(|side| Self::of_side(position, side));
        Self {
            mobility: us.mobility - them.mobility,
            material: us.material - them.material,
            shelter: us.shelter - them.shelter,
            king_attack: us.king_attack - them.king_attack,
        }
    }

    /// Returns the values of the features.
    pub fn values(self) -> [f64; 4] {
        [self.mobility, self.material, self.shelter, self.king_attack].map(f64::from)
    }

    fn of_side(position: &Position, us: Color) -> Self {
        let king = position.king(us);
        let enemy_king = position.king(!us);
        let zone = attacks::king(enemy_king).with(enemy_king);
        let safe = !(position.by_color(us) | position.pawn_attacks(!us));
        let mut features = Self { mobility: 0, material: 0, shelter: 0, king_attack: 0 };
        for kind in PieceType::ALL {
            let pieces = position.pieces(us, kind);
            features.material += VALUES[kind as usize] * count(pieces);
            if matches!(kind, PieceType::Pawn | PieceType::King) {
                continue;
            }
            for square in pieces.squares() {
                let attacked = attacks::of(kind, square, position.occupied());
                features.mobility += count(attacked & safe);
                features.king_attack += count(attacked & zone);
            }
        }
        let beside = attacks::king(king).with(king) & Bitboard::rank(king.rank());
        let front = beside.shift(us.forward());
        let shelter = front | front.shift(us.forward());
        features.shelter = count(position.pieces(us, PieceType::Pawn) & shelter);
        features
    }
}

fn count(squares: Bitboard) -> i32 {
    squares.len() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_those_of_the_side_to_move_less_the_opponents() {
        // The rook on a8 attacks 14 squares, two of them next to the king on g8; White has one more pawn
        // and two pawns in front of its king, Black one. The king on g8 itself is attacked as well.
        let position = Position::from_fen("R5k1/5p2/8/8/8/8/6PP/6K1 b - - 0 1").unwrap();
        let features = PositionFeatures::of(&position);
        let expected =
            PositionFeatures { mobility: -13, material: -6, shelter: -1, king_attack: -2 };
        assert_eq!(features, expected);
        let flipped = Position::from_fen("6k1/6pp/8/8/8/8/5P2/r5K1 w - - 0 1").unwrap();
        assert_eq!(PositionFeatures::of(&flipped), expected);
    }

    #[test]
    fn enemy_pawns_and_own_pieces_limit_mobility() {
        // A knight on b1: a3 is attacked by the pawn on b4, d2 has a pawn, c3 is free.
        let position = Position::from_fen("4k3/8/8/8/1p6/8/3P4/1N2K3 w - - 0 1").unwrap();
        assert_eq!(PositionFeatures::of(&position).mobility, 0);
    }
}
