// [start:head]
//! Attack sets of bishops, rooks and queens, four ways behind one trait.

use crate::bitboard::Bitboard;
use crate::types::Square;
// [end:head]

pub mod difference;
pub mod fill;
pub mod loops;
pub mod magic;
pub mod pext;
pub mod rays;
pub mod rotated;

// [start:trait]
/// A way to find the squares that a slider attacks: up to and including the first occupied square
/// of each direction.
pub trait Sliders {
    /// Returns the squares that a bishop attacks.
    fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the squares that a rook attacks.
    fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the squares that a queen attacks.
    fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop_attacks(from, occupied) | Self::rook_attacks(from, occupied)
    }
}
// [end:trait]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn four_ways_lead_to_the_same_sets() {
        let mut random = Random(1);
        for square in (0..64_000).map(Square::from_index) {
            let occupied = Bitboard(random.next() & random.next());
            let bishop = loops::Loops::bishop_attacks(square, occupied);
            let rook = loops::Loops::rook_attacks(square, occupied);
            assert_eq!(rays::Rays::bishop_attacks(square, occupied), bishop);
            assert_eq!(rays::Rays::rook_attacks(square, occupied), rook);
            assert_eq!(magic::Magic::bishop_attacks(square, occupied), bishop);
            assert_eq!(magic::Magic::rook_attacks(square, occupied), rook);
            assert_eq!(pext::Pext::bishop_attacks(square, occupied), bishop);
            assert_eq!(pext::Pext::rook_attacks(square, occupied), rook);
        }
    }
}
// [end:tests]
