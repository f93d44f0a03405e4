//! The data that the threads of a parallel search share: the moves being searched and the completed
//! nodes of the principal variation.
//!
//! Lazy SMP: all threads search the root and share the transposition table. The first thread that
//! completes a node of the principal variation completes it for all. A move that another thread is
//! searching is deferred: simplified ABDADA, after Tom Kerrigan's
//! <https://www.chessprogramming.org/ABDADA#Simplified_ABDADA>. When the thread returns to the move,
//! the transposition table often has the result.

use crate::value::{Bound, Value};
use ferz::Move;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// Number of slots, far above the number of moves being searched.
const SEARCHING_SLOTS: usize = 4096;

/// Content of an empty slot.
const FREE: u64 = 0;

/// Table of the moves being searched, each as the key of the position after it.
pub(crate) struct SearchingTable {
    slots: Box<[AtomicU64]>,
}

impl SearchingTable {
    /// Creates an empty table.
    pub(crate) fn new() -> Self {
        Self { slots: (0..SEARCHING_SLOTS).map(|_| AtomicU64::new(FREE)).collect() }
    }

    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.slots[key as usize % SEARCHING_SLOTS]
    }

    /// Returns true if a thread is searching the move that leads to `key`.
    #[inline]
    pub(super) fn is_searched(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Claims the move that leads to `key` until the claim is dropped; `None` if its slot is taken.
    ///
    /// Two threads may claim one move at once. Both search it, and the first to finish frees the
    /// slot.
    #[inline]
    pub(super) fn claim(&self, key: u64) -> Option<Claim<'_>> {
        let slot = self.slot(key);
        (slot.load(Relaxed) == FREE).then(|| {
            slot.store(key, Relaxed);
            Claim(slot)
        })
    }
}

/// A claim of a move being searched, released when dropped.
pub(super) struct Claim<'a>(&'a AtomicU64);

impl Drop for Claim<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(FREE, Relaxed);
    }
}

/// Number of slots, a power of two far above the number of open nodes.
const PV_SLOTS: usize = 1024;

/// State of a thread on its principal variation, used with several threads only.
#[derive(Default)]
pub(super) struct PvProgress {
    /// Open nodes of the principal variation on the current line, that of ply `n` at index `n`: below
    /// a node of another kind there is none.
    pub(super) open: Vec<OpenNode>,
    /// Ply and result of an open node that another thread has completed. The search unwinds to it.
    pub(super) completed: Option<(usize, PvResult)>,
}

/// A node of the principal variation that a thread has entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    /// Hash of the window of the root and of all positions from there on. A transposition has
    /// another path, since repetitions may give it another value.
    pub(super) path: u64,
    /// Requested depth, of which the node may have been reduced.
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

/// Result of the search of a node of the principal variation.
#[derive(Clone, Debug, Default)]
pub(super) struct PvResult {
    pub(super) path: u64,
    pub(super) depth: i32,
    pub(super) value: Value,
    pub(super) bound: Option<Bound>,
    /// Selective depth, in plies from the root.
    pub(super) seldepth: usize,
    /// Principal variation from the node on; empty if the node failed low.
    pub(super) line: Vec<Move>,
}

impl PvResult {
    /// Returns true if depth and bound make a search of the node unnecessary.
    fn is_sufficient_for(&self, node: &OpenNode) -> bool {
        self.path == node.path
            && self.depth >= node.depth
            && match self.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => self.value >= node.beta,
                Some(Bound::Upper) => self.value <= node.alpha,
                None => false,
            }
    }
}

/// Hash table of completed nodes of the principal variation.
pub(crate) struct SharedPv {
    slots: Box<[PvSlot]>,
}

#[derive(Default)]
struct PvSlot {
    /// Path of the stored node, read without the lock; it may lag behind.
    path: AtomicU64,
    completed: Mutex<PvResult>,
}

