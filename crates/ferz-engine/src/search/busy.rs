//! Which moves the threads are searching, so that they share the work: simplified ABDADA, after
//! Tom Kerrigan's <https://www.chessprogramming.org/ABDADA#Simplified_ABDADA>.
//!
//! A thread that comes to a move which another one is searching puts it off until it has searched
//! the others. By then the table often knows the answer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many moves can be marked at a time; far more than the threads search.
const SLOTS: usize = 4096;
/// No move.
const FREE: u64 = 0;

/// The moves being searched, each as the key of the position after it.
pub(crate) struct SearchingTable {
    slots: Box<[AtomicU64]>,
}

impl SearchingTable {
    pub(crate) fn new() -> Self {
        Self { slots: (0..SLOTS).map(|_| AtomicU64::new(FREE)).collect() }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SLOTS]
    }

    /// Whether some thread is searching the move that leads to `key`.
    #[inline]
    pub(super) fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Marks the move that leads to `key` as being searched for as long as the mark lives; none if
    /// its slot is taken. Two threads may mark a move at once: they search it both, and the one that
    /// is ready first takes the mark away.
    #[inline]
    pub(super) fn claim(&self, key: u64) -> Option<Claim<'_>> {
        let slot = self.slot(key);
        (slot.load(Relaxed) == FREE).then(|| {
            slot.store(key, Relaxed);
            Claim { slot }
        })
    }
}

/// A move being searched.
pub(super) struct Claim<'a> {
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
    fn a_mark_holds_its_slot_while_it_lives() {
        let busy = SearchingTable::new();
        let (key, same_slot) = (5, 5 + SLOTS as u64);
        let mark = busy.claim(key);
        assert!(mark.is_some() && busy.is_searched(key));
        assert!(!busy.is_searched(same_slot) && busy.claim(same_slot).is_none());
        drop(mark);
        assert!(!busy.is_searched(key) && busy.claim(same_slot).is_some());
    }
}
