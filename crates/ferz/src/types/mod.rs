//! Basic types: squares, pieces, moves, bitboards and scores.

mod bitboard;
mod castling;
mod moves;
mod piece;
mod score;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastleSide, CastlingRights, InvalidCastlingBits};
pub use moves::{InvalidMoveBits, Move, MoveFlag};
pub use piece::{Color, ParseLetterError, Piece, PieceType};
pub use score::{Bound, PhaseScore, Score};
pub use square::{Direction, File, ParseSquareError, Rank, Square};

/// Declares a `repr(u8)` enumeration with the values `0..COUNT`, and its conversions.
///
/// Generates `ALL`, `COUNT`, `from_index` and `index`, and lets the type index a `[T; COUNT]`
/// without a bounds check: the length is part of the array's type.
macro_rules! index_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the variant names are self-explanatory")]
        $vis enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// All values by ascending index.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),+];
            /// The number of values.
            pub const COUNT: usize = [$(stringify!($variant)),+].len();

            /// Returns the index, `0..COUNT`.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the value with this index, or `None` if `index` is [`Self::COUNT`] or more.
            #[inline(always)]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < Self::COUNT {
                    // SAFETY: the discriminants of a fieldless `repr(u8)` enum without explicit
                    // values are exactly 0..COUNT, and `index` is one of them.
                    Some(unsafe { core::mem::transmute::<u8, Self>(index as u8) })
                } else {
                    None
                }
            }
        }

        impl<T> core::ops::Index<$name> for [T; $name::COUNT] {
            type Output = T;
            #[inline(always)]
            fn index(&self, at: $name) -> &T {
                &self[at as usize]
            }
        }

        impl<T> core::ops::IndexMut<$name> for [T; $name::COUNT] {
            #[inline(always)]
            fn index_mut(&mut self, at: $name) -> &mut T {
                &mut self[at as usize]
            }
        }
    };
}

/// Generates `wrapping` for an enumeration with a power of two of values.
macro_rules! wrapping_index {
    ($name:ident) => {
        impl $name {
            /// Returns the value with the index `index` modulo [`Self::COUNT`].
            #[inline(always)]
            pub const fn wrapping(index: usize) -> Self {
                const { assert!(Self::COUNT.is_power_of_two()) };
                // SAFETY: the mask leaves 0..COUNT, and those are exactly the discriminants.
                unsafe { core::mem::transmute::<u8, Self>((index & (Self::COUNT - 1)) as u8) }
            }
        }
    };
}

/// Implements `&`, `|`, `^` and `-` of a set whose only field are its bits. The difference is the
/// elements that are not in the second set.
macro_rules! set_operators {
    ($type:ty) => {
        set_operators!($type, BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b);
        set_operators!($type, BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b);
        set_operators!($type, BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b);
        set_operators!($type, Sub::sub, SubAssign::sub_assign, |a, b| a & !b);
    };
    ($type:ty, $trait:ident::$method:ident, $assign:ident::$assign_method:ident, |$a:ident, $b:ident| $body:expr) => {
        impl core::ops::$trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }

        impl core::ops::$assign for $type {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = core::ops::$trait::$method(*self, other);
            }
        }
    };
}

pub(crate) use {index_enum, set_operators, wrapping_index};
