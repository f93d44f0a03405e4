//! The moves that threads are searching: simplified ABDADA, after Tom Kerrigan's
//! <https://www.chessprogramming.org/ABDADA#Simplified_ABDADA>.
//!
//! A thread defers a move that another thread is searching. When it returns to the move, the
//! transposition table often has the result.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Number of slots, far above the number of moves being searched.
const SLOTS: usize = 4096;
/// Content of an empty slot.
const FREE: u64 = 0;

/// Table of the moves being searched, each as the key of the position after it.
pub(crate) struct SearchingTable {
    slots: Box<[AtomicU64]>,
}

impl SearchingTable {
    /// Creates an empty table.
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(FREE)).collect() }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }

    /// Returns true if a thread is searching the move that leads to `key`.
    #[inline]
    pub(in crate::search) fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Claims the move that leads to `key` until the claim is dropped; `None` if its slot is taken.
    ///
    /// Two threads may claim one move at once. Both search it, and the first to finish frees the
    /// slot.
    #[inline]
    pub(in crate::search) fn claim(&self, key: u64) -> Option<Claim<'_>> {
        let slot = self.slot(key);
        (slot.load(Relaxed) == FREE).then(|| {
            slot.store(key, Relaxed);
            Claim { slot }
        })
    }
}

/// A claim of a move being searched, released when dropped.
pub(in crate::search) struct Claim<'a> {
    slot: &'a AtomicU64,
}

impl Drop for Claim<'_> {
    #[inline]
    fn drop(&mut self) {
        self.slot.store(FREE, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claim_holds_its_slot_until_dropped() {
        let table = SearchingTable::new();
        let (key, same_slot) = (5, 5 + SLOTS as u64);
        let claim = table.claim(key);
        assert!(claim.is_some() && table.is_searched(key));
        assert!(!table.is_searched(same_slot) && table.claim(same_slot).is_none());
        drop(claim);
        assert!(!table.is_searched(key) && table.claim(same_slot).is_some());
    }
}
