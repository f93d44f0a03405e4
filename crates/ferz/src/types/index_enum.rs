//! The one macro behind every small enumeration that indexes tables.

/// Declares a `repr(u8)` enumeration whose values are `0..COUNT`, with its conversions.
///
/// Each gets `ALL`, `COUNT`, `from_index` and `index`, and may index a `[T; COUNT]` directly:
/// the length stands in the type, so no bounds check is left at run time.
macro_rules! index_enum {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$vmeta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names say it all")]
        $vis enum $name { $($(#[$vmeta])* $variant),+ }

        impl $name {
            /// Every value, in the order of its index.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),+];
            /// How many values there are.
            pub const COUNT: usize = [$(stringify!($variant)),+].len();

            /// The value's place in [`Self::ALL`], `0..COUNT`.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this index, or `None` from [`Self::COUNT`] on.
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

/// Adds `wrapping`, for enumerations whose count is a power of two.
macro_rules! wrapping_index {
    ($name:ident) => {
        impl $name {
            /// The value whose index is `index` modulo [`Self::COUNT`].
            #[inline(always)]
            pub const fn wrapping(index: usize) -> Self {
                const { assert!(Self::COUNT.is_power_of_two()) };
                // SAFETY: the mask leaves 0..COUNT, and those are exactly the discriminants.
                unsafe { core::mem::transmute::<u8, Self>((index & (Self::COUNT - 1)) as u8) }
            }
        }
    };
}

pub(crate) use index_enum;
pub(crate) use wrapping_index;
