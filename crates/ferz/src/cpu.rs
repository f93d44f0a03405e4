//! Instruction sets: the generator is compiled for several and selects its version at run time, so that
//! one portable binary is fast on every machine.

use crate::attacks;
use crate::types::{Bitboard, Square};

/// True if the build needs AVX-512 with VBMI2.
pub(crate) const BUILT_FOR_AVX512: bool = cfg!(all(
    not(miri),
    target_arch = "x86_64",
    target_feature = "avx512vl",
    target_feature = "avx512bw",
    target_feature = "avx512vbmi2"
));

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
    const COMPRESS: bool = BUILT_FOR_AVX512;
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::{Avx512, Level, Pext, Popcnt, level};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{BUILT_FOR_AVX512, Isa};
    use crate::attacks::sliders::pext;
    use crate::types::{Bitboard, Square};
    use core::sync::atomic::{AtomicU8, Ordering};

    /// The instruction sets of a machine, from the least to the most.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    #[repr(u8)]
    pub(crate) enum Level {
        Compiled = 1,
        Popcnt,
        Pext,
        Avx512,
    }

    /// The detected level; 0 before the detection.
    static LEVEL: AtomicU8 = AtomicU8::new(0);

    /// Returns the level of this machine.
    #[inline(always)]
    pub(crate) fn level() -> Level {
        match LEVEL.load(Ordering::Relaxed) {
            0 => detect(),
            1 => Level::Compiled,
            2 => Level::Popcnt,
            3 => Level::Pext,
            _ => Level::Avx512,
        }
    }

    cpufeatures::new!(v3, "bmi1", "bmi2", "popcnt", "avx2");
    cpufeatures::new!(avx512, "avx512f", "avx512bw", "avx512vl", "avx512vbmi2");

    #[cold]
    #[inline(never)]
    fn detect() -> Level {
        // A build with BMI2 gains by AVX-512 alone.
        let has_pext = cfg!(target_feature = "bmi2");
        let level = match (v3::get(), pext_is_fast(), avx512::get()) {
            _ if cfg!(miri) || BUILT_FOR_AVX512 => Level::Compiled,
            (false, ..) => Level::Compiled,
            (true, true, true) => Level::Avx512,
            _ if has_pext => Level::Compiled,
            (true, false, _) => Level::Popcnt,
            (true, true, false) => Level::Pext,
        };
        LEVEL.store(level as u8, Ordering::Relaxed);
        level
    }

    /// Returns false for AMD before Zen 3 and for Hygon, which execute PEXT bit by bit.
    fn pext_is_fast() -> bool {
        use core::arch::x86_64::__cpuid;
        #[allow(unused_unsafe, reason = "safe since Rust 1.94")]
        // SAFETY: every x86-64 processor has the instruction.
        let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
        let base = version.eax >> 8 & 0xF;
        let family = if base == 0xF { base + (version.eax >> 20 & 0xFF) } else { base };
        let amd = [vendor.ebx.to_le_bytes(), vendor.edx.to_le_bytes()];
        let slow_vendor = amd == [*b"Auth", *b"enti"] || amd == [*b"Hygo", *b"nGen"];
        !(slow_vendor && family < 0x19)
    }

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
