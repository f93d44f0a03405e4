//! Aligned storage of weights and accumulators.

use crate::shape::BLOCK;

/// Thirty-two 16-bit numbers on a boundary of 64 bytes: a cache line, and the widest vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; BLOCK]);

impl Block {
    pub(crate) const ZERO: Self = Self([0; BLOCK]);

    /// Collects numbers into blocks; the last block is filled up with zeros.
    pub(crate) fn collect(numbers: impl IntoIterator<Item = i16>) -> Vec<Self> {
        let mut blocks = Vec::new();
        for (i, number) in numbers.into_iter().enumerate() {
            if i % BLOCK == 0 {
                blocks.push(Self::ZERO);
            }
            if let Some(last) = blocks.last_mut() {
                last.0[i % BLOCK] = number;
            }
        }
        blocks
    }
}

/// Sixty-four bytes on a boundary of 64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct ByteBlock(pub(crate) [i8; 64]);

impl ByteBlock {
    pub(crate) const ZERO: Self = Self([0; 64]);
}

/// Returns the numbers of some blocks in order.
pub(crate) fn numbers(blocks: &[Block]) -> impl Iterator<Item = i16> {
    blocks.iter().flat_map(|block| block.0)
}
