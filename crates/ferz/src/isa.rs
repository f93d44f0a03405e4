//! Instruction sets: the generator is compiled for several and selects its version at run time, so that
//! one portable binary is fast on every machine.

use crate::attacks;
use crate::types::{Bitboard, Square};

/// An instruction set, as a type: code that is generic over it is compiled once for each.
pub(crate) trait Isa {
    /// True for AVX-512 with VBMI2, which compresses vectors of moves.
    const COMPRESS: bool = false;

    /// Returns the attacks of a bishop.
    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied)
    }

    /// Returns the attacks of a rook.
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied)
    }

    /// Returns the attacks of a queen.
    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop(square, occupied) | Self::rook(square, occupied)
    }
}

/// The instruction set that the crate is compiled for.
pub(crate) struct Compiled;

impl Isa for Compiled {
    const COMPRESS: bool = crate::cpu::BUILT_FOR_AVX512;
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Avx512, Pext, Popcnt};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::Isa;
    use crate::attacks::sliders::pext;
    use crate::types::{Bitboard, Square};

    /// x86-64-v3 where PEXT is slow: population counts and bit manipulation, magic bitboards.
    pub(crate) struct Popcnt;
    /// x86-64-v3 with PEXT.
    pub(crate) struct Pext;
    /// The same with AVX-512 up to VBMI2.
    pub(crate) struct Avx512;

    impl Isa for Popcnt {}

    impl Isa for Pext {
        #[inline(always)]
        fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
            pext::bishop(square, occupied)
        }

        #[inline(always)]
        fn rook(square: Square, occupied: Bitboard) -> Bitboard {
            pext::rook(square, occupied)
        }
    }

    impl Isa for Avx512 {
        const COMPRESS: bool = true;

        #[inline(always)]
        fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
            pext::bishop(square, occupied)
        }

        #[inline(always)]
        fn rook(square: Square, occupied: Bitboard) -> Bitboard {
            pext::rook(square, occupied)
        }
    }
}
