use super::{PieceType, Square};
use core::fmt;
use core::num::NonZeroU16;

/// The flag of a move in four bits, numbered as `MoveKind` of ChessDev.
///
/// Bit 2 is set for promotions, bit 3 for captures. The codes 3, 10 and 11 are unused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum MoveFlag {
    /// A move without capture that is not castling, a double push or a promotion.
    Quiet = 0b0000,
    /// Castling, encoded as king takes own rook.
    Castle = 0b0001,
    /// A pawn push of two squares.
    DoublePush = 0b0010,
    /// A promotion to a knight.
    KnightPromotion = 0b0100,
    /// A promotion to a bishop.
    BishopPromotion = 0b0101,
    /// A promotion to a rook.
    RookPromotion = 0b0110,
    /// A promotion to a queen.
    QueenPromotion = 0b0111,
    /// A capture that is neither en passant nor a promotion.
    Capture = 0b1000,
    /// An en passant capture.
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

    /// Returns the flag with this code, or `None` for an unused code.
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

    /// Returns the flag of a promotion to `piece`, or `None` for a pawn or a king.
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

/// A move in 16 bits: origin (bits 0-5), target (bits 6-11) and [`MoveFlag`] (bits 12-15).
///
/// Castling is king takes own rook, in standard chess and Chess960. A move is meaningful only for
/// the position that it was generated for: [`Position::is_legal`] checks a move from elsewhere.
/// `Option<Move>` has the size of `Move`.
///
/// A move alone has no text, because the notation of castling depends on the position:
/// [`Board::uci`] writes `e1g1` in standard chess and `e1h1` in Chess960, [`Position::san`]
/// writes `O-O`. `Debug` writes both squares and the flag.
///
/// [`Board::uci`]: crate::Board::uci
/// [`Position::san`]: crate::Position::san
/// [`Position::is_legal`]: crate::Position::is_legal
#[doc(alias = "ChessMove")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u16", try_from = "u16"))]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// Creates a move from two different squares and a flag.
    ///
    /// # Panics
    /// If `from` equals `to`.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Self {
        assert!(from as u8 != to as u8, "origin and target of a move must differ");
        let bits = from as u16 | (to as u16) << 6 | (flag as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => unreachable!(),
        }
    }

    /// Decodes any 16 bits, such as a hash table entry. Returns `None` if origin and target are
    /// equal or the flag's code is unused.
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

    /// Returns the 16 bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the origin square.
    #[doc(alias = "get_source")]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as usize)
    }

    /// Returns the target square; for castling, the square of the castling rook.
    #[doc(alias = "get_dest")]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::wrapping(self.0.get() as usize >> 6)
    }

    /// Returns the flag.
    #[inline]
    pub const fn flag(self) -> MoveFlag {
        match MoveFlag::from_code(self.code()) {
            Some(flag) => flag,
            None => unreachable!(),
        }
    }

    /// Returns the code of the flag.
    #[inline(always)]
    const fn code(self) -> u8 {
        (self.0.get() >> 12) as u8
    }

    /// Returns true for a capture, including en passant.
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.code() & MoveFlag::CAPTURES != 0
    }

    /// Returns true if the move takes a piece from the origin to the target and changes no other
    /// square: no castling, promotion or en passant capture.
    #[inline(always)]
    pub(crate) const fn is_step(self) -> bool {
        self.code() & 0b0101 == 0
    }

    /// Returns true for a promotion.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.code() & MoveFlag::PROMOTES != 0
    }

    /// Returns true for castling.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.code() == MoveFlag::Castle as u8
    }

    /// Returns true for an en passant capture.
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.code() == MoveFlag::EnPassant as u8
    }

    /// Returns true for a pawn push of two squares.
    #[inline(always)]
    pub const fn is_double_push(self) -> bool {
        self.code() == MoveFlag::DoublePush as u8
    }

    /// Returns the promotion piece, or `None` if the move is not a promotion.
    #[doc(alias = "get_promotion")]
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.is_promotion() { PieceType::from_index(self.code() as usize % 4 + 1) } else { None }
    }
}

/// The error for 16 bits that do not encode a [`Move`].
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

/// Writes origin, target and flag: `e2e4 DoublePush`. Castling has the square of its rook.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{} {:?}", self.from(), self.to(), self.flag())
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
    fn move_has_the_layout_of_its_bits() {
        assert_eq!(size_of::<Move>(), size_of::<u16>());
        assert_eq!(align_of::<Move>(), align_of::<u16>());
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn debug_has_squares_and_flag() {
        let castling = Move::new(Square::E1, Square::H1, MoveFlag::Castle);
        assert_eq!(alloc::format!("{castling:?}"), "e1h1 Castle");
        let promotion = Move::new(Square::A7, Square::B8, MoveFlag::KnightCapturePromotion);
        assert_eq!(alloc::format!("{promotion:?}"), "a7b8 KnightCapturePromotion");
    }
}
