//! Versions of the kernel: an instruction set and the form of eight sets side by side.

#[cfg(target_arch = "x86_64")]
use super::lanes::avx512::U64x8;
use super::lanes::{Array, Lanes};
use core::marker::PhantomData;
use ferz::isa::Isa;

/// Version of the kernel.
pub(super) trait Version: Copy {
    /// Instruction set.
    type Isa: Isa;
    /// Form of eight sets side by side.
    type Lanes: Lanes;
}

/// Version with arrays.
#[derive(Clone, Copy)]
struct Portable<I>(PhantomData<I>);

impl<I: Isa> Version for Portable<I> {
    type Isa = I;
    type Lanes = Array;
}

/// Version with AVX-512.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512<I>(PhantomData<I>);

#[cfg(target_arch = "x86_64")]
impl<I: Isa> Version for Avx512<I> {
    type Isa = I;
    type Lanes = U64x8;
}

/// Code that is compiled once for each version.
pub(super) trait OnVersion {
    type Output;
    fn run<V: Version>(self) -> Self::Output;
}

/// Runs code in the version for an instruction set.
#[inline(always)]
pub(super) fn on_version<I: Isa, C: OnVersion>(code: C) -> C::Output {
    #[cfg(target_arch = "x86_64")]
    if I::AVX512 {
        return code.run::<Avx512<I>>();
    }
    code.run::<Portable<I>>()
}
