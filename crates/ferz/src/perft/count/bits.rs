//! Walking through the squares of a set.

/// The single squares of a set, lowest first.
#[derive(Clone, Copy)]
pub(crate) struct Squares(pub(crate) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The number of squares in a set.
#[inline(always)]
pub(crate) fn len(set: u64) -> i32 {
    set.count_ones() as i32
}
