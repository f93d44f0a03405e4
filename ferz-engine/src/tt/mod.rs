//! The transposition table: what earlier searches learned of a position, shared by all threads.
//!
//! A cluster is one cache line of five entries. Each entry is a word of data and a check, the low
//! half of the position's key mixed with that data. Threads write both without a lock; where two
//! writes interleave the check no longer fits and the entry reads as absent (Hyatt's lockless
//! hashing). A check that fits by chance gives a wrong entry, which the search must survive: moves
//! are tested before use.

mod entry;
mod free;
mod memory;
mod prefetch;

pub use entry::Entry;
pub use memory::TableError;

use crate::value::NONE;
use entry::{GENERATIONS, depth_of, generation_of};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Entries in a cluster.
const WAYS: usize = 5;

#[derive(Default)]
#[repr(align(64))]
struct Cluster {
    data: [AtomicU64; WAYS],
    check: [AtomicU32; WAYS],
}

/// The shared table. Looking up and storing need no exclusive access and take no lock.
pub struct Table {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl Table {
    /// The largest size that can be asked for, in MiB (32 TiB).
    pub const MAX_MIB: usize = 1 << 25;

    /// An empty table of `mib` MiB.
    ///
    /// # Errors
    /// If the machine has not that much memory to give.
    pub fn new(mib: usize) -> Result<Self, TableError> {
        Ok(Self { clusters: memory::allocate(mib)?, generation: 0 })
    }

    /// Replaces the table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// If the machine has not that much memory to give. The table then is as it was where that is
    /// known beforehand, and otherwise empty, of its old size or what is left of that.
    pub fn resize(&mut self, mib: usize) -> Result<(), TableError> {
        let old = self.mib();
        memory::check(mib, old)?;
        // First the old memory goes, as there may not be enough for both.
        self.clusters = Vec::new();
        let (clusters, result) = match memory::allocate(mib) {
            Ok(clusters) => (clusters, Ok(())),
            Err(error) => (memory::allocate_at_most(old), Err(error)),
        };
        self.clusters = clusters;
        result
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.clusters.as_slice()) >> 20
    }

    /// Forgets everything. For a large table all the machine's processors help.
    pub fn clear(&mut self) {
        self.generation = 0;
        let writers = memory::writers(self.mib());
        if writers <= 1 {
            self.clusters.fill_with(Cluster::default);
            return;
        }
        let share = self.clusters.len().div_ceil(writers);
        std::thread::scope(|scope| {
            for part in self.clusters.chunks_mut(share) {
                scope.spawn(|| part.fill_with(Cluster::default));
            }
        });
    }

    /// Begins a new search: what older ones stored gives way sooner.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The cluster of a key: the upper bits of the key, scaled to the number of clusters.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to fetch what [`Self::probe`] will read for this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch::prefetch(self.cluster(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        (0..WAYS).find_map(|way| {
            let data = cluster.data[way].load(Relaxed);
            let fits = cluster.check[way].load(Relaxed) == check(key, data) && data != 0;
            fits.then(|| Entry::unpack(data))
        })
    }

    /// Stores what was found, in place of the same position or of the least valuable entry.
    ///
    /// A much deeper entry of the same position from this search is kept unless the new one is
    /// exact; an old best move is kept where the new entry has none.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let mut victim = (0, i32::MAX);
        for way in 0..WAYS {
            let data = cluster.data[way].load(Relaxed);
            if data == 0 {
                victim = (way, 0);
                break;
            }
            if cluster.check[way].load(Relaxed) == check(key, data) {
                if self.outlives(data, &entry) {
                    return;
                }
                entry.best = entry.best.or(Entry::unpack(data).best);
                victim = (way, 0);
                break;
            }
            let worth = depth_of(data) - AGE_COST * self.age(data);
            if worth < victim.1 {
                victim = (way, worth);
            }
        }
        let data = entry.pack(self.generation);
        cluster.data[victim.0].store(data, Relaxed);
        cluster.check[victim.0].store(check(key, data), Relaxed);
    }

    /// Whether an entry of the same position is worth more than a new one.
    fn outlives(&self, old: u64, new: &Entry) -> bool {
        let old_entry = Entry::unpack(old);
        let exact = new.bound == Some(crate::value::Bound::Exact);
        if new.bound.is_none() && old_entry.bound.is_some() && old_entry.eval != NONE {
            return true;
        }
        !exact
            && self.age(old) == 0
            && new.depth + DEEPER_STAYS + 2 * i32::from(new.pv) < old_entry.depth
    }

    /// How many searches ago the entry was written.
    fn age(&self, data: u64) -> i32 {
        i32::from((GENERATIONS + self.generation - generation_of(data)) % GENERATIONS)
    }

    /// How full the table is of entries of this search, in thousandths, from a sample.
    pub fn hashfull(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let fresh = |data: &&AtomicU64| {
            let data = data.load(Relaxed);
            data != 0 && self.age(data) == 0
        };
        let used = sample.iter().flat_map(|cluster| &cluster.data).filter(fresh).count();
        used * 1000 / (sample.len() * WAYS)
    }
}

