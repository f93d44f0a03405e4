//! Positions in 40 bytes, without counters.

use ferz::{
    CastleSide, CastlingRights, Color, Piece, PieceType, Position, Setup, SetupFaults, Square,
};

/// A position without counters and history. Two positions are equal exactly if their pieces, side
/// to move, castling rights and en passant squares are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Packed {
    /// One bit of the index of the piece on each square, 0 on empty squares.
    planes: [u64; 4],
    /// Side to move (bit 0), castling rights (bits 1 to 4), en passant square (bits 8 to 14).
    rest: u64,
}

impl Packed {
    pub(super) fn of(position: &Position) -> Self {
        let mut planes = [0; 4];
        planes[0] = position.by_color(Color::Black).0;
        for piece_type in PieceType::ALL {
            // The code 1 to 6 of the type: 0 is an empty square.
            let code = piece_type.index() + 1;
            for (bit, plane) in planes[1..].iter_mut().enumerate() {
                *plane |= position.by_type(piece_type).0 * (code >> bit & 1) as u64;
            }
        }
        let mut rest = position.side_to_move().index() as u64;
        for (index, (color, side)) in CastleSide::BY_COLOR.into_iter().enumerate() {
            let has_right = position.castling_rights().contains(CastlingRights::of(color, side));
            rest |= u64::from(has_right) << (index + 1);
        }
        rest |= position.en_passant().map_or(0, |square| square.index() as u64 + 1) << 8;
        Self { planes, rest }
    }

    /// Returns the position; `root` is one with the same castling rooks that has all rights.
    pub(super) fn position(&self, root: &Position) -> Position {
        let mut setup = Setup::empty();
        for square in Square::ALL {
            let bit = |plane: u64| (plane >> square.index() & 1) as usize;
            let [black, low, middle, high] = self.planes.map(bit);
            let code = low | middle << 1 | high << 2;
            let piece_type = code.checked_sub(1).and_then(PieceType::from_index);
            let color = Color::wrapping(black);
            setup.pieces[square] = piece_type.map(|piece_type| Piece::new(color, piece_type));
        }
        setup.side_to_move = Color::wrapping((self.rest & 1) as usize);
        for (index, (color, side)) in CastleSide::BY_COLOR.into_iter().enumerate() {
            let has_right = self.rest >> (index + 1) & 1 != 0;
            let rook = root.castling_rook(color, side).filter(|_| has_right);
            setup.set_castling_rook(color, side, rook);
        }
        let en_passant = (self.rest >> 8) as usize;
        setup.en_passant = en_passant.checked_sub(1).and_then(Square::from_index);
        Position::from_setup_ignoring(&setup, SetupFaults::IGNORABLE)
            .expect("a packed position was a position")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_random_games_round_trip() {
        let mut random = fastrand::Rng::with_seed(7);
        for number in 0..60 {
            let setup = Setup::double_chess960(number * 16, 959 - number * 16).unwrap();
            let root = Position::from_setup(&setup).unwrap();
            let mut position = root.clone();
            for _ in 0..150 {
                let unpacked = Packed::of(&position).position(&root);
                assert_eq!(unpacked.key(), position.key(), "{position:?}");
                assert_eq!(Packed::of(&unpacked), Packed::of(&position));
                let Some(mv) = random.choice(position.legal_moves().iter().copied()) else { break };
                position.do_move(mv);
            }
        }
    }
}
