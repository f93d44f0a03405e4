//! The sizes of a network, and the aligned blocks of its weights and accumulators.

use ferz::Square;

/// Neurons in a [`Block`](crate::shape::Block), the unit of storage; an accumulator is a multiple of
/// it.
pub(crate) const BLOCK: usize = 32;

/// Sizes of a network: neurons of the accumulator of each perspective, the hidden layer that is updated
/// incrementally, and output buckets.
///
/// ```
/// use ferz_nnue::{Shape, ShapeError};
/// assert_eq!(Shape::new(256, 8)?.hidden(), 256);
/// assert_eq!(Shape::new(100, 8), Err(ShapeError::Hidden { found: 100 }));
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    hidden: usize,
    buckets: usize,
}

/// A size that no network of this crate has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// The accumulator is not a multiple of 32 from 32 to 1024.
    #[error(
        "accumulator of {found} neurons; expected a multiple of 32 from 32 to {}",
        Shape::MAX_HIDDEN
    )]
    Hidden {
        /// The number found.
        found: usize,
    },
    /// The number of output buckets is not 1, 2, 4 or 8.
    #[error("{found} output buckets; expected 1, 2, 4 or 8")]
    Buckets {
        /// The number found.
        found: usize,
    },
}

impl Shape {
    /// The largest accumulator, for which the kernels' sums are proven not to overflow.
    pub const MAX_HIDDEN: usize = 1024;
    /// The largest number of output buckets.
    pub const MAX_BUCKETS: usize = 8;

    /// The largest shape.
    pub(crate) const LARGEST: Self = Self { hidden: Self::MAX_HIDDEN, buckets: Self::MAX_BUCKETS };

    /// Returns the shape with `hidden` neurons for each perspective and `buckets` output buckets.
    ///
    /// # Errors
    /// If `hidden` is not a multiple of 32 from 32 to 1024, or `buckets` is not 1, 2, 4 or 8.
    pub const fn new(hidden: usize, buckets: usize) -> Result<Self, ShapeError> {
        if hidden == 0 || !hidden.is_multiple_of(BLOCK) || hidden > Self::MAX_HIDDEN {
            return Err(ShapeError::Hidden { found: hidden });
        }
        if !buckets.is_power_of_two() || buckets > Self::MAX_BUCKETS {
            return Err(ShapeError::Buckets { found: buckets });
        }
        Ok(Self { hidden, buckets })
    }

    /// Returns the number of neurons of the accumulator of each perspective.
    #[inline]
    pub const fn hidden(self) -> usize {
        self.hidden
    }

    /// Returns the number of output buckets.
    #[inline]
    pub const fn buckets(self) -> usize {
        self.buckets
    }

    /// Returns the output bucket of a position with this many pieces, kings included.
    ///
    /// With 8 buckets, bucket 0 holds up to 5 pieces, bucket 1 holds 6 to 9, and bucket 7 holds 30
    /// to 32.
    #[inline]
    pub fn bucket(self, pieces: usize) -> usize {
        const MAX_PIECES: usize = Square::COUNT / 2;
        (pieces.clamp(2, MAX_PIECES) - 2) * self.buckets / MAX_PIECES
    }

    /// Returns the number of blocks of an accumulator.
    #[inline(always)]
    pub(crate) const fn blocks(self) -> usize {
        self.hidden / BLOCK
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_multiples_of_32_up_to_1024_are_accepted() {
        let accepted = (0..3000).filter(|&hidden| Shape::new(hidden, 1).is_ok());
        assert_eq!(accepted.collect::<Vec<_>>(), (1..=32).map(|n| n * 32).collect::<Vec<_>>());
    }

    #[test]
    fn only_1_2_4_or_8_buckets_are_accepted() {
        let accepted = (0..100).filter(|&buckets| Shape::new(64, buckets).is_ok());
        assert_eq!(accepted.collect::<Vec<_>>(), [1, 2, 4, 8]);
    }

    #[test]
    fn buckets_grow_with_pieces_and_all_are_used() {
        for buckets in [1, 2, 4, 8] {
            let shape = Shape::new(64, buckets).expect("an accepted shape");
            let found: Vec<usize> = (2..=32).map(|pieces| shape.bucket(pieces)).collect();
            assert!(found.is_sorted());
            assert_eq!((found[0], found[30]), (0, buckets - 1));
            assert_eq!((shape.bucket(0), shape.bucket(64)), (0, buckets - 1));
        }
        let shape = Shape::new(64, 8).expect("an accepted shape");
        assert_eq!([5, 6, 9, 10, 29, 30].map(|n| shape.bucket(n)), [0, 1, 1, 2, 6, 7]);
    }
}
