use super::{Bitboard, Color, File, Rank, Square, index_enum, set_operators, wrapping_index};
use core::ops::Not;

index_enum! {
    /// The wing of a castling move, named after the rook: its square is nearer to the h-file or to
    /// the a-file than the king's.
    #[doc(alias = "CastlingSide")]
    pub enum CastleSide {
        /// Castling short: the king ends on the g-file, the rook on the f-file.
        KingSide,
        /// Castling long: the king ends on the c-file, the rook on the d-file.
        QueenSide,
    }
}
wrapping_index!(CastleSide);

impl CastleSide {
    /// Each colour with each side, in the order of the bits of [`CastlingRights`].
    ///
    /// ```
    /// use ferz::{Board, CastleSide};
    ///
    /// let board: Board = "r3k2r/8/8/8/8/8/8/4K2R w Kq - 0 1".parse()?;
    /// let rooks = CastleSide::BY_COLOR.map(|(color, side)| board.castling_rook(color, side));
    /// assert_eq!(rooks.map(|rook| rook.map_or("-".into(), |rook| rook.to_string())), ["h1", "-", "-", "a8"]);
    /// # Ok::<(), ferz::notation::FenError>(())
    /// ```
    pub const BY_COLOR: [(Color, Self); 4] = [
        (Color::White, Self::KingSide),
        (Color::White, Self::QueenSide),
        (Color::Black, Self::KingSide),
        (Color::Black, Self::QueenSide),
    ];

    /// Returns the initial square of the rook of this side in standard chess.
    pub(crate) const fn standard_rook(self, color: Color) -> Square {
        let file = match self {
            Self::KingSide => File::H,
            Self::QueenSide => File::A,
        };
        Square::new(file, color.relative_rank(Rank::First))
    }

    /// Returns the other side.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::KingSide => Self::QueenSide,
            Self::QueenSide => Self::KingSide,
        }
    }

    /// Returns the side of a rook, seen from the king.
    pub(crate) fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::KingSide } else { Self::QueenSide }
    }

    /// Returns the rook farthest from the king on this side, of the rooks on the king's rank.
    #[inline]
    pub(crate) fn outermost(self, rooks: Bitboard, king: Square) -> Option<Square> {
        match self {
            Self::KingSide => rooks.last().filter(|&rook| rook > king),
            Self::QueenSide => rooks.first().filter(|&rook| rook < king),
        }
    }
}

/// A set of castling rights, one bit each.
///
/// Bit 0 is White's king side, bit 1 White's queen side, bits 2 and 3 are the same for Black.
#[doc(alias("Castles", "CastleRights"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "u8", try_from = "u8"))]
pub struct CastlingRights(u8);

/// The error for a number above 15, which is no set of [`CastlingRights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:#04x} is not a set of castling rights: only the low four bits have a meaning")]
pub struct InvalidCastlingBits(pub u8);

impl TryFrom<u8> for CastlingRights {
    type Error = InvalidCastlingBits;

    fn try_from(bits: u8) -> Result<Self, InvalidCastlingBits> {
        if bits & !Self::ALL.0 == 0 { Ok(Self(bits)) } else { Err(InvalidCastlingBits(bits)) }
    }
}

impl From<CastlingRights> for u8 {
    fn from(rights: CastlingRights) -> Self {
        rights.bits()
    }
}

impl CastlingRights {
    /// No right.
    pub const NONE: Self = Self(0);
    /// All four rights.
    pub const ALL: Self = Self(0b1111);

    /// Returns the single right of a colour on one side.
    #[inline(always)]
    pub const fn of(color: Color, side: CastleSide) -> Self {
        Self(1 << Self::index(color, side))
    }

    /// Returns the bit number of a right, which is also its index in arrays.
    #[inline(always)]
    pub(crate) const fn index(color: Color, side: CastleSide) -> usize {
        color.index() * 2 + side.index()
    }

    /// Returns both rights of a colour.
    #[inline(always)]
    pub const fn both(color: Color) -> Self {
        Self(0b11 << (color.index() * 2))
    }

    /// Returns the bits, a number from 0 to 15.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Creates the set from the low four bits. Higher bits are ignored; `TryFrom` refuses them.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1111)
    }

    /// Returns true if no right is left.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if every right of `other` is in this set.
    #[inline(always)]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns true if at least one right of `other` is in this set.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

set_operators!(CastlingRights);

impl Not for CastlingRights {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & 0b1111)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_four_bits_convert() {
        for bits in 0..=u8::MAX {
            match CastlingRights::try_from(bits) {
                Ok(rights) => {
                    assert!(bits < 16);
                    assert_eq!(u8::from(rights), bits);
                    assert!(CastlingRights::ALL.contains(rights));
                }
                Err(error) => assert!(bits >= 16 && error == InvalidCastlingBits(bits)),
            }
        }
    }

    #[cfg(feature = "serde")]
    #[test]
    fn deserialization_refuses_higher_bits() {
        for bits in 0..=u8::MAX {
            let json = alloc::format!("{bits}");
            match serde_json::from_str::<CastlingRights>(&json) {
                Ok(rights) => {
                    assert!(bits < 16, "{bits}");
                    assert_eq!(serde_json::to_string(&rights).unwrap(), json);
                }
                Err(_) => assert!(bits >= 16, "{bits}"),
            }
        }
    }
}
