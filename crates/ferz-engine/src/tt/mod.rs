//! The transposition table: what earlier searches learned of a position, shared by all threads.
//!
//! Looking up and storing need no exclusive access and take no lock: see `cluster`.

mod cluster;
mod entry;
mod free;
mod memory;

pub use entry::TtEntry;
pub use memory::AllocationError;

use crate::prefetch::prefetch;
use cluster::{Cluster, WAYS};
use entry::GENERATIONS;

/// The shared table.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: u8,
}

impl TranspositionTable {
    /// The largest size that can be asked for, in MiB (32 TiB).
    pub const MAX_MIB: usize = 1 << 25;

    /// An empty table of `mib` MiB.
    ///
    /// # Errors
    /// If the machine has not that much memory to give.
    pub fn new(mib: usize) -> Result<Self, AllocationError> {
        Ok(Self { clusters: memory::allocate(mib)?, generation: 0 })
    }

    /// Replaces the table by an empty one of `mib` MiB.
    ///
    /// # Errors
    /// If the machine has not that much memory to give. The table then is as it was where that is
    /// known beforehand, and otherwise empty, of its old size or what is left of that.
    pub fn resize(&mut self, mib: usize) -> Result<(), AllocationError> {
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
        prefetch(self.cluster(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.cluster(key).probe(key)
    }

    /// Stores what was found, in place of the same position or of the least valuable entry.
    ///
    /// A much deeper entry of the same position from this search is kept unless the new one is
    /// exact; an old best move is kept where the new entry has none.
    pub fn store(&self, key: u64, entry: TtEntry) {
        self.cluster(key).store(key, entry, self.generation);
    }

    /// How full the table is of entries of this search, in thousandths, from a sample.
    pub fn hashfull(&self) -> usize {
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used: usize = sample.iter().map(|cluster| cluster.fresh(self.generation)).sum();
        used * 1000 / (sample.len() * WAYS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Bound;
    use ferz::{Move, MoveFlag, Square};

    pub(super) fn entry(depth: i32, value: i32) -> TtEntry {
        let best = Some(Move::new(Square::G1, Square::F3, MoveFlag::Quiet));
        TtEntry { best, value, eval: 12, depth, bound: Some(Bound::Lower), pv: false }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
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
    fn clearing_and_resizing_forget() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        table.clear();
        assert_eq!(table.probe(77), None);
        table.store(77, entry(20, 10));
        table.resize(1).unwrap();
        assert_eq!((table.probe(77), table.mib()), (None, 1));
    }

    #[test]
    fn a_size_that_cannot_be_had_leaves_the_table_as_it_was() {
        let mut table = TranspositionTable::new(2).unwrap();
        table.store(77, entry(20, 10));
        assert!(table.resize(TranspositionTable::MAX_MIB).is_err());
        assert_eq!((table.probe(77), table.mib()), (Some(entry(20, 10)), 2));
    }
}
