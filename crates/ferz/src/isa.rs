//! Code compiled for several instruction sets and selected at run time, so that one portable binary is
//! fast on every machine.
//!
//! [`run`] calls the version of a [`Versioned`] piece of code that suits the machine. The move generator
//! selects its version so; code of a user that spends its time in attacks and sets of squares can do the
//! same:
//!
//! ```
//! use ferz::isa::{self, Isa, Versioned};
//! use ferz::{Bitboard, Board, Color};
//!
//! /// Counts the squares that the sliders of a side attack.
//! struct Reach<'a>(&'a Board, Color);
//!
//! impl Versioned for Reach<'_> {
//!     type Output = usize;
//!
//!     #[inline(always)]
//!     fn run<I: Isa>(self) -> usize {
//!         let Self(board, color) = self;
//!         let sliders = |set: Bitboard| (set & board.by_color(color)).squares();
//!         let mut reached = Bitboard::EMPTY;
//!         for square in sliders(board.sets().diagonal_sliders()) {
//!             reached |= I::bishop(square, board.occupied());
//!         }
//!         for square in sliders(board.sets().straight_sliders()) {
//!             reached |= I::rook(square, board.occupied());
//!         }
//!         reached.len()
//!     }
//! }
//!
//! let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
//! assert_eq!(isa::run(Reach(&board, Color::White)), 11);
//! # Ok::<(), ferz::notation::FenError>(())
//! ```
//!
//! | version | instructions | sliders |
//! |---|---|---|
//! | as compiled | those of the build | PEXT if the build has BMI2, else magic bitboards |
//! | x86-64-v3 | BMI1, BMI2, POPCNT, AVX2 | magic bitboards, where PEXT is slow: AMD before Zen 3 |
//! | x86-64-v3 with PEXT | the same | PEXT |
//! | AVX-512 | also F, BW, VL, VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI | PEXT |

use crate::attacks;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{self, Level, level};
use crate::types::{Bitboard, Square};

/// Code that is compiled once for each instruction set.
pub trait Versioned {
    /// The result.
    type Output;

    /// Runs the code.
    ///
    /// Implementations and the functions that they call are `#[inline(always)]`: a function that is not
    /// inlined, or a closure, has the instructions of the build alone. [`Isa::call`] calls code out of
    /// line.
    fn run<I: Isa>(self) -> Self::Output;
}

/// An instruction set, as a type. Only [`run`] and [`run_each`] choose one, so that generic code may
/// take its instructions for granted.
pub trait Isa: sealed::Sealed + Copy {
    /// True for AVX-512 with VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI.
    const AVX512: bool;
    /// True if PEXT is fast, with AVX2 and POPCNT: for x86-64-v3 with PEXT and for AVX-512.
    const PEXT: bool;

    /// Returns the attacks of a bishop, as [`attacks::bishop`] does.
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the attacks of a rook, as [`attacks::rook`] does.
    fn rook(square: Square, occupied: Bitboard) -> Bitboard;

    /// Returns the attacks of a queen.
    #[inline(always)]
    fn queen(square: Square, occupied: Bitboard) -> Bitboard {
        Self::bishop(square, occupied) | Self::rook(square, occupied)
    }

    /// Calls code out of line, compiled for this instruction set: for large or recursive functions
    /// below [`Versioned::run`].
    fn call<V: Versioned>(code: V) -> V::Output;
}

mod sealed {
    pub trait Sealed {}
}

/// Runs the version of the code for this machine. The conditions are constants: versions that the build
/// never selects are not compiled.
#[inline(always)]
pub fn run<V: Versioned>(code: V) -> V::Output {
    #[cfg(target_arch = "x86_64")]
    if !Compiled::AVX512 {
        let level = level();
        if level == Level::Avx512 {
            return x86_64::Avx512::call(code);
        }
        if !cfg!(target_feature = "bmi2") {
            match level {
                Level::Pext => return x86_64::Pext::call(code),
                Level::Popcnt => return x86_64::Popcnt::call(code),
                _ => {}
            }
        }
    }
    Compiled::call(code)
}

/// Runs each version that this machine supports and passes its name and result to `visit`, for tests.
pub fn run_each<V: Versioned + Clone>(code: V, mut visit: impl FnMut(&'static str, V::Output)) {
    visit("as compiled", Compiled::call(code.clone()));
    #[cfg(target_arch = "x86_64")]
    {
        if cpu::has_v3() {
            visit("x86-64-v3", x86_64::Popcnt::call(code.clone()));
            visit("x86-64-v3 with PEXT", x86_64::Pext::call(code.clone()));
        }
        if cpu::has_avx512() {
            visit("AVX-512", x86_64::Avx512::call(code));
        }
    }
}

/// The instruction set that the crate is compiled for.
#[derive(Clone, Copy)]
pub(crate) struct Compiled;

impl sealed::Sealed for Compiled {}

impl Isa for Compiled {
    const AVX512: bool = cfg!(all(
        not(miri),
        target_arch = "x86_64",
        target_feature = "bmi2",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi",
        target_feature = "avx512vbmi2",
        target_feature = "avx512bitalg",
        target_feature = "avx512vpopcntdq",
        target_feature = "gfni"
    ));
    const PEXT: bool = cfg!(all(
        not(miri),
        target_arch = "x86_64",
        target_feature = "bmi2",
        target_feature = "popcnt",
        target_feature = "avx2"
    ));

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop(square, occupied)
    }

    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        attacks::rook(square, occupied)
    }

    #[inline(never)]
    fn call<V: Versioned>(code: V) -> V::Output {
        code.run::<Self>()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use super::{Isa, Versioned, sealed};
    #[cfg(any(miri, not(target_feature = "bmi2")))]
    use crate::attacks::sliders::magics;
    use crate::attacks::sliders::pext;
    #[cfg(all(not(miri), target_feature = "bmi2"))]
    use crate::attacks::sliders::pext as magics;
    use crate::types::{Bitboard, Square};

    /// Declares an instruction set with the table of its sliders.
    macro_rules! instruction_set {
        ($(#[$doc:meta])* $name:ident, $sliders:ident, $pext:literal, $avx512:literal, $features:literal) => {
            $(#[$doc])*
            #[derive(Clone, Copy)]
            pub(super) struct $name;

            impl sealed::Sealed for $name {}

            impl Isa for $name {
                const AVX512: bool = $avx512;
                const PEXT: bool = $pext;

                #[inline(always)]
                fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
                    $sliders::bishop(square, occupied)
                }

                #[inline(always)]
                fn rook(square: Square, occupied: Bitboard) -> Bitboard {
                    $sliders::rook(square, occupied)
                }

                #[inline(always)]
                fn call<V: Versioned>(code: V) -> V::Output {
                    #[inline(never)]
                    #[target_feature(enable = $features)]
                    fn version<V: Versioned>(code: V) -> V::Output {
                        code.run::<$name>()
                    }
                    // SAFETY: the type is private to this module and its parent, which name it after
                    // detection only. Versioned code gets it from a caller that had it.
                    unsafe { version(code) }
                }
            }
        };
    }

    instruction_set!(
        /// x86-64-v3 where PEXT is slow: population counts, bit manipulation and magic bitboards.
        Popcnt, magics, false, false, "bmi1,bmi2,popcnt,avx2"
    );
    instruction_set!(
        /// x86-64-v3 with PEXT.
        Pext, pext, true, false, "bmi1,bmi2,popcnt,avx2"
    );
    instruction_set!(
        /// The same with AVX-512.
        Avx512, pext, true, true,
        "bmi1,bmi2,popcnt,avx2,avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni"
    );
}
