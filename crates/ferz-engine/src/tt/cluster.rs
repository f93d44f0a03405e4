//! A cluster of the transposition table: one cache line of entries.
//!
//! Each entry is a word of data and a check, the low half of the position's key mixed with that
//! data. Threads write both without a lock. If two writes interleave, the check does not match and
//! the entry is a miss (Hyatt's lockless hashing). Key collisions are possible, so the search must
//! test moves before use.

use super::entry::{GENERATIONS, TtEntry, depth_of, generation_of};
use crate::value::{Bound, NONE};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The number of entries per cluster.
pub(super) const ENTRIES: usize = 5;
/// The replacement penalty per search of age, in plies of depth.
const AGE_PENALTY: i32 = 8;
/// The depth advantage in plies by which an entry of the same position is kept.
const KEEP_DEPTH_MARGIN: i32 = 4;

/// One cache line of entries.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Cluster {
    data: [AtomicU64; ENTRIES],
    check: [AtomicU32; ENTRIES],
}

impl Cluster {
    /// Returns the entry of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        (0..ENTRIES).find_map(|slot| {
            let data = self.data[slot].load(Relaxed);
            let matches = self.check[slot].load(Relaxed) == check(key, data) && data != 0;
            matches.then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry with the generation of the current search. See
    /// [`TranspositionTable::store`](crate::TranspositionTable::store).
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: TtEntry, generation: u8) {
        let mut victim = (0, i32::MAX);
        for slot in 0..ENTRIES {
            let data = self.data[slot].load(Relaxed);
            if data == 0 {
                victim = (slot, 0);
                break;
            }
            if self.check[slot].load(Relaxed) == check(key, data) {
                if keeps_old(data, &entry, generation) {
                    return;
                }
                entry.best = entry.best.or(TtEntry::unpack(data).best);
                victim = (slot, 0);
                break;
            }
            let score = depth_of(data) - AGE_PENALTY * age(data, generation);
            if score < victim.1 {
                victim = (slot, score);
            }
        }
        let data = entry.pack(generation);
        self.data[victim.0].store(data, Relaxed);
        self.check[victim.0].store(check(key, data), Relaxed);
    }

    /// Returns the number of entries of a generation.
    pub(super) fn count_generation(&self, generation: u8) -> usize {
        let is_current = |data: u64| data != 0 && age(data, generation) == 0;
        self.data.iter().filter(|data| is_current(data.load(Relaxed))).count()
    }
}

/// Returns true if the old entry of the same position is kept in place of the new one: if it alone
/// has a bound, or if it is of this search and much deeper and the new bound is not exact.
fn keeps_old(old: u64, new: &TtEntry, generation: u8) -> bool {
    let old_entry = TtEntry::unpack(old);
    if new.bound.is_none() && old_entry.bound.is_some() && old_entry.eval != NONE {
        return true;
    }
    new.bound != Some(Bound::Exact)
        && age(old, generation) == 0
        && new.depth + KEEP_DEPTH_MARGIN + 2 * i32::from(new.pv) < old_entry.depth
}

/// Returns the age of an entry in searches.
fn age(data: u64, generation: u8) -> i32 {
    i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS)
}

/// Returns the check of an entry: the low half of the key, mixed with a hash of the data (Fibonacci
/// hashing).
#[inline(always)]
fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ (data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::entry::tests::entry;

    #[test]
    fn old_move_is_kept_if_the_new_entry_has_none() {
        let cluster = Cluster::default();
        cluster.store(77, entry(5, 10), 0);
        cluster.store(77, TtEntry { best: None, ..entry(6, 20) }, 0);
        assert_eq!(cluster.probe(77), Some(entry(6, 20)));
    }

    #[test]
    fn deeper_entries_of_the_same_search_are_kept() {
        let cluster = Cluster::default();
        let depth_after = |depth, generation| {
            cluster.store(77, entry(depth, 0), generation);
            cluster.probe(77).map(|entry| entry.depth)
        };
        let last = GENERATIONS - 1;
        assert_eq!(depth_after(20, last), Some(20));
        assert_eq!(depth_after(5, last), Some(20));
        assert_eq!((cluster.count_generation(last), cluster.count_generation(0)), (1, 0));
        assert_eq!(depth_after(5, 0), Some(5));
    }

    #[test]
    fn shallowest_entry_of_a_full_cluster_is_replaced() {
        let cluster = Cluster::default();
        for (i, depth) in [9, 8, 3, 7, 6, 5].into_iter().enumerate() {
            cluster.store(i as u64, entry(depth, 0), 0);
        }
        let depths: Vec<_> = (0..6).map(|i| cluster.probe(i).map(|e| e.depth)).collect();
        assert_eq!(depths, [Some(9), Some(8), None, Some(7), Some(6), Some(5)]);
    }

    #[test]
    fn concurrent_stores_never_mix_two_entries() {
        let cluster = Cluster::default();
        // Miri is a thousand times slower, but switches threads at any step.
        let rounds = if cfg!(miri) { 40 } else { 200_000 };
        // More positions than entries. Value and evaluation of an entry depend on each other.
        let consistent = |key: u64, i: i32| TtEntry { eval: -i, ..entry(i % 100, i + key as i32) };
        std::thread::scope(|scope| {
            for start in 0..4 {
                let cluster = &cluster;
                scope.spawn(move || {
                    for i in start..rounds {
                        for key in 1..8 {
                            cluster.store(key, consistent(key, i % 10_000), 0);
                            if let Some(found) = cluster.probe(key) {
                                assert_eq!(found, consistent(key, -found.eval));
                            }
                        }
                    }
                });
            }
        });
    }
}
