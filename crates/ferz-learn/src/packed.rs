// [start:head]
//! A move in 16 bits.

use crate::types::*;
// [end:head]

// [start:packed]
/// A move in 16 bits: origin in bits 0 to 5, target in bits 6 to 11, a code of its kind above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedMove(u16);

/// In the code of a kind: a promotion. The two lowest bits tell the piece.
const PROMOTION: u16 = 0b0100;
/// In the code of a kind: a capture.
const CAPTURE: u16 = 0b1000;

impl PackedMove {
    /// No move: origin and target are a1.
    pub const NONE: PackedMove = PackedMove(0);

    /// Returns the move of 16 bits from elsewhere, which may be none.
    pub fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    /// Returns the 16 bits.
    pub fn bits(self) -> u16 {
        self.0
    }
}

impl From<Move> for PackedMove {
    fn from(mv: Move) -> PackedMove {
        // Knight is 1 of the types, and 0 of the promotions.
        let promotion = |piece: PieceType| PROMOTION | (piece as u16 - 1);
        let code = match mv.kind {
            MoveKind::Quiet => 0,
            MoveKind::Castle => 1,
            MoveKind::DoublePush => 2,
            MoveKind::Promotion(piece) => promotion(piece),
            MoveKind::Capture => CAPTURE,
            MoveKind::EnPassant => CAPTURE | 1,
            MoveKind::CapturePromotion(piece) => CAPTURE | promotion(piece),
        };
        PackedMove(mv.from.index() as u16 | (mv.to.index() as u16) << 6 | code << 12)
    }
}
// [end:packed]

// [start:unpack]
impl PackedMove {
    /// Returns the move of these bits. `None` if they are none: three codes have no meaning, and
    /// nothing moves to its own square.
    pub fn unpack(self) -> Option<Move> {
        let (from, to) = (self.0 & 63, self.0 >> 6 & 63);
        let code = self.0 >> 12;
        let piece = PieceType::ALL[usize::from(code & 3) + 1];
        let kind = match code {
            0 => MoveKind::Quiet,
            1 => MoveKind::Castle,
            2 => MoveKind::DoublePush,
            8 => MoveKind::Capture,
            9 => MoveKind::EnPassant,
            4..=7 => MoveKind::Promotion(piece),
            12..=15 => MoveKind::CapturePromotion(piece),
            _ => return None,
        };
        let square = |index| Square::from_index(usize::from(index));
        (from != to).then(|| Move::new(square(from), square(to), kind))
    }
}
// [end:unpack]

// [start:tests]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bits_are_no_move_or_come_back() {
        let moves = (0..=u16::MAX).filter_map(|bits| {
            let mv = PackedMove(bits).unpack()?;
            assert_eq!(PackedMove::from(mv), PackedMove(bits));
            Some(mv)
        });
        assert_eq!(moves.count(), 13 * 64 * 63);
        assert_eq!(PackedMove::NONE.unpack(), None);
    }
}
// [end:tests]
