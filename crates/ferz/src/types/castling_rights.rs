use super::Color;
use super::index_enum::{index_enum, wrapping_index};
use core::ops::{BitAnd, BitOr, Not, Sub};

index_enum! {
    /// The side a king castles to, named after the rook's side and not after where the king stands.
    pub enum CastleSide {
        /// Towards the h-file: the king ends on g, the rook on f.
        KingSide,
        /// Towards the a-file: the king ends on c, the rook on d.
        QueenSide,
    }
}
wrapping_index!(CastleSide);

/// The right to castle, for each side and side, in the low four bits of a byte.
///
/// Bit 0 is White's king side, bit 1 White's queen side, bits 2 and 3 the same for Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// No right left.
    pub const NONE: Self = Self(0);
    /// Every right.
    pub const ALL: Self = Self(0b1111);
    /// White, king side.
    pub const WHITE_KING: Self = Self(0b0001);
    /// White, queen side.
    pub const WHITE_QUEEN: Self = Self(0b0010);
    /// Black, king side.
    pub const BLACK_KING: Self = Self(0b0100);
    /// Black, queen side.
    pub const BLACK_QUEEN: Self = Self(0b1000);

    /// The single right of this side and side.
    #[inline(always)]
    pub const fn of(color: Color, side: CastleSide) -> Self {
        Self(1 << (color.index() * 2 + side.index()))
    }

    /// Both rights of a side.
    #[inline(always)]
    pub const fn both(color: Color) -> Self {
        Self(0b11 << (color.index() * 2))
    }

    /// The four bits as a number 0 to 15.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// From the low four bits; the others are dropped.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1111)
    }

    /// Whether no right is left.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every right of `other` is here too.
    #[inline(always)]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether at least one right of `other` is here too.
    #[inline(always)]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitOr for CastlingRights {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for CastlingRights {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CastlingRights {
    type Output = Self;
    /// The rights here that are not in `other`.
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for CastlingRights {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & 0b1111)
    }
}
