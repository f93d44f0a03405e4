//! Loops over accumulators and weights, for each instruction set, chosen at run time.
//!
//! All kernels compute with exact integers, so they agree bit for bit. Accumulators are sums modulo
//! 2^16; `network::bounds` proves on load that no position of at most 32 pieces leaves the range of
//! `i16`. The output is a sum of products `v * v * w` with `0 <= v <= 255` and `|w| <= 127`. A
//! vector kernel adds at most 256 of them in each lane of 32 bits, which [`LANE_SUM_FITS`] proves
//! to fit, and widens the lanes to 64 bits at the end.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod functions;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vector;

use crate::block::Block;
use crate::quantization::{MAX_OUTPUT_WEIGHT, QA};
use crate::shape::{BLOCK, Shape};
pub(crate) use functions::Changes;
use functions::Functions;
use std::fmt;

/// Proof that a 32-bit lane can hold its share of one perspective's sum with the narrowest vector,
/// of 4 such lanes.
const LANE_SUM_FITS: () = {
    let terms = Shape::MAX_HIDDEN as i64 / 4;
    assert!(terms * QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i32::MAX as i64);
    // The first product is kept in 16 bits.
    assert!(QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
};

/// Instruction set of the inference loops.
///
/// A value exists only for an instruction set that this machine has, so it is safe to use. A new
/// [`Network`](crate::Network) uses [`Kernel::best`]; the others serve tests and measurements.
#[derive(Clone, Copy)]
pub struct Kernel(&'static Functions);

/// All kernels of this architecture, fastest first.
static KERNELS: &[&Functions] = &[
    #[cfg(target_arch = "x86_64")]
    &avx512::VNNI_FUNCTIONS,
    #[cfg(target_arch = "x86_64")]
    &avx512::FUNCTIONS,
    #[cfg(target_arch = "x86_64")]
    &avx2::FUNCTIONS,
    #[cfg(target_arch = "aarch64")]
    &neon::FUNCTIONS,
    &scalar::FUNCTIONS,
];

impl Kernel {
    /// Returns the portable kernel, which every machine has.
    pub fn scalar() -> Self {
        Self(&scalar::FUNCTIONS)
    }

    /// Returns the fastest kernel of this machine.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::scalar())
    }

    /// Returns the kernels of this machine, fastest first; the last one is the portable one.
    pub fn available() -> impl Iterator<Item = Self> {
        KERNELS
            .iter()
            .filter(|functions| (functions.is_available)())
            .map(|functions| Self(functions))
    }

    /// Returns the name of the instruction set: `avx512vnni`, `avx512`, `avx2`, `neon`
    /// or `scalar`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Computes `output = input + rows of added features - rows of removed features`, modulo 2^16.
    ///
    /// # Panics
    /// If `input` and `output` differ in length, or a row lies outside of the weights.
    #[inline]
    pub(crate) fn accumulate(
        self,
        input: &[Block],
        output: &mut [Block],
        weights: &[Block],
        changes: Changes<'_>,
    ) {
        assert_eq!(input.len(), output.len(), "accumulators of one size");
        #[expect(unsafe_code, reason = "calls a function that needs an instruction set")]
        // SAFETY: a `Kernel` is made only by `scalar`, which every machine has, and by `available`,
        // which checks for the instruction set first.
        unsafe {
            (self.0.accumulate)(input, output, weights, changes)
        }
    }

    /// Computes the sum of `clamp(accumulator, 0, QA)^2 * weight` over the accumulators of the side
    /// to move and of its opponent. The weights are those of the side to move, then those of its
    /// opponent.
    ///
    /// # Panics
    /// If accumulators and weights differ in length, or are longer than the largest hidden layer.
    #[inline]
    pub(crate) fn output(self, us: &[Block], them: &[Block], weights: &[Block]) -> i64 {
        let () = LANE_SUM_FITS;
        let blocks = us.len();
        assert!(
            them.len() == blocks && weights.len() == 2 * blocks,
            "accumulators and weights of one size"
        );
        assert!(blocks <= Shape::MAX_HIDDEN / BLOCK, "at most the largest hidden layer");
        #[expect(unsafe_code, reason = "calls a function that needs an instruction set")]
        // SAFETY: as in `accumulate`.
        unsafe {
            (self.0.output)(us, them, weights)
        }
    }
}

impl PartialEq for Kernel {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kernel {}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({})", self.name())
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
