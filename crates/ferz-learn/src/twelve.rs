// [start:head]
//! Twelve sets, one for each piece, and no map.

use crate::bitboard::Bitboard;
use crate::types::*;
// [end:head]

// [start:twelve]
/// The squares of each type of each colour.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TwelveSets {
    sets: [[Bitboard; 6]; 2],
}

impl TwelveSets {
    /// Adds or removes a piece: in one set.
    pub fn toggle(&mut self, piece: Piece, square: Square) {
        self.sets[piece.color as usize][piece.kind as usize] ^= Bitboard::of(square);
    }

    /// Returns the squares of the pieces of one colour and type.
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.sets[color as usize][kind as usize]
    }

    /// Returns the squares of the pieces of one colour, the union of six sets.
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.sets[color as usize].into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// Returns the squares of all pieces.
    pub fn occupied(&self) -> Bitboard {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    /// Returns the piece of a square, by a look into the sets one after the other.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        [Color::White, Color::Black].into_iter().find_map(|color| {
            let has = |&kind: &PieceType| self.pieces(color, kind).contains(square);
            PieceType::ALL.into_iter().find(has).map(|kind| Piece { color, kind })
        })
    }
}
// [end:twelve]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboards::Bitboards;
    use crate::board::Board;

    /// The judge is the board with eight sets and a map.
    #[test]
    fn twelve_sets_are_eight_and_a_map() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let board = <Bitboards>::from_fen(fen).unwrap();
        let mut twelve = TwelveSets::default();
        for square in board.occupied() {
            twelve.toggle(board.piece_on(square).unwrap(), square);
        }
        assert_eq!(twelve.occupied(), board.occupied());
        for color in [Color::White, Color::Black] {
            assert_eq!(twelve.of_color(color), board.of_color(color));
            for kind in PieceType::ALL {
                assert_eq!(twelve.pieces(color, kind), board.pieces(color, kind));
            }
        }
        for square in Square::all() {
            assert_eq!(twelve.piece_on(square), board.piece_on(square));
        }
        assert_eq!(size_of::<TwelveSets>(), 12 * 8);
    }
}
// [end:tests]
