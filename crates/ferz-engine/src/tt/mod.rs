//! The transposition table, shared by all search threads without locks.

mod cluster;
mod entry;
mod memory;

pub use entry::TtEntry;
pub use memory::AllocationError;

use crate::prefetch::prefetch;
use cluster::{Cluster, ENTRIES};
use entry::GENERATIONS;

/// The transposition table: clusters of five entries, indexed by the position key.
///
/// [`probe`](Self::probe) and [`store`](Self::store) take a shared reference and any thread may
/// call them at any time.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl TranspositionTable {
    /// The maximum size in MiB (32 TiB).
    pub const MAX_MIB: usize = memory::MAX_MIB;

    /// Creates an empty table of `mib` MiB.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(mib: usize) -> Result<Self, AllocationError> {
        Ok(Self { clusters: memory::allocate(mib)?, generation: 0 })
    }

    /// Resizes the table to `mib` MiB and clears it.
    ///
    /// # Errors
    /// If the memory is not available. The table is unchanged if the size exceeds the available
    /// memory. If the allocation itself fails, it is empty, of its old size or, if that fails too, a
    /// smaller one.
    pub fn resize(&mut self, mib: usize) -> Result<(), AllocationError> {
        let old = self.mib();
        memory::check(mib, old)?;
        // Free the old memory first, as both tables may not fit.
        self.clusters = Vec::new();
        let (clusters, result) = match memory::allocate(mib) {
            Ok(clusters) => (clusters, Ok(())),
            Err(error) => (memory::allocate_at_most(old), Err(error)),
        };
        self.clusters = clusters;
        result
    }

    /// Returns the size in MiB.
    pub fn mib(&self) -> usize {
        size_of_val(self.clusters.as_slice()) >> 20
    }

    /// Clears the table, with several threads if it is large.
    pub fn clear(&mut self) {
        self.generation = 0;
        memory::clear(&mut self.clusters);
    }

    /// Starts a new search: entries of earlier searches are replaced first.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Returns the cluster of a key, whose upper bits are scaled to the number of clusters.
    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of a key for [`Self::probe`].
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).probe(key)
    }

    /// Stores an entry. Replaces the entry of the same position, or else the shallowest and oldest
    /// of the cluster.
    ///
    /// Keeps a much deeper entry of the same position and search unless the new bound is exact, and
    /// keeps the old best move if the new entry has none.
    pub fn store(&self, key: u64, entry: TtEntry) {
        self.cluster(key).store(key, entry, self.generation);
    }

    /// Returns the permille of entries used by the current search, from the first 1000 clusters.
    pub fn hashfull(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used: usize =
            sample.iter().map(|cluster| cluster.count_generation(self.generation)).sum();
        used * 1000 / (sample.len() * ENTRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::entry::tests::entry;
    use super::*;

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1).unwrap();
        let key = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for i in 1..1000 {
            table.store(key(i), entry(5, i as i32));
        }
        assert!((1..1000).all(|i| table.probe(key(i)) == Some(entry(5, i as i32))));
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn clear_and_resize_empty_the_table() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        table.clear();
        assert_eq!(table.probe(77), None);
        table.store(77, entry(20, 10));
        table.resize(1).unwrap();
        assert_eq!((table.probe(77), table.mib()), (None, 1));
    }

    #[test]
    fn failed_resize_leaves_the_table_unchanged() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        assert!(table.resize(TranspositionTable::MAX_MIB).is_err());
        assert_eq!((table.probe(77), table.mib()), (Some(entry(20, 10)), 2));
    }
}
