//! What experience says of something, as a number that is drawn towards zero in proportion to its
//! size (gravity), so that recent experience outweighs old.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

/// A number within `±LIMIT` that threads learn together. Where two of them write it at once, what
/// one has learned is lost, which does no harm.
pub(super) struct HistoryEntry<const LIMIT: i32>(AtomicI16);

impl<const LIMIT: i32> HistoryEntry<LIMIT> {
    /// Nothing is known.
    pub(super) const fn new() -> Self {
        Self(AtomicI16::new(0))
    }

    /// So many of them that know nothing.
    pub(super) const fn zeros<const N: usize>() -> [Self; N] {
        [const { Self::new() }; N]
    }

    #[inline(always)]
    pub(super) fn get(&self) -> i32 {
        i32::from(self.0.load(Relaxed))
    }

    /// Moves the number by `bonus`, less the more it lies that way already.
    #[inline(always)]
    pub(super) fn update(&self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let old = self.get();
        self.0.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
    }

    pub(super) fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_limit() {
        let number = HistoryEntry::<16_384>::new();
        for _ in 0..1000 {
            number.update(3000);
        }
        assert!((16_384 - 3000..=16_384).contains(&number.get()), "{}", number.get());
        for _ in 0..1000 {
            number.update(-100_000);
        }
        assert_eq!(number.get(), -16_384);
    }
}
