//! A cluster of the table: one cache line of entries.
//!
//! Each entry is a word of data and a check, the low half of the position's key mixed with that
//! data. Threads write both without a lock; where two writes interleave the check no longer fits and
//! the entry reads as absent (Hyatt's lockless hashing). A check that fits by chance gives a wrong
//! entry, which the search must survive: moves are tested before use.

use super::entry::{GENERATIONS, TtEntry, depth_of, generation_of};
use crate::value::{Bound, NONE};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Entries in a cluster.
pub(super) const WAYS: usize = 5;
/// How many plies of depth a search's age takes from an entry's worth.
const AGE_COST: i32 = 8;
/// How much deeper an entry of the same position must be to stay.
const DEEPER_STAYS: i32 = 4;

#[derive(Default)]
#[repr(align(64))]
pub(super) struct Cluster {
    data: [AtomicU64; WAYS],
    check: [AtomicU32; WAYS],
}

impl Cluster {
    /// The entry of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<TtEntry> {
        (0..WAYS).find_map(|way| {
            let data = self.data[way].load(Relaxed);
            let fits = self.check[way].load(Relaxed) == check(key, data) && data != 0;
            fits.then(|| TtEntry::unpack(data))
        })
    }

    /// Stores an entry of the search with this number, as [`Table::store`](super::Table::store)
    /// says.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: TtEntry, generation: u8) {
        let mut victim = (0, i32::MAX);
        for way in 0..WAYS {
            let data = self.data[way].load(Relaxed);
            if data == 0 {
                victim = (way, 0);
                break;
            }
            if self.check[way].load(Relaxed) == check(key, data) {
                if outlives(data, &entry, generation) {
                    return;
                }
                entry.best = entry.best.or(TtEntry::unpack(data).best);
                victim = (way, 0);
                break;
            }
            let worth = depth_of(data) - AGE_COST * age(data, generation);
            if worth < victim.1 {
                victim = (way, worth);
            }
        }
        let data = entry.pack(generation);
        self.data[victim.0].store(data, Relaxed);
        self.check[victim.0].store(check(key, data), Relaxed);
    }

    /// How many of the entries are from the search with this number.
    pub(super) fn fresh(&self, generation: u8) -> usize {
        let is_fresh = |data: u64| data != 0 && age(data, generation) == 0;
        self.data.iter().filter(|data| is_fresh(data.load(Relaxed))).count()
    }
}

/// Whether an entry of the same position is worth more than a new one.
fn outlives(old: u64, new: &TtEntry, generation: u8) -> bool {
    let old_entry = TtEntry::unpack(old);
    if new.bound.is_none() && old_entry.bound.is_some() && old_entry.eval != NONE {
        return true;
    }
    new.bound != Some(Bound::Exact)
        && age(old, generation) == 0
        && new.depth + DEEPER_STAYS + 2 * i32::from(new.pv) < old_entry.depth
}

/// How many searches before the one with this number the entry was written.
fn age(data: u64, generation: u8) -> i32 {
    i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS)
}

/// The low half of the key, mixed with the data so that it fits no other data. The product spreads
/// every bit of the data over the half that is kept (Fibonacci hashing).
#[inline(always)]
fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ (data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::tests::entry;

    #[test]
    fn an_old_move_survives_an_entry_without_one() {
        let cluster = Cluster::default();
        cluster.store(77, entry(5, 10), 0);
        cluster.store(77, TtEntry { best: None, ..entry(6, 20) }, 0);
        assert_eq!(cluster.probe(77), Some(entry(6, 20)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let cluster = Cluster::default();
        let depth_after = |depth, generation| {
            cluster.store(77, entry(depth, 0), generation);
            cluster.probe(77).map(|entry| entry.depth)
        };
        let last = GENERATIONS - 1;
        assert_eq!(depth_after(20, last), Some(20));
        assert_eq!(depth_after(5, last), Some(20));
        assert_eq!((cluster.fresh(last), cluster.fresh(0)), (1, 0));
        assert_eq!(depth_after(5, 0), Some(5));
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_entry() {
        let cluster = Cluster::default();
        for (i, depth) in [9, 8, 3, 7, 6, 5].into_iter().enumerate() {
            cluster.store(i as u64, entry(depth, 0), 0);
        }
        let depths: Vec<_> = (0..6).map(|i| cluster.probe(i).map(|e| e.depth)).collect();
        assert_eq!(depths, [Some(9), Some(8), None, Some(7), Some(6), Some(5)]);
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let cluster = Cluster::default();
        // Miri takes each step a thousand times slower, but breaks off threads between any two.
        let rounds = if cfg!(miri) { 40 } else { 200_000 };
        // More positions than there is room for, with values that must stay together.
        let whole = |key: u64, i: i32| TtEntry { eval: -i, ..entry(i % 100, i + key as i32) };
        std::thread::scope(|scope| {
            for start in 0..4 {
                let cluster = &cluster;
                scope.spawn(move || {
                    for i in start..rounds {
                        for key in 1..8 {
                            cluster.store(key, whole(key, i % 10_000), 0);
                            if let Some(found) = cluster.probe(key) {
                                assert_eq!(found, whole(key, -found.eval));
                            }
                        }
                    }
                });
            }
        });
    }
}
