use super::{PieceType, Square};
use core::fmt;
use core::num::NonZeroU16;

/// What is special about a move, in four bits as the wiki numbers them.
///
/// Bit 2 marks promotions, bit 3 captures; the codes 3, 10 and 11 are not used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveFlag {
    /// Neither a capture nor any of the below.
    Quiet = 0b0000,
    /// Castling, written as the king taking its own rook.
    Castle = 0b0001,
    /// A pawn's two squares from its starting rank.
    DoublePush = 0b0010,
    /// A promotion to a knight.
    KnightPromotion = 0b0100,
    /// A promotion to a bishop.
    BishopPromotion = 0b0101,
    /// A promotion to a rook.
    RookPromotion = 0b0110,
    /// A promotion to a queen.
    QueenPromotion = 0b0111,
    /// An ordinary capture.
    Capture = 0b1000,
    /// A pawn taking in passing the pawn that stands beside it.
    EnPassant = 0b1001,
    /// A capture that promotes to a knight.
    KnightCapturePromotion = 0b1100,
    /// A capture that promotes to a bishop.
    BishopCapturePromotion = 0b1101,
    /// A capture that promotes to a rook.
    RookCapturePromotion = 0b1110,
    /// A capture that promotes to a queen.
    QueenCapturePromotion = 0b1111,
}

impl MoveFlag {
    const PROMOTES: u8 = 0b0100;
    const CAPTURES: u8 = 0b1000;

    /// The kind with this four-bit code, or `None` for the three codes not in use.
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0b0000 => Self::Quiet,
            0b0001 => Self::Castle,
            0b0010 => Self::DoublePush,
            0b0100 => Self::KnightPromotion,
            0b0101 => Self::BishopPromotion,
            0b0110 => Self::RookPromotion,
            0b0111 => Self::QueenPromotion,
            0b1000 => Self::Capture,
            0b1001 => Self::EnPassant,
            0b1100 => Self::KnightCapturePromotion,
            0b1101 => Self::BishopCapturePromotion,
            0b1110 => Self::RookCapturePromotion,
            0b1111 => Self::QueenCapturePromotion,
            _ => return None,
        })
    }

    /// The kind of a promotion to `piece`, or `None` for a pawn or a king.
    pub const fn promotion(piece: PieceType, captures: bool) -> Option<Self> {
        let code = match piece {
            PieceType::Knight => 0b0100,
            PieceType::Bishop => 0b0101,
            PieceType::Rook => 0b0110,
            PieceType::Queen => 0b0111,
            PieceType::Pawn | PieceType::King => return None,
        };
        Self::from_code(if captures { code | Self::CAPTURES } else { code })
    }
}

/// A move in sixteen bits: origin (bits 0-5), target (bits 6-11) and [`MoveKind`] (bits 12-15).
///
/// Castling is the king taking its own rook, in Chess960 and in standard chess alike; text
/// front-ends read and write it either way. A move means something only in the position it was
/// generated for: [`Position::pseudo_legal`](crate::Position::pseudo_legal) tests one of unknown
/// origin. `Option<Move>` is no larger than `Move`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u16", try_from = "u16"))]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of this kind. `from` and `to` must differ.
    ///
    /// # Panics
    /// If `from` equals `to`: no piece moves to where it stands.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (flag as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => panic!("a move must change squares"),
        }
    }

    /// Reads any sixteen bits, from a hash table say: `None` if no move is written so (the target
    /// is the origin, or the kind is one of the three codes not in use).
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let unused_code = matches!(bits >> 12, 3 | 10 | 11);
        if unused_code || bits & 63 == bits >> 6 & 63 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The sixteen bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as usize)
    }

    /// The square the piece goes to; for castling, the square of the castling rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0.get() as usize >> 6)
    }

    /// The move's kind.
    #[inline]
    pub const fn flag(self) -> MoveFlag {
        match MoveFlag::from_code(self.code()) {
            Some(flag) => flag,
            None => unreachable!(),
        }
    }

    /// The kind's four bits.
    #[inline(always)]
    const fn code(self) -> u8 {
        (self.0.get() >> 12) as u8
    }

    /// Whether a piece of the opponent is taken, en passant included.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.code() & MoveFlag::CAPTURES != 0
    }

    /// Whether a pawn becomes another piece.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.code() & MoveFlag::PROMOTES != 0
    }

    /// Whether the king castles.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.code() == MoveFlag::Castle as u8
    }

    /// Whether a pawn is taken in passing.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.code() == MoveFlag::EnPassant as u8
    }

    /// Whether a pawn goes two squares.
    #[inline(always)]
    pub const fn is_double_push(self) -> bool {
        self.code() == MoveFlag::DoublePush as u8
    }

    /// What the pawn becomes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() { PieceType::from_index(self.code() as usize % 4 + 1) } else { None }
    }
}

/// Sixteen bits that write no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:#06x} does not encode a move")]
pub struct InvalidMoveBits(pub u16);

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

/// The move as UCI writes it in Chess960: castling is the king's square, then the rook's.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(piece) => write!(f, "{}", piece.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.flag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_refused_or_round_trips() {
        let mut refused = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else {
                refused += 1;
                continue;
            };
            assert_eq!(Move::new(mv.from(), mv.to(), mv.flag()), mv);
            assert_eq!(mv.bits(), bits);
            assert_eq!(
                mv.promotion().map(|p| MoveFlag::promotion(p, mv.is_capture())),
                mv.is_promotion().then_some(Some(mv.flag()))
            );
        }
        assert_eq!(refused, 3 * 4096 + 13 * 64);
    }

    #[test]
    fn a_missing_move_costs_no_space() {
        assert_eq!(size_of::<Option<Move>>(), 2);
    }
}