/// How many plies of depth a search's age takes from an entry's worth.
const AGE_COST: i32 = 8;
/// How much deeper an entry of the same position must be to stay.
const DEEPER_STAYS: i32 = 4;

/// The low half of the key, mixed with the data so that it fits no other data. The product spreads
/// every bit of the data over the half that is kept (Fibonacci hashing).
#[inline(always)]
fn check(key: u64, data: u64) -> u32 {
    key as u32 ^ (data.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Bound;
    use ferz::{Move, MoveKind, Square};

    fn entry(depth: i32, value: i32) -> Entry {
        let best = Some(Move::new(Square::G1, Square::F3, MoveKind::Quiet));
        Entry { best, value, eval: 12, depth, bound: Some(Bound::Lower), pv: false }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        for i in 1..1000_u64 {
            table.store(i.wrapping_mul(0x9E37_79B9_7F4A_7C15), entry(5, i as i32));
        }
        let found = (1..1000_u64)
            .filter(|i| {
                table.probe(i.wrapping_mul(0x9E37_79B9_7F4A_7C15)) == Some(entry(5, *i as i32))
            })
            .count();
        assert_eq!(found, 999);
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn an_old_move_survives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(77, entry(5, 10));
        table.store(77, Entry { best: None, ..entry(6, 20) });
        assert_eq!(table.probe(77), Some(entry(6, 20)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_are_old() {
        let mut table = Table::new(1).unwrap();
        table.store(77, entry(20, 10));
        table.store(77, entry(5, 20));
        assert_eq!(table.probe(77).unwrap().depth, 20);
        table.new_search();
        table.store(77, entry(5, 20));
        assert_eq!(table.probe(77).unwrap().depth, 5);
    }

    #[test]
    fn a_full_cluster_gives_up_its_shallowest_entry() {
        let table = Table::new(1).unwrap();
        for (i, depth) in [9, 8, 3, 7, 6, 5].into_iter().enumerate() {
            table.store(i as u64, entry(depth, 0));
        }
        let depths: Vec<_> = (0..6).map(|i| table.probe(i).map(|e| e.depth)).collect();
        assert_eq!(depths, [Some(9), Some(8), None, Some(7), Some(6), Some(5)]);
    }

    #[test]
    fn clearing_and_resizing_forget() {
        let mut table = Table::new(2).unwrap();
        table.store(77, entry(20, 10));
        table.clear();
        assert_eq!(table.probe(77), None);
        table.store(77, entry(20, 10));
        table.resize(1).unwrap();
        assert_eq!((table.probe(77), table.mib()), (None, 1));
    }

    #[test]
    fn a_size_that_cannot_be_had_leaves_the_table_as_it_was() {
        let mut table = Table::new(2).unwrap();
        table.store(77, entry(20, 10));
        assert!(table.resize(Table::MAX_MIB).is_err());
        assert_eq!((table.probe(77), table.mib()), (Some(entry(20, 10)), 2));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = Table::new(1).unwrap();
        // Miri takes each step a thousand times slower, but breaks off threads between any two.
        let rounds = if cfg!(miri) { 20 } else { 200_000 };
        // Cluster-mates, more than there is room for, written by all threads with values that must
        // stay together.
        let whole = |key: u64, i: i32| Entry { eval: -i, ..entry(i % 100, i + key as i32) };
        std::thread::scope(|scope| {
            for start in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for i in start..rounds {
                        for key in 1..8 {
                            table.store(key, whole(key, i % 10_000));
                            if let Some(found) = table.probe(key) {
                                assert_eq!(found, whole(key, -found.eval));
                            }
                        }
                    }
                });
            }
        });
    }
}
