//! The functions of a kernel, and their arguments.

use crate::block::Block;
use crate::dense::DenseLayers;

/// The loops of one instruction set.
pub(super) struct Functions {
    pub(super) name: &'static str,
    /// Returns true if the machine can run the loops.
    pub(super) is_available: fn() -> bool,
    /// Computes `output = input + rows of added features - rows of removed features`, modulo 2^16.
    ///
    /// # Safety
    /// The machine must have the instruction set.
    pub(super) accumulate: unsafe fn(&[Block], &mut [Block], &[Block], Changes<'_>),
    /// Computes the output of the dense layers, of which 1.0 is `OUTPUT_ONE`.
    ///
    /// # Safety
    /// The machine must have the instruction set.
    pub(super) output: unsafe fn(&[Block], &[Block], &DenseLayers) -> i64,
}

/// Features that an accumulator gains and loses.
#[derive(Clone, Copy)]
pub(crate) struct Changes<'a> {
    pub(crate) added: &'a [u16],
    pub(crate) removed: &'a [u16],
}

/// Returns the weights of a feature, `blocks` of them.
#[inline(always)]
pub(super) fn row(weights: &[Block], feature: u16, blocks: usize) -> &[Block] {
    &weights[usize::from(feature) * blocks..][..blocks]
}
