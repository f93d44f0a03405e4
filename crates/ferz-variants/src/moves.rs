//! Moves: those of chess, promotions to a king and drops.

use core::fmt;
use core::num::NonZeroU16;
use ferz::{InvalidMoveBits, MoveFlag, PieceType, Square};

/// A move in 16 bits, a superset of [`ferz::Move`] with the same layout: origin (bits 0-5), target (bits
/// 6-11) and flag (bits 12-15).
///
/// A promotion to a king has the flags 3 and, as a capture, 11, which are unused in chess. A drop has its
/// target as its origin and the piece in place of the flag. A pawn dropped on a1, which no rules allow,
/// would be 0 and is no move, so that `Option<Move>` has the size of `Move`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const KING_PROMOTION: u8 = 3;
const KING_CAPTURE_PROMOTION: u8 = 11;
const UNUSED: u8 = 10;

impl Move {
    /// Creates a move of chess from two different squares and a flag.
    ///
    /// # Panics
    /// If `from` equals `to`.
    #[inline]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Self {
        Self::of(from, to, flag as u8).expect("origin and target of a move differ")
    }

    /// Creates a promotion to a king.
    ///
    /// # Panics
    /// If `from` equals `to`.
    pub const fn king_promotion(from: Square, to: Square, captures: bool) -> Self {
        let code = if captures { KING_CAPTURE_PROMOTION } else { KING_PROMOTION };
        Self::of(from, to, code).expect("origin and target of a move differ")
    }

    /// Creates a drop. Returns `None` for a king, which is never dropped, and for a pawn on a1.
    pub const fn dropping(piece: PieceType, to: Square) -> Option<Self> {
        Self::from_bits(to as u16 | (to as u16) << 6 | (piece as u16) << 12)
    }

    /// Creates a move between different squares.
    const fn of(from: Square, to: Square, code: u8) -> Option<Self> {
        if from as u8 == to as u8 {
            return None;
        }
        Self::from_bits(from as u16 | (to as u16) << 6 | (code as u16) << 12)
    }

    /// Decodes any 16 bits. Returns `None` for 0, an unused flag and the drop of a king.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let code = (bits >> 12) as u8;
        let is_drop = bits & 63 == bits >> 6 & 63;
        if (is_drop && code >= PieceType::King as u8) || (!is_drop && code == UNUSED) {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Returns the 16 bits, never zero.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move as one of chess, or `None` for a drop or a promotion to a king.
    #[inline]
    pub const fn chess(self) -> Option<ferz::Move> {
        ferz::Move::from_bits(self.bits())
    }

    /// Returns the origin square; for a drop, the target.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping(self.bits() as usize)
    }

    /// Returns the target square; for castling, the square of the castling rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping(self.bits() as usize >> 6)
    }

    /// Returns the dropped piece, or `None` if the move is not a drop.
    #[inline]
    pub const fn drop_piece(self) -> Option<PieceType> {
        if self.from() as u8 == self.to() as u8 {
            PieceType::from_index((self.bits() >> 12) as usize)
        } else {
            None
        }
    }

    /// Returns the code of the flag; that of a quiet move for a drop.
    #[inline]
    const fn code(self) -> u8 {
        if self.from() as u8 == self.to() as u8 { 0 } else { (self.bits() >> 12) as u8 }
    }

    /// Returns true for a capture, including en passant.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.code() & 0b1000 != 0
    }

    /// Returns true for castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.code() == MoveFlag::Castle as u8
    }

    /// Returns true for an en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.code() == MoveFlag::EnPassant as u8
    }

    /// Returns true for a pawn push of two squares.
    #[inline]
    pub const fn is_double_push(self) -> bool {
        self.code() == MoveFlag::DoublePush as u8
    }

    /// Returns the promotion piece, which may be a king, or `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self.code() {
            KING_PROMOTION | KING_CAPTURE_PROMOTION => Some(PieceType::King),
            code if code & 0b0100 != 0 => PieceType::from_index(code as usize % 4 + 1),
            _ => None,
        }
    }
}

impl TryFrom<u16> for Move {
    type Error = InvalidMoveBits;

    fn try_from(bits: u16) -> Result<Self, InvalidMoveBits> {
        Self::from_bits(bits).ok_or(InvalidMoveBits(bits))
    }
}

impl From<Move> for u16 {
    fn from(mv: Move) -> Self {
        mv.bits()
    }
}

impl From<ferz::Move> for Move {
    #[inline]
    fn from(mv: ferz::Move) -> Self {
        // All bits of a move of chess are those of a move here, and none are 0.
        Self(NonZeroU16::new(mv.bits()).expect("a move of chess has bits"))
    }
}

/// Writes origin, target and flag, as `ferz::Move` does, `a7a8 KingPromotion`, or `e4 PawnDrop`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from(), self.to());
        match (self.chess(), self.drop_piece()) {
            (Some(mv), _) => mv.fmt(f),
            (None, Some(piece)) => write!(f, "{to} {piece:?}Drop"),
            (None, None) if self.is_capture() => write!(f, "{from}{to} KingCapturePromotion"),
            (None, None) => write!(f, "{from}{to} KingPromotion"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn every_encoding_is_refused_or_round_trips() {
        let (mut refused, mut drops, mut chess) = (0, 0, 0);
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else {
                assert_eq!(ferz::Move::from_bits(bits), None);
                refused += 1;
                continue;
            };
            assert_eq!(mv.bits(), bits);
            match (mv.drop_piece(), mv.chess()) {
                (Some(piece), None) => {
                    assert_eq!(Move::dropping(piece, mv.to()), Some(mv));
                    assert!(!mv.is_capture() && !mv.is_castling() && mv.promotion().is_none());
                    drops += 1;
                }
                (None, Some(same)) => {
                    assert_eq!(Into::<Move>::into(same), mv);
                    assert_eq!(mv.is_capture(), same.is_capture());
                    assert_eq!(mv.is_castling(), same.is_castling());
                    assert_eq!(mv.is_double_push(), same.is_double_push());
                    assert_eq!(mv.is_en_passant(), same.is_en_passant());
                    assert_eq!(mv.promotion(), same.promotion());
                    chess += 1;
                }
                (None, None) => {
                    assert_eq!(mv.promotion(), Some(PieceType::King));
                    assert_eq!(Move::king_promotion(mv.from(), mv.to(), mv.is_capture()), mv);
                }
                (Some(_), Some(_)) => panic!("{mv:?} is a drop and a move of chess"),
            }
        }
        // No drop of a pawn on a1, of kings or of codes without a piece; code 10 is unused.
        assert_eq!(drops, 5 * 64 - 1);
        assert_eq!(refused, 1 + 11 * 64 + 63 * 64);
        assert_eq!(chess, 13 * 63 * 64);
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn debug_names_drops_and_kings() {
        let drop = Move::dropping(PieceType::Knight, Square::E4).unwrap();
        assert_eq!(format!("{drop:?}"), "e4 KnightDrop");
        let king = Move::king_promotion(Square::A7, Square::B8, true);
        assert_eq!(format!("{king:?}"), "a7b8 KingCapturePromotion");
        assert_eq!(Move::dropping(PieceType::King, Square::E4), None);
        assert_eq!(Move::dropping(PieceType::Pawn, Square::A1), None);
    }
}