impl PvSlot {
    /// Locks the slot, or returns `None` while another thread holds it: that thread may be
    /// suspended, and a search must not wait for it.
    fn lock(&self) -> Option<MutexGuard<'_, PvResult>> {
        match self.completed.try_lock() {
            Ok(guard) => Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl SharedPv {
    /// Creates an empty table.
    pub(crate) fn new() -> Self {
        Self { slots: (0..PV_SLOTS).map(|_| PvSlot::default()).collect() }
    }

    fn slot(&self, path: u64) -> &PvSlot {
        // The upper bits of the product in `next_path` depend on all bits.
        &self.slots[(path >> (u64::BITS - PV_SLOTS.ilog2())) as usize]
    }

    /// Stores the result of a node, unless its slot is locked.
    pub(super) fn publish(&self, completed: PvResult) {
        let slot = self.slot(completed.path);
        if let Some(mut stored) = slot.lock() {
            slot.path.store(completed.path, Relaxed);
            *stored = completed;
        }
    }

    /// Returns a result that makes a search of the node unnecessary.
    pub(super) fn find(&self, node: &OpenNode) -> Option<PvResult> {
        let slot = self.slot(node.path);
        if slot.path.load(Relaxed) != node.path {
            return None;
        }
        slot.lock().filter(|stored| stored.is_sufficient_for(node)).map(|stored| stored.clone())
    }
}

/// Returns the path before the root of a search: a hash of its depth and window, and of the lines
/// of MultiPV that it excludes.
pub(super) fn path_before_root(better_lines: u64, depth: i32, alpha: Value, beta: Value) -> u64 {
    [depth, alpha, beta].into_iter().fold(better_lines, |path, n| next_path(path, n as u64))
}

/// Returns the path extended by a position.
pub(super) fn next_path(path: u64, key: u64) -> u64 {
    (path.rotate_left(1) ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claim_holds_its_slot_until_dropped() {
        let table = SearchingTable::new();
        let (key, same_slot) = (5, 5 + SEARCHING_SLOTS as u64);
        let claim = table.claim(key);
        assert!(claim.is_some() && table.is_searched(key));
        assert!(!table.is_searched(same_slot) && table.claim(same_slot).is_none());
        drop(claim);
        assert!(!table.is_searched(key) && table.claim(same_slot).is_some());
    }

    const OPEN: OpenNode = OpenNode { path: 77 << 50, depth: 5, alpha: -10, beta: 10 };

    fn completed(value: Value, bound: Bound) -> PvResult {
        let (OpenNode { path, depth, .. }, bound) = (OPEN, Some(bound));
        PvResult { path, depth, value, bound, seldepth: 7, line: Vec::new() }
    }

    #[test]
    fn result_is_found_if_depth_and_bound_suffice() {
        let shared_pv = SharedPv::new();
        assert!(shared_pv.find(&OPEN).is_none());
        for (value, bound, suffices) in [
            (3, Bound::Exact, true),
            (30, Bound::Exact, true),
            (10, Bound::Lower, true),
            (9, Bound::Lower, false),
            (-10, Bound::Upper, true),
            (-9, Bound::Upper, false),
        ] {
            shared_pv.publish(completed(value, bound));
            assert_eq!(shared_pv.find(&OPEN).map(|found| found.value), suffices.then_some(value));
        }
        shared_pv.publish(completed(3, Bound::Exact));
        assert!(shared_pv.find(&OpenNode { depth: 4, ..OPEN }).is_some());
        assert!(shared_pv.find(&OpenNode { depth: 6, ..OPEN }).is_none());
        // Another node that shares the slot.
        assert!(shared_pv.find(&OpenNode { path: OPEN.path + 1, ..OPEN }).is_none());
    }

    #[test]
    fn locked_slot_is_neither_read_nor_written() {
        let shared_pv = SharedPv::new();
        shared_pv.publish(completed(3, Bound::Exact));
        let guard = shared_pv.slot(OPEN.path).lock();
        shared_pv.publish(completed(4, Bound::Exact));
        assert!(shared_pv.find(&OPEN).is_none());
        drop(guard);
        assert_eq!(shared_pv.find(&OPEN).map(|found| found.value), Some(3));
    }
}
