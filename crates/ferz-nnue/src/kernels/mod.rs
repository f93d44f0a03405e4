//! Loops over accumulators and weights, for each instruction set, chosen at run time.
//!
//! All kernels compute with exact integers, so they agree bit for bit. Accumulators are sums modulo
//! 2^16; `network::bounds` proves on load that no position of at most 32 pieces leaves the range of
//! `i16`. The first dense layer multiplies bytes: squared accumulators from 0 to 127 with weights from
//! -127 to 127, so that two products fit 16 bits. All sums of the dense layers fit 32 bits, which
//! `dense` proves.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod functions;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod ssse3;
#[cfg(test)]
mod tests;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod vector;

use crate::block::Block;
use crate::dense::DenseLayers;
pub(crate) use functions::Changes;
use functions::Functions;
use std::fmt;

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
    #[cfg(target_arch = "x86_64")]
    &ssse3::FUNCTIONS,
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

    /// Returns the name of the instruction set: `avx512vnni`, `avx512`, `avx2`, `ssse3`,
    /// `neon` or `scalar`.
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

    /// Computes the output of the dense layers, of which 1.0 is
    /// [`OUTPUT_ONE`](crate::quantization::OUTPUT_ONE), from the accumulators of the side to move and of
    /// its opponent.
    ///
    /// # Panics
    /// If the sizes of accumulators and layers differ.
    #[inline]
    pub(crate) fn output(self, us: &[Block], them: &[Block], layers: &DenseLayers) -> i64 {
        assert!(
            us.len() == them.len() && layers.first_weights.len() == us.len(),
            "accumulators and layers of one size"
        );
        #[expect(unsafe_code, reason = "calls a function that needs an instruction set")]
        // SAFETY: as in `accumulate`.
        unsafe {
            (self.0.output)(us, them, layers)
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
